import type { Days } from '../bank/days.js';
import type { Search } from '../bank/reference.js';
import type { AskedBank, Asker } from '../investigate/ask.js';
import { comparePositions, isUpTo } from '../state/ordering.js';
import { type BankFindings, type BankGap, searchBank, withPayers } from './bank.js';
import { type Narrowing, saysAmount } from './journal.js';
import { merge } from './merge.js';
import { foldName, type Payment, paymentKind, type Seen } from './payment.js';

/** What is looked for; all of it must fit. Where only sums are wanted, nobody needs names. */
export interface PaymentCriteria extends Narrowing {
  days: Days;
  /** Milliseconds by which the bank's clock is ahead: this machine wrote what it knows by its own. */
  ahead?: number;
  /** Any part of the name, in any letter case. */
  payer?: string;
  limit: number;
}

/** A local source. Gets what others have seen so far; returns its own, or why it could not be read. */
export type LocalSource = (known: Seen) => Promise<Seen | BankGap>;

export interface Sources {
  bank: AskedBank;
  searches: readonly Search[];
  ask: Asker;
  local: readonly LocalSource[];
}

export interface FoundPayments {
  /** In the order that was wanted. */
  payments: Payment[];
  /** How many there are; undefined where not all were read. */
  total: number | undefined;
  gaps: BankGap[];
}

/**
 * After how many sightings that fit a local source may stop: a tenth beyond the limit, because some may be of
 * one payment. What is only known of a whole payment needs all.
 */
export function enoughFor({ limit, payer, ref1, state }: PaymentCriteria): number {
  const isOfPayment = [payer, ref1, state].some((one) => one !== undefined);
  return isOfPayment ? Number.POSITIVE_INFINITY : limit + Math.ceil(limit / 10) + 10;
}

/** Payer names that are looked up without --payer: each costs a call, at five a second. */
const MOST_NAMES = 25;

export async function find(wanted: PaymentCriteria, sources: Sources): Promise<FoundPayments> {
  const { bank, ask } = sources;
  const searches = searchesFor(wanted, sources.searches);
  const findings = await searchBank(bank, searches, wanted.days, wanted.ref1);
  const gaps = [...findings.gaps];
  const known: Seen = { sightings: [...findings.sightings] };
  for (const localSource of sources.local) {
    const answer = await localSource(known);
    if ('sightings' in answer) {
      for (const sighting of answer.sightings) known.sightings.push(sighting);
      if (answer.upTo && isUpTo(wanted, answer.upTo, known.upTo)) known.upTo = answer.upTo;
    } else if (gaps.every(({ source }) => source !== answer.source)) gaps.push(answer);
  }
  const { upTo } = known;
  const { beginAt } = wanted;
  const fitting = merge(known.sightings)
    .filter((one) => fits(one, wanted) && isUpTo(wanted, one, upTo))
    .filter((one) => beginAt === undefined || comparePositions(wanted, one, beginAt) >= 0)
    .sort((one, other) => comparePositions(wanted, one, other));
  const named =
    wanted.isSummed && wanted.payer === undefined
      ? { payments: fitting, gaps: [] }
      : await withPayerNames(fitting, wanted, findings, ask, bank.clock.now());
  return {
    payments: named.payments.slice(0, wanted.limit),
    total: upTo ? undefined : named.payments.length,
    gaps: [...gaps, ...named.gaps],
  };
}

/** The searches of the bank that cover these kinds. */
export function searchesFor({ kinds }: PaymentCriteria, searches: readonly Search[]): Search[] {
  return searches.filter(({ payment }) => {
    const kind = paymentKind(payment);
    return kind !== undefined && kinds.includes(kind);
  });
}

function fits({ kind, at, state, machines, sightings }: Payment, wanted: PaymentCriteria): boolean {
  const { since, until, ref1, kinds, machine, ahead = 0 } = wanted;
  const isThen = (moment: number) => moment >= since && moment < until;
  return (
    kinds.includes(kind) &&
    (isThen(at) || isThen(at + ahead)) &&
    (wanted.state === undefined || state === wanted.state) &&
    (machine === undefined || machines.includes(machine)) &&
    // Where sources differ, either amount finds the payment, and the difference.
    sightings.some((one) => saysAmount(one, wanted)) &&
    (ref1 === undefined || sightings.some((one) => one.ref1 === ref1))
  );
}

async function withPayerNames(
  payments: readonly Payment[],
  { payer, limit }: PaymentCriteria,
  findings: BankFindings,
  ask: Asker,
  now: number,
): Promise<{ payments: Payment[]; gaps: BankGap[] }> {
  const isNameless = (payment: Payment) => payment.payer === '';
  const names = (payment: Payment) =>
    payer !== undefined && payment.sightings.some((one) => containsName(payer, one.payer));
  const open = payments.filter((payment) =>
    payer === undefined ? isNameless(payment) : !names(payment),
  );
  const asked = payer === undefined ? open.slice(0, Math.min(MOST_NAMES, limit)) : open;
  const named = await withPayers(asked, findings, ask, now);
  const renamed = new Map(asked.map((one, index) => [one, named.payments[index] ?? one]));
  const all = payments.map((payment) => renamed.get(payment) ?? payment);
  // Without --payer a name is an extra, so a failed lookup is not a gap.
  if (payer === undefined) return { payments: all, gaps: [] };
  return { payments: all.filter(names), gaps: named.gaps };
}

/** Whether a name contains a text; letter case, width and the order of combining marks do not count. */
export function containsName(part: string, name = ''): boolean {
  return foldName(name).includes(foldName(part));
}
