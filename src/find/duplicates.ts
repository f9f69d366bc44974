import { groupBy } from '../core/fields.js';
import { foldName, type Payment, type State } from './payment.js';

const WITHIN_MS = 30 * 60_000;

/** What was refused or refunded is paid no second time. */
const NOT_PAID: readonly State[] = ['refused', 'reversed'];

/**
 * The indexes of payments of one amount and payer within half an hour: somebody may have paid twice.
 * Where nobody names the payer, the reference of a bill stands for who paid.
 */
export function duplicatesAmong(payments: readonly Payment[]): number[] {
  const named = payments.flatMap((payment, index) =>
    duplicateKeys(payment).map((name) => ({ name, index, at: payment.at })),
  );
  const found = [...groupBy(named, ({ name }) => name).values()].flatMap((group) => {
    const sorted = group.sort((a, b) => a.at - b.at);
    return sorted.filter(({ at }, place) =>
      [sorted[place - 1], sorted[place + 1]].some(
        (near) => near !== undefined && Math.abs(near.at - at) <= WITHIN_MS,
      ),
    );
  });
  return [...new Set(found.map(({ index }) => index))].sort((a, b) => a - b);
}

/** What two payments share that may be one too many. */
function duplicateKeys({ amount, payer, kind, reference, state }: Payment): string[] {
  if (amount === '' || NOT_PAID.includes(state)) return [];
  const name = foldName(payer);
  const bill = kind === 'bill' ? reference : '';
  return [
    ...(name === '' ? [] : [JSON.stringify(['payer', amount, name])]),
    ...(bill === '' ? [] : [JSON.stringify(['bill', amount, bill])]),
  ];
}
