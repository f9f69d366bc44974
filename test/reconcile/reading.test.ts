import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { Columns } from '../../src/reconcile/columns.js';
import { PLAIN } from '../../src/reconcile/mapping.js';
import { readInput } from '../../src/reconcile/read.js';
import { Texts } from '../../src/reconcile/texts.js';
import { table } from '../fixtures/table.js';
import { expectConserved, fates, type Night, reconciled } from './night.js';

/** Thai in Windows-874, as far as these tests need it: the Thai block lies at 0xA1. */
function windows874(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return code < 0x80 ? code : code - 0x0e00 + 0xa0;
  });
}

const ORDERS = 'reference,amount,date\nA1,1250.50,2026-01-31\nA2,20.00,2026-01-31\n';
const MATCHED = ['matched 2/2', 'matched 3/3'];

async function expectMatched(night: Night, expected = MATCHED): Promise<void> {
  const printed = await reconciled({ orders: ORDERS, ...night });
  expect(printed.breaks.map(({ where }) => where).filter(Boolean)).toEqual([]);
  expect(fates(printed).sort()).toEqual(expected);
}

async function refusal(night: Night): Promise<PayctlError> {
  const error: unknown = await reconciled(night).catch((failure: unknown) => failure);
  if (error instanceof PayctlError) return error;
  throw new Error('it was read');
}

async function wrappedIn(text: string): Promise<readonly number[]> {
  const chunks = async function* () {
    yield Buffer.from(text);
  };
  const reading = { lines: new Columns(), texts: new Texts(() => 7), mapping: PLAIN };
  const source = { role: 'bank', file: 'bank.csv', index: 0, chunks } as const;
  return (await readInput(source, { ...reading, cutoff: 0, bad: [] })).wrapped;
}

describe('a file without a mapping', () => {
  const THAI =
    'เลขอ้างอิง,เลขที่รายการ,จำนวนเงิน,วันที่,สถานะ\nA1,T1,1250.50,2569-01-31,สำเร็จ\nA2,T2,20,2569-01-31,สำเร็จ\n';

  it.each<[string, string | Uint8Array]>([
    [
      'in English',
      'Ref-1,Trans Ref,Total_Fee,Date Time\nA1,T1,1250.50,2026-01-31T10:00:00+07:00\nA2,T2,20.0,2026-01-31 10:00\n',
    ],
    ['in Thai', THAI],
    ['in Thai, Windows-874', windows874(THAI)],
    [
      'in English with Thai words, Windows-874',
      windows874('ref,amount,date,status\nA1,1250.50,2026-01-31,สำเร็จ\nA2,20,2026-01-31,สำเร็จ\n'),
    ],
    ['with a byte order mark', `\ufeff${THAI}`],
    ['in UTF-16, as spreadsheets write it', Buffer.from(`\ufeff${THAI}`, 'utf16le')],
    [
      'in UTF-16 without a byte order mark',
      Buffer.from('ref,amount,date\nA1,1250.50,2026-01-31\nA2,20,2026-01-31\n', 'utf16le'),
    ],
    ['packed', gzipSync(THAI)],
    ['with semicolons', THAI.replaceAll(',', ';')],
    ['with tabs and CRLF', THAI.replaceAll(',', '\t').replaceAll('\n', '\r\n')],
    [
      'with empty cells at the ends and an end-of-file mark',
      `${THAI.replaceAll('\n', ',\n')}\n,,,,,\n\u001a`,
    ],
    ['filled up with NUL', `${THAI}${'\0'.repeat(100)}`],
    ['quoted', THAI.replaceAll(/[^,\n]+/g, '"$&"')],
  ])('is read %s', async (_, bank) => {
    await expectMatched({ bank });
  });

  it('may have a title above its header; lines are counted all the same', async () => {
    const bank = `Settlement report\n\n${THAI}`;
    const { breaks } = await reconciled({ orders: ORDERS, bank });
    expect(breaks.map(({ rows }) => rows.bank)).toEqual([[4], [5]]);
  });

  it('names a decimal comma for what it is', async () => {
    const bank = 'reference;amount;date\nA1;5,00;2026-01-31\nA2;1.234,50;2026-01-31\n';
    const { breaks } = await reconciled({ orders: ORDERS, bank });
    const messages = breaks.flatMap(({ where }) => where?.message ?? []);
    expect(messages).toEqual(Array(2).fill('has a decimal comma; write a point, as in 100.00'));
  });

  it('names the line and the column of what it cannot read, and reads the rest', async () => {
    const bank = [
      'ref1,transRef,amount,date,time,status',
      'A1,T1,"1,250.50",2026-01-31,,',
      'A2,T2,20.00,31/01/2026,,',
      'A3,T3,20.00,2026-02-30,,',
      'A4,T4,20.001,2026-01-31,,',
      '"A5,T5,20.00,2026-01-31,,',
      'A6,T6,20.00',
      ',,20.00,2026-01-31,,',
      'A8,T8,,2026-01-31,,',
      'A9,T9,20.00,2026-01-31,25:00,',
      'AA,TA,20.00,2026-01-31,,lost',
      'A2,TB,20.00,2026-01-31,,',
    ].join('\n');
    const { breaks, inputs } = await reconciled({ orders: ORDERS, bank });
    const places = breaks.flatMap(({ where }) =>
      where
        ? [`${where.file}:${where.line} ${where.column ?? '-'} ${where.message.slice(0, 44)}`]
        : [],
    );
    expect(places).toMatchInlineSnapshot(`
      [
        "bank.csv:6 - has a quoted cell that never ends",
        "bank.csv:7 - has 3 cells, but the header has 6",
        "bank.csv:8 - has neither a reference nor a transaction id",
        "bank.csv:2 amount has thousands separators; if that is right, ",
        "bank.csv:3 date is not a date written YYYY-MM-DD, with or wi",
        "bank.csv:4 date is not a date written YYYY-MM-DD, with or wi",
        "bank.csv:5 amount is not an amount: at most 13 digits and two ",
        "bank.csv:9 amount is empty",
        "bank.csv:10 time is not a time written HH:MM or HH:MM:SS",
        "bank.csv:11 status is not a known status: "lost"; a mapping say",
      ]
    `);
    expect(inputs[1]).toMatchObject({ rows: 11, rejected: 10, total: '20.00' });
    expect(fates({ breaks })).toContain('bad-line 3/3+12');
  });

  it('has the hash of the raw file, padding included', async () => {
    const bank = Buffer.concat([gzipSync(ORDERS), Buffer.alloc(70_000)]);
    const { inputs } = await reconciled({ orders: ORDERS, bank });
    expect(inputs[1]?.sha256).toBe(createHash('sha256').update(bank).digest('hex'));
    expect(inputs[1]?.rows).toBe(2);
  });

  it('counts years from 2400 as Buddhist, and no others', async () => {
    const orders = 'reference,amount,date\nA1,1,1857-01-31\nA2,1,2399-01-31\n';
    const bank = 'reference,amount,date\nA1,1,2400-01-31\nA2,1,2399-01-31\n';
    expect(fates(await reconciled({ orders, bank }))).toEqual(MATCHED);
  });

  it('counts physical lines of records that span several', async () => {
    const bank =
      'reference,note,amount,date\nA1,"two\nlines",1250.50,2026-01-31\nA2,,20.00,2026-01-31\n';
    const { breaks } = await reconciled({ orders: ORDERS, bank });
    expect(breaks.map(({ rows }) => rows.bank)).toEqual([[2], [4]]);
  });

  describe('with a line break in a cell', () => {
    const HEAD = 'reference,amount,date,note\n';
    const plain = (count: number) =>
      Array.from({ length: count }, (_, at) => `P${at},1.00,2026-01-31,\n`).join('');
    const note = '"two\nlines"';
    it.each([
      [
        'of one row gets a warning that names the line',
        `${plain(2)}A1,5.00,2026-01-31,${note}\n${plain(3)}`,
        [4],
      ],
      ['of the last row, too', `${plain(2)}A1,5.00,2026-01-31,${note}`, [4]],
      ['gets none where other rows have one', plain(2) + `A1,5,2026-01-31,${note}\n`.repeat(2), []],
      ['gets none where there is no other row', `A1,5.00,2026-01-31,${note}\n`, []],
      [
        'of two rows among hundreds names both',
        plain(300) + `A1,5,2026-01-31,${note}\n`.repeat(2),
        [302, 304],
      ],
    ])('%s', async (_, rows, lines) => {
      expect(await wrappedIn(HEAD + rows)).toEqual(lines);
    });
  });

  it('with two columns of one meaning names both where they differ', async () => {
    const bank = [
      'ref1,orderId,amount,totalFee,status,state,date,paidAt',
      'A1,A1,1250.50,1250.5,SUCCESS,paid,2026-01-31,2026-01-31 10:00',
      'A2,,,20.00,,,,2026-01-31',
      'A3,A4,1,1,,,2026-01-31,',
      'A5,A5,1,1.01,,,2026-01-31,',
      'A6,A6,1,1,paid,refunded,2026-01-31,',
      'A7,A7,1,1,,,2026-01-31,2026-02-01',
    ].join('\n');
    const printed = await reconciled({ orders: ORDERS, bank });
    expect(fates(printed).slice(4)).toEqual(MATCHED);
    const said = printed.breaks.flatMap(({ where }) =>
      where ? [[where.line, where.column, where.message]] : [],
    );
    const differs = (name: string) =>
      `differs from "${name}", a column of the same meaning; a mapping says which one counts`;
    expect(said).toEqual([
      [4, 'ref1', differs('orderId')],
      [5, 'amount', differs('totalFee')],
      [6, 'status', differs('state')],
      [7, 'date', differs('paidAt')],
    ]);
  });

  describe('with a column that says which way money went', () => {
    const file = (name: string, ...rows: string[]) =>
      [`reference,amount,date,${name}`, ...rows, ''].join('\n');
    const orders = file('shop', 'A1,5.00,2026-01-31,C', 'A2,2.00,2026-01-31,C');
    const went = (mark: string) =>
      `is "${mark}", and the amount has no minus: a mapping says what that means (payctl reconcile guess FILE)`;

    it.each([
      ['D/C', 'C', 'D'],
      ['Dr / Cr', 'CR', 'DR'],
      ['anything', 'Credit', 'debit'],
      ['CdtDbtInd', '', 'DBIT'],
      ['เดบิต/เครดิต', 'เครดิต', 'เดบิต'],
    ])('%s, counts no debit as money that came', async (name, came, left) => {
      const bank = file(name, `A1,5.00,2026-01-31,${came}`, `A2,2.00,2026-01-31,${left}`);
      const printed = await reconciled({ orders, bank });
      expect(fates(printed)).toEqual(['bad-line 3/3', 'matched 2/2']);
      expect(printed.breaks[0]?.where).toMatchObject({
        line: 3,
        column: name,
        message: went(left),
      });
    });

    it('is left aside where amounts have signs, where its letters mean anything, and where a mapping names the columns', async () => {
      const signed = file(
        'D/C',
        'A1,5.00,2026-01-31,C',
        'A2,2.00,2026-01-31,C',
        'A3,-1,2026-01-31,D',
      );
      expect((await reconciled({ orders, bank: signed })).inputs[1]?.rejected).toBe(0);
      const kinds = file('depot', 'A1,5.00,2026-01-31,D', 'A2,2.00,2026-01-31,D');
      expect(fates(await reconciled({ orders, bank: kinds }))).toEqual(MATCHED);
      const grades = file('grade', 'A1,5.00,2026-01-31,D', 'A2,2.00,2026-01-31,B');
      expect(fates(await reconciled({ orders, bank: grades }))).toEqual(MATCHED);
      const map =
        'bank:\n  columns: { reference: reference, amount: amount, date: date, status: D/C }\n  status: { paid: [C], reversed: [D] }\n';
      const marked = file('D/C', 'A1,5.00,2026-01-31,C', 'A2,2.00,2026-01-31,D');
      expect(fates(await reconciled({ orders, bank: marked, map }))).toEqual([
        'reversed 3/3',
        'matched 2/2',
      ]);
    });
  });

  describe('with a currency', () => {
    const file = (...rows: string[]) => `reference,amount,date,ccy\n${rows.join('\n')}\n`;
    const ours = file('A1,1250.50,2026-01-31,THB', 'A2,20.00,2026-01-31,');

    it('matches what is in baht, however it is written', async () => {
      const bank = file('A1,1250.50,2026-01-31,thb', 'A2,20.00,2026-01-31,บาท');
      expect(fates(await reconciled({ orders: ours, bank }))).toEqual(MATCHED);
    });

    it('never matches another currency, and suggests what looks alike', async () => {
      const bank = file('A1,1250.50,2026-01-31,USD', 'A2,20.00,2026-01-31,USD');
      const printed = await reconciled({ orders: ours, bank });
      expect(fates(printed)).toEqual([
        'missing-in-orders /2',
        'missing-in-orders /3',
        'missing-at-bank 2/',
        'missing-at-bank 3/',
      ]);
      expectConserved(printed);
    });

    it('matches the same one', async () => {
      const both = file('A1,1250.50,2026-01-31,USD', 'A2,20.00,2026-01-31,usd');
      expect(fates(await reconciled({ orders: both, bank: both }))).toEqual(MATCHED);
    });

    it.each([
      ['first', ['A3,7,2026-01-31,USD', 'A1,1250.50,2026-01-31,THB', 'A2,20.00,2026-01-31,'], 2],
      ['between', ['A1,1250.50,2026-01-31,THB', 'A3,7,2026-01-31,USD', 'A2,20.00,2026-01-31,'], 3],
      ['last', ['A1,1250.50,2026-01-31,THB', 'A2,20.00,2026-01-31,', 'A3,7,2026-01-31,USD'], 4],
    ])('is a broken line, and in no sum, beside baht: %s', async (_, rows, line) => {
      const printed = await reconciled({ orders: ours, bank: file(...rows) });
      expect(printed.summary).toMatchObject({ 'bad-line': { count: 1 }, matched: { count: 2 } });
      expect(printed.inputs[1]).toMatchObject({ rows: 3, rejected: 1, total: '1270.50' });
      expect(printed.breaks[0]?.where).toMatchObject({
        line,
        column: 'ccy',
        message: 'is USD, and other lines of the file are THB',
      });
      expectConserved(printed);
    });

    it('rejects a line with an invalid currency', async () => {
      const printed = await reconciled({ orders: ours, bank: file('A1,1250.50,2026-01-31,12') });
      expect(printed.breaks[0]).toMatchObject({ class: 'bad-line', reference: 'A1' });
    });
  });

  it.each<[string, string, RegExp]>([
    [
      'has no amount',
      'reference,date\nA1,2026-01-31\n',
      /^bank.csv has no column for amount; its header, cut at commas, has "reference", "date"$/,
    ],
    [
      'has a column twice',
      'ref,REF,amount,date\n',
      /^bank.csv has two columns of one name: "ref", "REF"$/,
    ],
    ['is empty', '', /^bank.csv is empty/],
    [
      'is a zip that is cut off',
      'PK\u0003\u0004xxxx',
      /is a damaged zip archive: a part of it is missing/,
    ],
    ['is a PDF', '%PDF-1.7\n', /is a PDF; save it as CSV or xlsx/],
    [
      'is a web page',
      '<html><table><tr><td>ref</td></tr></table></html>',
      /is a web page \(HTML\)/,
    ],
    [
      'is an old workbook',
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1',
      /is an old Excel workbook \(xls\)/,
    ],
    [
      'is a workbook of OpenDocument',
      Buffer.from(zipSync({ 'META-INF/manifest.xml': new Uint8Array() })).toString('latin1'),
      /is a workbook of another kind than xlsx/,
    ],
    [
      'is a workbook in the XML of 2003',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table/></Workbook>',
      /is an old Excel workbook \(xls\)/,
    ],
    [
      'is another message of ISO 20022',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"></Document>',
      /is pain\.001\.001\.03, which is no statement/,
    ],
    [
      'is a version that is not read',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.14"></Document>',
      /is camt\.053\.001\.14; versions 001\.02 to 001\.13/,
    ],
    ['is JSON', '{"reference": "A1"}', /is JSON/],
    [
      'is packed twice',
      gzipSync(gzipSync('ref')).toString('latin1'),
      /is an archive within an archive/,
    ],
    ['is damaged gzip', '\u001f\u008bxx', /bank.csv/],
  ])('is refused where it %s', async (_, bank, message) => {
    const bytes = Buffer.from(bank, 'latin1');
    const error = await refusal({ orders: ORDERS, bank: bytes });
    expect(error.exitClass).toBe('USAGE');
    expect(error.message).toMatch(message);
  });
});

describe('a fixed file', () => {
  const MAP = `bank:
  encoding: tis-620
  format: fixed
  records:
    header:  { at: [1, 1], is: H }
    detail:  { at: [1, 1], is: D }
    trailer: { at: [1, 1], is: T, count: [2, 10], total: [11, 30] }
  columns: { reference: [2, 15], transactionId: [16, 25], amount: [26, 38], date: [39, 46], time: [47, 52], status: [53, 62] }
  reference: { case: upper, prefix: "B/" }
  amount: { unit: satang, sign: trailing }
  date: { format: DDMMYYYY, era: buddhist }
  time: { format: HHMMSS }
  status: { paid: [สำเร็จ], reversed: [คืนเงิน] }
`;
  const detail = (reference: string, id: string, satang: number, status = 'สำเร็จ', sign = '+') =>
    [
      `D${reference.padEnd(14)}${id.padEnd(10)}${String(satang).padStart(12, '0')}${sign}`,
      `31012569101500${status.padEnd(10)}`,
    ].join('');
  const trailer = (count: number, satang: number) =>
    `T${String(count).padStart(9, '0')}${String(satang).padStart(19, '0')}+`;
  const lines = (...all: string[]) => windows874(['H MERCHANT 2569', ...all, ''].join('\r\n'));
  const [FIRST, SECOND] = [detail('b/a1', 'T1', 125050), detail('B/A2', 'T2', 2000)];

  it('has header, details and a trailer that agrees to the satang', async () => {
    const bank = lines(FIRST, SECOND, trailer(2, 127050));
    await expectMatched({ bank, map: MAP });
    const { inputs } = await reconciled({ orders: ORDERS, bank, map: MAP });
    expect(inputs[1]).toMatchObject({
      rows: 2,
      total: '1270.50',
      control: { rows: 2, total: '1270.50', agrees: true },
    });
  });

  it.each([
    ['a satang is missing', [FIRST, SECOND, trailer(2, 127049)], { rows: 2, total: '1270.49' }],
    ['a line is missing', [FIRST, trailer(2, 127050)], { rows: 2, total: '1270.50' }],
    [
      'a line cannot be read',
      [FIRST, SECOND.replace('2000', '2x00'), trailer(2, 127050)],
      { rows: 2, total: '1270.50' },
    ],
    ['its end was cut off', [FIRST, SECOND], { rows: null, total: null }],
  ])('does not agree where %s', async (_, all, control) => {
    const { inputs } = await reconciled({ orders: ORDERS, bank: lines(...all), map: MAP });
    expect(inputs[1]?.control).toEqual({ ...control, agrees: false });
  });

  it('subtracts what has a minus behind it', async () => {
    const bank = lines(FIRST, SECOND, detail('A2', 'T3', 2000, 'คืนเงิน', '-'), trailer(3, 125050));
    const printed = await reconciled({ orders: ORDERS, bank, map: MAP });
    expect(fates(printed)).toEqual(['reversed 3/3+4', 'matched 2/2']);
    expect(printed.inputs[1]?.control?.agrees).toBe(true);
  });

  it('names a line that is neither header, detail nor trailer', async () => {
    const bank = lines(FIRST, 'X what is this', SECOND, trailer(3, 127050));
    const { breaks, inputs } = await reconciled({ orders: ORDERS, bank, map: MAP });
    expect(breaks[0]?.where).toMatchObject({
      line: 3,
      message: 'is marked "X", not "H", "D" or "T"',
    });
    expect(inputs[1]).toMatchObject({ rows: 3, rejected: 1 });
  });
});

/** Of two lines, under the header of most files. */
const bankOf = (first = '', second = '', head = 'ref,amount,date') =>
  [head, first, second, ''].join('\n');

describe('a mapping', () => {
  const SAYS = table(String.raw`
    thousands and brackets | amount: { thousands: ",", sign: brackets } | A1,"1,250.50",2026-01-31 | A2,20,2026-01-31
    two-digit Buddhist years | date: { format: DD/MM/YY, era: buddhist } | A1,1250.50,31/01/69 | A2,20,31/01/69
    two-digit years of ours | date: { format: DD/MM/YY } | A1,1250.50,31/01/26 | A2,20,31/01/26
    Thai months | date: { format: D MMM YYYY } | A1,1250.50,31 ม.ค. 2569 | A2,20,31 มกราคม 2569
    English months | date: { format: D-MMM-YY } | A1,1250.50,31-Jan-26 | A2,20,31-JANUARY-26
    Thai digits | date: { format: DD/MM/YYYY } | A1,1250.50,๓๑/๐๑/๒๕๖๙ | A2,20,31/01/2569
    another zone | date: { zone: UTC } | A1,1250.50,2026-01-30 17:00:00 | A2,20,2026-01-31 01:00:00
    date and time in one | date: { format: "DD/MM/YYYY HH:MM" } | A1,1250.50,31/01/2026 10:05 | A2,20,31/01/2026 00:00
    names of columns | columns: { reference: Bill No, amount: Net, date: Paid on } | A1,x,1250.50,2026-01-31 | A2,y,20,2026-01-31 | Bill No,Reference,Net,Paid on
    a delimiter | delimiter: "|" | A1|1250.50|2026-01-31 | A2|20|2026-01-31 | ref|amount|date
    a pattern | reference: { pattern: "INV-(A[0-9])" } | Payment INV-A1 ok,1250.50,2026-01-31 | INV-A2,20,2026-01-31
    its own words | status: { paid: [ok], open: [wait] } | A1,1250.50,2026-01-31,OK | A2,20,2026-01-31,success | ref,amount,date,status
    kinds of lines in CSV | records: { detail: { at: kind, is: 1 }, trailer: { at: kind, is: 9, count: ref, total: amount } } | 1,A1,1250.50,2026-01-31 | 1,A2,20,2026-01-31\n9,2,1270.50 | kind,ref,amount,date
  `);
  it.each(SAYS)('says %s', async (_, mapping, ...lines) => {
    await expectMatched({ bank: bankOf(...lines), map: `bank:\n  ${mapping}` });
  });

  const WRONG = table(String.raw`
    banks:\n  format: csv | 1:1: unknown key "banks"; did you mean bank?
    bank:\n  colums: { reference: a } | 2:3: unknown key "colums" in bank; did you mean columns?
    bank:\n  columns: { reference: a, amont: b, date: c } | 2:28: unknown key "amont" in bank.columns; did you mean amount?
    bank:\n  columns: { reference: a, date: c } | 2:3: columns lack amount
    bank:\n  format: fixd | 2:3: bank.format is csv or fixed; did you mean fixed?
    bank:\n  format: fixed\n  columns: { reference: A, amount: [1, 2], date: [3, 4] } | 3:14: columns.reference is [first, last] in a fixed file
    bank:\n  format: fixed\n  columns: { reference: [9, 2], amount: [1, 2], date: [3, 4] } | 3:14: bank.columns.reference gives the first and the last character, in this order
    bank:\n  columns: { reference: [1, 2], amount: b, date: c } | 2:14: columns.reference is the name of a column; positions are for format: fixed
    bank:\n  date: { format: DD/MM } | 2:11: bank.date.format has no year
    bank:\n  date: { format: DD/MMYYYY, cutoff: 25:00 } | 2:30: bank.date.cutoff is a time of the day in quotes, for example "22:00"
    bank:\n  date: { format: Day/MM/YYYY } | 2:11: bank.date.format has unknown letters, "ay"
    bank:\n  time: { format: HHMMSS, zone: 3 } | 2:27: unknown key "zone" in bank.time; give format
    bank:\n  reference: { pattern: "(" } | 2:16: bank.reference.pattern is not a regular expression
    bank:\n  amount: satang | 2:3: bank.amount is not a block of keys
    bank: [1 | 1:9: Flow sequence in block collection must be sufficiently indented and end with a ]
    bank:\n  format: csv\n  format: fixed | 3:3: format is there twice
    - bank | 1:1: the mapping is not a block of keys
  `);
  it.each(WRONG)('is refused with its place: %j', async (map, message) => {
    const error = await refusal({ orders: ORDERS, bank: ORDERS, map });
    expect(error.exitClass).toBe('USAGE');
    expect(error.message).toBe(`map.yaml:${message}`);
  });
});
