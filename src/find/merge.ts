import { formatAmount, parseAmount } from '../core/money.js';
import { contradictionIn, isGivenBack } from './contradictions.js';
import { type Payment, type Sighting, SOURCES } from './payment.js';

/** One payment for all sightings of it, newest first. The order of the sightings does not matter. */
export function merge(sightings: readonly Sighting[]): Payment[] {
  return united(sharingKeys(sightings)).map(paymentOf).sort(newestFirst);
}

type Group = readonly Sighting[];

/** Groups of sightings that lead to each other by their keys. */
function sharingKeys(sightings: readonly Sighting[]): Group[] {
  const groups = new Map<string, Sighting[]>();
  const alone: Group[] = [];
  for (const sighting of sightings) {
    const { keys } = sighting;
    if (keys.length === 0) alone.push([sighting]);
    const known = new Set(keys.flatMap((key) => groups.get(key) ?? []).flat());
    const group = [...known, sighting];
    const all = new Set(group.flatMap((one) => one.keys));
    for (const key of all) groups.set(key, group);
  }
  // What follows looks at the first of a group, which must not depend on who came first.
  return [...new Set(groups.values()), ...alone].map((group) => [...group].sort(byWeight));
}

const SAME_PAYMENT_MS = 60_000;

/**
 * A bill can be paid many times under its reference, so that one that is known without the bank's
 * id is joined to another source's only where no third could be meant.
 */
function united(groups: readonly Group[]): Group[] {
  const bills = new Map<string, Group[]>();
  for (const group of groups) {
    const reference = group.map((one) => one.reference).find(Boolean);
    if (group[0]?.kind !== 'bill' || reference === undefined) continue;
    bills.set(reference, [...(bills.get(reference) ?? []), group]);
  }
  const partner = new Map<Group, Group>();
  for (const near of bills.values()) {
    for (const group of near) {
      const [only, ...more] = near.filter((other) => mayBeSame(group, other));
      if (only && more.length === 0) partner.set(group, only);
    }
  }
  const isPair = (group: Group) => {
    const other = partner.get(group);
    return other && partner.get(other) === group ? other : undefined;
  };
  const done = new Set<Group>();
  return groups.flatMap((group) => {
    if (done.has(group)) return [];
    const other = isPair(group);
    if (other) done.add(other);
    return [[...group, ...(other ?? [])]];
  });
}

function mayBeSame(one: Group, other: Group): boolean {
  const [first, second] = [one[0], other[0]];
  if (one === other || !first || !second) return false;
  const named = [one, other].filter((group) => group.some(({ transactionId }) => transactionId));
  return (
    named.length < 2 &&
    !one.some(({ source }) => other.some((sighting) => sighting.source === source)) &&
    satang(first) === satang(second) &&
    Math.abs(first.at - second.at) < SAME_PAYMENT_MS
  );
}

function satang({ amount = '' }: Sighting): bigint | undefined {
  return parseAmount(amount);
}

/** What counts first where sources say different things; then what does not depend on their order. */
function byWeight(a: Sighting, b: Sighting): number {
  const [x, y] = [a, b].map((one) => SOURCES.indexOf(one.source) + (one.isReversal ? 10 : 0));
  return (x ?? 0) - (y ?? 0) || compare(canonical(a), canonical(b));
}

/** All that a sighting says, in one order. */
function canonical(sighting: Sighting): string {
  return JSON.stringify(Object.entries(sighting).sort(([a], [b]) => compare(a, b)));
}

function paymentOf(group: Group): Payment {
  const sightings = [...group].sort(byWeight);
  const [first] = sightings;
  if (first === undefined) throw new TypeError('a payment that nobody has seen');
  const told = (name: 'reference' | 'transactionId' | 'payer') =>
    sightings.map((one) => one[name]).find(Boolean) ?? '';
  const confirmed = sightings.find(({ source }) => source === 'confirmation');
  const byBank = first.source === 'bank' ? first : undefined;
  return {
    kind: first.kind,
    reference: told('reference'),
    transactionId: told('transactionId'),
    amount: amountOf(sightings),
    at: (byBank ?? confirmed ?? first).at,
    payer: told('payer'),
    state: stateOf(sightings),
    sources: SOURCES.filter((source) => sightings.some((one) => one.source === source)),
    machines: [...new Set(sightings.flatMap(({ machine }) => machine ?? []))].sort(compare),
    contradiction: contradictionIn(sightings),
    sightings,
  };
}

function amountOf(sightings: readonly Sighting[]): string {
  const byBank = sightings.find(({ source, amount }) => source === 'bank' && amount)?.amount;
  const asked = sightings.find(({ bankAmount }) => bankAmount)?.bankAmount;
  const amount = byBank ?? asked ?? sightings.find((one) => one.amount)?.amount ?? '';
  const parsed = parseAmount(amount);
  return parsed === undefined ? amount : formatAmount(parsed);
}

/** The bank's word; without it a refund of this machine ends what it had paid. */
function stateOf(sightings: readonly Sighting[]): Payment['state'] {
  const [first] = sightings;
  if (first?.source !== 'bank' && isGivenBack(sightings)) return 'reversed';
  return (sightings.find(({ isReversal }) => !isReversal) ?? first)?.state ?? 'unknown';
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
