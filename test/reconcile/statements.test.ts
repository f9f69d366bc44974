import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import { runs } from '../fixtures/sizes.js';
import { expectConserved, type Printed, reconciled } from './night.js';
import {
  FIXED_MAP,
  FORMATS,
  type Format,
  LINE_ENDS,
  type Payment,
  withLineEnds,
} from './statement-files.js';

/** Each run writes and reads every format. */
const RUNS = Math.min(500, runs(20));

const payments = fc
  .array(
    fc.record({
      reference: fc.constantFrom('ORDER0001', 'ORDER0002', 'ORDER0003', 'ORDER0004'),
      satang: fc.oneof(fc.integer({ min: 1, max: 999_999_99 }), fc.constantFrom(100, 10_050, -100)),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) =>
    list.map(
      ({ reference, satang, day }, at): Payment => ({
        reference,
        satang,
        transactionId: `TX${at}`,
        date: `2026-01-${String(day).padStart(2, '0')}`,
      }),
    ),
  );

function ordersOf(list: readonly Payment[]): string {
  const lines = list.map(
    ({ reference, satang, date }) => `${reference},${formatAmount(BigInt(satang))},${date}`,
  );
  return `reference,amount,date\n${lines.map((line) => `${line}\n`).join('')}`;
}

const DAYS = { from: '2026-01-01', to: '2026-01-31' };

async function readAs(format: Format, bank: string | Uint8Array, orders: string): Promise<Printed> {
  const map = format.format === 'fixed' ? { map: FIXED_MAP } : {};
  return reconciled({ orders, bank, ...map, ...DAYS });
}

/** What became of the payments, without where they stand. */
function outcomeOf({ summary, breaks }: Printed): unknown {
  const records = breaks.map(({ suggests, ...record }) =>
    JSON.stringify({ ...record, rows: null, suggests: suggests?.reference }),
  );
  return { summary, records: records.sort() };
}

describe('the same payments', () => {
  it('have the same result in every format, whatever ends the lines', async () => {
    const lineEnds = fc.constantFrom(...LINE_ENDS);
    const property = fc.asyncProperty(payments, payments, lineEnds, async (list, others, end) => {
      const orders = ordersOf(others.length % 2 === 0 ? list : [...list.slice(1), ...others]);
      let wanted: unknown;
      for (const format of FORMATS) {
        const written = format.write(list);
        const bank = typeof written === 'string' ? withLineEnds(written, end) : written;
        const printed = await readAs(format, bank, withLineEnds(orders, end));
        expect([format.name, printed.faults]).toEqual([format.name, []]);
        expect(printed.inputs[1]?.format).toBe(format.format);
        expectConserved(printed);
        wanted ??= outcomeOf(printed);
        expect([format.name, outcomeOf(printed)]).toEqual([format.name, wanted]);
      }
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it('are not the same with one entry dropped or its amount altered: figures disagree, or there is a break', async () => {
    const property = fc.asyncProperty(
      payments,
      fc.nat(),
      fc.boolean(),
      async (list, which, isDropped) => {
        const orders = ordersOf(list);
        for (const format of FORMATS) {
          const { entry } = format;
          // Beside a refund, a payment may stand in the file of another day.
          const isStated = /camt|MT9|BAI|fixed/.test(format.name);
          const hasRefund = list.some(({ satang }) => satang < 0);
          if (entry === undefined || (hasRefund && !isStated)) continue;
          const bank = String(format.write(list));
          const found = bank.match(entry.all) ?? [];
          const chosen = found[which % found.length] ?? '';
          const altered = chosen.replace(entry.amount, (digits) =>
            digits.replace(/[0-9]$/, (last) => String((Number(last) + 1) % 10)),
          );
          expect(altered).not.toBe(chosen);
          // Each entry has a transaction id of its own, so this is the one that was chosen.
          const printed = await readAs(
            format,
            bank.replace(chosen, isDropped ? '' : altered),
            orders,
          );
          expect([format.name, isNoticed(printed)]).toEqual([format.name, true]);
          if (/camt|MT9|BAI/.test(format.name)) expect(printed.faults).not.toEqual([]);
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});

function isNoticed({ inputs, breaks }: Printed): boolean {
  const disagrees = inputs.some(({ control }) => control?.agrees === false);
  return disagrees || breaks.some(({ class: kind }) => kind !== 'matched');
}
