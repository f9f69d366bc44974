import type { Reference } from '../bank/reference.js';
import { defined } from '../core/fields.js';
import { shellWord, visible } from '../core/text.js';
import { bangkokDate } from '../core/time.js';
import { isOpen } from '../journal/state.js';
import { type Judgement, lacksConfirmation } from './decision.js';
import { type Evidence, type Facts, isDone } from './evidence.js';
import { PHRASES, type Phrases } from './phrases.js';

/** A command that goes on from here, and what for. */
export interface Step {
  command: string;
  why: string;
}

/**
 * What to do next, the most useful first.
 *
 * @param program the command and its profile, as the words `payctl --sandbox`
 */
export function stepsAfter(
  evidence: Evidence,
  judgement: Judgement,
  program: readonly string[],
  references: References,
  say: Phrases = PHRASES.en,
): Step[] {
  const words = RULES.flatMap((rule) => rule(judgement, evidence, { references, say }));
  return words.map(({ args, why }) => ({
    command: [...program, ...args].map((word) => shellWord(visible(word))).join(' '),
    why,
  }));
}

interface Advice {
  args: readonly string[];
  why: string;
}

type References = readonly Reference[];

interface Means {
  references: References;
  say: Phrases;
}

type Rule = (judgement: Judgement, evidence: Evidence, means: Means) => Advice[];

const RULES: readonly Rule[] = [
  function recover({ facts: { payments, reversals } }, _, { say }) {
    const open = [...payments, ...reversals].find(({ state }) => isOpen(state));
    if (open === undefined) return [];
    return [{ args: ['journal', 'recover', '--ref', open.reference], why: say.recover }];
  },

  function replay({ facts: { confirmed } }, _, { say }) {
    const dead = confirmed.find(({ forwarding }) => forwarding === 'dead');
    if (dead === undefined) return [];
    const args = ['listen', 'replay', dead.id, '--forward-to', 'URL'];
    return [{ args, why: say.replay }];
  },

  function complain({ facts, contradictions, verdict }, evidence, { say }) {
    const isContradicted = verdict.class === 'BAD_DATA' && contradictions.length > 0;
    const isUntold =
      verdict.class === 'SUCCESS' && contradictions.length === 0 && lacksConfirmation(facts);
    if (!isContradicted && !isUntold) return [];
    const why = isContradicted ? say.complain : say.askWhereSent;
    return [{ args: asking(nameOf(evidence), '--bundle', 'case.zip'), why }];
  },

  function wait({ facts, verdict }, _, means) {
    if (verdict.class !== 'PENDING') return [];
    return facts.bank ? inquiryOf(facts, means) : unpaidOf(facts, means);
  },

  function explain({ facts: { bank, reversals }, verdict }, _, { say }) {
    const word = bank?.standing === 'partial' ? 'Partial' : (bank?.code ?? bank?.word);
    const refused = verdict.class === 'REJECTED' || verdict.class === 'PARTIAL';
    // What was given back from here needs no explanation.
    const isKnown = word === 'R' || reversals.some(({ state }) => isDone(state));
    if (!refused || word === undefined || isKnown) return [];
    return [{ args: ['explain', word], why: say.explain }];
  },

  function narrow({ verdict }, { id, sources, decoded }, { say }) {
    if (verdict.class !== 'NOT_FOUND') return [];
    const put = sources.some(({ family, result }) => family !== 'other' && result === 'not-found');
    const name = put && decoded.length === 0 ? id : 'REFERENCE';
    const first = put
      ? {
          args: asking(name, '--date', 'YYYY-MM-DD'),
          why: say.otherDay,
        }
      : {
          args: asking(name),
          why: say.otherReference,
        };
    const missing = sources.filter(({ result }) => result === 'not-asked');
    const needs = missing.some(({ says }) => says.startsWith('refDateTime'));
    const more = asking(id, '--ref-date-time', 'yyyyMMddHHmmss');
    const charge = { args: more, why: say.byTime };
    return [first, ...(needs ? [charge] : [])];
  },

  function doctor({ verdict }, _, { say }) {
    const failed = ['AUTH', 'TLS', 'UNAVAILABLE', 'RATE_LIMITED'].includes(verdict.class);
    return failed ? [{ args: ['doctor'], why: say.doctor }] : [];
  },
];

/** What somebody else has named may begin like an option, and must not be one when it is pasted. */
export function asking(id: string, ...options: readonly string[]): string[] {
  return id.startsWith('-')
    ? ['investigate', ...options, '--', id]
    : ['investigate', id, ...options];
}

/** What a person gave, unless it would show who somebody is. */
function nameOf({ id, personal }: Evidence): string {
  return personal.some((value) => id.includes(value)) ? 'PAYLOAD' : id;
}

/** Asks again about the payment that the bank tells of. */
function inquiryOf(
  { family, bank, payments, readings }: Facts,
  { references, say }: Means,
): Advice[] {
  const value = bank?.reference ?? '';
  const [first] = payments;
  const reading = readings.find((one) => one.value === value);
  const day = first === undefined ? (reading?.known.date ?? 'YYYY-MM-DD') : bangkokDate(first.at);
  const reference = references.find(({ payment, again }) => payment === family && again);
  const words = reference?.again?.(value, { ...defined({ wallet: bank?.wallet }), day });
  if (words === undefined) return [{ args: asking(value), why: say.again }];
  return [{ args: [...words, '--wait', '60s'], why: say.untilFinal }];
}

/** Waits for the payment of a code that nobody has paid so far. */
function unpaidOf({ readings, all }: Facts, { references, say }: Means): Advice[] {
  const [first] = readings;
  if (first?.family !== 'card' && first?.family !== 'bill') return [];
  const { as, value, known } = first;
  const billerId = known.billerId === all.billerId ? undefined : known.billerId;
  const about = { ...defined({ billerId }), day: 'YYYY-MM-DD' };
  const words = references.find(({ field }) => field === as)?.again?.(value, about);
  return words ? [{ args: [...words, '--wait', '60s'], why: say.untilPaid }] : [];
}
