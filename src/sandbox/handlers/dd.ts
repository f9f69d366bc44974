import { formatAmount, parseAmount } from '../../core/money.js';
import { compactDateTime } from '../../core/time.js';
import { type Call, given, type Handlers, optional } from '../handler-context.js';
import { randomDigits, randomLetters } from '../identifiers.js';
import { findAccount, InsufficientFunds, merchantAccount, move, post } from '../ledger.js';
import { type Answer, duplicate, invalid, unknownEntity } from '../refusal.js';
import { satang, text, textOrNull } from '../row.js';
import { seal } from '../sealing.js';
import { isWithinLimits } from '../seed-profiles.js';
import { findRegistration, hasRegistered, registrationRecord } from './registrations.js';

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
