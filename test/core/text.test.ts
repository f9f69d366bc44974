import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pluralize, shellWord, visible, visibleLines } from '../../src/core/text.js';
import { forbiddenIn, hostileText } from '../cli/output/hostile.js';

describe('visible text', () => {
  it('shows whatever is hidden as an escape', () => {
    expect(visible('\u001b[31mred\r\n\u007f\u009b2J')).toBe(
      '\\u001b[31mred\\u000d\\u000a\\u007f\\u009b2J',
    );
    expect(visible('\u202egnp \u200b \ud800 \u{e0041}')).toBe(
      '\\u202egnp \\u200b \\ud800 \\udb40\\udc41',
    );
  });

  it('leaves what people write alone', () => {
    const text = 'บริษัท ทดสอบ จำกัด, 漢字, e\u0301, 🎉🇹🇭 “quoted”';
    expect(visible(text)).toBe(text);
  });

  it('keeps the lines of a body', () => {
    expect(visibleLines('a\nb\r\u0007')).toBe('a\nb\\u000d\\u0007');
  });

  it('lets nothing forbidden through', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(forbiddenIn(visible(text))).toEqual([]);
        expect(visible(text)).not.toContain('\n');
        expect(forbiddenIn(visibleLines(text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('escapes JSON text without changing what it says', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(JSON.parse(visibleLines(JSON.stringify(text)))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a word for the shell', () => {
  it('is read back as it was, and stays bare where that is safe', () => {
    const words = ['', 'SBX0001', '=cmd', '~/x', "it's", '$(id)', 'a b', '--note=-5%', '*', 'ก'];
    const line = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
    expect(execFileSync('sh', ['-c', line]).toString().split('\0').slice(0, -1)).toEqual(words);
    expect(words.filter((word) => shellWord(word) === word)).toEqual(['SBX0001', '--note=-5%']);
  });
});

it('counts with the noun', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'charge'))).toEqual([
    '0 charges',
    '1 charge',
    '2 charges',
  ]);
});
