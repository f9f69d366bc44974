import { walletName } from '../bank/ewallet/references.js';
import { EXIT, type ExitClass } from '../core/errors.js';
import { uniqueBy } from '../core/fields.js';
import { visible } from '../core/text.js';
import { isOpen } from '../journal/state.js';
import { told, wordsOf } from './ask.js';
import {
  type Evidence,
  type Facts,
  factsOf,
  isDone,
  nothing,
  type Sent,
  type Source,
  type Statement,
} from './evidence.js';
import { PHRASES, type Phrases } from './phrases.js';
import { bankLabel } from './recognise.js';
import { type Contradiction, contradictionsIn } from './rules.js';

function describe(
  { amount, wanted, currency, wallet, paidAt, reference }: Statement,
  say: Phrases,
): string {
  const parts = [
    visible(amount ?? reference),
    wanted !== undefined && wanted !== amount && say.of(visible(wanted)),
    currency && visible(currency),
    wallet && say.by(say.wallet(String(walletName(wallet)))),
    paidAt !== undefined && say.at(say.moment(paidAt)),
  ];
  return parts.filter(Boolean).join(' ');
}

function sentText({ command, amount, at }: Sent, say: Phrases): string {
  return say.sent(command, amount && visible(amount), say.moment(at));
}

/** Whether a reversal that was carried out took nothing back, because nothing had been paid. */
function isClosing({ undoes }: Sent): boolean {
  return undoes === 'closed unpaid';
}

function undoneBy(sent: Sent): Undone {
  return isClosing(sent) ? 'closed' : 'given-back';
}

/** What a person who asks about a paid one wants to know besides. */
function remark(facts: Facts, say: Phrases): string {
  const [gap] = contradictionsIn(facts, say);
  if (gap !== undefined) return `; ${gap.message}`;
  return lacksConfirmation(facts) ? `; ${say.noConfirmation}` : '';
}

/** Whether the bank should have confirmed it to this machine, and has not. */
export function lacksConfirmation({ confirmed, payments, family }: Facts): boolean {
  const expected = family === 'bill' || family === 'card' || family === 'ewallet';
  return expected && confirmed.length === 0 && payments.length === 0;
}

function askedOf(sources: readonly Source[], say: Phrases): string {
  const isUnknown = sources.some(({ result }) => result === 'not-found');
  return isUnknown ? say.bankDoesNotKnow : say.bankNotAsked;
}

/** Why a payment does not stand any more; the bank has one word for all of them. */
export type Undone = 'given-back' | 'closed' | 'canceled';

/** What the facts come to, and the sentence that says why. */
interface Decision {
  class: ExitClass;
  sentence: string;
  undone?: Undone;
}

/** undefined: it does not decide. */
type Rule = (facts: Facts, say: Phrases) => Decision | undefined;

function decide(facts: Facts, say: Phrases): Decision {
  for (const rule of RULES) {
    const decided = rule(facts, say);
    if (decided) return decided;
  }
  const put = facts.all.sources.some(
    ({ family, result }) => family !== 'other' && result === 'not-found',
  );
  return { class: 'NOT_FOUND', sentence: put ? say.notFound : say.notAccepted };
}

/** In order: the first that has a decision makes it. */
const RULES: readonly Rule[] = [
  function conflict(facts, say) {
    const [worst] = contradictionsIn(facts, say);
    if (worst?.severity !== 'conflict') return undefined;
    return { class: 'BAD_DATA', sentence: say.contradiction(worst.message) };
  },

  function openReversal({ reversals, bank }, say) {
    const open = reversals.find(({ state }) => isOpen(state));
    if (open === undefined || !bank || bank.standing === 'reversed' || bank.standing === 'refused')
      return undefined;
    const sentence = say.openWithBank(sentText(open, say), told(bank, say));
    return { class: 'OUTCOME_UNKNOWN', sentence };
  },

  function openConfirmation({ payments, bank }, say) {
    const open = payments.find(({ state }) => isOpen(state));
    if (open === undefined || bank?.standing !== 'initiated') return undefined;
    const sentence = say.openWithBank(sentText(open, say), told(bank, say));
    return { class: 'OUTCOME_UNKNOWN', sentence };
  },

  function bankSays(facts, say) {
    const { bank } = facts;
    return bank && BY_STANDING[bank.standing](bank, facts, say);
  },

  function openCharge({ payments, reversals }, say) {
    const open = [...payments, ...reversals].find(({ state }) => isOpen(state));
    if (open === undefined) return undefined;
    if (open.state === 'pending')
      return { class: 'PENDING', sentence: say.onItsWay(sentText(open, say)) };
    return { class: 'OUTCOME_UNKNOWN', sentence: say.openAlone(sentText(open, say)) };
  },

  function closedReversal({ reversals, sources }, say) {
    const done = reversals.find(({ state }) => isDone(state));
    if (done === undefined) return undefined;
    const what = isClosing(done) ? say.closedUnpaid : say.givenBack;
    const sentence = say.journalUndid(what, sentText(done, say), askedOf(sources, say));
    return { class: 'REJECTED', sentence, undone: undoneBy(done) };
  },

  function closedCharge({ payments, sources }, say) {
    const last = payments.at(-1);
    if (last === undefined) return undefined;
    const code = last.answer?.code ? say.code(visible(last.answer.code)) : '';
    const why = askedOf(sources, say);
    return {
      class: CLASS_OF[last.state],
      sentence: say.journalAlone(sentText(last, say), last.state, code, why),
    };
  },

  function silence(facts, say) {
    const silent = silenceIn(facts);
    return silent && unanswered(silent, say);
  },

  function foreignSlip({ all: { decoded, bankCode } }, say) {
    const bank = decoded.find((payload) => payload.sendingBank !== undefined)?.sendingBank;
    if (bank === undefined || bank === bankCode) return undefined;
    return { class: 'NOT_FOUND', sentence: say.foreignSlip(bankLabel(bank)) };
  },

  function unpaidCode({ isUnknown, family, all: { decoded, created = [] } }, say) {
    const isCode = decoded.some(({ kind }) => PAYABLE.includes(kind));
    const isOurs = created.some((one) => one.family === family);
    if (!isUnknown || !(isCode || isOurs)) return undefined;
    return { class: 'PENDING', sentence: say.unpaid };
  },

  function silenceElsewhere({ all }, say) {
    const silent = factsOf(all).flatMap((facts) => silenceIn(facts) ?? [])[0];
    return silent && unanswered(silent, say);
  },

  function nobodyAnswers({ all: { sources } }, say) {
    const put = sources.filter(({ family }) => family !== 'other');
    const silent = put.find(isUnanswered);
    return silent && !put.some(isAnswered) ? unanswered(silent, say) : undefined;
  },
];

function isAnswered({ result }: Source): boolean {
  return result === 'found' || result === 'not-found';
}

function isUnanswered({ result }: Source): boolean {
  return result === 'no-answer';
}

function isForbidden({ httpStatus, class: ended }: Source): boolean {
  return ended === 'AUTH' && httpStatus === 403;
}

/** The inquiry that could know it and has not said so: as long as there is one, nobody knows. */
function silenceIn({ sources, readings }: Facts): Source | undefined {
  // A product that the partner has no rights for made none of its payments.
  const isPossible = readings.every(({ fit }) => fit === 'possible');
  const put = sources.filter((source) => isAnswered(source) || isUnanswered(source));
  if (isPossible && put.every(isForbidden)) return undefined;
  // The test environment has no search, which only adds to the inquiry.
  return sources.find(
    (source) => isUnanswered(source) && !(source.kind === 'search' && source.httpStatus === 404),
  );
}

const PAYABLE = ['bill-payment', 'card', 'bill-barcode'];

/** By the last word of the journal, where the bank has none. */
const CLASS_OF: Readonly<Record<Sent['state'], ExitClass>> = {
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
  Record<Statement['standing'], (bank: Statement, facts: Facts, say: Phrases) => Decision>
> = {
  paid(bank, facts, say) {
    const [what, more] = [describe(bank, say), remark(facts, say)];
    const isRegistration = facts.family === 'registration';
    const sentence = isRegistration ? say.registered(what, more) : say.paid(what, more);
    return { class: 'SUCCESS', sentence };
  },
  partial: (bank, _, say) => ({ class: 'PARTIAL', sentence: say.inPart(describe(bank, say)) }),
  reversed: (bank, _, say) => ({
    class: 'REJECTED',
    sentence: say.reversed(describe(bank, say)),
    undone: 'given-back',
  }),
  refused(bank, facts, say) {
    const { reversals } = facts;
    const first = reversals.find(({ state }) => isDone(state) || isOpen(state));
    if (first !== undefined) {
      const [sent, says] = [sentText(first, say), told(bank, say)];
      return {
        class: 'REJECTED',
        sentence: say.undoneBy(isClosing(first), sent, says, reversals.length),
        undone: undoneBy(first),
      };
    }
    const [gap] = contradictionsIn(facts, say);
    if (gap?.rule === 'reversed-elsewhere') {
      const sentence = say.givenBackBut(gap.message);
      return { class: 'REJECTED', sentence, undone: 'given-back' };
    }
    // The bank has one word for a trade that was cancelled, closed or given back.
    if (bank.word === 'CANCELED' && bank.family === 'ewallet') {
      return { class: 'REJECTED', sentence: say.canceled(told(bank, say)), undone: 'canceled' };
    }
    const why = bank.reason && visible(bank.reason);
    return { class: 'REJECTED', sentence: say.refused(told(bank, say), why) };
  },
  pending(bank, { payments: [first], all: { now } }, say) {
    const since = first && now - first.at;
    return { class: 'PENDING', sentence: say.pending(told(bank, say), since) };
  },
  initiated: (bank, _, say) => ({
    class: 'PENDING',
    sentence: say.initiated(describe(bank, say)),
  }),
};

function unanswered(
  { source, says, class: ended = 'UNAVAILABLE' }: Source,
  say: Phrases,
): Decision {
  const failed = ended === 'REJECTED' || ended === 'NOT_FOUND' ? 'UNAVAILABLE' : ended;
  return { class: failed, sentence: say.noAnswer(wordsOf(source), says) };
}

export interface Verdict {
  class: ExitClass;
  exit: number;
  sentence: string;
}

/** Facts of the payment that the verdict is about, and all contradictions. */
export interface Judgement {
  facts: Facts;
  contradictions: Contradiction[];
  verdict: Verdict;
  undone?: Undone;
}

export function judge(evidence: Evidence, say: Phrases = PHRASES.en): Judgement {
  const all = factsOf(evidence);
  const [facts = nothing(evidence), ...others] = all;
  const contradictions = uniqueBy(
    [facts, ...others].flatMap((one) => contradictionsIn(one, say)),
    ({ rule, message }) => `${rule} ${message}`,
  );
  const { class: ended, sentence, undone } = decide(facts, say);
  const also = others
    .flatMap(({ bank }) => bank ?? [])
    .map((bank) => say.alsoKnown(visible(bank.reference), wordsOf(bank.source), told(bank, say)));
  return {
    facts,
    contradictions,
    verdict: { class: ended, exit: EXIT[ended], sentence: [sentence, ...new Set(also)].join('') },
    ...(undone && { undone }),
  };
}
