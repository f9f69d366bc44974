import type { Reference } from '../bank/reference.js';
import { type CommandLine, payctl } from '../core/command-line.js';
import { withoutUndefined } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { bangkokDate } from '../core/time.js';
import { likelyAmount } from '../core/typed-input.js';
import { isOpen } from '../journal/state.js';
import { steps } from '../messages/report.js';
import { lacksConfirmation } from './decision.js';
import { type Evidence, referenceKind, type SentCharge } from './evidence.js';
import { type Facts, isDone, isUnknownToBank } from './facts.js';
import type { Judgement } from './judge.js';
import { earlierDay, searchedDays } from './searched-days.js';
import { severalReferences } from './spellings.js';

/** What a step is for, by the message that says so. */
export type Purpose = keyof typeof steps;

/** What to run next, and what for. */
export interface NextStep {
  purpose: Purpose;
  command: CommandLine;
  why: Message;
  /** The first day that it searches. */
  since?: string;
  /** What it looks for in place of what was typed: a reference, or an amount. */
  value?: string;
}

/** What to do next, the most useful first. */
export function stepsAfter(
  evidence: Evidence,
  judgement: Judgement,
  references: References,
): NextStep[] {
  const advice = RULES.flatMap((rule) => rule(judgement, evidence, references));
  return advice.map((one) => ({ ...one, why: steps[one.purpose] }));
}

type Advice = Omit<NextStep, 'why'>;

type References = readonly Reference[];

type Rule = (judgement: Judgement, evidence: Evidence, references: References) => Advice[];

const RULES: readonly Rule[] = [
  function recover({ facts }, evidence) {
    const { payments, reversals } = facts;
    const open = [...payments, ...reversals].find(({ state }) => isOpen(state));
    if (open === undefined) return [];
    if (isUndecidable(open, facts)) return settle(open, evidence);
    const command = payctl`journal recover --ref ${open.reference}`;
    return [{ command, purpose: 'recover' }];
  },

  function replay({ facts: { confirmed } }) {
    const dead = confirmed.find(({ forwarding }) => forwarding === 'dead');
    if (dead === undefined) return [];
    return [{ command: payctl`listen replay ${dead.id} --forward-to URL`, purpose: 'replay' }];
  },

  function complain({ facts, contradictions, verdict }, evidence) {
    // Of an amount that somebody expects, the bank has nothing to answer for.
    const ofBank = contradictions.filter(({ rule }) => rule !== 'expected-amount');
    const isContradicted = verdict.class === 'BAD_DATA' && ofBank.length > 0;
    const isUnconfirmed =
      verdict.class === 'SUCCESS' && contradictions.length === 0 && lacksConfirmation(facts);
    if (!isContradicted && !isUnconfirmed) return [];
    const purpose = isContradicted ? 'complain' : 'askWhereSent';
    const [shareable, ...options] = shareableName(evidence);
    return [{ command: investigateLine(shareable, ...options, '--bundle', 'case.zip'), purpose }];
  },

  function wait({ facts, verdict }, _, references) {
    if (verdict.class !== 'PENDING') return [];
    return facts.bank ? inquireAgain(facts, references) : waitForPayment(facts, references);
  },

  function explain({ facts: { bank, reversals }, verdict }) {
    const word = bank?.standing === 'partial' ? 'Partial' : (bank?.code ?? bank?.word);
    const isRefused = verdict.class === 'REJECTED' || verdict.class === 'PARTIAL';
    // A refund made from here needs no explanation.
    const isKnown = word === 'R' || reversals.some(({ state }) => isDone(state));
    if (!isRefused || word === undefined || isKnown) return [];
    return [{ command: payctl`explain ${word}`, purpose: 'explain' }];
  },

  function lookForAnother({ verdict }, evidence): Advice[] {
    if (!isLost(verdict, evidence)) return [];
    const { id, typed = id } = evidence;
    const amount = likelyAmount(typed);
    if (amount !== undefined) {
      return [{ command: payctl`find --amount ${amount}`, purpose: 'byAmount', value: amount }];
    }
    return severalReferences(typed).map((value) => {
      return { command: investigateLine(value), purpose: 'oneOfSeveral', value };
    });
  },

  function searchEarlier({ facts, verdict }, evidence): Advice[] {
    const isUnpaid = verdict.class === 'PENDING' && facts.bank === undefined;
    const sources = isUnpaid ? facts.sources : evidence.sources;
    const since = earlierDay(sources);
    const name = nameToSearch(evidence);
    if (!(isUnpaid || isLost(verdict, evidence)) || since === undefined || !name) return [];
    return [{ command: investigateLine(name, '--since', since), purpose: 'earlier', since }];
  },

  function narrow({ verdict }, evidence): Advice[] {
    if (!isLost(verdict, evidence)) return [];
    const { id, sources, decoded } = evidence;
    const isAbsence = isUnknownToBank(evidence);
    const name = (isAbsence && nameToSearch(evidence)) || 'REFERENCE';
    const hasDays = searchedDays(sources).length > 0;
    const elsewhere: Advice[] =
      decoded.length > 0
        ? []
        : [{ command: investigateLine('REFERENCE'), purpose: 'otherReference' }];
    const first: Advice[] = hasDays
      ? [{ command: investigateLine(name, '--date', 'YYYY-MM-DD'), purpose: 'otherDay' }]
      : elsewhere;
    const missing = sources.filter(({ result }) => result === 'not-asked');
    const needs = missing.some(({ lacks }) => lacks === 'refDateTime');
    const command = investigateLine(id, '--ref-date-time', 'yyyyMMddHHmmss');
    return needs ? [...first, { command, purpose: 'byTime' }] : first;
  },

  function doctor({ verdict }) {
    const failed = ['AUTH', 'TLS', 'UNAVAILABLE', 'RATE_LIMITED'].includes(verdict.class);
    return failed ? [{ command: payctl`doctor`, purpose: 'doctor' }] : [];
  },
];

/** Whether nobody knows it. */
function isLost({ class: ended }: Judgement['verdict'], { sent }: Evidence): boolean {
  return ended === 'NOT_FOUND' && sent.length === 0;
}

/** What is searched for by day: the id, or the reference in its payload. */
function nameToSearch({ id, decoded, readings }: Evidence): string | undefined {
  return decoded.length === 0 ? id : readings.find(({ as }) => as === 'reference1')?.value;
}

/** A reversal of which the bank was asked since, and shows nothing: asking again may never end. */
function isUndecidable({ role, later }: SentCharge, { bank, isUnknown }: Facts): boolean {
  const isNotShown = isUnknown || bank?.standing === 'paid';
  return role === 'reversal' && later.length > 0 && isNotShown;
}

/** A case for the bank's support, and the command that records what they say. */
function settle({ reference, operation }: SentCharge, { id, sent }: Evidence): Advice[] {
  const which = sent.length > 1 ? ['--operation', operation] : [];
  const command = payctl`journal settle ${reference} ${which} --as not-executed --note TEXT`;
  return [
    { command, purpose: 'settle' },
    { command: investigateLine(id, '--bundle', 'case.zip'), purpose: 'complain' },
  ];
}

/** A reference may begin with a dash, and must not become an option. */
export function investigateLine(id: string, ...options: readonly string[]): CommandLine {
  return id.startsWith('-')
    ? payctl`investigate ${options} -- ${id}`
    : payctl`investigate ${id} ${options}`;
}

/** The id as it may be shown: no personal data, and the reference of a slip in place of its payload. */
function shareableName({
  id,
  personal,
  decoded,
  readings,
}: Evidence): [name: string, ...options: string[]] {
  const [slip] = decoded.length > 0 ? readings.filter(({ derived }) => !derived) : [];
  if (slip !== undefined) {
    const { sendingBank } = slip.known;
    return [slip.value, ...(sendingBank ? ['--sending-bank', sendingBank] : [])];
  }
  return [personal.some((value) => id.includes(value)) ? 'PAYLOAD' : id];
}

/** Asks again about the payment that the bank tells of. */
function inquireAgain(
  { family, bank, payments, readings }: Facts,
  references: References,
): Advice[] {
  const value = bank?.reference ?? '';
  const [first] = payments;
  const reading = readings.find((one) => one.value === value);
  const day = first === undefined ? (reading?.known.date ?? 'YYYY-MM-DD') : bangkokDate(first.at);
  const own = reading && referenceKind(references, reading);
  const reference = own?.followUp
    ? own
    : references.find(({ payment, followUp }) => payment === family && followUp);
  const words = reference?.followUp?.(value, {
    ...withoutUndefined({ wallet: bank?.wallet }),
    day,
  });
  if (words === undefined) return [{ command: investigateLine(value), purpose: 'again' }];
  return [{ command: payctl`${words} --wait 60s`, purpose: 'untilFinal' }];
}

/** Waits for the payment of a code that nobody has paid so far. */
function waitForPayment({ readings, all }: Facts, references: References): Advice[] {
  const [first] = readings;
  if (first?.family !== 'card' && first?.family !== 'bill') return [];
  const { value, known } = first;
  const billerId = known.billerId === all.billerId ? undefined : known.billerId;
  const about = { ...withoutUndefined({ billerId }), day: 'YYYY-MM-DD' };
  const words = referenceKind(references, first)?.followUp?.(value, about);
  return words ? [{ command: payctl`${words} --wait 60s`, purpose: 'untilPaid' }] : [];
}
