import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedMap } from '../../src/console/bounded-map.js';
import type { CommandResult } from '../../src/console/commands.js';
import { amountText } from '../../src/console/format.js';
import { neededFor, pageOfRows } from '../../src/console/pager.js';
import { ResultCache } from '../../src/console/result-cache.js';
import { wording } from '../../src/messages/wording.js';
import { cellText, fieldText } from '../../src/web/data.js';

describe('a list in pages', () => {
  it('shows each row once, whoever reads only what a page needs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), (count) => {
        const all = Array.from({ length: count }, (_, at) => at);
        const seen: number[] = [];
        for (let page = 1, hasMore = true; hasMore; page++) {
          const read = all.slice(0, neededFor(String(page), 10));
          const shown = pageOfRows(read, String(page), 10);
          seen.push(...shown.rows);
          hasMore = shown.hasMore;
        }
        expect(seen).toEqual(all);
      }),
    );
  });

  it.each([null, '', '0', '-3', 'x', '1e9', '99999999999'])('has a page %s', (asked) => {
    const { rows, page } = pageOfRows([1, 2, 3], asked, 2);
    expect(rows.length).toBeGreaterThan(0);
    expect([1, 2]).toContain(page);
    expect(neededFor(asked, 50)).toBeLessThan(1_000_000);
  });
});

it.each([
  ['9999520.00', '9,999,520.00'],
  ['-1290.5', '-1,290.50'],
  ['50', '50.00'],
  ['480.123456', '480.123456'],
  ['1e3', '1e3'],
  ['', ''],
])('writes %s as %s', (amount, written) => {
  expect(amountText(amount)).toBe(written);
});

it('remembers the newest entries', () => {
  const map = new BoundedMap<number>(2);
  for (const [index, name] of ['a', 'b', 'c'].entries()) map.set(name, index);
  expect([...map]).toEqual([
    ['b', 1],
    ['c', 2],
  ]);
});

describe('a result that is remembered', () => {
  const ran = (data: string): CommandResult => ({ exit: 0, data, notes: [] });

  it('is known until something changes, by its name', async () => {
    let mark = 'a';
    let runs = 0;
    const known = new ResultCache(async () => mark);
    const get = (name: string) => known.get(name, async () => ran(`${name}${++runs}`));
    expect((await Promise.all([get('p'), get('p'), get('q')])).map(({ data }) => data)).toEqual([
      ...['p1', 'p1', 'q2'],
    ]);
    mark = 'b';
    expect((await get('p')).data).toBe('p3');
  });

  it('is forgotten where it failed', async () => {
    const known = new ResultCache(async () => 'a');
    await expect(known.get('p', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await known.get('p', async () => ({ ...ran(''), problem: { message: wording.quoted('no') } }));
    expect((await known.get('p', async () => ran('new'))).data).toBe('new');
  });
});

it('shows no more in a cell than anybody reads, and nothing that hides', () => {
  const row = { payer: 'มาลี', reference: `R\u202e${'1'.repeat(100_000)}` };
  expect(cellText(row, 'payer')).toBe('มาลี');
  expect(cellText(row, 'reference')).toMatch(/^R\\u202e1{138}…$/);
  expect(fieldText(row, 'reference')).toBe(row.reference);
  expect(cellText(row, 'absent')).toBe('');
});
