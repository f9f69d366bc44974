import type { Operation } from '../bank/define.js';
import type { Doubt } from '../bank/doubt.js';
import type { EventShape } from '../bank/events.js';
import { agrees } from '../bank/questions.js';
import {
  type KnownFields,
  PAYMENT_KINDS,
  type PaymentKind,
  type PaymentRecord,
  type PaymentStanding,
  type Question,
  type Reference,
} from '../bank/reference.js';
import type { OutcomeClass } from '../client/outcome.js';
import { optionalField } from '../core/fields.js';
import type { JsonObject } from '../core/json.js';
import type { Message, Text } from '../core/message.js';
import type { State } from '../journal/state.js';
import type { Kind } from '../qr/decode.js';

/** certain: something says so; likely: it looks like one; possible: nothing speaks against it. */
export const FITS = ['certain', 'likely', 'possible'] as const;
type Fit = (typeof FITS)[number];

/** One way to read the id, or a reference to which the id led. */
export interface Reading {
  /** Field of the specification. */
  as: string;
  family: PaymentKind;
  value: string;
  fit: Fit;
  why: Message;
  /** Not read from the id itself: the id led to it. */
  derived: boolean;
  known: KnownFields;
}

/** The kind of a reference: payments of several kinds may have references of one name. */
export function referenceOf(
  references: readonly Reference[],
  { as, family }: Pick<Reading, 'as' | 'family'>,
): Reference | undefined {
  return references.find(({ field, payment }) => field === as && payment === family);
}

/** What a QR, a slip or a barcode says of itself. */
export interface Payload {
  /** As `qr decode` calls it. */
  kind: Kind;
  /** Null where the payload does not tell. */
  static: boolean | null;
  amount?: string;
  billerId?: string;
  sendingBank?: string;
  /** Why it cannot be genuine as it is. */
  faults: Message[];
}

/** What the bank says of one payment. Times are milliseconds since the epoch, amounts as they came. */
export interface Statement extends PaymentRecord {
  family: PaymentKind;
  /** Operation id of the inquiry. */
  source: string;
  kind?: Question['kind'];
  reference: string;
  saidAt: number;
  requestUId: string;
}

/** One question, and what came of it. */
export interface Source {
  family: PaymentKind;
  /** Operation id, `journal` or `confirmations`. */
  source: string;
  kind?: Question['kind'];
  /** The question, in a few words. */
  asked: Text;
  result: 'found' | 'not-found' | 'no-answer' | 'not-asked';
  /** What it says, or why it says nothing. */
  says: Text;
  /** The field for want of which it was not asked. */
  lacks?: string;
  /** Why its answer is not believed. */
  doubt?: Doubt;
  class?: OutcomeClass;
  code?: string;
  httpStatus?: number;
  ms?: number;
  requestUId?: string;
  at: number;
}

/** A call of this machine that can move money, as the journal has it. */
export interface Sent {
  family: PaymentKind;
  operation: string;
  /** As a person types it: `ewallet pay`. */
  command: string;
  role: 'payment' | 'reversal';
  /** What a reversal does to the payment, in words. */
  undoes?: Operation['undoes'];
  /** The reference by which an inquiry knows it. */
  kind?: Pick<Reference, 'field' | 'needs'>;
  reference: string;
  amount?: string;
  wallet?: string;
  at: number;
  /** Which of several machines sent it. */
  machine?: string;
  requestUId: string;
  state: State;
  answer?: Answered;
  /** What was learnt later by an inquiry, or the word of a person. */
  later: { at: number; what: Message; requestUId?: string }[];
  /** Masked input of the call. */
  input: JsonObject;
}

export interface Answered {
  at: number;
  class: OutcomeClass;
  word?: string;
  code?: string;
  httpStatus?: number;
  ms?: number;
}

/** A confirmation in the inbox of this machine. Unsigned, so a hint. */
export interface ReceivedConfirmation {
  family: PaymentKind;
  event: EventShape;
  id: string;
  /** Hash of its contents. */
  fingerprint: string;
  reference: string;
  transactionId?: string;
  amount?: string;
  receivedAt: number;
  /** Which of several machines received it. */
  machine?: string;
  paidAt?: number;
  /** Fields in which it and another one of the same id contradict each other. */
  differs: readonly string[];
  forwarding?: 'waiting' | 'delivered' | 'dead';
  known: KnownFields;
}

/** Everything that was collected about one id. */
export interface Evidence {
  id: string;
  /** What the id holds: itself, the text of a file, the codes of a picture. */
  payloads: readonly string[];
  /** Personal data in a payload. */
  personal: string[];
  readings: Reading[];
  decoded: Payload[];
  sources: Source[];
  statements: Statement[];
  sent: Sent[];
  confirmed: ReceivedConfirmation[];
  /** Codes that this machine had made for it, by the kind of their payment. */
  created?: { family: PaymentKind; reference: string; at: number }[];
  /** As the person says it should be. */
  expectedAmount?: string;
  /** Of the profile. */
  billerId?: string;
  bankCode?: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The evidence of one kind of payment, arranged for rules. */
export interface Facts {
  family: PaymentKind;
  all: Evidence;
  readings: readonly Reading[];
  /** Those that speak of the payment in question. */
  statements: readonly Statement[];
  /** The one that decides. */
  bank: Statement | undefined;
  sources: readonly Source[];
  payments: readonly Sent[];
  reversals: readonly Sent[];
  confirmed: readonly ReceivedConfirmation[];
  /** The bank answered, and it knows nothing of it. */
  isUnknown: boolean;
}

/** Which standing wins where statements differ. */
const RANK: readonly PaymentStanding[] = [
  'partial',
  'paid',
  'reversed',
  'pending',
  'refused',
  'initiated',
];

/** Facts by kind of payment; the kind that the id most likely names comes first. */
export function factsOf(evidence: Evidence): Facts[] {
  const order = [...new Set(evidence.readings.map(({ family }) => family)), ...PAYMENT_KINDS];
  const families = [...new Set(order)].map((family) => factsOfFamily(evidence, family));
  return families
    .filter(({ readings, ...facts }) => readings.length > 0 || weight({ readings, ...facts }) > 0)
    .sort((a, b) => weight(b) - weight(a));
}

/** Where the id led nowhere. */
export function noFacts(evidence: Evidence): Facts {
  return factsOfFamily(evidence, 'other');
}

function factsOfFamily(evidence: Evidence, family: PaymentKind): Facts {
  const own = <T extends { family: PaymentKind }>(items: readonly T[]) =>
    items.filter((item) => item.family === family);
  const statements = ofSamePayment(own(evidence.statements));
  const sources = own(evidence.sources);
  const sent = own(evidence.sent);
  return {
    family,
    all: evidence,
    readings: evidence.readings.filter((reading) => reading.family === family),
    statements,
    bank: strongest(statements),
    sources,
    payments: sent.filter(({ role }) => role === 'payment'),
    reversals: sent.filter(({ role }) => role === 'reversal'),
    confirmed: own(evidence.confirmed),
    isUnknown:
      statements.length === 0 &&
      sources.some(({ result }) => result === 'not-found') &&
      // The search only adds to the inquiry; the test environment has none.
      !sources.some(({ result, kind }) => result === 'no-answer' && kind !== 'search'),
  };
}

/** A record of the bank weighs most, then what this machine has, then how likely the reading is. */
function weight({ statements, sources, payments, reversals, confirmed, readings }: Facts): number {
  const isAnswered = statements.length > 0 || sources.some(({ doubt }) => doubt !== undefined);
  const local = payments.length + reversals.length + confirmed.length;
  const certain = readings.some(({ fit }) => fit === 'certain');
  const likely = readings.some(({ fit }) => fit === 'likely');
  return (isAnswered ? 8 : 0) + (local > 0 ? 4 : 0) + (certain ? 2 : 0) + (likely ? 1 : 0);
}

const SAME_PAYMENT_MS = 60_000;

/** If there is a slip: of all payments of its bill, only the one that it shows. */
function ofSamePayment(statements: readonly Statement[]): readonly Statement[] {
  const slip = statements.find(({ kind }) => kind === 'slip');
  if (slip === undefined) return statements;
  const others = statements.filter(({ kind }) => kind !== 'slip');
  const sources = new Set(others.map(({ source }) => source));
  const same = [...sources].flatMap((source) => {
    const ofSource = others.filter((other) => other.source === source);
    const alike = ofSource.filter((other) => isSamePayment(slip, other));
    // A payment at the same moment with another amount contradicts the slip.
    return alike.length > 0
      ? alike
      : ofSource.filter(({ paidAt }) => isSameMoment(slip.paidAt, paidAt));
  });
  return same.length > 0 ? [slip, ...same] : statements;
}

function isSamePayment(one: Statement, other: Statement): boolean {
  return agrees(one.amount, other.amount, true) && isSameMoment(one.paidAt, other.paidAt);
}

export function isSameMoment(one = 0, other = 0): boolean {
  return Math.abs(one - other) < SAME_PAYMENT_MS;
}

/** What was paid, and when: the bank's word, without one the journal's. */
export function paymentIn(evidence: Evidence): { amount?: string; paidAt?: number } {
  const [facts] = factsOf(evidence);
  const { bank, payments = [] } = facts ?? {};
  if (bank !== undefined && !hasMoved(bank)) return {};
  const sent = payments.findLast(({ state }) => isDone(state));
  const amount = bank?.amount ?? sent?.amount;
  const paidAt = bank?.paidAt ?? (bank === undefined ? sent?.answer?.at : undefined);
  return { ...optionalField('amount', amount), ...optionalField('paidAt', paidAt) };
}

/** A slip cannot tell whether its payment was given back, so it decides only where nothing else does. */
function strongest(statements: readonly Statement[]): Statement | undefined {
  const records = statements.filter(({ kind }) => kind !== 'slip');
  const ranked = (records.length > 0 ? [...records] : [...statements]).sort(
    (a, b) => RANK.indexOf(a.standing) - RANK.indexOf(b.standing),
  );
  return ranked[0];
}

export function hasMoved({ standing }: Statement): boolean {
  return standing === 'paid' || standing === 'partial';
}

export function isDone(state: Sent['state']): boolean {
  return state === 'succeeded' || state === 'partial' || state === 'settled-executed';
}
