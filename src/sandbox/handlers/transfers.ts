import { number } from '../../core/json.js';
import { formatAmount } from '../../core/money.js';
import type { HandlerContext } from '../handler-context.js';
import { type Account, findAccount, move, post } from '../ledger.js';
import { type Row, satang, satangOrNull, text, textOrNull } from '../row.js';
import type { Store } from '../store.js';

/** How a confirmation is told to end; without a plan balance and accounts decide. */
export type TransferPlan = 'partial' | 'failed' | 'failed-partial' | 'processing';

export interface Transfer {
  tokenizer: string;
  kind: string;
  state: string;
  payer: string;
  payee: string;
  currency: string;
  amount: bigint;
  /** null before the confirmation has ended. */
  confirmed: bigint | null;
  code: string | null;
  description: string | null;
  plan: string | null;
  day: string;
}

/** What the payment processing hub says of a failure. */
const HUB_FAILURES: Readonly<Record<string, string>> = {
  '000': 'Success at the hub, but the confirmation failed',
  '112': 'Invalid transaction',
  '114': 'Deposit not allowed through this channel',
  '125': 'Invalid destination bank',
};

export function findTransfer(store: Store, tokenizer: string): Transfer | undefined {
  const row = store.one('SELECT * FROM transfer WHERE tokenizer = ?', tokenizer);
  return row && transferOf(row);
}

/** Ends a confirmation: moves what can be moved and says how it went. */
export function completeTransfer(context: HandlerContext, transfer: Transfer): Transfer {
  const { store, now } = context;
  const outcome = outcomeOf(store, transfer);
  const kind = transfer.kind === 'debit' ? 'transfer.debitConfirm' : 'transfer.creditConfirm';
  if (outcome.moved > 0n) {
    const entries = move(transfer.payer, transfer.payee, outcome.moved, transfer.currency);
    post(store, { at: now, kind, reference: transfer.tokenizer }, entries);
  }
  const ended: Transfer = {
    ...transfer,
    state: outcome.code === null ? 'CONFIRM_COMPLETED' : 'CONFIRM_FAILED',
    confirmed: outcome.moved,
    code: outcome.code,
    description: outcome.code === null ? null : (HUB_FAILURES[outcome.code] ?? ''),
  };
  saveTransfer(context, ended);
  return ended;
}

/** The hub has answered a confirmation that was in progress. */
export function settleTransfer(context: HandlerContext, due: { tokenizer: string }): void {
  const transfer = findTransfer(context.store, due.tokenizer);
  if (transfer?.state === 'CONFIRM_PROCESSING')
    completeTransfer(context, { ...transfer, plan: null });
}

export function saveTransfer({ store, now }: HandlerContext, transfer: Transfer): void {
  store.run(
    `UPDATE transfer SET state = ?, confirmed = ?, code = ?, description = ?, confirmed_at = ?
       WHERE tokenizer = ?`,
    transfer.state,
    transfer.confirmed,
    transfer.code,
    transfer.description,
    now,
    transfer.tokenizer,
  );
}

export function money(amount: bigint, currency: string) {
  return { amount: number(formatAmount(amount)), currency };
}

/** A debit takes what is there; a credit that is not covered fails whole. */
function outcomeOf(store: Store, transfer: Transfer): { moved: bigint; code: string | null } {
  const { amount, plan } = transfer;
  const payer = findAccount(store, transfer.payer);
  const payee = findAccount(store, transfer.payee);
  if (refuses(payer) || refuses(payee)) return { moved: 0n, code: '114' };
  if (plan === 'failed') return { moved: 0n, code: '112' };
  const balance = payer?.balance ?? 0n;
  const wanted = plan === 'partial' || plan === 'failed-partial' ? amount / 2n : amount;
  const moved = transfer.kind === 'debit' && balance < wanted ? balance : wanted;
  if (moved > balance || moved === 0n) return { moved: 0n, code: '112' };
  return { moved, code: plan === 'failed-partial' ? '000' : null };
}

function refuses(account: Account | undefined): boolean {
  return account?.behaviour === 'refuses';
}

/** What a debit says from its confirmation on: nothing of it may be debited (yet). */
export function debited({ kind, state, amount, confirmed, currency }: Transfer) {
  if (kind !== 'debit' || state === 'INITIATE_COMPLETED') return {};
  const debitStatus = confirmed === amount ? 'Full' : 'Partial';
  return { debitStatus, confirmAmount: money(confirmed ?? 0n, currency) };
}

function transferOf(row: Row): Transfer {
  return {
    tokenizer: text(row, 'tokenizer'),
    kind: text(row, 'kind'),
    state: text(row, 'state'),
    payer: text(row, 'payer'),
    payee: text(row, 'payee'),
    currency: text(row, 'currency'),
    amount: satang(row, 'amount'),
    confirmed: satangOrNull(row, 'confirmed'),
    code: textOrNull(row, 'code'),
    description: textOrNull(row, 'description'),
    plan: textOrNull(row, 'plan'),
    day: text(row, 'day'),
  };
}
