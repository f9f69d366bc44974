import { eventShape } from '../../src/bank/events.js';
import { loadReferences } from '../../src/bank/families.js';
import { joinTexts } from '../../src/core/message.js';
import type {
  Evidence,
  EvidenceSource,
  IdReading,
  Payload,
  PaymentStatement,
  ReceivedConfirmation,
  SentCharge,
} from '../../src/investigate/evidence.js';
import { chargeNames } from '../../src/messages/charges.js';

/** 10:00 in Bangkok on 2 March 2026. */
export const NOW = Date.UTC(2026, 2, 2, 3);
const MINUTE = 60_000;

export const REFERENCES = await loadReferences();

export function reading(as: string, value: string, more: Partial<IdReading> = {}): IdReading {
  const family = REFERENCES.find(({ field }) => field === as)?.payment ?? 'other';
  return {
    as,
    family,
    value,
    fit: 'likely',
    why: joinTexts(['made up']),
    derived: false,
    known: {},
    ...more,
  };
}

/** What the answer of an inquiry is, as its family says. */
function kindOf(source = ''): Pick<PaymentStatement, 'kind'> {
  if (source === 'slip.verify') return { kind: 'slip' };
  return source === 'bill.search' ? { kind: 'search' } : {};
}

export function statement(more: Partial<PaymentStatement> = {}): PaymentStatement {
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

export function bill(more: Partial<PaymentStatement> = {}): PaymentStatement {
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

export function source(more: Partial<EvidenceSource> = {}): EvidenceSource {
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
    name: chargeNames.walletPayment,
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
    name: chargeNames.walletRefund,
    role: 'reversal',
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

const DAY_MS = 86_400_000;

/** `field=value …`; `none` is undefined, and a moment is so many days from now. */
function fieldsOf(text: string): Record<string, unknown> {
  const pairs = [...text.matchAll(/(\w+)=(.*?)(?=\s\w+=|$)/g)];
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => {
      if (value === 'none') return [name, undefined];
      if (name === 'paidAt') return [name, NOW + Number(value) * DAY_MS];
      if (name === 'httpStatus') return [name, Number(value)];
      if (name === 'static') return [name, value === 'true'];
      if (name === 'differs') return [name, [value]];
      return name === 'faults' ? [name, [joinTexts([value])]] : [name, value];
    }),
  );
}

/** What a table of facts says: `KIND field=value …; KIND …`, each as its maker has it but for these fields. */
export function facts(text: string): Evidence {
  const all = evidence();
  const readings: IdReading[] = [];
  for (const fact of text.split('; ').filter(Boolean)) {
    const [kind = ''] = fact.split(/[ =]/);
    const fields = fieldsOf(fact);
    const as = (one: PaymentStatement): PaymentStatement => {
      const said = Object.assign(one, fields);
      return { ...said, ...kindOf(said.source) };
    };
    const by = (one: SentCharge): SentCharge => {
      const made = Object.assign(one, fields);
      return { ...made, kind: REFERENCES.find(({ payment }) => payment === made.family) };
    };
    if (kind === 'expectedAmount') Object.assign(all, fields);
    else if (kind === 'statement') all.statements.push(as(statement()));
    else if (kind === 'bill') all.statements.push(as(bill()));
    else if (kind === 'transfer') all.statements.push(as(transfer()));
    else if (kind === 'source') all.sources.push(Object.assign(source(), fields));
    else if (kind === 'sent') all.sent.push(by(sent()));
    else if (kind === 'rejected') {
      const { code } = fields;
      const answer = { at: NOW, class: 'REJECTED', code: String(code) } as const;
      all.sent.push({ ...sent(), state: 'rejected', answer });
    } else if (kind === 'confirm') all.sent.push(by(confirm()));
    else if (kind === 'refund') all.sent.push(by(refund()));
    else if (kind === 'close') all.sent.push(refund(CLOSE));
    else if (kind === 'created') {
      all.created = [{ family: 'ewallet', reference: 'SBX1', at: NOW }];
    } else if (kind === 'confirmed') {
      const told = Object.assign(confirmed(), fields);
      all.confirmed.push({ ...told, event: confirmed({ family: told.family }).event });
    } else if (kind === 'payload') all.decoded.push(Object.assign(payload(), fields));
    else if (kind === 'reading') {
      readings.push(Object.assign(reading(String(fields.as), String(fields.value)), fields));
    } else throw new Error(`no fact is called ${kind}`);
  }
  return readings.length > 0 ? { ...all, readings } : all;
}

export function transfer(more: Partial<PaymentStatement> = {}): PaymentStatement {
  return statement({
    ...{ family: 'transfer', source: 'transfer.inquire', currency: 'THB', wallet: undefined },
    ...{ transactionId: undefined, ...more },
  });
}

function confirm(): SentCharge {
  return sent({
    ...{ family: 'transfer', operation: 'transfer.debitConfirm', wallet: undefined },
    ...{ command: 'transfer debit confirm', amount: undefined },
  });
}

const CLOSE = {
  ...{ operation: 'ewallet.close', command: 'ewallet close', name: chargeNames.walletClosing },
  closesUnpaid: true,
  amount: undefined,
} as const;

function payload(): Payload {
  return { kind: 'bill-payment', static: false, faults: [] };
}
