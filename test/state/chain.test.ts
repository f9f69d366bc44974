import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORIGIN, readChain, seal } from '../../src/state/chain.js';
import { character } from '../fixtures/texts.js';

function chainOf(contents: readonly string[]): string {
  let prev = ORIGIN;
  return contents
    .map((content, index) => {
      const line = seal({ seq: String(index + 1), prev, content });
      prev = line.sum;
      return line.text;
    })
    .join('');
}

const anyContents = fc.array(fc.string({ unit: character }), { minLength: 1, maxLength: 4 });

describe('chain', () => {
  it('reads what it wrote', () => {
    fc.assert(
      fc.property(anyContents, (contents) => {
        const { links, torn, broken } = readChain(Buffer.from(chainOf(contents)));
        expect(links.map(({ content }) => content.content)).toEqual(contents);
        expect({ torn, broken }).toEqual({ torn: false, broken: undefined });
      }),
    );
  });

  it('keeps whole lines of a file that was cut off', () => {
    const text = Buffer.from(chainOf(['one', 'two']));
    const whole = text.indexOf('\n') + 1;
    for (let size = whole; size < text.length; size++) {
      const { links, torn, broken } = readChain(text.subarray(0, size));
      expect({ lines: links.length, broken }).toEqual({ lines: 1, broken: undefined });
      expect(torn).toBe(size > whole);
    }
  });

  it('notices every changed byte', () => {
    const text = Buffer.from(chainOf(['one', 'two', 'three']));
    for (let position = 0; position < text.length; position++) {
      const changed = Buffer.from(text);
      changed[position] = (changed[position] ?? 0) ^ 0x01;
      const { links, broken, torn } = readChain(changed);
      expect(broken !== undefined || (torn && links.length === 2)).toBe(true);
    }
  });

  it('notices lines that were taken out, repeated, or put elsewhere', () => {
    const [one = '', two = '', three = ''] = chainOf(['1', '2', '3']).split(/(?<=\n)/);
    for (const text of [one + three, one + two + two, one + three + two, '']) {
      expect(readChain(Buffer.from(text)).broken?.why).toBeTruthy();
    }
  });
});
