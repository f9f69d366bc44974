import type { Confirmed, Statement } from './evidence.js';
import { sameAmount } from './facts.js';
import type { Rule } from './rule.js';
import { told } from './sources.js';

/** Received confirmations, which anyone could have sent, against the bank. */
export const confirmationRules: readonly Rule[] = [
  {
    rule: 'confirmation-amount',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed.flatMap((confirmation) => {
        const record = recordOf(confirmation, statements);
        if (record === undefined || sameAmount(confirmation.amount, record.amount)) return [];
        return [`the confirmation says ${confirmation.amount}, the inquiry says ${record.amount}`];
      }),
  },
  {
    rule: 'confirmation-transaction',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed
        .filter((one) => statements.length > 0 && recordOf(one, statements) === undefined)
        .filter(({ paidAt }) => wasAsked(paidAt, statements))
        .map(
          ({ id }) => `the confirmation ${id} speaks of a transaction that the bank does not have`,
        ),
  },
  {
    rule: 'confirmation-unpaid',
    severity: 'conflict',
    find({ confirmed: [first], bank, isUnknown, family }) {
      if (first === undefined || family === 'registration') return [];
      const says = first.amount ? `of ${first.amount}` : 'of a payment';
      if (isUnknown) return [`a confirmation ${says} came, and the bank has no such payment`];
      if (bank?.standing !== 'pending' && bank?.standing !== 'initiated') return [];
      return [`a confirmation ${says} came, and the bank says that it is not paid: ${told(bank)}`];
    },
  },
  {
    rule: 'confirmations-differ',
    severity: 'conflict',
    find: ({ confirmed }) =>
      Array.from(
        differing(confirmed),
        ([id, differs]) =>
          `confirmation ${id} came with different contents (${differs.join(', ')}): one may be forged`,
      ),
  },
  {
    rule: 'not-delivered',
    severity: 'gap',
    find: ({ confirmed }) =>
      confirmed
        .filter(({ forwarding }) => forwarding === 'dead')
        .map(({ id }) => `confirmation ${id} was received, and your application never took it`),
  },
];

/** By the id that several messages have, the fields in which they differ. */
function differing(confirmed: readonly Confirmed[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { id, differs } of confirmed) {
    if (differs.length > (found.get(id)?.length ?? 0)) found.set(id, differs);
  }
  return found;
}

/** The bank's record of a confirmed payment; a search tells another id than a confirmation. */
function recordOf(
  { transactionId }: Confirmed,
  statements: readonly Statement[],
): Statement | undefined {
  const named = statements.filter(
    (one) => one.transactionId !== undefined && one.source !== 'bill.search',
  );
  if (transactionId === undefined || named.length === 0) return statements[0];
  return named.find((one) => one.transactionId === transactionId);
}

const DAY_MS = 86_400_000;

/** Records are asked for by days: of a payment of another day there is none to expect. */
function wasAsked(paidAt: number | undefined, statements: readonly Statement[]): boolean {
  const moments = statements.flatMap((one) => one.paidAt ?? []);
  if (paidAt === undefined || moments.length === 0) return true;
  return moments.some((moment) => Math.abs(moment - paidAt) < DAY_MS);
}
