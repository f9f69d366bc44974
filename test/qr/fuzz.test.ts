import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, drawTree } from '../../src/qr/decode.js';
import { isPaymentTemplate } from '../../src/qr/tags.js';
import { parseTlv } from '../../src/qr/tlv.js';
import { goodVectors, joinFields } from '../fixtures/qr.js';
import { runs } from '../fixtures/sizes.js';
import { character } from '../fixtures/texts.js';

/** 1,000,000 takes some minutes; the suite is content with fewer. */
const RUNS = runs(4_000);

interface Mutation {
  at: number;
  cut: number;
  insert: string;
}

const barcode = '|099999999999990\r111222333444\rREF2\r36492';
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(260),
  cut: fc.constantFrom(0, 0, 1, 2, 5, 40),
  insert: fc.oneof(
    fc.constantFrom('', '0', '9', '99', '00', '63', '6304', '9104', '\r', '|', '-1', '٣', '🐘'),
    fc.constant('\uD800'),
    fc.string({ unit: character, maxLength: 6 }),
  ),
});
const mutated = fc
  .tuple(
    fc.constantFrom(barcode, ...goodVectors.map(({ payload }) => payload)),
    fc.array(mutation, { minLength: 1, maxLength: 4 }),
  )
  .map(([payload, mutations]) =>
    mutations.reduce((text, { at, cut, insert }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + insert + text.slice(start + cut);
    }, payload),
  );

test('no payload crashes or hangs, and none that changed passes for whole by accident', {
  timeout: 3_600_000,
}, () => {
  let accidents = 0;
  fc.assert(
    fc.property(mutated, (text) => {
      const decoded = decode(text);
      drawTree(decoded);
      const { fields, rest } = parseTlv(text, isPaymentTemplate);
      if (joinFields(fields) + rest !== text) throw new Error('characters were lost');
      const { crc, kind, errors } = decoded;
      if (crc && !crc.valid && errors.length === 0)
        throw new Error('a wrong checksum was passed over');
      if (kind === 'unknown' && errors.length === 0) throw new Error('an unknown payload passed');
      if (crc?.valid) accidents++;
    }),
    { numRuns: RUNS },
  );
  // Mutations of nothing, of spaces at the end, of letter case, and one in 65,536 of the others.
  expect(accidents).toBeLessThan(RUNS * 0.08);
});

test.each([
  ['nothing', ''],
  ['a megabyte of one digit', '0'.repeat(1_000_000)],
  ['a megabyte of fields', '0004ABCD'.repeat(125_000)],
  ['a megabyte after a bar', `|${'1\r'.repeat(500_000)}`],
  ['a megabyte of spaces', ' '.repeat(1_000_000)],
  ['a megabyte of spaces inside', `00${' '.repeat(1_000_000)}x`],
  ['the longest nest', `${'6299'.repeat(1700)}`],
])('%s is refused at once', (_, text) => {
  expect(decode(text).errors.length).toBeGreaterThan(0);
});
