import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generate, outTradeNo, partnerTransactionId, requestUId } from '../../src/bank/generate.js';
import { amountProblem, compareAmounts, formatAmount, parseAmount } from '../../src/core/money.js';
import {
  bangkokDate,
  bangkokDateTime,
  bangkokHour,
  channelDateTime,
  compactDateTime,
  formatDate,
  parseBangkokDateTime,
  parseChannelDateTime,
  parseCompactDateTime,
  parseDate,
} from '../../src/core/time.js';

const satang = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
/** Years 1970 to 2199. */
const moment = fc.integer({ min: 0, max: 7_258_118_399_999 });
const random = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i * 37) };

describe('money', () => {
  test('every satang comes back as it went', () => {
    fc.assert(fc.property(satang, (value) => parseAmount(formatAmount(value)) === value));
  });

  test('what is no amount is refused, never rounded or guessed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isAmount = /^\d+(\.\d\d?)?$/.test(text);
        expect(parseAmount(text) !== undefined).toBe(isAmount);
      }),
    );
  });

  test('trailing zeros and their absence are one amount', () => {
    expect(parseAmount('100')).toBe(10_000n);
    expect(parseAmount('100.5')).toBe(10_050n);
    expect(compareAmounts('100', '100.00')).toBe(0);
    expect(compareAmounts('9.99', '10')).toBe(-1);
    expect(compareAmounts('0.30', '0.3')).toBe(0);
    expect(compareAmounts('10', 'ten')).toBeUndefined();
  });

  test('amounts below zero are written too', () => {
    expect(formatAmount(-5n)).toBe('-0.05');
  });

  test('rules say what is wrong and what is right', () => {
    expect(amountProblem('100.00', { characters: 10, digits: 13 })).toBeUndefined();
    expect(amountProblem('9'.repeat(13), { digits: 13 })).toBeUndefined();
    expect(amountProblem('9'.repeat(14), { digits: 13 })).toContain('at most 13');
    expect(amountProblem('0')).toContain('above zero');
  });
});

describe('Bangkok time', () => {
  test('agrees with the calendar of the platform, seven hours on', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const local = new Date(now + 7 * 3_600_000).toISOString();
        expect(channelDateTime(now)).toBe(`${local.slice(0, 23)}+07:00`);
        expect(bangkokDate(now)).toBe(local.slice(0, 10));
        expect(compactDateTime(now)).toBe(local.slice(0, 19).replace(/[-T:]/g, ''));
        expect(bangkokHour(now)).toBe(Number(local.slice(11, 13)));
      }),
    );
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
});

describe('ids', () => {
  const now = Date.UTC(2026, 0, 31, 2);

  test('a request has 32 alphanumerics', () => {
    expect(requestUId(random)).toMatch(/^[A-Z0-9]{32}$/);
  });

  test('an outTradeNo has 20 characters: prefix, time, random', () => {
    expect(outTradeNo(now, random, 'ABC')).toMatch(/^ABC260131090000[A-Z0-9]{5}$/);
    expect(outTradeNo(now, random)).toMatch(/^260131090000[A-Z0-9]{8}$/);
  });

  test('a prefix that leaves no room for chance is refused', () => {
    expect(() => outTradeNo(now, random, 'ABCDE')).toThrow(/has 5 characters/);
  });

  test('all characters of the alphabet are equally likely', () => {
    const every = { bytes: () => Uint8Array.from({ length: 256 }, (_, i) => i) };
    const letters = Array.from(requestUId(every));
    const counts = letters.map((letter) => letters.filter((other) => other === letter).length);
    expect(new Set(letters).size).toBe(32);
    expect(new Set(counts)).toEqual(new Set([8]));
  });

  test('generated fields have the form of their tables', () => {
    const made = (kind: Parameters<typeof generate>[0]) =>
      generate(kind, { now, random, outTradeNoPrefix: 'ABC' });
    expect(made('channelDateTime')).toBe('2026-01-31T09:00:00.000+07:00');
    expect(made('bangkokDate')).toBe('2026-01-31');
    expect(made('refDateTime')).toBe('20260131090000');
    expect(made('outTradeNo')).toHaveLength(20);
    expect(made('messageId')).toHaveLength(32);
    expect(partnerTransactionId(now, random)).toMatch(/^20260131090000[A-Z0-9]{11}$/);
    expect(made('partnerTransactionId')).toHaveLength(25);
  });
});
