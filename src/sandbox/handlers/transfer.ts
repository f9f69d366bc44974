import { number } from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDate, compactDateTime, parseDate } from '../../core/time.js';
import type { Sqlite } from '../../host/sqlite.js';
import { findAccount, move, outsideAccount, post } from '../ledger/ledger.js';
import { schedule } from '../ledger/meta.js';
import { type AccountRow, type TransferRow, transfers } from '../ledger/tables.js';
import { BANK_CODE } from '../seed/profile.js';
import { randomDigits } from '../seed/random.js';
import { PROXIES } from '../seed/seed.js';
import {
  duplicate,
  type HandlerAnswer,
  invalid,
  missing,
  unknownEntity,
} from '../server/answers.js';
import {
  type HandlerCall,
  type HandlerContext,
  type Handlers,
  optional,
  required,
} from './handler-context.js';

/** How long a confirmation through the slow account stays in progress. */
const PROCESSING_MS = 30_000;

/** Where no dateTo is given, the search is taken to cover the days that the range allows. */
const RANGE_DAYS = 3;

export const handlers: Handlers = {
  inquire,
  creditInitiate: (call) => initiate(call, 'credit'),
  creditConfirm: (call) => confirm(call, 'credit'),
  debitInitiate: (call) => initiate(call, 'debit'),
  debitConfirm: (call) => confirm(call, 'debit'),
};

function initiate(call: HandlerCall, kind: 'credit' | 'debit'): HandlerAnswer {
  const { input, store, now, settings } = call;
  if (kind === 'debit' && settings.debitTaxId === 'required' && !optional(input, 'payer.taxId')) {
    throw missing('payer.taxId');
  }
  const currency = optional(input, 'tranAmount.currency') ?? 'THB';
  const amount = parseAmount(required(input, 'tranAmount.amount')) ?? 0n;
  const payer = ownAccount(call, 'payer', currency);
  const payee = findPayee(call, currency);
  const tokenizer = `SBX${compactDateTime(now)}${randomDigits(call.random, 13)}`;
  transfers.insert(store, {
    tokenizer,
    kind,
    partnerId: required(input, 'partnerTransactionID'),
    state: 'INITIATE_COMPLETED',
    payer,
    payee,
    currency,
    amount,
    initiatedAt: now,
    day: bangkokDate(now),
  });
  post(store, { at: now, kind: call.operation.id, reference: tokenizer });
  const channelDateTime = required(input, 'channelDateTime');
  const data = { channelDateTime, tokenizerId: tokenizer, tranAmount: money(amount, currency) };
  return { data };
}

function confirm(call: HandlerCall, kind: 'credit' | 'debit'): HandlerAnswer {
  const { input, store, now } = call;
  const tokenizer = required(input, 'tokenizerId');
  const transfer = transfers.find(store, { tokenizer });
  if (transfer?.kind !== kind) throw unknownEntity(tokenizer);
  if (transfer.state !== 'INITIATE_COMPLETED') throw duplicate(tokenizer);
  if (transfer.plan === 'processing' || isSlow(call, transfer)) {
    const waiting = { ...transfer, state: 'CONFIRM_PROCESSING' };
    saveTransfer(call, waiting);
    schedule(store, now + PROCESSING_MS, 'transfer', { tokenizer });
    return { data: confirmation(call, waiting) };
  }
  return { data: confirmation(call, completeTransfer(call, transfer)) };
}

/** A transfer record; status, code and description only where the confirmation is not simply done. */
function confirmation({ input, settings }: HandlerCall, transfer: TransferRow) {
  const { state, code, description, kind, amount, currency } = transfer;
  const ids = {
    channelDateTime: required(input, 'channelDateTime'),
    tokenizerId: transfer.tokenizer,
  };
  if (settings.confirmState === 'inquiry') return ids;
  return {
    ...ids,
    ...(state !== 'CONFIRM_COMPLETED' && { status: state }),
    ...(code !== null && { code, description }),
    ...(kind === 'debit' && { tranAmount: money(amount, currency) }),
    ...debitFields(transfer),
  };
}

function inquire(call: HandlerCall): HandlerAnswer {
  const { input, store } = call;
  const tokenizer = required(input, 'tokenizerId');
  const transfer = transfers.find(store, { tokenizer });
  if (transfer === undefined || !isInRange(call, transfer.day)) throw unknownEntity(tokenizer);
  const { code, description, amount, confirmed, currency } = transfer;
  return {
    data: {
      channelDateTime: required(input, 'channelDateTime'),
      tokenizerId: tokenizer,
      status: transfer.state,
      ...(code !== null && { code, description }),
      tranAmount: money(amount, currency),
      ...(confirmed !== null && { confirmAmount: money(confirmed, currency) }),
      ...debitFields(transfer),
    },
  };
}

function isInRange({ input }: HandlerCall, day: string): boolean {
  const from = parseDate(required(input, 'dateFrom')) ?? 0;
  const to = parseDate(optional(input, 'dateTo') ?? '') ?? from + RANGE_DAYS;
  const of = parseDate(day) ?? 0;
  return of >= from && of <= to;
}

function isSlow({ store }: HandlerCall, { payer, payee }: TransferRow): boolean {
  return [payer, payee].some((id) => findAccount(store, id)?.behaviour === 'slow');
}

/** An account of this bank in the currency of the transfer. */
function ownAccount(
  { input, store }: HandlerCall,
  side: 'payer' | 'payee',
  currency: string,
): string {
  const field = `${side}.accountInfo`;
  if (required(input, `${field}.bankCode`) !== BANK_CODE) throw invalid(`${field}.bankCode`);
  const account = findAccount(store, required(input, `${field}.accountNo`));
  if (account === undefined) throw unknownEntity(`${field}.accountNo`);
  if (account.currency !== currency)
    throw invalid(`tranAmount.currency, the account is in ${account.currency}`);
  return account.id;
}

/** An account here, one at another bank, or that of a PromptPay id. */
function findPayee(call: HandlerCall, currency: string): string {
  const { input, store } = call;
  const proxy = optional(input, 'payee.proxy.value');
  if (proxy !== undefined) {
    return PROXIES.get(proxy) ?? outsideAccount(store, 'promptpay', currency);
  }
  const bank = optional(input, 'payee.accountInfo.bankCode');
  if (bank === undefined) throw missing('payee');
  return bank === BANK_CODE
    ? ownAccount(call, 'payee', currency)
    : outsideAccount(store, `bank-${bank}`, currency);
}

/** The planned end of a confirmation; without a plan balance and accounts decide. */
export type TransferPlan = 'partial' | 'failed' | 'failed-partial' | 'processing';

const HUB_FAILURES: Readonly<Record<string, string>> = {
  '000': 'Success at the hub, but the confirmation failed',
  '112': 'Invalid transaction',
  '114': 'Deposit not allowed through this channel',
  '125': 'Invalid destination bank',
};

/** Ends a confirmation: moves what can be moved and says how it went. */
function completeTransfer(context: HandlerContext, transfer: TransferRow): TransferRow {
  const { store, now } = context;
  const outcome = decideOutcome(store, transfer);
  const kind = transfer.kind === 'debit' ? 'transfer.debitConfirm' : 'transfer.creditConfirm';
  if (outcome.moved > 0n) {
    const entries = move(transfer.payer, transfer.payee, outcome.moved, transfer.currency);
    post(store, { at: now, kind, reference: transfer.tokenizer }, entries);
  }
  const ended: TransferRow = {
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
  const transfer = transfers.find(context.store, { tokenizer: due.tokenizer });
  if (transfer?.state === 'CONFIRM_PROCESSING')
    completeTransfer(context, { ...transfer, plan: null });
}

function saveTransfer({ store, now }: HandlerContext, transfer: TransferRow): void {
  const { tokenizer, state, confirmed, code, description } = transfer;
  transfers.update(store, { tokenizer }, { state, confirmed, code, description, confirmedAt: now });
}

function money(amount: bigint, currency: string) {
  return { amount: number(formatAmount(amount)), currency };
}

/** A debit takes what the account holds; a credit that is not covered fails as a whole. */
function decideOutcome(
  store: Sqlite,
  transfer: TransferRow,
): { moved: bigint; code: string | null } {
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

function refuses(account: AccountRow | undefined): boolean {
  return account?.behaviour === 'refuses';
}

/** Fields of a confirmed debit; one that failed as a whole is neither full nor partial. */
function debitFields({ kind, state, amount, confirmed, currency }: TransferRow) {
  if (kind !== 'debit' || state === 'INITIATE_COMPLETED') return {};
  const confirmAmount = money(confirmed ?? 0n, currency);
  if (state === 'CONFIRM_FAILED' && !confirmed) return { confirmAmount };
  return { debitStatus: confirmed === amount ? 'Full' : 'Partial', confirmAmount };
}
