import type { Reference } from '../bank/reference.js';
import { defined } from '../core/fields.js';
import { shellWord, visible } from '../core/text.js';
import { bangkokDate } from '../core/time.js';
import { isOpen } from '../journal/state.js';
import { type Judgement, lacksConfirmation } from './decision.js';
import { type Evidence, type Facts, isDone } from './evidence.js';

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
): Step[] {
  const words = RULES.flatMap((rule) => rule(judgement, evidence, references));
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

type Rule = (judgement: Judgement, evidence: Evidence, references: References) => Advice[];

const RULES: readonly Rule[] = [
  function recover({ facts: { payments, reversals } }) {
    const open = [...payments, ...reversals].find(({ state }) => isOpen(state));
    if (open === undefined) return [];
    const why =
      'asks the bank until the outcome is known, and records it in the journal; sends nothing else';
    return [{ args: ['journal', 'recover', '--ref', open.reference], why }];
  },

  function replay({ facts: { confirmed } }) {
    const dead = confirmed.find(({ forwarding }) => forwarding === 'dead');
    if (dead === undefined) return [];
    const args = ['listen', 'replay', dead.id, '--forward-to', 'URL'];
    return [{ args, why: 'sends the confirmation to your application again' }];
  },

  function complain({ facts, contradictions, verdict }, evidence) {
    const isContradicted = verdict.class === 'BAD_DATA' && contradictions.length > 0;
    const isUntold =
      verdict.class === 'SUCCESS' && contradictions.length === 0 && lacksConfirmation(facts);
    if (!isContradicted && !isUntold) return [];
    const why = isContradicted
      ? 'writes a redacted case that the bank can work with'
      : 'writes a redacted case, to ask the bank where it sent the confirmation';
    return [{ args: ['investigate', nameOf(evidence), '--bundle', 'case.zip'], why }];
  },

  function wait({ facts, verdict }, _, references) {
    if (verdict.class !== 'PENDING') return [];
    return facts.bank ? inquiryOf(facts, references) : unpaidOf(facts, references);
  },

  function explain({ facts: { bank, reversals }, verdict }) {
    const word = bank?.standing === 'partial' ? 'Partial' : (bank?.code ?? bank?.word);
    const refused = verdict.class === 'REJECTED' || verdict.class === 'PARTIAL';
    // What was given back from here needs no explanation.
    const isKnown = word === 'R' || reversals.some(({ state }) => isDone(state));
    if (!refused || word === undefined || isKnown) return [];
    return [{ args: ['explain', word], why: 'says what it means and what to do' }];
  },

  function narrow({ verdict }, { id, sources, decoded }) {
    if (verdict.class !== 'NOT_FOUND') return [];
    const put = sources.some(({ family, result }) => family !== 'other' && result === 'not-found');
    const name = put && decoded.length === 0 ? id : 'REFERENCE';
    const first = put
      ? {
          args: ['investigate', name, '--date', 'YYYY-MM-DD'],
          why: 'searches a day other than the last three, by the date or reference of the order',
        }
      : {
          args: ['investigate', name],
          why: 'no inquiry accepts this: use the reference of the order, or the slip',
        };
    const missing = sources.filter(({ result }) => result === 'not-asked');
    const needs = missing.some(({ says }) => says.startsWith('refDateTime'));
    const more = ['investigate', id, '--ref-date-time', 'yyyyMMddHHmmss'];
    const charge = { args: more, why: 'finds a direct debit by the time of its charge' };
    return [first, ...(needs ? [charge] : [])];
  },

  function doctor({ verdict }) {
    const failed = ['AUTH', 'TLS', 'UNAVAILABLE', 'RATE_LIMITED'].includes(verdict.class);
    return failed ? [{ args: ['doctor'], why: 'finds out why the bank could not be asked' }] : [];
  },
];

/** What a person gave, unless it would show who somebody is. */
function nameOf({ id, personal }: Evidence): string {
  return personal.some((value) => id.includes(value)) ? 'PAYLOAD' : id;
}

/** Asks again about the payment that the bank tells of. */
function inquiryOf({ family, bank, payments, readings }: Facts, references: References): Advice[] {
  const value = bank?.reference ?? '';
  const [first] = payments;
  const reading = readings.find((one) => one.value === value);
  const day = first === undefined ? (reading?.known.date ?? 'YYYY-MM-DD') : bangkokDate(first.at);
  const reference = references.find(({ payment, again }) => payment === family && again);
  const words = reference?.again?.(value, { ...defined({ wallet: bank?.wallet }), day });
  if (words === undefined) return [{ args: ['investigate', value], why: 'asks again' }];
  return [{ args: [...words, '--wait', '60s'], why: 'asks again until it is final' }];
}

/** Waits for the payment of a code that nobody has paid so far. */
function unpaidOf({ readings, all }: Facts, references: References): Advice[] {
  const [first] = readings;
  if (first?.family !== 'card' && first?.family !== 'bill') return [];
  const { as, value, known } = first;
  const billerId = known.billerId === all.billerId ? undefined : known.billerId;
  const about = { ...defined({ billerId }), day: 'YYYY-MM-DD' };
  const words = references.find(({ field }) => field === as)?.again?.(value, about);
  return words ? [{ args: [...words, '--wait', '60s'], why: 'waits for the payment' }] : [];
}
