import { walletName } from '../bank/ewallet/references.js';
import { EXIT, type ExitClass } from '../core/errors.js';
import { uniqueBy } from '../core/fields.js';
import { counted, visible } from '../core/text.js';
import { bangkokDateTime } from '../core/time.js';
import { isOpen } from '../journal/state.js';
import { told } from './ask.js';
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
import { bankLabel } from './recognise.js';
import { type Contradiction, contradictionsIn } from './rules.js';

function describe({ amount, wanted, currency, wallet, paidAt, reference }: Statement): string {
  const parts = [
    visible(amount ?? reference),
    wanted !== undefined && wanted !== amount && `of ${visible(wanted)}`,
    currency && visible(currency),
    wallet && `by ${walletName(wallet)}`,
    paidAt !== undefined && `at ${bangkokDateTime(paidAt)}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function sentText({ command, amount, at }: Sent): string {
  return `${command}${amount ? ` of ${visible(amount)}` : ''}, sent ${bangkokDateTime(at)}`;
}

/** What a reversal that was carried out did. */
function wordFor({ undoes = 'given back' }: Sent): string {
  return undoes;
}

/** What a person who asks about a paid one wants to know besides. */
function remark(facts: Facts): string {
  const [gap] = contradictionsIn(facts);
  if (gap !== undefined) return `; ${gap.message}`;
  return lacksConfirmation(facts) ? '; no confirmation of it was received on this machine' : '';
}

/** Whether the bank should have confirmed it to this machine, and has not. */
export function lacksConfirmation({ confirmed, payments, family }: Facts): boolean {
  const expected = family === 'bill' || family === 'card' || family === 'ewallet';
  return expected && confirmed.length === 0 && payments.length === 0;
}

function askedOf(sources: readonly Source[]): string {
  return sources.some(({ result }) => result === 'not-found')
    ? 'the bank does not know it'
    : 'the bank could not be asked';
}

function minutes(ms: number): string {
  const count = Math.floor(ms / 60_000);
  return count < 1 ? 'less than a minute' : counted(count, 'minute');
}

/** What the facts come to, and the sentence that says why. */
export interface Decision {
  class: ExitClass;
  sentence: string;
}

/** undefined: it does not decide. */
type Rule = (facts: Facts) => Decision | undefined;

function decide(facts: Facts): Decision {
  for (const rule of RULES) {
    const decided = rule(facts);
    if (decided) return decided;
  }
  const put = facts.all.sources.some(
    ({ family, result }) => family !== 'other' && result === 'not-found',
  );
  return {
    class: 'NOT_FOUND',
    sentence: put
      ? 'Not found: neither the bank nor this machine knows it.'
      : 'Not found: no inquiry accepts it, and this machine does not know it.',
  };
}

/** In order: the first that has a decision makes it. */
const RULES: readonly Rule[] = [
  function conflict(facts) {
    const [worst] = contradictionsIn(facts);
    if (worst?.severity !== 'conflict') return undefined;
    return { class: 'BAD_DATA', sentence: `Contradiction: ${worst.message}.` };
  },

  function openReversal({ reversals, bank }) {
    const open = reversals.find(({ state }) => isOpen(state));
    if (open === undefined || !bank || bank.standing === 'reversed' || bank.standing === 'refused')
      return undefined;
    const sentence = `Unknown: ${sentText(open)} has no known outcome; the bank says ${told(bank)}.`;
    return { class: 'OUTCOME_UNKNOWN', sentence };
  },

  function openConfirmation({ payments, bank }) {
    const open = payments.find(({ state }) => isOpen(state));
    if (open === undefined || bank?.standing !== 'initiated') return undefined;
    const sentence = `Unknown: ${sentText(open)} has no known outcome; the bank says ${told(bank)}.`;
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
      return { class: 'PENDING', sentence: `Not final: ${sentText(open)} is on its way.` };
    const sentence = `Unknown: ${sentText(open)} has no known outcome, and no inquiry knows it.`;
    return { class: 'OUTCOME_UNKNOWN', sentence };
  },

  function closedReversal({ reversals, sources }) {
    const done = reversals.find(({ state }) => isDone(state));
    if (done === undefined) return undefined;
    const sentence = `By the journal alone: ${wordFor(done)}, by ${sentText(done)}; ${askedOf(sources)}.`;
    return { class: 'REJECTED', sentence };
  },

  function closedCharge({ payments, sources }) {
    const last = payments.at(-1);
    if (last === undefined) return undefined;
    const code = last.answer?.code ? ` (code ${visible(last.answer.code)})` : '';
    return {
      class: CLASS_OF[last.state],
      sentence: `By the journal alone: ${sentText(last)}: ${last.state}${code}; ${askedOf(sources)}.`,
    };
  },

  function silence({ sources, readings }) {
    const isSilent = !sources.some(({ result }) => result === 'found' || result === 'not-found');
    const silent = sources.find(({ result }) => result === 'no-answer');
    // A mere possibility that cannot be asked about (no rights for that product) decides nothing.
    if (!silent || !isSilent || readings.every(({ fit }) => fit === 'possible')) return undefined;
    return unanswered(silent);
  },

  function foreignSlip({ all: { decoded, bankCode } }) {
    const bank = decoded.find((payload) => payload.sendingBank !== undefined)?.sendingBank;
    if (bank === undefined || bank === bankCode) return undefined;
    const sentence = `Not found: the slip was issued by bank ${bankLabel(bank)}, and this bank does not know it.`;
    return { class: 'NOT_FOUND', sentence };
  },

  function unpaidCode({ isUnknown, family, all: { decoded, created = [] } }) {
    const isCode = decoded.some(({ kind }) => PAYABLE.includes(kind));
    const isOurs = created.some((one) => one.family === family);
    if (!isUnknown || !(isCode || isOurs)) return undefined;
    return { class: 'PENDING', sentence: 'Not paid yet: the bank has no payment for this code.' };
  },

  function nobodyAnswers({ all: { sources } }) {
    const put = sources.filter(({ family }) => family !== 'other');
    const silent = put.find(({ result }) => result === 'no-answer');
    const isSilent = !put.some(({ result }) => result === 'found' || result === 'not-found');
    return silent && isSilent ? unanswered(silent) : undefined;
  },
];

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
  Record<Statement['standing'], (bank: Statement, facts: Facts) => Decision>
> = {
  paid(bank, facts) {
    const verb = facts.family === 'registration' ? 'Registered' : 'Paid';
    return { class: 'SUCCESS', sentence: `${verb}: ${describe(bank)}${remark(facts)}.` };
  },
  partial: (bank) => ({ class: 'PARTIAL', sentence: `Paid in part: ${describe(bank)}.` }),
  reversed: (bank) => ({
    class: 'REJECTED',
    sentence: `Given back: ${describe(bank)} was paid, and then reversed.`,
  }),
  refused(bank, facts) {
    const { reversals } = facts;
    const first = reversals.find(({ state }) => isDone(state) || isOpen(state));
    if (first !== undefined) {
      const what = wordFor(first) === 'given back' ? 'Given back once' : 'Closed unpaid';
      const times = reversals.length > 1 ? `; asked for ${reversals.length} times` : '';
      return {
        class: 'REJECTED',
        sentence: `${what}, by ${sentText(first)}; the bank says ${told(bank)}${times}.`,
      };
    }
    const [gap] = contradictionsIn(facts);
    if (gap?.rule === 'reversed-elsewhere')
      return { class: 'REJECTED', sentence: `Given back: ${gap.message}.` };
    // The bank has one word for a trade that was cancelled, closed or given back.
    if (bank.word === 'CANCELED' && bank.family === 'ewallet') {
      const sentence = `No payment stands: it was cancelled, closed or given back; the bank says ${told(bank)}.`;
      return { class: 'REJECTED', sentence };
    }
    const why = bank.reason ? `: ${visible(bank.reason)}` : '';
    return { class: 'REJECTED', sentence: `Not paid: the bank says ${told(bank)}${why}.` };
  },
  pending(bank, { payments: [first], all: { now } }) {
    const since = first ? `, ${minutes(now - first.at)} after it was sent` : '';
    return { class: 'PENDING', sentence: `Not final: the bank says ${told(bank)}${since}.` };
  },
  initiated: (bank) => ({
    class: 'PENDING',
    sentence: `Initiated only: ${describe(bank)}; nothing moves before the transfer is confirmed.`,
  }),
};

function unanswered({ source, says, class: ended = 'UNAVAILABLE' }: Source): Decision {
  const failed = ended === 'REJECTED' || ended === 'NOT_FOUND' ? 'UNAVAILABLE' : ended;
  return { class: failed, sentence: `No verdict: ${source} could not answer: ${says}.` };
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
}

export function judge(evidence: Evidence): Judgement {
  const all = factsOf(evidence);
  const [facts = nothing(evidence), ...others] = all;
  const contradictions = uniqueBy(
    [facts, ...others].flatMap(contradictionsIn),
    ({ rule, message }) => `${rule} ${message}`,
  );
  const { class: ended, sentence } = decide(facts);
  const also = others
    .flatMap(({ bank }) => bank ?? [])
    .map((bank) => ` ${visible(bank.reference)} is also known to ${bank.source}: ${told(bank)}.`);
  return {
    facts,
    contradictions,
    verdict: { class: ended, exit: EXIT[ended], sentence: [sentence, ...new Set(also)].join('') },
  };
}
