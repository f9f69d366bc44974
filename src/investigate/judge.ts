import { commandName } from '../bank/define.js';
import { EXIT, type ExitClass } from '../core/errors.js';
import { uniqueBy } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { verdicts } from '../messages/verdicts.js';
import { decide, type Undone } from './decision.js';
import type { Evidence } from './evidence.js';
import { type Facts, groupFacts, noFacts } from './facts.js';
import type { Contradiction } from './rule.js';
import { findContradictions } from './rules.js';
import { formatStatement } from './statement.js';

export interface Verdict {
  class: ExitClass;
  exit: number;
  sentence: Message;
}

/** Facts of the payment that the verdict is about, and all contradictions. */
export interface Judgement {
  facts: Facts;
  contradictions: Contradiction[];
  verdict: Verdict;
  /** The verdict in a word or two. */
  headline: Message;
  undone?: Undone;
  /** It was paid, but a person has to compare how much. */
  isToCompare?: true;
}

export function judge(evidence: Evidence): Judgement {
  const all = groupFacts(evidence);
  const [facts = noFacts(evidence), ...others] = all;
  const contradictions = uniqueBy(
    [facts, ...others].flatMap((one) => findContradictions(one)),
    ({ rule, message }) => `${rule} ${String(message)}`,
  );
  const { class: ended, sentence, undone, isToCompare, headline } = decide(facts);
  const also = others
    .flatMap(({ bank }) => bank ?? [])
    .map((bank) => {
      const inquiry = commandName(bank.source);
      return verdicts.alsoKnown(visible(bank.reference), inquiry, formatStatement(bank));
    });
  return {
    facts,
    contradictions,
    verdict: {
      class: ended,
      exit: EXIT[ended],
      sentence: asTaken(withOtherPayments(sentence, also), evidence),
    },
    headline: headline ?? (undone ? UNDONE[undone] : (HEADLINES[ended] ?? verdicts.isOpen)),
    ...(undone && { undone }),
    ...(isToCompare && { isToCompare }),
  };
}

/** Says so where another spelling was looked up than a person typed. */
function asTaken(sentence: Message, { id, typed, alike = [] }: Evidence): Message {
  if (typed === undefined) return sentence;
  const others = alike.map(visible);
  return verdicts.taken({ sentence, typed: visible(typed), taken: visible(id), others });
}

function withOtherPayments(sentence: Message, others: readonly Message[]): Message {
  if (others.length === 0) return sentence;
  return verdicts.withOthers(sentence, uniqueBy(others, String));
}

const HEADLINES: Readonly<Partial<Record<ExitClass, Message>>> = {
  SUCCESS: verdicts.isPaid,
  PARTIAL: verdicts.isPaidInPart,
  REJECTED: verdicts.isNotPaid,
  PENDING: verdicts.isNotFinal,
  NOT_FOUND: verdicts.isNotFound,
  OUTCOME_UNKNOWN: verdicts.isUnknown,
  BAD_DATA: verdicts.isContradiction,
};

const UNDONE: Readonly<Record<Undone, Message>> = {
  refunded: verdicts.isRefunded,
  closed: verdicts.isClosed,
  canceled: verdicts.isCanceled,
};
