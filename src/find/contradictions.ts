import { formatAmount, parseAmount } from '../core/money.js';
import { excerpt } from '../core/text.js';
import type { Sighting, State } from './payment.js';

/** What about a payment cannot all be true, in words; null where nothing contradicts anything. */
export function contradictionIn(sightings: readonly Sighting[]): string | null {
  const found = [
    ...amounts(sightings),
    ...noAmounts(sightings),
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
    ...(isReversal ? [] : plain(amount).map((baht) => [SAYING[source], baht] as const)),
    ...plain(bankAmount).map((baht) => [SAYING.bank, baht] as const),
  ]);
  const different = new Set(said.map(([, amount]) => amount));
  if (different.size < 2) return [];
  return [[...new Set(said.map(([who, amount]) => `${who} ${amount}`))].join(', ')];
}

/** Its words are not repeated: a message may hold any. */
function noAmounts(sightings: readonly Sighting[]): string[] {
  return sightings.flatMap(({ source, amount }) =>
    amount && plain(amount).length === 0 ? `${SAYING[source]} an amount that is none` : [],
  );
}

/** An amount in its usual spelling; nothing for what is none. */
function plain(amount = ''): string[] {
  const satang = parseAmount(amount);
  return satang === undefined ? [] : [formatAmount(satang)];
}

/** By a refund of this machine, of all of it. */
export function isGivenBack(sightings: readonly Sighting[]): boolean {
  const paid = sightings.find(({ isReversal, amount }) => !isReversal && amount)?.amount;
  return sightings.some(({ isReversal, amount }) => {
    const isWhole = !amount || !paid || plain(amount).join() === plain(paid).join();
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
  const words = said.map(({ source, reference }) => `${SAYING[source]} ${excerpt(reference, 60)}`);
  return [`of its reference ${[...new Set(words)].join(', ')}`];
}
