import { formatAmount } from '../core/money.js';
import type { Bank } from './bank.js';
import { loadPayables } from './handlers/families.js';

/** A code that the customer can pay, as a page shows it. */
export interface OpenCode {
  payload: string;
  /** The reference of whoever created it. */
  reference: string;
  /** Baht; absent where the customer says how much. */
  amount?: string;
  at: number;
}

const MOST = 20;

/** Codes that wait to be paid, newest first. */
export async function openCodes(bank: Bank): Promise<OpenCode[]> {
  const payables = await loadPayables();
  const codes = bank.look((context) => payables.flatMap(({ open }) => open(context, MOST)));
  return codes
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, MOST)
    .map(({ payload, reference, amount, createdAt: at }) => ({
      ...{ payload, reference, at },
      ...(amount !== null && { amount: formatAmount(amount) }),
    }));
}
