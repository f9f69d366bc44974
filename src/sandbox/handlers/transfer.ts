import { parseAmount } from '../../core/money.js';
import { bangkokDate, compactDateTime, parseDate } from '../../core/time.js';
import { schedule } from '../due.js';
import { type Call, given, type Handlers, optional } from '../handler-context.js';
import { randomDigits } from '../identifiers.js';
import { findAccount, outsideAccount, post } from '../ledger.js';
import { type Answer, duplicate, invalid, missing, unknownEntity } from '../refusal.js';
import { BANK_CODE, PROXIES } from '../seed.js';
import {
  completeTransfer,
  debited,
  findTransfer,
  money,
  saveTransfer,
  type Transfer,
} from './transfers.js';

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

function initiate(call: Call, kind: 'credit' | 'debit'): Answer {
  const { input, store, now, settings } = call;
  if (kind === 'debit' && settings.debitTaxId === 'required' && !optional(input, 'payer.taxId')) {
    throw missing('payer.taxId');
  }
  const currency = optional(input, 'tranAmount.currency') ?? 'THB';
  const amount = parseAmount(given(input, 'tranAmount.amount')) ?? 0n;
  const payer = ownAccount(call, 'payer', currency);
  const payee = payeeOf(call, currency);
  const tokenizer = `SBX${compactDateTime(now)}${randomDigits(call.random, 13)}`;
  store.run(
    `INSERT INTO transfer (tokenizer, kind, partner_id, state, payer, payee, currency, amount, initiated_at, day)
     VALUES (?, ?, ?, 'INITIATE_COMPLETED', ?, ?, ?, ?, ?, ?)`,
    tokenizer,
    kind,
    given(input, 'partnerTransactionID'),
    payer,
    payee,
    currency,
    amount,
    now,
    bangkokDate(now),
  );
  post(store, { at: now, kind: call.operation.id, reference: tokenizer });
  const channelDateTime = given(input, 'channelDateTime');
  const data = { channelDateTime, tokenizerId: tokenizer, tranAmount: money(amount, currency) };
  return { data, exact: true };
}

function confirm(call: Call, kind: 'credit' | 'debit'): Answer {
  const { input, store, now } = call;
  const tokenizer = given(input, 'tokenizerId');
  const transfer = findTransfer(store, tokenizer);
  if (transfer?.kind !== kind) throw unknownEntity(tokenizer);
  if (transfer.state !== 'INITIATE_COMPLETED') throw duplicate(tokenizer);
  if (transfer.plan === 'processing' || isSlow(call, transfer)) {
    const waiting = { ...transfer, state: 'CONFIRM_PROCESSING' };
    saveTransfer(call, waiting);
    schedule(store, now + PROCESSING_MS, 'transfer', { tokenizer });
    return { data: confirmation(call, waiting), exact: true };
  }
  return { data: confirmation(call, completeTransfer(call, transfer)), exact: true };
}

/** A transfer record; status, code and description only where the confirmation is not simply done. */
function confirmation({ input, settings }: Call, transfer: Transfer) {
  const { state, code, description, kind, amount, currency } = transfer;
  const named = {
    channelDateTime: given(input, 'channelDateTime'),
    tokenizerId: transfer.tokenizer,
  };
  if (settings.confirmState === 'inquiry') return named;
  return {
    ...named,
    ...(state !== 'CONFIRM_COMPLETED' && { status: state }),
    ...(code !== null && { code, description }),
    ...(kind === 'debit' && { tranAmount: money(amount, currency) }),
    ...debited(transfer),
  };
}

function inquire(call: Call): Answer {
  const { input, store } = call;
  const tokenizer = given(input, 'tokenizerId');
  const transfer = findTransfer(store, tokenizer);
  if (transfer === undefined || !isInRange(call, transfer.day)) throw unknownEntity(tokenizer);
  const { code, description, amount, confirmed, currency } = transfer;
  return {
    exact: true,
    data: {
      channelDateTime: given(input, 'channelDateTime'),
      tokenizerId: tokenizer,
      status: transfer.state,
      ...(code !== null && { code, description }),
      tranAmount: money(amount, currency),
      ...(confirmed !== null && { confirmAmount: money(confirmed, currency) }),
      ...debited(transfer),
    },
  };
}

function isInRange({ input }: Call, day: string): boolean {
  const from = parseDate(given(input, 'dateFrom')) ?? 0;
  const to = parseDate(optional(input, 'dateTo') ?? '') ?? from + RANGE_DAYS;
  const of = parseDate(day) ?? 0;
  return of >= from && of <= to;
}

function isSlow({ store }: Call, { payer, payee }: Transfer): boolean {
  return [payer, payee].some((id) => findAccount(store, id)?.behaviour === 'slow');
}

/** An account of this bank in the currency of the transfer. */
function ownAccount({ input, store }: Call, side: 'payer' | 'payee', currency: string): string {
  const field = `${side}.accountInfo`;
  if (given(input, `${field}.bankCode`) !== BANK_CODE) throw invalid(`${field}.bankCode`);
  const account = findAccount(store, given(input, `${field}.accountNo`));
  if (account === undefined) throw unknownEntity(`${field}.accountNo`);
  if (account.currency !== currency)
    throw invalid(`tranAmount.currency, the account is in ${account.currency}`);
  return account.id;
}

/** An account here, one at another bank, or whatever a PromptPay id leads to. */
function payeeOf(call: Call, currency: string): string {
  const { input, store } = call;
  const proxy = optional(input, 'payee.proxy.value');
  if (proxy !== undefined) {
    return PROXIES[proxy] ?? outsideAccount(store, 'promptpay', currency);
  }
  const bank = optional(input, 'payee.accountInfo.bankCode');
  if (bank === undefined) throw missing('payee');
  return bank === BANK_CODE
    ? ownAccount(call, 'payee', currency)
    : outsideAccount(store, `bank-${bank}`, currency);
}
