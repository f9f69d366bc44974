import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../../src/core/money.js';
import { bangkokDate, formatDate, parseDate, parseMoment } from '../../src/core/time.js';
import { typedAmount, typedDay, typedMoment } from '../../src/core/typed-input.js';

const NOW = parseMoment('2026-11-23T12:00:00+07:00') ?? 0;

describe('an amount as people type it', () => {
  it.each([
    ['250', '250'],
    [' 1,250.00 ', '1250.00'],
    ['฿250', '250'],
    ['THB 250.5', '250.5'],
    ['250 บาท', '250'],
    ['1,234,567.89 baht', '1234567.89'],
    ['๒๕๐ บาท', '250'],
    ['12,50', undefined],
    ['1.250,00', undefined],
    ['1,25', undefined],
    ['-250', undefined],
    ['250.123', undefined],
    ['', undefined],
  ])('%j is %j', (typed, amount) => {
    expect(typedAmount(typed)).toBe(amount);
  });

  it('is the same in every spelling', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 14n), (satang) => {
        const plain = formatAmount(satang);
        const [whole = '', fraction] = plain.split('.');
        const grouped = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
        for (const spelling of [plain, grouped, `฿${grouped}`, `${plain} บาท`]) {
          expect(parseAmount(typedAmount(spelling) ?? ''), spelling).toBe(satang);
        }
      }),
    );
  });
});

describe('a day as people type it', () => {
  it.each([
    ['22/11/2026', '2026-11-22'],
    ['22/11/2569', '2026-11-22'],
    ['2569-11-22', '2026-11-22'],
    ['๒๒/๑๑/๒๕๖๙', '2026-11-22'],
    ['1/2/2026', '2026-02-01'],
    ['Today', '2026-11-23'],
    ['yesterday', '2026-11-22'],
    ['-13h', '2026-11-22'],
    ['31/02/2026', undefined],
    ['11/22/2026', undefined],
    ['22/11/26', undefined],
    ['monday', undefined],
  ])('%j is %j', (typed, day) => {
    expect(typedDay(typed, NOW)).toBe(day);
  });

  it('is the same in every calendar, and a moment that begins there', () => {
    const days = fc.integer({ min: parseDate('2000-01-01'), max: parseDate('2099-12-31') });
    fc.assert(
      fc.property(days, (number) => {
        const day = formatDate(number);
        const [year = '', month = '', date = ''] = day.split('-');
        const buddhist = Number(year) + 543;
        for (const spelling of [
          `${Number(date)}/${Number(month)}/${year}`,
          `${date}/${month}/${buddhist}`,
          `${buddhist}-${month}-${date}`,
        ]) {
          expect(typedDay(spelling, NOW), spelling).toBe(day);
          expect(bangkokDate(typedMoment(spelling, NOW) ?? 0)).toBe(day);
        }
      }),
    );
  });
});
