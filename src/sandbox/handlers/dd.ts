import { randomText } from '../../bank/generate.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { compactDateTime } from '../../core/time.js';
import type { Sqlite } from '../../host/sqlite.js';
import { enqueue } from '../delivery/confirmations.js';
import { findAccount, InsufficientFunds, merchantAccount, move, post } from '../ledger/ledger.js';
import { charges, type Registration, registrations } from '../ledger/tables.js';
import { isWithinLimits } from '../seed/profiles.js';
import { randomDigits } from '../seed/random.js';
import { duplicate, type HandlerAnswer, invalid, unknownEntity } from '../server/answers.js';
import { encrypt } from './encryption.js';
import {
  type HandlerCall,
  type HandlerContext,
  type Handlers,
  optional,
  required,
} from './handler-context.js';

export const handlers: Handlers = { register, registration, charge, payment };

/** Result of a charge: statusCode, and responseCode where it was declined. */
interface ChargeResult {
  status: string;
  response: string;
}

const RESPONSE_TEXTS: Readonly<Record<string, string>> = {
  '00': 'Success',
  '01': 'Duplicate transaction',
  '02': 'Amount over limit',
  H165: 'The account holds too little',
  H182: 'Account not found',
};

function register(call: HandlerCall): HandlerAnswer {
  const { input, store, now } = call;
  const merchant = readMerchant(call);
  const reference = required(input, 'regRef');
  if (registrations.find(store, { regRef: reference, merchant }) !== undefined)
    throw duplicate(reference);
  const ticket = randomText(call.random, 32);
  registrations.insert(store, {
    merchant,
    regRef: reference,
    ref1: required(input, 'ref1'),
    ref2: optional(input, 'ref2'),
    citizen: optional(input, 'citizenId'),
    backUrl: required(input, 'backUrl'),
    ticket,
    status: '0001',
    createdAt: now,
  });
  post(store, { at: now, kind: 'dd.register', reference });
  const webUrl = `bank-sandbox://register/${ticket}`;
  return {
    data: { merchantId: merchant, registrationResponse: { webUrl }, validationMessages: [] },
  };
}

function registration(call: HandlerCall): HandlerAnswer {
  const reference = required(call.input, 'regRef');
  const row = registrations.find(call.store, { regRef: reference, merchant: readMerchant(call) });
  if (row === undefined) throw unknownEntity(reference);
  return enveloped(call, registrationRecord(row));
}

/** Refusals come inside a valid answer; a used reference charges nothing. */
function charge(call: HandlerCall): HandlerAnswer {
  const { input, store, now } = call;
  const merchant = readMerchant(call);
  const reference = required(input, 'refNumber');
  if ((optional(input, 'currency') ?? 'THB') !== 'THB') throw invalid('currency');
  if (charges.find(store, { reference, merchant }) !== undefined) {
    return enveloped(call, { ...echo(call), ...resultRecord({ status: '1001', response: '01' }) });
  }
  const result = collect(call, merchant, reference);
  const number = compactDateTime(now) + randomDigits(call.random, 6);
  charges.insert(store, {
    merchant,
    reference,
    sentAt: required(input, 'refDateTime'),
    amount: readAmount(call),
    account: required(input, 'accountNumber'),
    customerRef: optional(input, 'customerRef'),
    number,
    chargedAt: now,
    ...result,
  });
  const transaction = { txnNumber: number, txnDateTime: compactDateTime(now) };
  return enveloped(call, { ...echo(call), ...transaction, ...resultRecord(result) });
}

function payment(call: HandlerCall): HandlerAnswer {
  const { input } = call;
  const reference = required(input, 'refNumber');
  const charged = charges.find(call.store, { reference, merchant: readMerchant(call) });
  if (charged?.sentAt !== required(input, 'refDateTime')) throw unknownEntity(reference);
  return enveloped(call, {
    refNumber: reference,
    refDateTime: charged.sentAt,
    amount: Number(formatAmount(charged.amount)),
    currency: 'THB',
    customerRef: charged.customerRef ?? '',
    txnNumber: charged.number,
    txnDateTime: charged.number.slice(0, 14),
    ...resultRecord(charged),
  });
}

function collect(call: HandlerCall, merchant: string, reference: string): ChargeResult {
  const { input, store, now } = call;
  const account = required(input, 'accountNumber');
  if (!isWithinLimits('T30', readAmount(call))) return { status: '1001', response: '02' };
  if (!hasRegistered(store, merchant, account) || findAccount(store, account) === undefined) {
    return { status: '1002', response: 'H182' };
  }
  const entries = move(account, merchantAccount(store, merchant), readAmount(call));
  try {
    store.attempt(() => post(store, { at: now, kind: 'dd.charge', reference }, entries));
  } catch (error) {
    if (error instanceof InsufficientFunds) return { status: '1002', response: 'H165' };
    throw error;
  }
  return { status: '1000', response: '00' };
}

function echo(call: HandlerCall) {
  const { input } = call;
  return {
    refNumber: required(input, 'refNumber'),
    refDateTime: required(input, 'refDateTime'),
    amount: Number(formatAmount(readAmount(call))),
    currency: 'THB',
    customerRef: optional(input, 'customerRef') ?? '',
  };
}

function resultRecord({ status, response }: ChargeResult) {
  return { statusCode: status, responseCode: response, statusDesc: RESPONSE_TEXTS[response] ?? '' };
}

function readAmount({ input }: HandlerCall): bigint {
  return parseAmount(required(input, 'amount')) ?? 0n;
}

function readMerchant({ input, settings }: HandlerCall): string {
  const merchant = required(input, 'merchantId');
  const length = settings.directDebitMerchantDigits;
  if (length !== 0 && merchant.length !== length)
    throw invalid(`merchantId, ${length} digits are required`);
  return merchant;
}

/** Encrypted where the request was. */
function enveloped(call: HandlerCall, record: Record<string, unknown>): HandlerAnswer {
  const merchantId = required(call.input, 'merchantId');
  const validationMessages: string[] = [];
  return call.encrypted
    ? { data: { merchantId, encryptedValue: encrypt(call.store, record), validationMessages } }
    : { data: { merchantId, ...record, validationMessages } };
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  '0': 'Success',
  '0001': 'Initiated',
  '0003': 'Verification failed',
};

function hasRegistered(store: Sqlite, merchant: string, account: string): boolean {
  return registrations.find(store, { account, merchant, status: '0' }) !== undefined;
}

/** Ends a registration and tells the partner, host to host. */
export function endRegistration(
  context: HandlerContext,
  registration: Registration,
  end: { account: string } | { error: string },
): void {
  const status = 'account' in end ? '0' : '0003';
  const [account, error] = 'account' in end ? [end.account, null] : [null, end.error];
  const { merchant, regRef } = registration;
  registrations.update(context.store, { regRef, merchant }, { status, error, account });
  const kind = status === '0' ? 'customer.approve' : 'customer.reject';
  post(context.store, { at: context.now, kind, reference: registration.regRef });
  const ended = registrationRecord({ ...registration, status, error, account });
  const body = {
    merchantId: registration.merchant,
    encryptedValue: encrypt(context.store, ended),
    validationMessages: [],
  };
  enqueue(context, 'registration', registration.regRef, JSON.stringify({ status: 200, body }));
}

/** What a registration inquiry and the host-to-host call say. */
function registrationRecord(registration: Registration) {
  return {
    regRef: registration.regRef,
    ref1: registration.ref1,
    ref2: registration.ref2 ?? '',
    statusCode: registration.status,
    statusDesc: STATUS_TEXTS[registration.status] ?? '',
    errorCode: registration.error ?? '',
    ...(registration.account !== null && { accountNo: registration.account }),
    backURL: registration.backUrl,
  };
}
