import { describe, expect, it } from 'vitest';
import {
  sealLine,
  unsealedExactly,
  unsealedJson,
  unsealLine,
  wholeLines,
} from '../../src/core/sealed-log.js';

/** As versions before this module wrote them; sums by sha256sum. */
const OBJECT = '{"seq":"1","text":"สวัสดี"}';
const LIST = '[1,"a"]';
const SUM_OF_OBJECT = '1a0a638aaf6611fd441a9b94627015f7ce15ec00501a905ecb3833d1deb6c0b5';
const SUM_OF_LIST = 'cf85d4be814503b6';

describe('a sealed line', () => {
  it.each([
    { json: OBJECT, digits: 64, line: `${OBJECT.slice(0, -1)},"sum":"${SUM_OF_OBJECT}"}` },
    {
      json: OBJECT,
      digits: 16,
      line: `${OBJECT.slice(0, -1)},"sum":"${SUM_OF_OBJECT.slice(0, 16)}"}`,
    },
    { json: LIST, digits: 16, line: `${LIST.slice(0, -1)},"${SUM_OF_LIST}"]` },
  ] as const)('keeps its bytes: $line', ({ json, digits, line }) => {
    const { text, sum } = sealLine(json, digits);
    expect(text).toBe(`${line}\n`);
    expect(unsealLine(line, digits)).toEqual({ json, sum });
  });

  it('has no checksum where it is missing or has another length', () => {
    const { text } = sealLine(OBJECT, 16);
    for (const line of ['', '{', '}', ']', OBJECT, LIST, '{"sum":""}', '[""]']) {
      expect(unsealLine(line, 16)).toBe('no-sum');
    }
    expect(unsealLine(text.trimEnd(), 64)).toBe('no-sum');
    expect(unsealLine(sealLine(OBJECT, 64).text.trimEnd(), 16)).toBe('no-sum');
  });
});

it('has no value where its checksum is right and its JSON is wrong', () => {
  const line = sealLine('{no}', 64).text.trimEnd();
  expect([unsealedJson(line), unsealedExactly(line)]).toEqual([undefined, undefined]);
});

it('tells a torn last line from whole ones', () => {
  expect(wholeLines(Buffer.from('a\nb\n'))).toEqual({ lines: ['a', 'b'], torn: false });
  expect(wholeLines(Buffer.from('a\nb'))).toEqual({ lines: ['a'], torn: true });
  expect(wholeLines(Buffer.from(''))).toEqual({ lines: [], torn: false });
});
