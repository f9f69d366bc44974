import { formatAmount, parseAmount } from '../../core/money.js';
import { compactDateTime } from '../../core/time.js';
import { layOut } from '../delivery/confirmations.js';
import { findAccount, InsufficientFunds, merchantAccount, move, post } from '../ledger/ledger.js';
import { type Row, satang, text, textOrNull } from '../ledger/row.js';
import type { Store } from '../ledger/store.js';
import { randomDigits, randomLetters } from '../seed/identifiers.js';
import { isWithinLimits } from '../seed/profiles.js';
import { type Answer, duplicate, invalid, unknownEntity } from '../server/answers.js';
import {
  type Call,
  given,
  type HandlerContext,
  type Handlers,
  optional,
} from './handler-context.js';
import { seal } from './sealing.js';

export const handlers: Handlers = {
  register,
  registration,
  charge,
  payment,
};

/** Result of a charge: statusCode, and responseCode where it was declined. */
interface Verdict {
  status: '1000' | '1001' | '1002';
  response: string;
}

const VERDICT_TEXTS: Readonly<Record<string, string>> = {
  '00': 'Success',
  '01': 'Duplicate transaction',
  '02': 'Amount over limit',
  H165: 'The account holds too little',
  H182: 'Account not found',
};

function register(call: Call): Answer {
  const { input, store, now } = call;
  const merchant = merchantOf(call);
  const reference = given(input, 'regRef');
  if (findRegistration(store, merchant, reference) !== undefined) throw duplicate(reference);
  const ticket = randomLetters(call.random, 32);
  store.run(
    `INSERT INTO registration (merchant, reg_ref, ref1, ref2, citizen, back_url, ticket, status, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, '0001', ?)`,
    merchant,
    reference,
    given(input, 'ref1'),
    optional(input, 'ref2') ?? null,
    optional(input, 'citizenId') ?? null,
    given(input, 'backUrl'),
    ticket,
    now,
  );
  post(store, { at: now, kind: 'dd.register', reference });
  const webUrl = `bank-sandbox://register/${ticket}`;
  return {
    data: { merchantId: merchant, registrationResponse: { webUrl }, validationMessages: [] },
  };
}

function registration(call: Call): Answer {
  const reference = given(call.input, 'regRef');
  const found = findRegistration(call.store, merchantOf(call), reference);
  if (found === undefined) throw unknownEntity(reference);
  return enveloped(call, registrationRecord(found));
}

/** Refusals come inside a valid answer; a reference that was used before charges nothing. */
function charge(call: Call): Answer {
  const { input, store, now } = call;
  const merchant = merchantOf(call);
  const reference = given(input, 'refNumber');
  if ((optional(input, 'currency') ?? 'THB') !== 'THB') throw invalid('currency');
  if (findCharge(call, merchant, reference) !== undefined) {
    return enveloped(call, { ...echo(call), ...verdictRecord({ status: '1001', response: '01' }) });
  }
  const verdict = collect(call, merchant, reference);
  const number = compactDateTime(now) + randomDigits(call.random, 6);
  store.run(
    `INSERT INTO charge (merchant, reference, sent_at, amount, account, customer_ref, number, charged_at, status, response)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    merchant,
    reference,
    given(input, 'refDateTime'),
    amountOf(call),
    given(input, 'accountNumber'),
    optional(input, 'customerRef') ?? null,
    number,
    now,
    verdict.status,
    verdict.response,
  );
  const transaction = { txnNumber: number, txnDateTime: compactDateTime(now) };
  return enveloped(call, { ...echo(call), ...transaction, ...verdictRecord(verdict) });
}

function payment(call: Call): Answer {
  const { input } = call;
  const reference = given(input, 'refNumber');
  const row = findCharge(call, merchantOf(call), reference);
  if (row === undefined || text(row, 'sent_at') !== given(input, 'refDateTime'))
    throw unknownEntity(reference);
  const number = text(row, 'number');
  return enveloped(call, {
    refNumber: reference,
    refDateTime: text(row, 'sent_at'),
    amount: Number(formatAmount(satang(row, 'amount'))),
    currency: 'THB',
    customerRef: textOrNull(row, 'customer_ref') ?? '',
    txnNumber: number,
    txnDateTime: number.slice(0, 14),
    statusCode: text(row, 'status'),
    responseCode: text(row, 'response'),
    statusDesc: VERDICT_TEXTS[text(row, 'response')] ?? '',
  });
}

function collect(call: Call, merchant: string, reference: string): Verdict {
  const { input, store, now } = call;
  const account = given(input, 'accountNumber');
  if (!isWithinLimits('T30', amountOf(call))) return { status: '1001', response: '02' };
  if (!hasRegistered(store, merchant, account) || findAccount(store, account) === undefined) {
    return { status: '1002', response: 'H182' };
  }
  const entries = move(account, merchantAccount(store, merchant), amountOf(call));
  try {
    store.attempt(() => post(store, { at: now, kind: 'dd.charge', reference }, entries));
  } catch (error) {
    if (error instanceof InsufficientFunds) return { status: '1002', response: 'H165' };
    throw error;
  }
  return { status: '1000', response: '00' };
}

function findCharge({ store }: Call, merchant: string, reference: string) {
  return store.one(
    'SELECT * FROM charge WHERE reference = ? AND merchant = ?',
    reference,
    merchant,
  );
}

function echo(call: Call) {
  const { input } = call;
  return {
    refNumber: given(input, 'refNumber'),
    refDateTime: given(input, 'refDateTime'),
    amount: Number(formatAmount(amountOf(call))),
    currency: 'THB',
    customerRef: optional(input, 'customerRef') ?? '',
  };
}

function verdictRecord({ status, response }: Verdict) {
  return { statusCode: status, responseCode: response, statusDesc: VERDICT_TEXTS[response] ?? '' };
}

function amountOf({ input }: Call): bigint {
  return parseAmount(given(input, 'amount')) ?? 0n;
}

function merchantOf({ input, settings }: Call): string {
  const merchant = given(input, 'merchantId');
  const length = settings.directDebitMerchantDigits;
  if (length !== 0 && merchant.length !== length)
    throw invalid(`merchantId, ${length} digits are required`);
  return merchant;
}

/** Encrypted where the request was. */
function enveloped(call: Call, record: Record<string, unknown>): Answer {
  const merchantId = given(call.input, 'merchantId');
  const validationMessages: string[] = [];
  return call.sealed
    ? { data: { merchantId, encryptedValue: seal(call.store, record), validationMessages } }
    : { data: { merchantId, ...record, validationMessages } };
}

/** A customer's permission for direct debit, from the request to its end. */
export interface Registration {
  merchant: string;
  /** regRef. */
  reference: string;
  ref1: string;
  ref2: string | null;
  backUrl: string;
  /** statusCode: 0 registered, 0001 begun, 0003 failed. */
  status: string;
  error: string | null;
  account: string | null;
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  '0': 'Success',
  '0001': 'Initiated',
  '0003': 'Verification failed',
};

export function findRegistration(
  store: Store,
  merchant: string,
  reference: string,
): Registration | undefined {
  const row = store.one(
    'SELECT * FROM registration WHERE reg_ref = ? AND merchant = ?',
    reference,
    merchant,
  );
  return row && registrationOf(row);
}

/** By its own reference alone: the customer does not know the merchant's number. */
export function openRegistration(store: Store, reference: string): Registration | undefined {
  const row = store.one(
    "SELECT * FROM registration WHERE reg_ref = ? AND status = '0001' LIMIT 1",
    reference,
  );
  return row && registrationOf(row);
}

export function hasRegistered(store: Store, merchant: string, account: string): boolean {
  const sql =
    "SELECT 1 FROM registration WHERE account = ? AND merchant = ? AND status = '0' LIMIT 1";
  return store.one(sql, account, merchant) !== undefined;
}

/** Ends a registration and tells the partner, host to host. */
export function endRegistration(
  context: HandlerContext,
  registration: Registration,
  end: { account: string } | { error: string },
): void {
  const status = 'account' in end ? '0' : '0003';
  const [account, error] = 'account' in end ? [end.account, null] : [null, end.error];
  context.store.run(
    'UPDATE registration SET status = ?, error = ?, account = ? WHERE reg_ref = ? AND merchant = ?',
    status,
    error,
    account,
    registration.reference,
    registration.merchant,
  );
  const kind = status === '0' ? 'customer.approve' : 'customer.reject';
  post(context.store, { at: context.now, kind, reference: registration.reference });
  const ended = registrationRecord({ ...registration, status, error, account });
  const body = {
    merchantId: registration.merchant,
    encryptedValue: seal(context.store, ended),
    validationMessages: [],
  };
  layOut(context, 'registration', registration.reference, JSON.stringify({ status: 200, body }));
}

/** What a registration inquiry and the host-to-host call say. */
export function registrationRecord(registration: Registration) {
  return {
    regRef: registration.reference,
    ref1: registration.ref1,
    ref2: registration.ref2 ?? '',
    statusCode: registration.status,
    statusDesc: STATUS_TEXTS[registration.status] ?? '',
    errorCode: registration.error ?? '',
    ...(registration.account !== null && { accountNo: registration.account }),
    backURL: registration.backUrl,
  };
}

function registrationOf(row: Row): Registration {
  return {
    merchant: text(row, 'merchant'),
    reference: text(row, 'reg_ref'),
    ref1: text(row, 'ref1'),
    ref2: textOrNull(row, 'ref2'),
    backUrl: text(row, 'back_url'),
    status: text(row, 'status'),
    error: textOrNull(row, 'error'),
    account: textOrNull(row, 'account'),
  };
}
