import { agrees } from '../bank/questions.js';
import { PAYMENT_KINDS, type PaymentKind, type PaymentStanding } from '../bank/reference.js';
import { uniqueBy, withoutUndefined } from '../core/fields.js';
import { parseAmount } from '../core/money.js';
import type {
  Evidence,
  EvidenceSource,
  IdReading,
  PaymentStatement,
  ReceivedConfirmation,
  SentCharge,
} from './evidence.js';

/** The evidence of one kind of payment, arranged for rules. */
export interface Facts {
  family: PaymentKind;
  all: Evidence;
  readings: readonly IdReading[];
  /** Those that speak of the payment in question. */
  statements: readonly PaymentStatement[];
  /** The one that decides. */
  bank: PaymentStatement | undefined;
  sources: readonly EvidenceSource[];
  payments: readonly SentCharge[];
  reversals: readonly SentCharge[];
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
export function groupFacts(evidence: Evidence): Facts[] {
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
  const sent = own(evidence.sent).filter(({ superseded }) => !superseded);
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
function ofSamePayment(statements: readonly PaymentStatement[]): readonly PaymentStatement[] {
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

function isSamePayment(one: PaymentStatement, other: PaymentStatement): boolean {
  return agrees(one.amount, other.amount, true) && isSameMoment(one.paidAt, other.paidAt);
}

export function isSameMoment(one = 0, other = 0): boolean {
  return Math.abs(one - other) < SAME_PAYMENT_MS;
}

/**
 * When it was paid, as confirmations say where the bank does not: no inquiry about a wallet tells it.
 * One of another amount is not about this payment.
 */
export function confirmedAt({
  bank,
  confirmed,
}: Pick<Facts, 'bank' | 'confirmed'>): number | undefined {
  if (bank === undefined || bank.paidAt !== undefined || !hasMoved(bank)) return undefined;
  return confirmed.find((one) => agrees(one.amount, bank.amount, true))?.paidAt;
}

/** What was paid, and when: the bank's word, without one that of confirmations and the journal. */
export function findPayment(evidence: Evidence): { amount?: string; paidAt?: number } {
  const [facts] = groupFacts(evidence);
  const { bank, payments = [] } = facts ?? {};
  if (bank !== undefined && !hasMoved(bank)) return {};
  const sent = payments.findLast(({ state }) => isDone(state));
  const amount = bank?.amount ?? sent?.amount;
  const said = facts && (bank?.paidAt ?? confirmedAt(facts));
  const paidAt = said ?? (bank === undefined ? sent?.answer?.at : undefined);
  return { amount, paidAt };
}

/** A payment whose moment is known. */
export interface PaidMoment {
  /** Milliseconds since the epoch. */
  at: number;
  /** The inquiry that tells it, or `confirmations`. */
  source: string;
  amount?: string;
  transactionId?: string;
}

/**
 * Each payment once, however many tell of it: in one second, of one amount, there are as many as the
 * source tells that knows of the most. Confirmations count where the bank tells none like it.
 */
export function paidMoments({
  statements,
  confirmed,
}: Pick<Evidence, 'statements' | 'confirmed'>): PaidMoment[] {
  const said = statements.flatMap((one) => toMoments(one, one.source));
  const received = uniqueBy(
    confirmed.flatMap((one) => toMoments(one, 'confirmations')),
    ({ at, transactionId }) => `${at} ${transactionId}`,
  );
  const isLike = (one: PaidMoment, other: PaidMoment) =>
    isSameMoment(one.at, other.at) && agrees(one.amount, other.amount, true);
  return [
    ...uniqueBy(said, keyOfMoment).flatMap((one) => momentsOfBestSource(said, keyOfMoment(one))),
    ...received.filter((one) => !said.some((other) => isLike(one, other))),
  ];
}

/** One inquiry tells the second alone, another less. */
function keyOfMoment({ at, amount = '' }: PaidMoment): string {
  return `${Math.floor(at / 1000)} ${parseAmount(amount) ?? amount}`;
}

/** Those of one second and amount, as the source has them that knows of the most, and most of each. */
function momentsOfBestSource(all: readonly PaidMoment[], key: string): PaidMoment[] {
  const alike = all.filter((one) => keyOfMoment(one) === key);
  const bySource = [...new Set(alike.map(({ source }) => source))].map((source) =>
    alike.filter((one) => one.source === source),
  );
  const ids = (some: readonly PaidMoment[]) => some.filter((one) => one.transactionId).length;
  const [most = []] = bySource.sort((a, b) => b.length - a.length || ids(b) - ids(a));
  return most;
}

function toMoments(
  { paidAt, amount, transactionId }: Pick<PaymentStatement, 'paidAt' | 'amount' | 'transactionId'>,
  source: string,
): PaidMoment[] {
  if (paidAt === undefined) return [];
  return [{ at: paidAt, source, ...withoutUndefined({ amount, transactionId }) }];
}

/** A slip cannot tell whether its payment was refunded, so it decides only where nothing else does. */
function strongest(statements: readonly PaymentStatement[]): PaymentStatement | undefined {
  const records = statements.filter(({ kind }) => kind !== 'slip');
  const ranked = (records.length > 0 ? [...records] : [...statements]).sort(
    (a, b) => RANK.indexOf(a.standing) - RANK.indexOf(b.standing),
  );
  return ranked[0];
}

/** Whether an inquiry has answered that the bank has no record; what this machine lacks does not count. */
export function isUnknownToBank({ sources }: Pick<Evidence, 'sources'>): boolean {
  return sources.some(({ family, result }) => family !== 'other' && result === 'not-found');
}

export function hasMoved({ standing }: PaymentStatement): boolean {
  return standing === 'paid' || standing === 'partial';
}

export function isDone(state: SentCharge['state']): boolean {
  return state === 'succeeded' || state === 'partial' || state === 'settled-executed';
}
