import { parseCamt053, type Transaction } from 'camt-parser';
import * as fc from 'fast-check';
import { Parser } from 'mt940js';
import { expect, it } from 'vitest';
import { formatAmount } from '../../src/core/money.js';
import { reconciled } from './night.js';
import { FORMATS, type Payment } from './statement-files.js';

const PAYMENT: fc.Arbitrary<Payment> = fc.record({
  reference: fc.stringMatching(/^[A-Z0-9]{1,12}$/),
  transactionId: fc.stringMatching(/^T[A-Z0-9]{1,12}$/),
  satang: fc.oneof(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: -(10 ** 9), max: -1 })),
  date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
});

/** All lines of a reference of which something was refunded would be one record. */
const PAYMENTS = fc.uniqueArray(PAYMENT, {
  minLength: 1,
  maxLength: 20,
  selector: ({ reference }) => reference,
});

/** Of the bank's lines alone nothing matches: each is a record of its own. */
async function readByUs(bank: string): Promise<string[]> {
  const { breaks, inputs } = await reconciled({ bank });
  expect(inputs[0]).toMatchObject({ rejected: 0, control: { agrees: true } });
  return breaks.map((line) => `${line.reference} ${line.transactionId} ${line.amounts.bank}`);
}

function entriesOf({ creditDebitIndicator, ...entry }: Transaction): string[] {
  const sign = creditDebitIndicator === 'DBIT' ? '-' : '';
  return entry.details.map(({ references, amountDetails }) =>
    [
      references.endToEndId,
      references.accountServicerReference || entry.accountServicerReference,
      sign + (amountDetails.transactionAmount.value || entry.amount.value),
    ].join(' '),
  );
}

it('camt.053 is read as a parser reads it that is not ours', async () => {
  // Of the newer versions it reads no amounts of the details, which an entry with one does not need.
  const formats = FORMATS.filter(({ name }) => /^camt\.053\.001\.(02|\d\d$)/.test(name));
  expect(formats.length).toBe(5);
  await fc.assert(
    fc.asyncProperty(PAYMENTS, async (payments) => {
      for (const { write } of formats) {
        const text = String(write(payments));
        const { statements } = await parseCamt053(text);
        const theirs = statements.flatMap(({ transactions }) => transactions.flatMap(entriesOf));
        expect((await readByUs(text)).sort()).toEqual(theirs.sort());
      }
    }),
    { numRuns: 20 },
  );
});

it('MT940 is read as a parser reads it that is not ours', async () => {
  // It knows no envelope, no entry date of two digits, and no subfield that is cut by a line.
  const formats = FORMATS.filter(({ name }) => /^MT940.*(four digits|no entry date)$/.test(name));
  expect(formats.length).toBe(6);
  await fc.assert(
    fc.asyncProperty(PAYMENTS, async (payments) => {
      for (const { write } of formats) {
        const text = String(write(payments));
        const statements = new Parser().parse(
          text.replace(/^\{.*\r\n/, '').replace(/-\}\s*$/, '-'),
        );
        const theirs = statements.flatMap(({ transactions }) => transactions.map(swiftEntry));
        expect((await readByUs(text)).sort()).toEqual(theirs.sort());
      }
    }),
    { numRuns: 20 },
  );
});

type SwiftTransaction = ReturnType<Parser['parse']>[number]['transactions'][number];

function swiftEntry({
  amount,
  reference,
  bankReference,
  structuredDetails,
}: SwiftTransaction): string {
  const { EREF, 20: first = '', 21: second = '' } = structuredDetails ?? {};
  const subfields = /^EREF\+(.*)$/.exec(first + second)?.[1];
  const satang = BigInt(Math.round(amount * 100));
  return `${EREF ?? subfields ?? reference} ${bankReference} ${formatAmount(satang)}`;
}
