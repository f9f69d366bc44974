import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { fromPlain, parseJson, stringifyJson } from '../../src/core/json.js';
import { area } from '../../src/core/message.js';

/** With what the engine's own reader would change: digits, the order of fields, repeated ones. */
const { value: jsonText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('null', 'true', '-0', '100.00', '12345678901234567890.10', '1E+2', '[]', '{}'),
    fc.constantFrom('"\\\\"', '"\\""', '"\\u0000:1"', '"\\/1.0"', '"é\\ud800"'),
    fc.array(tie('value')).map((items) => `[${items.join(' ,')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '10', '2', 'n:1', '"'), tie('value')))
      .map((fields) => fields.map(([name, value]) => `${JSON.stringify(name)}: ${value}`))
      .map((fields) => `{\n${fields.join(',\t')}}`),
  ),
}));

/** The text that comes of it, or why none does. */
function written(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

describe('JSON', () => {
  test('is read digit by digit, in its order, and refused as the exact reader refuses it', () => {
    const damage = fc.constantFrom('', '"', '\\', ',', '0', '}', ' ');
    fc.assert(
      fc.property(jsonText, fc.nat(), damage, (sound, place, more) => {
        const at = place % (sound.length + 1);
        const text = sound.slice(0, at) + more + sound.slice(at);
        const exact = written(() => stringify(parse(text)));
        expect(written(() => stringifyJson(parseJson(text)))).toBe(exact);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['{"a":1,"a":2}', /duplicate/i],
    ['{"__proto__":1}', /__proto__/],
    [`${'['.repeat(201)}${']'.repeat(201)}`, /nested too deeply/],
  ])('%s is refused', (text, why) => {
    expect(() => parseJson(text)).toThrow(why);
  });
});

test('a message within plain values becomes its English text, as JSON has it', () => {
  const message = area('test', () => ({ late: (day: string) => `too late on ${day}` })).late(
    'Monday',
  );
  expect(fromPlain({ why: message, all: [message] })).toEqual({
    why: 'too late on Monday',
    all: ['too late on Monday'],
  });
  expect(String(message.mapTexts((text) => text.toUpperCase()))).toBe('too late on MONDAY');
});
