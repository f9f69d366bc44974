import { formatAmount, parseAmount } from '../core/money.js';
import { type Payment, STATES, type State } from './payment.js';

/** The payments of one state. */
export interface StateSum {
  state: State;
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
