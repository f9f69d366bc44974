import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourLevel } from '../../../src/format/style.js';
import { cut, pad, width } from '../../../src/format/width.js';

/** As the C library's wcswidth counts them. */
const KNOWN: readonly [string, number][] = [
  ['', 0],
  ['plain', 5],
  ['จำกัด', 4],
  ['กำ', 2],
  ['บริษัท สยามทดสอบ จำกัด', 19],
  ['ที่อยู่', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['ｱ', 1],
  ['Ａ', 2],
  ['한국', 4],
  ['①', 1],
  ['🎉', 2],
  ['🇹🇭', 2],
  ['☺', 1],
  ['…', 1],
];

describe('width', () => {
  it.each(KNOWN)('of %s is %i cells', (text, cells) => {
    expect(width(text)).toBe(cells);
  });
});

describe('cut and pad', () => {
  const text = fc.array(fc.constantFrom(...KNOWN.map(([sample]) => sample))).map((a) => a.join(''));

  it('never exceeds the cells, and fills them exactly', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (sample, cells) => {
        const short = cut(sample, cells);
        expect(width(short)).toBeLessThanOrEqual(cells);
        expect(width(pad(short, cells))).toBe(cells);
        expect(pad(short, cells, 'right').endsWith(short)).toBe(true);
      }),
    );
  });

  it('says that something is missing', () => {
    expect(cut('บริษัท ทดสอบ จำกัด', 8)).toBe('บริษัท ทด…');
    expect(cut('漢字漢字', 4)).toBe('漢…');
    expect(cut('fits', 4)).toBe('fits');
  });
});

const terminal = { isTTY: true };
const pipe = { isTTY: false };

describe('colours', () => {
  it.each([
    ['a terminal', terminal, {}, true, 1],
    ['a pipe', pipe, {}, true, 0],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, true, 0],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true, 1],
    ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, true, 1],
    ['FORCE_COLOR=3', pipe, { FORCE_COLOR: '3' }, true, 3],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, true, 0],
    ['FORCE_COLOR beside NO_COLOR', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true, 1],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, true, 0],
    ['--no-color', terminal, { FORCE_COLOR: '1' }, false, 0],
  ] as const)('with %s', (_, stream, env, wanted, level) => {
    expect(colourLevel(stream, env, wanted)).toBe(level);
  });
});
