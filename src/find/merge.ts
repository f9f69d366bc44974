import { groupBy } from '../core/fields.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { findContradiction, isRefunded } from './contradictions.js';
import { type Payment, type Sighting, SOURCES } from './payment.js';

/** One payment for all sightings of it, newest first. The order of the sightings does not matter. */
export function merge(sightings: readonly Sighting[]): Payment[] {
  return joinBills(sharingKeys(sightings)).map(toPayment).sort(newestFirst);
}

type Group = readonly Sighting[];

/** Groups sightings that share keys, directly or through others. Anybody may send many with one key. */
function sharingKeys(sightings: readonly Sighting[]): Group[] {
  const groups = new Map<string, Sighting[]>();
  const alone: Group[] = [];
  for (const sighting of sightings) {
    if (sighting.keys.length === 0) alone.push([sighting]);
    const sharing = new Set(sighting.keys.map((key) => groups.get(key) ?? []));
    // The largest group absorbs the others, so that no sighting is moved often.
    const [group = [], ...others] = [...sharing].sort((a, b) => b.length - a.length);
    for (const member of [sighting, ...others.flat()]) {
      group.push(member);
      for (const key of member.keys) groups.set(key, group);
    }
  }
  // Later steps look at the first of a group, so its order must not depend on the input order.
  return [...new Set(groups.values()), ...alone].map((group) => [...group].sort(byWeight));
}

const SAME_PAYMENT_MS = 60_000;

/**
 * A bill can be paid many times under its reference. So a sighting without the bank's id is joined
 * to one of another source only if no third could be meant.
 */
function joinBills(groups: readonly Group[]): Group[] {
  const bills = groups.flatMap((group) => toBill(group) ?? []);
  const partner = new Map<Group, Group>();
  for (const near of groupBy(bills, ({ reference }) => reference).values()) {
    const nameless = near.filter(({ isNamed }) => !isNamed);
    for (const bill of near) {
      const only = onlyOther(bill, bill.isNamed ? nameless : near);
      if (only) partner.set(bill.group, only.group);
    }
  }
  const mutualPartner = (group: Group) => {
    const candidate = partner.get(group);
    return candidate && partner.get(candidate) === group ? candidate : undefined;
  };
  const done = new Set<Group>();
  return groups.flatMap((group) => {
    if (done.has(group)) return [];
    const partnerGroup = mutualPartner(group);
    if (partnerGroup) done.add(partnerGroup);
    return [[...group, ...(partnerGroup ?? [])]];
  });
}

/** What tells bills of one reference apart. */
interface Bill {
  group: Group;
  reference: string;
  at: number;
  satang: bigint | undefined;
  /** The bank's id is known. */
  isNamed: boolean;
}

function toBill(group: Group): Bill | undefined {
  const [first] = group;
  const reference = group.map((one) => one.reference).find(Boolean);
  if (first?.kind !== 'bill' || reference === undefined) return undefined;
  const { at, amount = '' } = first;
  const isNamed = group.some(({ transactionId }) => transactionId !== '');
  return { group, reference, at, satang: parseAmount(amount), isNamed };
}

/** The one that may be the same payment; undefined where there is none, or more than one. */
function onlyOther(bill: Bill, others: readonly Bill[]): Bill | undefined {
  let only: Bill | undefined;
  for (const other of others) {
    if (Math.abs(bill.at - other.at) >= SAME_PAYMENT_MS || bill.satang !== other.satang) continue;
    if (bill === other || sharesSource(bill.group, other.group)) continue;
    if (only !== undefined) return undefined;
    only = other;
  }
  return only;
}

function sharesSource(one: Group, other: Group): boolean {
  return one.some(({ source }) => other.some((sighting) => sighting.source === source));
}

/** The source whose word counts first; then an order that does not depend on the input. */
function byWeight(a: Sighting, b: Sighting): number {
  const [x, y] = [a, b].map((one) => SOURCES.indexOf(one.source) + (one.isReversal ? 10 : 0));
  return (x ?? 0) - (y ?? 0) || compare(canonical(a), canonical(b));
}

/** All that a sighting says, in one order. */
function canonical(sighting: Sighting): string {
  return JSON.stringify(Object.entries(sighting).sort(([a], [b]) => compare(a, b)));
}

function toPayment(group: Group): Payment {
  const sightings = [...group].sort(byWeight);
  const [first] = sightings;
  if (first === undefined) throw new TypeError('a payment that nobody has seen');
  const firstKnown = (name: 'reference' | 'transactionId' | 'payer') =>
    sightings.map((one) => one[name]).find(Boolean) ?? '';
  const confirmed = sightings.find(({ source }) => source === 'confirmation');
  const byBank = first.source === 'bank' ? first : undefined;
  return {
    kind: first.kind,
    reference: firstKnown('reference'),
    transactionId: firstKnown('transactionId'),
    amount: firstAmount(sightings),
    at: (byBank ?? confirmed ?? first).at,
    payer: firstKnown('payer'),
    state: paymentState(sightings),
    sources: SOURCES.filter((source) => sightings.some((one) => one.source === source)),
    machines: [...new Set(sightings.flatMap(({ machine }) => machine ?? []))].sort(compare),
    contradiction: findContradiction(sightings),
    sightings,
  };
}

/** The first valid amount: a confirmation may say anything. */
function firstAmount(sightings: readonly Sighting[]): string {
  const amounts = [
    ...sightings.flatMap(({ source, amount }) => (source === 'bank' && amount) || []),
    ...sightings.flatMap(({ bankAmount }) => bankAmount ?? []),
    ...sightings.flatMap(({ amount }) => amount ?? []),
  ];
  const satang = amounts.map(parseAmount).find((one) => one !== undefined);
  return satang === undefined ? '' : formatAmount(satang);
}

/**
 * The bank's state; without one, a refund of this machine makes the payment `reversed`. While the outcome
 * of a refund is open, so is that of what was paid.
 */
function paymentState(sightings: readonly Sighting[]): Payment['state'] {
  const [first] = sightings;
  if (first?.source !== 'bank' && isRefunded(sightings)) return 'reversed';
  const state = (sightings.find(({ isReversal }) => !isReversal) ?? first)?.state ?? 'unknown';
  const open = sightings.find((one) => one.isReversal && one.state !== 'reversed');
  return open && state !== 'reversed' && state !== 'refused' ? open.state : state;
}

function newestFirst(a: Payment, b: Payment): number {
  return (
    b.at - a.at ||
    compare(a.kind, b.kind) ||
    compare(a.reference, b.reference) ||
    compare(a.transactionId, b.transactionId)
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
