// @ts-check
// npm run bench:reconcile: what `reconcile` costs beside bare Node, with 1,000 lines on each side and
// with three files of a million lines: two of orders, of which one names payouts, and the bank's; then
// with a statement of a million entries.
//   --rounds N   how often the small files are counted (40)
//   --large N    how often the large ones are (3)
//   --lines N    lines of the large files (1000000)
//   --write      put the tables into docs/performance.md
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { measure, median, ratios } from './measure.mjs';
import { fixed, flag, machine, node, openScratch, payctl, publish, spread } from './shared.mjs';

const rounds = Number(flag('rounds', 40));
const large = Number(flag('large', 3));
const lines = Number(flag('lines', 1_000_000));
const PAYOUTS = 1_000;
const BARE = 'node -e 0';

const scratch = openScratch();
try {
  const bare = { name: BARE, argv: [node, '-e', '0'], env: scratch.env };
  const { small, others } = runs();
  const tick = () => process.stderr.write('.');
  const results = [
    ...(await measure([bare, small], rounds, tick)),
    ...(await measure(others, large, tick)),
  ];
  report(results);
} finally {
  scratch.close();
}

function runs() {
  const few = { orders: orders('small-orders.csv', 1000), bank: bank('small-bank.csv', 1000) };
  const [shop, psp] = [orders('orders.csv', lines), payouts('psp.csv', lines)];
  const both = bank('bank.csv', lines);
  const settled = settlement('settlement.csv', lines);
  const entries = camt('statement.xml', lines);
  const argv = (...files) => [...payctl, 'reconcile', ...files, '-o', 'json'];
  const env = scratch.env;
  return {
    small: {
      name: '1,000 lines on each side',
      bar: '≤ 3 × bare Node',
      argv: argv('--orders', few.orders, '--bank', few.bank),
      env,
    },
    others: [
      {
        name: `${lines} lines on each side`,
        argv: argv('--orders', shop, '--bank', both),
        env,
      },
      {
        name: `three files of ${lines} lines`,
        bar: '≤ 8 s of processor time, ≤ 512 MB',
        argv: argv('--orders', shop, '--orders', psp, '--bank', both, '--bank', settled),
        env,
      },
      {
        name: `${lines} orders, ${lines} entries of camt.053`,
        bar: '≤ 12 s of processor time, ≤ 512 MB',
        argv: argv('--orders', shop, '--bank', entries),
        env,
      },
    ],
  };
}

function pad(value, digits) {
  return String(value).padStart(digits, '0');
}

function satang(index) {
  return ((index % 9000) + 1) * 100 + (index % 100);
}

function baht(amount) {
  return `${amount / 100n}.${pad(amount % 100n, 2)}`;
}

function moment(index, seconds) {
  return `2026-01-${pad(1 + (index % 28), 2)} ${pad(index % 22, 2)}:${pad(index % 60, 2)}:${seconds}`;
}

function orders(name, count) {
  return written(name, 'orderId,customer,amount,paidAt,status\n', count, (at) => {
    return `ORD${pad(at, 10)},Customer ${at % 1000},${baht(BigInt(satang(at)))},${moment(at, '00')},paid\n`;
  });
}

/** Orders that another company collects and pays out. */
function payouts(name, count) {
  return written(name, 'orderId,amount,paidAt,status,payout\n', count, (at) => {
    return `PSP${pad(at, 10)},${baht(BigInt(satang(at)))},${moment(at, '00')},paid,PO${pad(at % PAYOUTS, 5)}\n`;
  });
}

/** In another order than the orders, with a time of its own. */
function bank(name, count) {
  const head = 'ref1,transactionId,amount,fee,date,time,status\n';
  return written(name, head, count, (index) => {
    const at = (index * 7919) % count;
    const [date, time] = moment(at, '30').split(' ');
    return `ORD${pad(at, 10)},TX${pad(at, 14)},${baht(BigInt(satang(at)))},1.50,${date},${time},SUCCESS\n`;
  });
}

function settlement(name, count) {
  const sums = Array.from({ length: PAYOUTS }, () => 0n);
  for (let at = 0; at < count; at++)
    sums[at % PAYOUTS] = (sums[at % PAYOUTS] ?? 0n) + BigInt(satang(at));
  return written(name, 'ref1,transactionId,amount,date\n', PAYOUTS, (at) => {
    return `PO${pad(at, 5)},PX${pad(at, 8)},${baht(sums[at])},2026-01-28\n`;
  });
}

/** A bank statement (camt.053.001.08) of the same payments. */
function camt(name, count) {
  let total = 0n;
  for (let at = 0; at < count; at++) total += BigInt(satang(at));
  const amount = (satang) => `<Amt Ccy="THB">${baht(satang)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
  const balance = (type, satang) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(satang)}<Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>${balance('OPBD', 0n)}${balance('CLBD', total)}
`;
  const end = '</Stmt></BkToCstmrStmt></Document>\n';
  return written(name, head, count, (index) => {
    const at = (index * 7919) % count;
    const [date] = moment(at, '30').split(' ');
    return `<Ntry>${amount(BigInt(satang(at)))}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>TX${pad(at, 14)}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>ORD${pad(at, 10)}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
${index === count - 1 ? end : ''}`;
  });
}

function written(name, head, count, line) {
  const file = join(scratch.home, name);
  const fd = openSync(file, 'w');
  let text = head;
  for (let at = 0; at < count; at++) {
    text += line(at);
    if (text.length < 1 << 20) continue;
    writeSync(fd, text);
    text = '';
  }
  writeSync(fd, text);
  closeSync(fd);
  return file;
}

function report(results) {
  const [bare, small] = results;
  const inMs = (row, field) => fixed(median(row.runs.map((run) => run[field])), 0);
  const head = ['run', 'bar', 'CPU ms', 'to bare Node', 'wall ms', 'peak MB'];
  const cells = results.map((row) => [
    ...[row.name, row.bar ?? '', inMs(row, 'cpu')],
    row === bare || row === small ? spread(ratios(row, bare, 'cpu')) : '',
    ...[inMs(row, 'wall'), inMs(row, 'rss')],
  ]);
  const caption = `${machine()}: medians of ${rounds} interleaved rounds, of the large files of ${large}. The run of three files matches one file of orders by reference and another one with 1,000 payouts by their sums; the statement has 16 elements an entry.`;
  publish('reconcile', caption, [head, cells]);
}
