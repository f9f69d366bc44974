import { type Columns, OPEN, REVERSED } from './columns.js';

/** What lines say of their payments, in satang. */
export interface Balance {
  /** Payments. */
  paid: number;
  /** Payments that are marked as refunded, or refunds without a sign. */
  marked: number;
  /** Entries with a minus. */
  back: number;
}

/** The balance of each reference, because what is left is what is left of one payment. */
export function balancesByReference(
  { reference, transactionId, amount, status }: Columns,
  rows: readonly number[],
): Map<number, Balance> {
  const balances = new Map<number, Balance>();
  for (const row of rows) {
    if (status[row] === OPEN) continue;
    const name = reference[row] || -(transactionId[row] ?? 0);
    const balance = balances.get(name) ?? { paid: 0, marked: 0, back: 0 };
    const satang = amount[row] ?? 0;
    if (satang < 0) balance.back -= satang;
    else if (status[row] === REVERSED) balance.marked += satang;
    else balance.paid += satang;
    balances.set(name, balance);
  }
  return balances;
}

/** What the payee still has. */
function amountLeft({ paid, marked, back }: Balance): number {
  // Beside entries with a minus, what is marked is the payment that they refund.
  if (back > 0) return paid + marked - back;
  return paid > 0 ? paid - marked : 0;
}

/** What went back: by the entries with a minus, without them by the marks. */
export function refundedSatang({ marked, back }: Balance): number {
  return back > 0 ? back : marked;
}

interface Totals extends Balance {
  left: number;
  refunded: number;
}

export function sumBalances(balances: ReadonlyMap<number, Balance>): Totals {
  const sum = { paid: 0, marked: 0, back: 0, left: 0, refunded: 0 };
  for (const balance of balances.values()) {
    sum.paid += balance.paid;
    sum.marked += balance.marked;
    sum.back += balance.back;
    sum.left += amountLeft(balance);
    sum.refunded += refundedSatang(balance);
  }
  return sum;
}

/** Whether any of the rows says that money went back; what is pending or failed does not. */
export function saysReversed({ status, amount }: Columns, rows: readonly number[]): boolean {
  return rows.some(
    (row) => status[row] === REVERSED || ((amount[row] ?? 0) < 0 && status[row] !== OPEN),
  );
}
