import { uniqueBy } from '../core/fields.js';
import { joined, type Message, type Text } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { excerpt } from '../core/text.js';
import { finding } from '../messages/finding.js';
import { paymentStates } from '../messages/payments.js';
import type { Sighting, SourceName, State } from './payment.js';

/** What about a payment cannot all be true; null where nothing contradicts anything. */
export function contradictionIn(sightings: readonly Sighting[]): Message | null {
  const found = [
    ...amounts(sightings),
    ...noAmounts(sightings),
    ...states(sightings),
    ...references(sightings),
    ...sightings.flatMap(({ doubt }) => doubt ?? []),
  ];
  return found.length === 0 ? null : joined(uniqueBy(found, String));
}

/** Of what was paid in part, or is given back, amounts differ by their nature. */
function amounts(sightings: readonly Sighting[]): Message[] {
  if (sightings.some(({ state }) => state === 'partial')) return [];
  const said = sightings.flatMap(({ source, amount, bankAmount, isReversal }) => [
    ...(isReversal ? [] : plain(amount).map((baht) => [source, baht] as const)),
    ...plain(bankAmount).map((baht) => ['bank', baht] as const),
  ]);
  const different = new Set(said.map(([, amount]) => amount));
  if (different.size < 2) return [];
  return [finding.differ(statements(said))];
}

/** Its words are not repeated: a message may hold any. */
function noAmounts(sightings: readonly Sighting[]): Message[] {
  return sightings.flatMap(({ source, amount }) =>
    amount && plain(amount).length === 0 ? finding.badAmount(source) : [],
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

function states(sightings: readonly Sighting[]): Message[] {
  const by = (source: Sighting['source']) =>
    sightings.filter((one) => one.source === source && !one.isReversal);
  const [bank] = by('bank');
  const [journal] = by('journal');
  const [confirmation] = by('confirmation');
  const found: Message[] = [];
  if (bank && journal && isAgainst(bank.state, journal.state)) {
    const said = [bank, journal].map(
      ({ source, state }) => [source, paymentStates[state]] as const,
    );
    found.push(finding.differ(statements(said)));
  }
  if (confirmation && bank?.state === 'refused') {
    found.push(finding.confirmedBut('bank', paymentStates[bank.state]));
  }
  if (confirmation && !bank && journal?.state === 'refused') {
    found.push(finding.confirmedBut('journal', paymentStates[journal.state]));
  }
  if (isGivenBack(sightings) && bank && PAID.includes(bank.state)) {
    found.push(finding.givenBackBut(paymentStates[bank.state]));
  }
  return found;
}

/** Given back elsewhere, or not final yet, is no contradiction. */
function isAgainst(bank: State, journal: State): boolean {
  const isPaid = (state: State) => PAID.includes(state) || state === 'reversed';
  return (isPaid(bank) && journal === 'refused') || (bank === 'refused' && isPaid(journal));
}

/** One transaction pays one reference. */
function references(sightings: readonly Sighting[]): Message[] {
  const said = sightings.filter(({ reference }) => reference !== '');
  const different = new Set(said.map(({ reference }) => reference));
  if (different.size < 2) return [];
  const shown = said.map(({ source, reference }) => [source, excerpt(reference, 60)] as const);
  return [finding.references(statements(shown))];
}

/** Who says what, each once. */
function statements(said: readonly (readonly [SourceName, Text])[]): Message[] {
  return uniqueBy(
    said.map(([source, what]) => finding.says(source, what)),
    String,
  );
}
