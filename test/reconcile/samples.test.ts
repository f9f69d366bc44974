import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guessFrom } from '../../src/reconcile/guess.js';
import { expectConserved, fates, reconciled } from './night.js';

function sample(file: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'samples', file));
}

/** One made-up night in six forms; no real bank's layout is among them. */
const ORDERS = `orderId,amount,paidAt
SHOP1001,1250.50,2026-01-31 09:12
SHOP1002,19999.00,2026-02-01
SHOP1003,20.00,2026-01-31
SHOP1004,750.00,2026-01-31
`;

const TIS_620 = `
  encoding: tis-620
  format: fixed
  records:
    header: { at: [1, 1], is: H }
    detail: { at: [1, 1], is: D }
    trailer: { at: [1, 1], is: T, count: [2, 9], total: [10, 26] }
  columns: { reference: [2, 17], transactionId: [38, 49], amount: [50, 63], fee: [64, 71], date: [72, 79], time: [80, 85], status: [86, 93] }
  amount: { unit: satang, sign: trailing }
  date: { format: DDMMYYYY, era: buddhist }
  time: { format: HHMMSS }
`;
const WINDOWS_874 = `
  encoding: windows-874
  columns: { reference: เลขที่ใบแจ้งหนี้, transactionId: เลขธนาคาร, amount: ยอด, fee: ค่าบริการ, date: รับเมื่อ, time: เวลารับ }
  reference: { case: upper, prefix: INV/ }
  amount: { sign: brackets, thousands: "," }
  date: { format: D MMM YY, era: buddhist }
`;
const UTC = `
  format: fixed
  columns: { reference: [1, 20], transactionId: [21, 32], amount: [33, 47], date: [48, 59] }
  date: { format: YYMMDDHHMMSS, zone: UTC }
`;
const KINDS = `
  records:
    header: { at: kind, is: head }
    detail: { at: kind, is: pay }
    trailer: { at: kind, is: sum, count: ref, total: amount }
`;

describe('the samples', () => {
  it.each<[file: string, first: number, mapping: string, agrees?: boolean]>([
    ['english.csv', 2, ''],
    ['thai-utf8.csv', 4, ''],
    ['thai-874.csv', 2, WINDOWS_874],
    ['fixed-tis620.txt', 2, TIS_620, true],
    ['fixed-utc.txt.gz', 1, UTC],
    ['kinds.tsv', 3, KINDS, true],
  ])('%s says the same of its night', async (file, first, mapping, agrees) => {
    const bank = sample(file);
    const map = mapping === '' ? {} : { map: `bank:${mapping}` };
    const printed = await reconciled({ orders: ORDERS, bank, ...map });
    expect(fates(printed)).toEqual([
      `reversed 5/${first + 3}+${first + 4}`,
      `matched 2/${first}`,
      `matched 3/${first + 1}`,
      `matched 4/${first + 2}`,
    ]);
    expect(printed.inputs[1]).toMatchObject({ rows: 5, rejected: 0, total: '21269.50' });
    expect(printed.inputs[1]?.control?.agrees).toBe(agrees);
    expectConserved(printed);
  });
});

describe('a guess', () => {
  const guessed = (file: string, encoding: string) =>
    guessFrom(new TextDecoder(encoding).decode(sample(file)), false);

  it('skips a title above the header', () => {
    expect(guessed('thai-utf8.csv', 'utf-8')).toMatchObject({
      delimiter: ';',
      columns: { reference: 'เลขอ้างอิง', amount: 'จำนวนเงิน', date: 'วันที่', status: 'สถานะ' },
      remarks: [],
    });
  });

  it('finds dates and amounts by what they look like', () => {
    expect(guessed('thai-874.csv', 'windows-874')).toMatchObject({
      columns: { reference: 'เลขที่ใบแจ้งหนี้', amount: 'ยอด', date: 'รับเมื่อ', time: 'เวลารับ' },
      amount: { sign: 'brackets', thousands: ',' },
      date: { format: 'D MMM YY', era: 'buddhist' },
    });
  });

  it('ignores an end-of-file character', () => {
    expect(guessed('fixed-tis620.txt', 'windows-874')).toMatchObject({
      format: 'fixed',
      records: { header: { is: 'H' }, detail: { is: 'D' }, trailer: { is: 'T' } },
    });
  });

  it('takes no decimal comma for one between thousands', () => {
    const guess = guessFrom('reference;amount;date\nA1;5,00;2026-01-31\n', false);
    expect(guess?.amount).toEqual({});
  });
});
