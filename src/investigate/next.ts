import { bangkokDate } from '../api/time.js';
import { isOpen } from '../journal/state.js';
import { visible } from '../text.js';
import type { Evidence } from './evidence.js';
import type { Facts } from './facts.js';
import type { Judgement } from './verdict.js';

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
): Step[] {
  const words = RULES.flatMap((rule) => rule(judgement, evidence));
  return words.map(({ args, why }) => ({
    command: [...program, ...args].map(quoted).join(' '),
    why,
  }));
}

interface Advice {
  args: readonly string[];
  why: string;
}

type Rule = (judgement: Judgement, evidence: Evidence) => Advice[];

const RULES: readonly Rule[] = [
  function recover({ facts: { payments, reversals } }) {
    const open = [...payments, ...reversals].find(({ state }) => isOpen(state));
    if (open === undefined) return [];
    const why = 'asks the bank until it is known, and closes it in the journal; sends nothing else';
    return [{ args: ['journal', 'recover', '--ref', open.reference], why }];
  },

  function replay({ facts: { confirmed } }) {
    const dead = confirmed.find(({ forwarding }) => forwarding === 'dead');
    if (dead === undefined) return [];
    const args = ['listen', 'replay', dead.id, '--forward-to', 'URL'];
    return [{ args, why: 'hands the confirmation to your application once more' }];
  },

  function complain({ contradictions, verdict }, evidence) {
    if (verdict.class !== 'BAD_DATA' || contradictions.length === 0) return [];
    const why = 'writes a redacted case that the bank can work with';
    return [{ args: ['investigate', nameOf(evidence), '--bundle', 'case.zip'], why }];
  },

  function wait({ facts, verdict }) {
    return verdict.class === 'PENDING' && facts.bank ? inquiryOf(facts) : [];
  },

  function explain({ facts: { bank }, verdict }) {
    const word = bank?.code ?? bank?.word;
    const refused = verdict.class === 'REJECTED' || verdict.class === 'PARTIAL';
    if (!refused || word === undefined || word === 'R') return [];
    return [{ args: ['explain', word], why: 'says what it means and whose fault it is' }];
  },

  function narrow({ verdict }, { id, sources, papers }) {
    if (verdict.class !== 'NOT_FOUND') return [];
    const args = ['investigate', papers.length > 0 ? 'REFERENCE' : id, '--date', 'YYYY-MM-DD'];
    const why = 'asks about another day than the last three, by the day or reference of the order';
    const missing = sources.filter(({ result }) => result === 'not-asked');
    const needs = missing.find(({ says }) => says.startsWith('refDateTime'));
    const more = ['investigate', id, '--ref-date-time', 'yyyyMMddHHmmss'];
    const charge = { args: more, why: 'asks for a direct debit by the moment of its charge' };
    return [{ args, why }, ...(needs ? [charge] : [])];
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

function inquiryOf({ family, bank, payments }: Facts): Advice[] {
  const why = 'asks again until it is final';
  const reference = bank?.reference ?? '';
  const [first] = payments;
  const day = first === undefined ? 'YYYY-MM-DD' : bangkokDate(first.at);
  const asking: Readonly<Partial<Record<Facts['family'], readonly string[]>>> = {
    ewallet: ['ewallet inquire --tran-type', bank?.wallet ?? 'W', '--out-trade-no', reference],
    transfer: ['transfer inquire --tokenizer-id', reference, '--date-from', day],
    registration: ['dd registration --reg-ref', reference],
  };
  const words = asking[family];
  if (words === undefined) return [{ args: ['investigate', reference], why: 'asks again' }];
  const [command = '', ...rest] = words;
  return [{ args: [...command.split(' '), ...rest, '--wait', '60s'], why }];
}

/** As a shell reads it back. */
function quoted(word: string): string {
  const text = visible(word);
  if (/^[\w.:/@%+=,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
