import { uniqueBy } from '../core/fields.js';
import { joinTexts, type Message, type Text } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { excerpt } from '../core/text.js';
import { finding } from '../messages/finding.js';
import { paymentStates } from '../messages/payments.js';
import type { PaymentState, Sighting, SourceName } from './payment.js';

/** The contradictions between the sightings of one payment; null if there are none. */
export function findContradiction(sightings: readonly Sighting[]): Message | null {
  const contradictions = [
    ...amounts(sightings),
    ...noAmounts(sightings),
    ...states(sightings),
    ...references(sightings),
    ...sightings.flatMap(({ doubt }) => doubt ?? []),
  ];
  return contradictions.length === 0 ? null : joinTexts(uniqueBy(contradictions, String));
}

/** Amounts of partial payments and reversals differ by nature, so they are left out. */
function amounts(sightings: readonly Sighting[]): Message[] {
  if (sightings.some(({ state }) => state === 'partial')) return [];
  const stated = sightings.flatMap(({ source, amount, bankAmount, isReversal }) => [
    ...(isReversal ? [] : normalizedAmounts(amount).map((baht) => [source, baht] as const)),
    ...normalizedAmounts(bankAmount).map((baht) => ['bank', baht] as const),
  ]);
  const different = new Set(stated.map(([, amount]) => amount));
  if (different.size < 2) return [];
  return [finding.differ(statements(stated))];
}

/** The text itself is not repeated: a confirmation may hold anything. */
function noAmounts(sightings: readonly Sighting[]): Message[] {
  return sightings.flatMap(({ source, amount }) =>
    amount && normalizedAmounts(amount).length === 0 ? finding.badAmount(source) : [],
  );
}

/** An amount in its usual spelling; nothing for what is none. */
function normalizedAmounts(amount = ''): string[] {
  const satang = parseAmount(amount);
  return satang === undefined ? [] : [formatAmount(satang)];
}

/** Whether this machine has refunded all of it. */
export function isRefunded(sightings: readonly Sighting[]): boolean {
  const paid = sightings.find(({ isReversal, amount }) => !isReversal && amount)?.amount;
  return sightings.some(({ isReversal, state, amount }) => {
    const isWhole =
      !amount || !paid || normalizedAmounts(amount).join() === normalizedAmounts(paid).join();
    return isReversal && state === 'reversed' && isWhole;
  });
}

const PAID: readonly PaymentState[] = ['paid', 'partial'];

function states(sightings: readonly Sighting[]): Message[] {
  const by = (source: Sighting['source']) =>
    sightings.filter((one) => one.source === source && !one.isReversal);
  const [bank] = by('bank');
  const [journal] = by('journal');
  const [confirmation] = by('confirmation');
  const contradictions: Message[] = [];
  if (bank && journal && journalContradictsBank(bank.state, journal.state)) {
    const stated = [bank, journal].map(
      ({ source, state }) => [source, paymentStates[state]] as const,
    );
    contradictions.push(finding.differ(statements(stated)));
  }
  if (confirmation && bank?.state === 'refused') {
    contradictions.push(finding.confirmedBut('bank', paymentStates[bank.state]));
  }
  if (confirmation && !bank && journal?.state === 'refused') {
    contradictions.push(finding.confirmedBut('journal', paymentStates[journal.state]));
  }
  if (isRefunded(sightings) && bank && PAID.includes(bank.state)) {
    contradictions.push(finding.refundedBut(paymentStates[bank.state]));
  }
  return contradictions;
}

/** Refunded elsewhere, or not final yet, is no contradiction. */
function journalContradictsBank(bank: PaymentState, journal: PaymentState): boolean {
  const isPaid = (state: PaymentState) => PAID.includes(state) || state === 'reversed';
  return (isPaid(bank) && journal === 'refused') || (bank === 'refused' && isPaid(journal));
}

/** One transaction pays one reference. */
function references(sightings: readonly Sighting[]): Message[] {
  const named = sightings.filter(({ reference }) => reference !== '');
  const different = new Set(named.map(({ reference }) => reference));
  if (different.size < 2) return [];
  const shown = named.map(({ source, reference }) => [source, excerpt(reference, 60)] as const);
  return [finding.references(statements(shown))];
}

/** Who says what, each once. */
function statements(stated: readonly (readonly [SourceName, Text])[]): Message[] {
  return uniqueBy(
    stated.map(([source, what]) => finding.says(source, what)),
    String,
  );
}
