import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSatang } from '../../src/reconcile/amounts.js';
import { DateReader } from '../../src/reconcile/dates.js';
import { BANGKOK_MINUTES } from '../../src/reconcile/mapping.js';

const RULE = { zone: BANGKOK_MINUTES };

function read(reader: DateReader, text: string): [number, number] | undefined {
  return reader.readDate(text) ? [reader.date, reader.time] : undefined;
}

describe('a date', () => {
  const two = (most: number) =>
    fc.integer({ min: 0, max: most }).map((n) => `${n}`.padStart(2, '0'));
  const day = fc.constantFrom('2026-01-31', '2569-01-31', '2026-02-30', '๒๐๒๖-๐๑-๓๑', 'x');
  const zone = fc.constantFrom('', 'Z', '+07:00', '-0330', ' +0900', '+99:00', 'X');
  const second = fc.oneof(
    fc.constant(''),
    two(61).map((s) => `:${s}`),
    fc.constant(':07.123'),
  );
  const clock = fc.tuple(two(25), two(61), second, zone).map(([h, m, s, z]) => `${h}:${m}${s}${z}`);
  const text = fc
    .tuple(fc.constantFrom('', ' '), day, fc.constantFrom('', 'T', ' ', '  ', 'x'), clock)
    .map(([before, date, between, time]) => `${before}${date}${between}${between && time} `)
    .chain((padded) => fc.constantFrom(padded, padded.trim()));

  it('is read alike, whatever was read before it', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
        const reader = new DateReader(RULE, undefined);
        for (const one of [...texts, ...texts]) {
          expect(read(reader, one)).toEqual(read(new DateReader(RULE, undefined), one));
        }
      }),
    );
  });

  it.each([
    ['2026-01-31', '2026-01-31', -1],
    ['2026-01-31 ', '2026-01-31', -1],
    ['2569-01-31T22:00:05', '2026-01-31', 79_205],
    ['2026-01-31T22:00:05Z', '2026-02-01', 18_005],
    ['2026-02-01 01:00:00 +09:00', '2026-01-31', 82_800],
    ['๒๕๖๙-๐๑-๓๑ 00:00', '2026-01-31', 0],
  ])('%j is %s and %i seconds', (given, date, time) => {
    const reader = new DateReader(RULE, undefined);
    for (const _ of [1, 2]) {
      expect(read(reader, given)).toEqual([Date.parse(date) / 86_400_000, time]);
    }
  });

  it.each(['2026-01-31T24:00', '2026-01-31 10:60', '2026-01-31x10:00', '2026-01-3', '2026-01-31T'])(
    '%j is none',
    (given) => {
      const reader = new DateReader(RULE, undefined);
      read(reader, '2026-01-31T10:00:00');
      expect(read(reader, given)).toBeUndefined();
    },
  );
});

describe('an amount', () => {
  const baht = { unit: 'baht', sign: 'leading' } as const;

  it('is exact up to thirteen digits', () => {
    const most = 10n ** 15n - 1n;
    fc.assert(
      fc.property(fc.bigInt({ min: -most, max: most }), (satang) => {
        const digits = `${satang < 0n ? -satang : satang}`.padStart(3, '0');
        const text = `${satang < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(BigInt(parseSatang(text, baht))).toBe(satang);
        expect(BigInt(parseSatang(`${satang}`, { ...baht, unit: 'satang' }))).toBe(satang);
      }),
    );
  });

  it.each(['', ' ', '.50', '1.', '1.005', '1e3', '0x10', '1,000.00', '--1', '+', '١.00', '1 0'])(
    'is not %j',
    (text) => expect(parseSatang(text, baht)).toBeNaN(),
  );

  it.each([
    ['+5', 500],
    ['-0.00', 0],
    [' 12.5 ', 1250],
    ['00000000000000001.00', 100],
  ])('may be %j', (text, satang) => expect(BigInt(parseSatang(text, baht))).toBe(BigInt(satang)));
});
