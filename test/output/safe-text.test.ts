import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHidden, hasHidden, visible, visibleLines } from '../../src/output/safe-text.js';
import { forbiddenIn, hostileText } from './hostile.js';

describe('visible text', () => {
  it('shows controls with a caret and everything else hidden as an escape', () => {
    expect(visible('\u001b[31mred\r\n\u007f')).toBe('^[[31mred^M^J^?');
    expect(visible('\u009b2J \u202egnp \u200b \ud800 \u{e0041}')).toBe(
      '\\u009b2J \\u202egnp \\u200b \\ud800 \\udb40\\udc41',
    );
  });

  it('leaves what people write alone', () => {
    const text = 'บริษัท ทดสอบ จำกัด, 漢字, e\u0301, 🎉🇹🇭 “quoted”';
    expect(visible(text)).toBe(text);
    expect(hasHidden(text)).toBe(false);
  });

  it('keeps lines and tabs of a body', () => {
    expect(visibleLines('a\n\tb\r\u0007')).toBe('a\n\tb^M^G');
  });

  it('lets nothing forbidden through', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(forbiddenIn(visible(text))).toEqual([]);
        expect(visible(text)).not.toContain('\n');
        expect(forbiddenIn(visibleLines(text).replaceAll('\t', ''))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('escapes JSON text without changing what it says', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(JSON.parse(escapeHidden(JSON.stringify(text)))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
