import { formatAmount, parseAmount } from '../core/money.js';
import { visible } from '../core/text.js';
import type { Sighting, State } from './payment.js';

/** What about a payment cannot all be true, in words; null where nothing contradicts anything. */
export function contradictionIn(sightings: readonly Sighting[]): string | null {
  const found = [
    ...amounts(sightings),
    ...states(sightings),
    ...references(sightings),
    ...sightings.flatMap(({ doubt }) => doubt ?? []),
  ];
  return found.length === 0 ? null : [...new Set(found)].join('; ');
}

const SAYING = {
  bank: 'the bank says',
  journal: 'the journal says',
  confirmation: 'a confirmation says',
} as const;

/** Of what was paid in part, or is given back, amounts differ by their nature. */
function amounts(sightings: readonly Sighting[]): string[] {
  if (sightings.some(({ state }) => state === 'partial')) return [];
  const said = sightings.flatMap(({ source, amount, bankAmount, isReversal }) => [
    ...(amount === undefined || isReversal ? [] : [[SAYING[source], plain(amount)] as const]),
    ...(bankAmount === undefined ? [] : [[SAYING.bank, plain(bankAmount)] as const]),
  ]);
  const different = new Set(said.map(([, amount]) => amount));
  if (different.size < 2) return [];
  return [[...new Set(said.map(([who, amount]) => `${who} ${amount}`))].join(', ')];
}

function plain(amount: string): string {
  const parsed = parseAmount(amount);
  return parsed === undefined ? visible(amount) : formatAmount(parsed);
}

/** By a refund of this machine, of all of it. */
export function isGivenBack(sightings: readonly Sighting[]): boolean {
  const paid = sightings.find(({ isReversal, amount }) => !isReversal && amount)?.amount;
  return sightings.some(({ isReversal, amount }) => {
    const isWhole = !amount || !paid || plain(amount) === plain(paid);
    return isReversal && isWhole;
  });
}

const PAID: readonly State[] = ['paid', 'partial'];

function states(sightings: readonly Sighting[]): string[] {
  const by = (source: Sighting['source']) =>
    sightings.filter((one) => one.source === source && !one.isReversal);
  const [bank] = by('bank');
  const [journal] = by('journal');
  const [confirmation] = by('confirmation');
  const found: string[] = [];
  if (bank && journal && isAgainst(bank.state, journal.state)) {
    found.push(`${SAYING.bank} ${bank.state}, ${SAYING.journal} ${journal.state}`);
  }
  if (confirmation && bank?.state === 'refused') {
    found.push(`a confirmation came, ${SAYING.bank} ${bank.state}`);
  }
  if (confirmation && !bank && journal?.state === 'refused') {
    found.push(`a confirmation came, ${SAYING.journal} ${journal.state}`);
  }
  if (isGivenBack(sightings) && bank && PAID.includes(bank.state)) {
    found.push(`${SAYING.journal} given back, ${SAYING.bank} ${bank.state}`);
  }
  return found;
}

/** Given back elsewhere, or not final yet, is no contradiction. */
function isAgainst(bank: State, journal: State): boolean {
  const isPaid = (state: State) => PAID.includes(state) || state === 'reversed';
  return (isPaid(bank) && journal === 'refused') || (bank === 'refused' && isPaid(journal));
}

/** One transaction pays one reference. */
function references(sightings: readonly Sighting[]): string[] {
  const said = sightings.filter(({ reference }) => reference !== '');
  const different = new Set(said.map(({ reference }) => reference));
  if (different.size < 2) return [];
  const words = said.map(({ source, reference }) => `${SAYING[source]} ${visible(reference)}`);
  return [`of its reference ${[...new Set(words)].join(', ')}`];
}
