import type { Search } from '../bank/define.js';
import { compareAmounts } from '../core/money.js';
import type { Asker, Bank } from '../investigate/ask.js';
import { type BankGap, type Days, type Found, searchBank, withPayers } from './bank.js';
import { merge } from './merge.js';
import { type Kind, kindOf, type Payment, type Sighting } from './payment.js';

/** What is looked for; all of it must fit. */
export interface Wanted {
  days: Days;
  /** From when until when, milliseconds since the epoch; the end does not belong to it. */
  since: number;
  until: number;
  amount?: string;
  ref1?: string;
  /** Any part of the name, in any letter case. */
  payer?: string;
  kinds: readonly Kind[];
  limit: number;
}

/** A source of this machine, given what others know: what it knows, or why it cannot be asked. */
export type Local = (known: readonly Sighting[]) => Promise<Sighting[] | BankGap>;

export interface Sources {
  bank: Bank;
  searches: readonly Search[];
  ask: Asker;
  local: readonly Local[];
}

export interface Answer {
  /** Newest first. */
  payments: Payment[];
  /** How many there are. */
  total: number;
  gaps: BankGap[];
}

/** So many names are asked for unasked: one call each, and five a second. */
const NAMES = 25;

export async function find(wanted: Wanted, sources: Sources): Promise<Answer> {
  const { bank, ask } = sources;
  const searches = searchesFor(wanted, sources.searches);
  const found = await searchBank(bank, searches, wanted.days, wanted.ref1);
  const gaps = [...found.gaps];
  const sightings = [...found.sightings];
  for (const local of sources.local) {
    const known = await local(sightings);
    if (Array.isArray(known)) for (const sighting of known) sightings.push(sighting);
    else if (gaps.every(({ source }) => source !== known.source)) gaps.push(known);
  }
  const fitting = merge(sightings).filter((payment) => fits(payment, wanted));
  const named = await whosePayer(fitting, wanted, found, ask, bank.clock.now());
  return {
    payments: named.payments.slice(0, wanted.limit),
    total: named.payments.length,
    gaps: [...gaps, ...named.gaps],
  };
}

/** The searches that can tell of these kinds. */
export function searchesFor({ kinds }: Wanted, searches: readonly Search[]): Search[] {
  return searches.filter(({ payment }) => {
    const kind = kindOf(payment);
    return kind !== undefined && kinds.includes(kind);
  });
}

function fits({ kind, at, sightings }: Payment, wanted: Wanted): boolean {
  const { since, until, amount, ref1, kinds } = wanted;
  const saysAmount = (text = '') => amount !== undefined && compareAmounts(text, amount) === 0;
  return (
    kinds.includes(kind) &&
    at >= since &&
    at < until &&
    // Where sources differ, either amount finds the payment, and the difference.
    (amount === undefined ||
      sightings.some((one) => saysAmount(one.amount) || saysAmount(one.bankAmount))) &&
    (ref1 === undefined || sightings.some((one) => one.ref1 === ref1))
  );
}

async function whosePayer(
  payments: readonly Payment[],
  { payer, limit }: Wanted,
  found: Found,
  ask: Asker,
  now: number,
): Promise<{ payments: Payment[]; gaps: BankGap[] }> {
  const isNameless = (payment: Payment) => payment.payer === '';
  const names = (payment: Payment) =>
    payer !== undefined && payment.sightings.some((one) => isPart(payer, one.payer));
  const open = payments.filter((payment) =>
    payer === undefined ? isNameless(payment) : !names(payment),
  );
  const asked = payer === undefined ? open.slice(0, Math.min(NAMES, limit)) : open;
  const named = await withPayers(asked, found, ask, now);
  const byOld = new Map(asked.map((one, index) => [one, named.payments[index] ?? one]));
  const all = payments.map((payment) => byOld.get(payment) ?? payment);
  // Without --payer a name is an extra: that it is missing fails nothing.
  if (payer === undefined) return { payments: all, gaps: [] };
  return { payments: all.filter(names), gaps: named.gaps };
}

/** As people compare names: letter case, width and the order of marks do not count. */
export function isPart(part: string, name = ''): boolean {
  return folded(name).includes(folded(part));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
