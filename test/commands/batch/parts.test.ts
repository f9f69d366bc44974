import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutcomeTally, RowSet } from '../../../src/commands/batch/progress.js';
import {
  decodeResult,
  encodeResult,
  type RowResult,
  resultLines,
} from '../../../src/commands/batch/result-lines.js';
import { isInShard, parseShard, shardFromIndex } from '../../../src/commands/batch/row-source.js';
import { parseJson } from '../../../src/core/json.js';
import { character } from '../../fixtures/texts.js';

describe('a set of rows', () => {
  it('is what was added, and survives being written', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (numbers) => {
        const rows = new RowSet();
        for (const row of numbers) rows.add(row);
        const read = RowSet.parse(String(rows));
        for (const set of [rows, read]) {
          expect(set?.size).toBe(new Set(numbers).size);
          for (let row = 1; row <= 61; row++) expect(set?.has(row)).toBe(numbers.includes(row));
        }
      }),
    );
  });

  it.each(['x', '2-5', '0', '1-', '1,,2'])('does not take %j for one', (text) => {
    expect(RowSet.parse(text)).toBeUndefined();
  });
});

describe('shards', () => {
  it('give every row to exactly one part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1000 }), (of, row) => {
        const parts = Array.from({ length: of }, (_, index) => parseShard(`${index + 1}/${of}`));
        expect(parts.filter((shard) => isInShard(shard, row))).toHaveLength(1);
      }),
    );
  });

  it.each([
    ['8', undefined],
    ['8', 'x'],
    ['8', '8'],
    ['x', '1'],
  ])('refuses --shards %s with the index %s', (shards, index) => {
    expect(() => shardFromIndex(shards, index)).toThrow(/JOB_COMPLETION_INDEX/);
  });
});

describe('the tally', () => {
  it('counts classes, sums what succeeded to the satang, and is kept', () => {
    const tally = new OutcomeTally();
    tally.add({ class: 'SUCCESS', amount: 10n });
    tally.add({ class: 'SUCCESS', amount: 12_345_678_901_234_599n });
    tally.add({ class: 'REJECTED', amount: 5n });
    tally.add({ class: 'USAGE' });
    for (const kept of [tally, OutcomeTally.load(tally.save())]) {
      expect(String(kept)).toBe('2 SUCCESS, 1 USAGE, 1 REJECTED');
      expect(kept.amount).toBe('123456789012346.09');
      expect([kept.total, kept.failed]).toEqual([4, 2]);
    }
  });
});

const results = fc.record(
  {
    line: fc.nat(),
    reference: fc.option(fc.string({ unit: character }), { nil: undefined }),
    class: fc.constantFrom('SUCCESS', 'REJECTED', 'USAGE'),
    message: fc.string({ unit: character }),
    data: fc
      .json()
      .filter((text) => !text.includes('__proto__'))
      .map((text) => parseJson(text)),
    amount: fc.option(fc.bigInt({ min: 0n }), { nil: undefined }),
  },
  { requiredKeys: ['line', 'class', 'message'] },
);

describe('a result', () => {
  it.each([
    ['jsonl', undefined],
    ['jsonl', ['reference', 'data']],
    ['csv', undefined],
    ['csv', ['message', 'data.a']],
  ] as const)('is known as our own by each of its beginnings, as %s of %j', (format, columns) => {
    const lines = resultLines(format, { columns });
    fc.assert(
      fc.property(results, fc.nat(), (result: RowResult, cut) => {
        const line = lines.of(result);
        const text = lines.header + line + line;
        expect(lines.findForeign(text)).toBeUndefined();
        expect(lines.findForeign(text.slice(0, cut % text.length))).toBeUndefined();
        expect(lines.findForeign(line + text.slice(lines.header.length))).toBeUndefined();
        expect(lines.findForeign(`${line}# 5\n${line}`)).toBe(line.length);
      }),
    );
    for (const foreign of ['x', 'x\n', '\n', '# 5\n', '{"a":1}\n', '"5"\n', '-5,\n']) {
      expect(lines.findForeign(foreign)).toBe(0);
    }
  });

  it('comes back from the store as it was', () => {
    fc.assert(
      fc.property(results, (result: RowResult) => {
        const again = decodeResult(encodeResult(result));
        for (const format of ['jsonl', 'csv'] as const) {
          expect(resultLines(format).of(again)).toBe(resultLines(format).of(result));
        }
        expect(again.amount).toBe(result.amount);
      }),
    );
  });
});
