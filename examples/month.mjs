// The files of thirty nights of a made-up shop, for docs/reconciling.md: node month.mjs
import { writeFileSync } from 'node:fs';

const two = (number) => String(number).padStart(2, '0');
const dateOf = (day) => `2026-06-${two(day)}`;

/** What happens on a day beside its three sales, as lines of the orders and of the bank. */
const ORDERS = {
  15: ['C1501,100.00,2026-06-15,paid,PO15', 'C1502,200.00,2026-06-15,paid,PO15'],
  24: ['A2202,50.00,2026-06-24,refunded,'],
};
const BANK = {
  // Paid shortly before midnight, and open since May.
  1: ['A0531,T0531,80.00,,2026-05-31,'],
  // Cards are paid out in one sum, less 1.5%.
  16: ['PO15,T1600,295.50,4.50,2026-06-16,'],
  20: ['A1801,T2000,-118.00,,2026-06-20,chargeback'],
  28: ['A2202,T2800,-50.00,,2026-06-28,refunded'],
};

function write(name, head, lines) {
  writeFileSync(name, `${[head, ...lines].join('\n')}\n`);
}

function bankLines(day) {
  const [night, date] = [two(day), dateOf(day)];
  return [
    `A${night}01,T${night}01,${100 + day}.00,,${date},`,
    `A${night}02,T${night}02,50.00,,${date},`,
    `A${night}03,T${night}03,20.25,,${date},`,
    ...(BANK[day] ?? []),
  ];
}

const BANK_HEAD = 'reference,transactionId,amount,fee,date,status';

for (let day = 1; day <= 30; day++) {
  const [night, date] = [two(day), dateOf(day)];
  write(`orders-${night}.csv`, 'reference,amount,date,status,payout', [
    `A${night}01,${100 + day}.00,${date},paid,`,
    `A${night}02,50.00,${date},paid,`,
    `A${night}03,20.25,${date},paid,`,
    ...(ORDERS[day] ?? []),
  ]);
  write(`bank-${night}.csv`, BANK_HEAD, bankLines(day));
}

// On the 12th the bank writes 500.00 for 50.00, and sends the file again the next day.
const wrong = bankLines(12).map((line) => line.replace('A1202,T1202,50.00', 'A1202,T1202,500.00'));
write('bank-12.csv', BANK_HEAD, wrong);
write('bank-12-again.csv', BANK_HEAD, bankLines(12));
