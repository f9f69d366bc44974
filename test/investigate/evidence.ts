import { eventShape } from '../../src/bank/events.js';
import { loadReferences } from '../../src/bank/families.js';
import { joined } from '../../src/core/message.js';
import type {
  Evidence,
  Reading,
  ReceivedConfirmation,
  SentCharge,
  Source,
  Statement,
} from '../../src/investigate/evidence.js';

/** 10:00 in Bangkok on 2 March 2026. */
export const NOW = Date.UTC(2026, 2, 2, 3);
const MINUTE = 60_000;

export const REFERENCES = await loadReferences();

export function reading(as: string, value: string, more: Partial<Reading> = {}): Reading {
  const family = REFERENCES.find(({ field }) => field === as)?.payment ?? 'other';
  return {
    as,
    family,
    value,
    fit: 'likely',
    why: joined(['made up']),
    derived: false,
    known: {},
    ...more,
  };
}

/** What the answer of an inquiry is, as its family says. */
function kindOf(source = ''): Pick<Statement, 'kind'> {
  if (source === 'slip.verify') return { kind: 'slip' };
  return source === 'bill.search' ? { kind: 'search' } : {};
}

export function statement(more: Partial<Statement> = {}): Statement {
  return {
    ...kindOf(more.source),
    family: 'ewallet',
    source: 'ewallet.inquire',
    reference: 'SBX1',
    standing: 'paid',
    word: 'SUCCESS',
    amount: '100.00',
    transactionId: 'T1',
    wallet: 'W',
    requestUId: 'uid-inquiry',
    saidAt: NOW,
    ...more,
  };
}

export function bill(more: Partial<Statement> = {}): Statement {
  return statement({
    family: 'bill',
    source: 'bill.inquire',
    reference: 'ORDER1',
    word: undefined,
    wallet: undefined,
    paidAt: NOW - 30 * MINUTE,
    ...more,
  });
}

export function source(more: Partial<Source> = {}): Source {
  return {
    family: 'ewallet',
    source: 'ewallet.inquire',
    asked: 'wallet B, outTradeNo SBX1',
    result: 'not-found',
    says: 'the bank does not know it',
    at: NOW,
    ...more,
  };
}

export function sent(more: Partial<SentCharge> = {}): SentCharge {
  const { family = 'ewallet' } = more;
  return {
    family: 'ewallet',
    operation: 'ewallet.pay',
    command: 'ewallet pay',
    role: 'payment',
    kind: REFERENCES.find(({ payment }) => payment === family),
    reference: 'SBX1',
    amount: '100.00',
    wallet: 'W',
    at: NOW - 10 * MINUTE,
    requestUId: 'uid-pay',
    state: 'succeeded',
    later: [],
    input: {},
    ...more,
  };
}

export function refund(more: Partial<SentCharge> = {}): SentCharge {
  return sent({
    operation: 'ewallet.refund',
    command: 'ewallet refund',
    role: 'reversal',
    undoes: more.operation === 'ewallet.close' ? 'closed unpaid' : 'given back',
    requestUId: 'uid-refund',
    at: NOW - 5 * MINUTE,
    ...more,
  });
}

export function confirmed(more: Partial<ReceivedConfirmation> = {}): ReceivedConfirmation {
  return {
    family: 'ewallet',
    event: eventShape(more.family === 'bill' ? 'bill' : 'wallet'),
    id: 'T1',
    fingerprint: 'f1',
    reference: 'SBX1',
    transactionId: 'T1',
    amount: '100.00',
    receivedAt: NOW - 9 * MINUTE,
    differs: [],
    known: {},
    ...more,
  };
}

export function evidence(more: Partial<Evidence> = {}): Evidence {
  return {
    id: 'SBX1',
    payloads: ['SBX1'],
    personal: [],
    readings: [reading('outTradeNo', 'SBX1'), reading('reference1', 'ORDER1')],
    decoded: [],
    sources: [],
    statements: [],
    sent: [],
    confirmed: [],
    billerId: '010000000000101',
    bankCode: '999',
    now: NOW,
    ...more,
  };
}
