import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/core/json.js';
import { csvLine, renderCsv, undefuse } from '../../../src/format/csv.js';
import { hostileText } from './hostile.js';

describe('CSV', () => {
  it('is read back as the text that was written', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 5 }), (cells) => {
        const rows: string[][] = parse(csvLine(cells));
        expect(rows.map((row) => row.map(undefuse))).toEqual([cells]);
      }),
      { numRuns: 1000 },
    );
  });

  it('starts no formula', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const cells: string[][] = parse(csvLine([text, 'x']));
        const cell = cells[0]?.[0] ?? '';
        expect(/^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('defuses text and leaves numbers alone', () => {
    expect(csvLine(['=1+1', '+66', '-100.00', '-5', '@x', "'=x", '00123'])).toBe(
      "'=1+1,'+66,-100.00,-5,'@x,''=x,00123\n",
    );
  });

  it('names nested fields with dots and gives all rows the same columns', () => {
    const data = parseJson(
      '[{"id":"a","amount":{"value":"1.00"},"tags":[]},{"id":"b","note":"say \\"hi\\", now"}]',
    );
    expect(renderCsv(data)).toBe('id,amount.value,tags,note\na,1.00,[],\nb,,,"say ""hi"", now"\n');
  });

  it('leaves foreign text that only looks like an escape', () => {
    expect(undefuse('\\u0e01 and \\u0041')).toBe('\\u0e01 and \\u0041');
  });
});
