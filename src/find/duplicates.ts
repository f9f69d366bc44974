import type { Payment, State } from './payment.js';

const WITHIN_MS = 30 * 60_000;

/** What was refused or given back is paid no second time. */
const NOT_PAID: readonly State[] = ['refused', 'reversed'];

/**
 * The indexes of payments of one amount and payer within half an hour: somebody may have paid twice.
 * Where nobody names the payer, the reference of a bill stands for who paid.
 */
export function duplicatesAmong(payments: readonly Payment[]): number[] {
  const groups = new Map<string, number[]>();
  for (const [index, payment] of payments.entries()) {
    for (const name of namesOf(payment)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [index]);
      else group.push(index);
    }
  }
  const found = [...groups.values()].flatMap((group) => {
    const sorted = group.sort((a, b) => momentOf(payments, a) - momentOf(payments, b));
    return sorted.filter((index, place) => {
      const near = [sorted[place - 1], sorted[place + 1]].filter((one) => one !== undefined);
      const at = momentOf(payments, index);
      return near.some((other) => Math.abs(momentOf(payments, other) - at) <= WITHIN_MS);
    });
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

function momentOf(payments: readonly Payment[], index: number): number {
  return payments[index]?.at ?? Number.NaN;
}

/** What two payments share that may be one too many. */
function namesOf({ amount, payer, kind, reference, state }: Payment): string[] {
  if (amount === '' || NOT_PAID.includes(state)) return [];
  const name = payer.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const bill = kind === 'bill' ? reference : '';
  return [
    ...(name === '' ? [] : [JSON.stringify(['payer', amount, name])]),
    ...(bill === '' ? [] : [JSON.stringify(['bill', amount, bill])]),
  ];
}
