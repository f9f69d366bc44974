import { describe, expect, test } from 'vitest';
import { generate, outTradeNo, partnerTransactionId, requestUId } from '../../src/bank/generate.js';

const random = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i * 37) };

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
