import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bangkokDate,
  bangkokDateTime,
  bangkokHour,
  channelDateTime,
  compactDateTime,
  daysAround,
  formatDate,
  parseBangkokDateTime,
  parseChannelDateTime,
  parseCompactDateTime,
  parseDate,
  parseDuration,
  readDay,
  readMoment,
  thaiDates,
  toBangkokTime,
} from '../../src/core/time.js';

/** Years 1970 to 2199. */
const moment = fc.integer({ min: 0, max: 7_258_118_399_999 });

describe('Bangkok time', () => {
  test("agrees with the platform's time zones", () => {
    const zone = { timeZone: 'Asia/Bangkok', dateStyle: 'short', timeStyle: 'medium' } as const;
    const bangkok = new Intl.DateTimeFormat('sv-SE', zone);
    fc.assert(
      fc.property(moment, (now) => {
        const local = bangkok.format(now);
        const ms = String(now % 1000).padStart(3, '0');
        expect(channelDateTime(now)).toBe(`${local.replace(' ', 'T')}.${ms}+07:00`);
        expect(bangkokDate(now)).toBe(local.slice(0, 10));
        expect(compactDateTime(now)).toBe(local.replace(/[- :]/g, ''));
        expect(bangkokHour(now)).toBe(Number(local.slice(11, 13)));
      }),
    );
  });

  test('writes no date for a moment that no calendar has', () => {
    for (const now of [1e18, -1e18, Number.NaN, Infinity]) {
      expect(parseDate(bangkokDate(now))).toBeUndefined();
    }
  });

  test('is read back to the same moment', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const second = now - (now % 1000);
        expect(parseChannelDateTime(channelDateTime(now))).toBe(now);
        expect(parseBangkokDateTime(bangkokDateTime(now))).toBe(second);
        expect(parseCompactDateTime(compactDateTime(now))).toBe(second);
        expect(formatDate(parseDate(bangkokDate(now)) ?? 0)).toBe(bangkokDate(now));
      }),
    );
  });

  test('other offsets name the same moment', () => {
    expect(parseChannelDateTime('2026-01-31T02:00:00.000+00:00')).toBe(Date.UTC(2026, 0, 31, 2));
    expect(parseChannelDateTime('2026-01-30T22:00:00.000-04:00')).toBe(Date.UTC(2026, 0, 31, 2));
  });

  test('knows leap years and the lengths of months', () => {
    const valid = ['2024-02-29', '2000-02-29', '2026-12-31', '1970-01-01'];
    const invalid = [
      '2026-02-29',
      '2100-02-29',
      '2026-04-31',
      '2026-00-10',
      '2026-13-01',
      '2026-01-00',
    ];
    expect(valid.map((text) => formatDate(parseDate(text) ?? -1))).toEqual(valid);
    expect(invalid.filter((text) => parseDate(text) !== undefined)).toEqual([]);
  });

  test('ranges of days cross months and years', () => {
    expect(daysAround('2026-01-01', 2, 1)).toEqual(['2025-12-30', '2026-01-02']);
    expect(daysAround('2024-02-28', 0, 2)).toEqual(['2024-02-28', '2024-03-01']);
  });
});

describe('days as Thai people write them', () => {
  test.each([
    ['2026-11-22 16:49:00', '22 พ.ย. 2569 16:49:00'],
    ['from 2026-01-05 to 2026-12-31.', 'from 5 ม.ค. 2569 to 31 ธ.ค. 2569.'],
    // No day, or a reference in which one stands.
    ['2026-13-01', '2026-13-01'],
    ['INV-2026-01-31', 'INV-2026-01-31'],
    ['2026-01-31-7', '2026-01-31-7'],
    ['A2026-01-31', 'A2026-01-31'],
  ])('%s is %s', (text, written) => {
    expect(thaiDates(text)).toBe(written);
  });
});

describe('moments and days as they are typed', () => {
  /** 2026-03-10 00:30 in Bangkok, still the day before in UTC. */
  const NOW = Date.parse('2026-03-10T00:30:00+07:00');

  test.each([
    ['today', '2026-03-10T00:00:00+07:00'],
    ['yesterday', '2026-03-09T00:00:00+07:00'],
    ['2026-02-28', '2026-02-28T00:00:00+07:00'],
    ['2026-02-28T09:00', '2026-02-28T09:00:00+07:00'],
    ['2026-02-28T09:00:15.250', '2026-02-28T09:00:15.250+07:00'],
    ['2026-02-28T09:00:00Z', '2026-02-28T16:00:00+07:00'],
    ['2026-02-28T09:00:00-05:00', '2026-02-28T21:00:00+07:00'],
    ['-2h', '2026-03-09T22:30:00+07:00'],
    ['+5d', '2026-03-15T00:30:00+07:00'],
    ['30s', '2026-03-10T00:29:30+07:00'],
    ['1d', '2026-03-09T00:30:00+07:00'],
  ])('%s is the moment %s', (text, moment) => {
    expect(readMoment(text, NOW)).toBe(Date.parse(moment));
  });

  test.each([
    ['today', '2026-03-10'],
    ['yesterday', '2026-03-09'],
    ['2024-02-29', '2024-02-29'],
    ['-1h', '2026-03-09'],
    ['+5d', '2026-03-15'],
  ])('%s is the day %s', (text, day) => {
    expect(readDay(text, NOW)).toBe(day);
  });

  test.each([
    ...['', '1', '-1', 'now', 'tomorrow', '2h ago', '--2h', '5w', 'Today'],
    ...['+2920000d', '+99999999d', '-99999999d'],
    ...['2026-02-30', '2026-13-01', '2026-01-31T25:00', '2026-01-31 10:00'],
  ])('%j is neither', (text) => {
    expect([readDay(text, NOW), readMoment(text, NOW)]).toEqual([undefined, undefined]);
  });

  test.each([
    ['30s', 30_000],
    ['+5d', 432_000_000],
    ['2', 2000],
    ['-2h', undefined],
  ])('%s is a length of %s ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    ['2026-03-09T17:30:00Z', '2026-03-10 00:30:00'],
    ['2026-03-09T17:30:00.123456Z', '2026-03-10 00:30:00'],
    ['2026-03-10T00:30:00.000+07:00', '2026-03-10 00:30:00'],
    ['2026-03-09T12:30:00-0500', '2026-03-10 00:30:00'],
    ['2026-03-10T00:30:00', undefined],
    ['2026-13-10T00:30:00Z', undefined],
    ['2026-03-10', undefined],
    ['20260310003000', undefined],
  ])('a table shows %s as %s', (text, shown) => {
    expect(toBangkokTime(text)).toBe(shown);
  });
});
