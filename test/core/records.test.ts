import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvReader, type CsvRecord, csvRecords, RecordCutter } from '../../src/core/records.js';

type Cut = [line: number, cells: string[] | undefined];

/** All records of a text that comes in pieces of this size. */
function cut(text: string, size: number, byLine: boolean): Cut[] {
  const found: Cut[] = [];
  const csv = new CsvReader(';');
  const cutter = new RecordCutter<CsvRecord>(
    ({ cells }, line) => found.push([line, cells]),
    (line) => found.push([line, undefined]),
  );
  const eachLine = (one: string, line: number) => found.push([line, one.split(';')]);
  for (let at = 0; at < text.length; at += size) {
    cutter.cut(text.slice(at, at + size), false, csv.take, byLine ? eachLine : undefined);
  }
  cutter.cut('', true, csv.take, byLine ? eachLine : undefined);
  return found;
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}

describe('records of CSV', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'ก', ' ', ';', '"', '\n', '\r'),
    maxLength: 6,
  });
  const cell = fc.record({ value: word, isQuoted: fc.boolean() });
  const record = fc.record({
    cells: fc.array(cell, { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom('\n', '\r\n'),
  });
  const piece = fc.integer({ min: 1, max: 30 });

  it('are read as they were written, with their line numbers, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), piece, (all, size) => {
        const expected: Cut[] = [];
        let text = '';
        for (const { cells, end } of all) {
          expected.push([1 + lineEnds(text), cells.map(({ value }) => value)]);
          const written = cells.map(({ value, isQuoted }) =>
            isQuoted || /[;"\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
          );
          text += written.join(';') + end;
        }
        expect(cut(text, size, false)).toEqual(expected);
        expect(cut(text, size, true)).toEqual(expected);
      }),
    );
  });

  it('are read as they were written where all lines end in CR alone', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'ก', ' ', ';', '"', '\n'), maxLength: 6 });
    const rows = fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(rows, (all) => {
        const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const text = all.map((cells) => `x;${cells.map(quoted).join(';')}\r`).join('');
        expect(csvRecords(text, ';').map(({ cells }) => cells)).toEqual(
          all.map((cells) => ['x', ...cells]),
        );
      }),
    );
  });

  it('are the same whether lines without quotation marks take the fast path or not', () => {
    const any = fc.string({ unit: fc.constantFrom('a', ';', '"', '"', '\n', '\r'), maxLength: 60 });
    fc.assert(
      fc.property(any, piece, (text, size) => {
        const whole = cut(text, text.length + 1, false);
        expect(cut(text, size, true)).toEqual(whole);
        expect(cut(text, size, false)).toEqual(whole);
      }),
    );
  });

  it('are told apart where quoted and bare cells have the same text', () => {
    const read: Cut[] = ['', '', '', '"'].map((cell, at) => [at + 1, [cell]]);
    expect(cut('\n""\n""\n""""\n', 3, false)).toEqual(read);
  });
});
