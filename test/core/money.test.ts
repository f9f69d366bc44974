import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountProblem, compareAmounts, formatAmount, parseAmount } from '../../src/core/money.js';

const satang = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });

describe('money', () => {
  test('every amount is written and read back', () => {
    fc.assert(fc.property(satang, (value) => parseAmount(formatAmount(value)) === value));
  });

  test('what is no amount is refused, never rounded or guessed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isAmount = /^\d{1,30}(\.\d\d?)?$/.test(text);
        expect(parseAmount(text) !== undefined).toBe(isAmount);
      }),
    );
  });

  test('a hundred thousand digits are refused without being read', () => {
    expect(parseAmount('9'.repeat(30))).toBe(BigInt(`${'9'.repeat(30)}00`));
    expect(parseAmount('9'.repeat(100_000))).toBeUndefined();
  });

  test('amounts are equal with and without trailing zeros', () => {
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
    expect(String(amountProblem('9'.repeat(14), { digits: 13 }))).toContain('at most 13');
    expect(String(amountProblem('0'))).toContain('above zero');
  });
});
