import { commandName } from '../bank/define.js';
import type { ExitClass } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import { joinTexts, type Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { isOpen } from '../journal/state.js';
import { chargeStates } from '../messages/payments.js';
import { verdicts } from '../messages/verdicts.js';
import type { EvidenceSource, PaymentStatement, SentCharge } from './evidence.js';
import { confirmedAt, type Facts, groupFacts, isDone, isUnknownToBank } from './facts.js';
import { bankLabel } from './recognise.js';
import { findContradictions } from './rules.js';
import { searchedWords } from './searched-days.js';
import { formatCharge, formatPayment, formatStatement } from './statement.js';

/** How a payment was undone; the bank has one word for all of these. */
export type Undone = 'refunded' | 'closed' | 'canceled';

/** The class and the sentence of a verdict. */
interface Decision {
  class: ExitClass;
  sentence: Message;
  undone?: Undone;
  /** It was paid, but a person has to compare how much. */
  isToCompare?: true;
  /** Where the class does not say it. */
  headline?: Message;
}

/** undefined: it does not decide. */
type Rule = (facts: Facts) => Decision | undefined;

export function decide(facts: Facts): Decision {
  for (const rule of RULES) {
    const decided = rule(facts);
    if (decided) return decided;
  }
  const { sources } = facts.all;
  const sentence = isUnknownToBank(facts.all)
    ? verdicts.notFound(searchedWords(sources))
    : verdicts.notAccepted;
  return { class: 'NOT_FOUND', sentence };
}

/** In order: the first rule that returns a decision wins. */
const RULES: readonly Rule[] = [
  function conflict(facts) {
    const [worst] = findContradictions(facts);
    if (worst?.severity !== 'conflict') return undefined;
    const sentence = verdicts.contradiction(worst.message);
    const headline = worst.rule === 'paid-twice' ? verdicts.isPaidAgain : undefined;
    return { class: 'BAD_DATA', sentence, ...withoutUndefined({ headline }) };
  },

  function openReversal({ reversals, bank }) {
    const open = reversals.find(({ state }) => isOpen(state));
    if (open === undefined || !bank || bank.standing === 'reversed' || bank.standing === 'refused')
      return undefined;
    const sentence = verdicts.openWithBank(formatCharge(open), formatStatement(bank));
    return { class: 'OUTCOME_UNKNOWN', sentence };
  },

  function openConfirmation({ payments, bank }) {
    const open = payments.find(({ state }) => isOpen(state));
    if (open === undefined || bank?.standing !== 'initiated') return undefined;
    const sentence = verdicts.openWithBank(formatCharge(open), formatStatement(bank));
    return { class: 'OUTCOME_UNKNOWN', sentence };
  },

  function bankSays(facts) {
    const { bank } = facts;
    return bank && BY_STANDING[bank.standing](bank, facts);
  },

  function openCharge({ payments, reversals }) {
    const open = [...payments, ...reversals].find(({ state }) => isOpen(state));
    if (open === undefined) return undefined;
    if (open.state === 'pending')
      return { class: 'PENDING', sentence: verdicts.onItsWay(formatCharge(open)) };
    return { class: 'OUTCOME_UNKNOWN', sentence: verdicts.openAlone(formatCharge(open)) };
  },

  function closedReversal(facts) {
    const done = facts.reversals.find(({ state }) => isDone(state));
    if (done === undefined) return undefined;
    const charge = formatCharge(done);
    if (done.state === 'settled-executed') {
      // The bank has confirmed nothing of it, and refused nothing either.
      const sentence = verdicts.settledBack(charge, isAbsent(facts));
      return { class: withoutBank(facts), sentence, undone: 'refunded' };
    }
    const sentence = verdicts.journalUndid(done.closesUnpaid === true, charge, isAbsent(facts));
    return { class: 'REJECTED', sentence, undone: undoneBy(done) };
  },

  function closedCharge(facts) {
    const last = facts.payments.at(-1);
    if (last === undefined) return undefined;
    return { class: CLASS_OF[last.state], sentence: describeJournalAlone(last, facts) };
  },

  function failedReversal(facts) {
    const last = facts.reversals.at(-1);
    if (last === undefined) return undefined;
    const sentence = describeJournalAlone(last, facts);
    return { class: withoutBank(facts), sentence, headline: verdicts.isNotRefunded };
  },

  function silence(facts) {
    const silent = findSilentSource(facts);
    return silent && noAnswerDecision(silent);
  },

  function foreignSlip({ all: { decoded, bankCode } }) {
    const bank = decoded.find((payload) => payload.sendingBank !== undefined)?.sendingBank;
    if (bank === undefined || bank === bankCode) return undefined;
    return { class: 'NOT_FOUND', sentence: verdicts.foreignSlip(bankLabel(bank)) };
  },

  function transferCode({ all: { decoded } }) {
    const isTransfer = decoded.some(({ kind }) => kind === 'credit-transfer');
    return isTransfer ? { class: 'NOT_FOUND', sentence: verdicts.transferCode } : undefined;
  },

  function unpaidCode({ isUnknown, family, sources, all: { decoded, created = [] } }) {
    const isCode = decoded.some(({ kind }) => PAYABLE.includes(kind));
    const isOurs = created.some((one) => one.family === family);
    if (!isUnknown || !(isCode || isOurs)) return undefined;
    return { class: 'PENDING', sentence: verdicts.unpaid(searchedWords(sources)) };
  },

  function silenceElsewhere({ all }) {
    const silent = groupFacts(all).flatMap((facts) => findSilentSource(facts) ?? [])[0];
    return silent && noAnswerDecision(silent);
  },

  function nobodyAnswers({ all: { sources } }) {
    const askedSources = sources.filter(({ family }) => family !== 'other');
    const silent = askedSources.find(isUnanswered);
    return silent && !askedSources.some(isAnswered) ? noAnswerDecision(silent) : undefined;
  },
];

/** What the journal alone says of a charge. */
function describeJournalAlone(sent: SentCharge, facts: Facts): Message {
  const code = sent.answer?.code && visible(sent.answer.code);
  const state = chargeStates[sent.state];
  return verdicts.journalAlone({
    charge: formatCharge(sent),
    state,
    code,
    isAbsent: isAbsent(facts),
  });
}

/** The class of what the bank says nothing of, though it was asked. */
function withoutBank(facts: Facts): ExitClass {
  return isAbsent(facts) ? 'NOT_FOUND' : 'UNAVAILABLE';
}

function undoneBy({ closesUnpaid }: SentCharge): Undone {
  return closesUnpaid ? 'closed' : 'refunded';
}

/** What to add to "paid": that a slip is to be compared, and the first gap or that no confirmation came. */
function remark(facts: Facts): Message | undefined {
  const [gap] = findContradictions(facts);
  const toCompare = amountToCompare(facts);
  const remarks = [
    toCompare === undefined ? undefined : verdicts.compare(toCompare),
    gap?.message ?? (lacksConfirmation(facts) ? verdicts.noConfirmation : undefined),
  ].filter((one) => one !== undefined);
  return remarks.length === 0 ? undefined : joinTexts(remarks);
}

/** What was paid by a slip that nobody has said the amount of: anyone can print another one on it. */
function amountToCompare({ bank, all: { decoded, expectedAmount } }: Facts): string | undefined {
  const isSlip = decoded.some(({ kind }) => kind === 'slip' || kind === 'wallet-slip');
  if (!isSlip || expectedAmount !== undefined) return undefined;
  return bank?.amount && visible(bank.amount);
}

/** Whether the bank should have confirmed it to this machine, and has not. */
export function lacksConfirmation({ confirmed, payments, family }: Facts): boolean {
  const expected = family === 'bill' || family === 'card' || family === 'ewallet';
  return expected && confirmed.length === 0 && payments.length === 0;
}

/** Whether the bank answered that it has no record; otherwise it could not be asked. */
function isAbsent({ sources }: Facts): boolean {
  return sources.some(({ result }) => result === 'not-found');
}

function isAnswered({ result }: EvidenceSource): boolean {
  return result === 'found' || result === 'not-found';
}

function isUnanswered({ result }: EvidenceSource): boolean {
  return result === 'no-answer';
}

function isForbidden({ httpStatus, class: ended }: EvidenceSource): boolean {
  return ended === 'AUTH' && httpStatus === 403;
}

/** An inquiry that could know the payment but got no answer: while there is one, nothing is certain. */
function findSilentSource({ sources, readings }: Facts): EvidenceSource | undefined {
  // A product that the partner may not use cannot have made the payment.
  const isPossible = readings.every(({ fit }) => fit === 'possible');
  const askedSources = sources.filter((source) => isAnswered(source) || isUnanswered(source));
  if (isPossible && askedSources.every(isForbidden)) return undefined;
  // The test environment has no search, which only adds to the inquiry.
  return sources.find(
    (source) => isUnanswered(source) && !(source.kind === 'search' && source.httpStatus === 404),
  );
}

const PAYABLE = ['bill-payment', 'card', 'bill-barcode'];

/** Verdict by the state in the journal, where the bank has no record. */
const CLASS_OF: Readonly<Record<SentCharge['state'], ExitClass>> = {
  'in-flight': 'OUTCOME_UNKNOWN',
  unknown: 'OUTCOME_UNKNOWN',
  pending: 'PENDING',
  succeeded: 'SUCCESS',
  'settled-executed': 'SUCCESS',
  partial: 'PARTIAL',
  rejected: 'REJECTED',
  'not-executed': 'UNAVAILABLE',
  'settled-not-executed': 'UNAVAILABLE',
};

const BY_STANDING: Readonly<
  Record<PaymentStatement['standing'], (bank: PaymentStatement, facts: Facts) => Decision>
> = {
  paid(bank, facts) {
    const [payment, more] = [formatPayment(bank, confirmedAt(facts)), remark(facts)];
    if (facts.family === 'registration') {
      const sentence = verdicts.registered(payment, more);
      return { class: 'SUCCESS', sentence, headline: verdicts.isRegistered };
    }
    const sentence = verdicts.paid(payment, more);
    const amount = amountToCompare(facts);
    if (amount === undefined) return { class: 'SUCCESS', sentence };
    const headline = verdicts.isPaidToCompare(amount);
    return { class: 'SUCCESS', sentence, headline, isToCompare: true };
  },
  partial: (bank) => ({ class: 'PARTIAL', sentence: verdicts.inPart(formatPayment(bank)) }),
  reversed: (bank) => ({
    class: 'REJECTED',
    sentence: verdicts.reversed(formatPayment(bank)),
    undone: 'refunded',
  }),
  refused(bank, facts) {
    const { reversals } = facts;
    const first = reversals.find(({ state }) => isDone(state) || isOpen(state));
    if (first !== undefined) {
      return {
        class: 'REJECTED',
        sentence: verdicts.undoneBy({
          isClosed: first.closesUnpaid === true,
          charge: formatCharge(first),
          bank: formatStatement(bank),
          times: reversals.length,
        }),
        undone: undoneBy(first),
      };
    }
    const [gap] = findContradictions(facts);
    if (gap?.rule === 'reversed-elsewhere') {
      const sentence = verdicts.refundedBut(gap.message);
      return { class: 'REJECTED', sentence, undone: 'refunded' };
    }
    // The bank has one word for a trade that was cancelled, closed or refunded.
    if (bank.word === 'CANCELED' && bank.family === 'ewallet') {
      const sentence = verdicts.canceled(formatStatement(bank));
      return { class: 'REJECTED', sentence, undone: 'canceled' };
    }
    const why = bank.reason && visible(bank.reason);
    return { class: 'REJECTED', sentence: verdicts.refused(formatStatement(bank), why) };
  },
  pending(bank, { payments: [first], all: { now } }) {
    const since = first && now - first.at;
    return { class: 'PENDING', sentence: verdicts.pending(formatStatement(bank), since) };
  },
  initiated: (bank) => ({
    class: 'PENDING',
    sentence: verdicts.initiated(formatPayment(bank)),
  }),
};

function noAnswerDecision({
  source,
  says,
  class: ended = 'UNAVAILABLE',
}: EvidenceSource): Decision {
  const failed = ended === 'REJECTED' || ended === 'NOT_FOUND' ? 'UNAVAILABLE' : ended;
  const sentence = verdicts.noAnswer(commandName(source), says);
  return { class: failed, sentence, headline: verdicts.isOpen };
}
