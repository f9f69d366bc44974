import { groupBy } from '../core/fields.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { foldName, type Payment, type PaymentState, STATES } from './payment.js';

/** The payments of one state. */
export interface StateSum {
  state: PaymentState;
  count: number;
  /** Baht with two decimals, of those whose amount is known. */
  amount: string;
}

/** How many payments of each state there are. */
export function sumByState(payments: readonly Payment[]): StateSum[] {
  return STATES.flatMap((state) => {
    const fitting = payments.filter((payment) => payment.state === state);
    const satang = fitting.reduce((sum, { amount }) => sum + (parseAmount(amount) ?? 0n), 0n);
    return fitting.length === 0
      ? []
      : { state, count: fitting.length, amount: formatAmount(satang) };
  });
}

const WITHIN_MS = 30 * 60_000;

/** What was refused or refunded is paid no second time. */
const NOT_PAID: readonly PaymentState[] = ['refused', 'reversed'];

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
