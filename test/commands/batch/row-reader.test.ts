import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inquire } from '../../../src/bank/ewallet/operations.js';
import {
  csvReader,
  guessFormat,
  type InputRow,
  jsonlReader,
  operationColumns,
  readRows,
  type TakeRow,
} from '../../../src/commands/batch/row-reader.js';
import { LONGEST_RECORD } from '../../../src/core/records.js';
import { csvLine } from '../../../src/format/csv.js';

/** Names its columns c0, c1, … whatever the header says. */
const anyCsv = () => csvReader((header) => header.map((_, index) => ({ path: [`c${index}`] })));
const ewallet = () => csvReader((header) => operationColumns(inquire, header));

/** The rows, with what is wrong with them in English. */
async function rowsOf(text: string | Uint8Array, reader: () => TakeRow, cut = 7) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += cut) yield bytes.subarray(at, at + cut);
  }
  const rows: InputRow[] = [];
  for await (const some of readRows(chunks(), reader)) rows.push(...some);
  return rows.map(({ problem, ...row }) => ({
    ...row,
    ...(problem !== undefined && { problem: String(problem) }),
  }));
}

describe('CSV', () => {
  it('names fields as the specification or the flags do', async () => {
    const text = '\ufeffoutTradeNo,--tran-type,company-id,#note\r\nABC1,W,001,x\r\n';
    expect(await rowsOf(text, ewallet)).toEqual([
      {
        line: 2,
        given: { outTradeNo: 'ABC1', tranType: 'W', companyId: '001' },
        own: { '#note': 'x' },
      },
    ]);
  });

  it('counts lines over quoted line ends, empty lines and wrong rows', async () => {
    const text = 'outTradeNo,tranType\n"A\n1",W\n\nA2\n"A3"x,W\nA4,W,W\nA5,"W"';
    expect(await rowsOf(text, ewallet)).toMatchInlineSnapshot(`
      [
        {
          "given": {
            "outTradeNo": "A
      1",
            "tranType": "W",
          },
          "line": 2,
        },
        {
          "line": 5,
          "problem": "has 1 cell, but the header has 2",
        },
        {
          "line": 6,
          "problem": "has text after a closing quote; to quote inside a cell, double the quotation mark",
        },
        {
          "line": 7,
          "problem": "has 3 cells, but the header has 2",
        },
        {
          "given": {
            "outTradeNo": "A5",
            "tranType": "W",
          },
          "line": 8,
        },
      ]
    `);
  });

  it.each([
    ['a quote that never closes', '"A1,W\nA2,W\nA3,W\n'],
    ['a quote that closes in a later row', '"A1,W\nA2,W\n"A3",W\n'],
    ['a quote inside a bare cell', 'A"1,W\nA2,W\nA3,W\n'],
  ])('%s hides no other row', async (_, body) => {
    const rows = await rowsOf(`outTradeNo,tranType\n${body}`, ewallet);
    expect(rows.map(({ line, given }) => [line, given?.outTradeNo])).toEqual([
      [2, undefined],
      [3, 'A2'],
      [4, 'A3'],
    ]);
  });

  it('removes the quote that keeps a spreadsheet from running a cell', async () => {
    const rows = await rowsOf("outTradeNo,tranType\n'=A1,W\n", ewallet);
    expect(rows[0]?.given?.outTradeNo).toBe('=A1');
  });

  it('refuses bytes that are no UTF-8, row by row', async () => {
    const windows874 = Buffer.from([...Buffer.from('outTradeNo\nA1\n'), 0xa1, 0xb2, 0x0a]);
    const rows = await rowsOf(windows874, ewallet);
    expect(rows).toEqual([
      { line: 2, given: { outTradeNo: 'A1' } },
      { line: 3, problem: 'is not UTF-8 text: save the file as UTF-8' },
    ]);
  });

  it('refuses a field that two columns name', async () => {
    const reading = rowsOf('outTradeNo,out-trade-no\na,b\n', ewallet);
    await expect(reading).rejects.toThrow('names outTradeNo twice');
  });

  it.each(['', '"'])('takes no piece of an endless line for a row, after %j', async (quote) => {
    const endless = `${quote}${'x'.repeat(3 * LONGEST_RECORD + 10)}`;
    const rows = await rowsOf(`outTradeNo\nA1\n${endless}\nA2\n${endless}`, ewallet, 64 * 1024);
    expect(rows).toEqual([
      { line: 2, given: { outTradeNo: 'A1' } },
      { line: 3, problem: 'is longer than 1 MB' },
      { line: 4, given: { outTradeNo: 'A2' } },
      { line: 5, problem: 'is longer than 1 MB' },
    ]);
  });

  it('does not take a quoted cell that never ends into memory', async () => {
    const lines = 'x'
      .repeat(99)
      .concat('\n')
      .repeat(LONGEST_RECORD / 50);
    const rows = await rowsOf(`outTradeNo\n"${lines}`, ewallet, 64 * 1024);
    expect(rows[0]).toEqual({ line: 2, problem: 'has a quoted cell that never ends' });
    expect(rows[1]?.line).toBe(3);
  });

  it('reads what an independent reader reads, wherever the text is cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab1,"\n; ก'), maxLength: 6 });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (cells, cut) => {
        const header = (cells[0] ?? ['x', 'y']).map((_, index) => `h${index}`);
        const quoted = (row: readonly string[]) =>
          row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        const text = [header, ...cells].map(quoted).join('\r\n');
        const rows = await rowsOf(text, anyCsv, cut);
        const theirs: string[][] = parse(text, { from: 2 });
        const ours = rows.map(({ given }) => header.map((_, at) => given?.[`c${at}`] ?? ''));
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 200 },
    );
  });

  it('reads back what -o csv wrote', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'a=+-@,"\n\\u1\u202e\u0007'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 4 }), async (cells) => {
        const text = csvLine(cells.map((_, index) => `h${index}`)) + csvLine(cells);
        const [row] = await rowsOf(text, anyCsv);
        const expected = Object.fromEntries(
          cells.flatMap((value, index) => (value === '' ? [] : [[`c${index}`, value]])),
        );
        expect(row?.given).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});

describe('JSON Lines', () => {
  it('keeps digits, skips empty lines and reports wrong ones', async () => {
    const text = '{"totalFee":"100.00","n":100.00}\r\n\n[1]\n{"a":\n{"a":{"b":true}}';
    const rows = await rowsOf(text, () => jsonlReader());
    expect(rows.map(({ line, problem }) => [line, problem?.split(':', 1)[0]])).toEqual([
      [1, undefined],
      [3, 'is not a JSON object; give {"field"'],
      [4, 'is not JSON'],
      [5, undefined],
    ]);
    expect(String(rows[0]?.given?.n)).toBe('100.00');
    expect(rows[3]?.given).toEqual({ a: { b: true } });
  });

  it('reads any objects, wherever the text is cut', async () => {
    const object = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.oneof(fc.string(), fc.boolean()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(object), fc.integer({ min: 1, max: 9 }), async (objects, cut) => {
        const text = objects.map((value) => `${JSON.stringify(value)}\n`).join('');
        const whole = !text.includes('\ufffd');
        const rows = await rowsOf(text, () => jsonlReader(), cut);
        expect(rows.map(({ line }) => line)).toEqual(objects.map((_, index) => index + 1));
        if (whole)
          expect(rows.map(({ given, own }) => ({ ...given, ...own }))).toEqual(
            objects.map((o) => ({ ...o })),
          );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the format', () => {
  it.each([
    ['in.csv', '{', 'csv'],
    ['in.JSONL', 'a,b', 'jsonl'],
    ['in.ndjson', 'a,b', 'jsonl'],
    ['-', '\n {"a":1}', 'jsonl'],
    ['-', 'outTradeNo\n', 'csv'],
    ['rows.txt', 'outTradeNo\n', 'csv'],
  ])('of %j that begins with %j is %s', (name, beginning, format) => {
    expect(guessFormat(name, beginning)).toBe(format);
  });
});
