import type { ErrorCodes } from '../../bank/define.js';
import { findOperation } from '../../bank/families.js';
import { codes } from './codes.js';
import { type CodeMeaning, exits } from './meanings.js';

/** A person who asks about 10 has most likely met it as an exit of this program. */
const ALL = [...exits, ...codes];

/** Kinds that come as the code of an error, in the order in which a bare code is read. */
const OF_ERRORS: readonly ErrorCodes[] = [
  'business code',
  'transfer code',
  'direct-debit payment code',
  'direct-debit registration code',
];

/**
 * All that a code can mean: a business, transfer or direct-debit code, a state, an exit code or its
 * class, a code of the profile, an HTTP status, or `401/9500` for one of several. None: unknown.
 */
export function explain(code: string): CodeMeaning[] {
  const [, status, word = ''] = /^(?:(\d{3})\/)?(.+)$/.exec(code.trim()) ?? [];
  const found = ALL.filter((entry) => matches(entry, word));
  if (status !== undefined) return found.filter((entry) => entry.httpStatus === Number(status));
  return found.length > 0 ? found : ALL.filter(({ httpStatus }) => String(httpStatus) === word);
}

/** All codes and names that are words, for guesses. */
export function knownWords(): string[] {
  const words = ALL.flatMap(({ code, name }) => (name ? [code, name] : [code]));
  return [...new Set(words.filter((word) => /[A-Za-z]{3}/.test(word)))];
}

/** Which codes the errors of an operation carry: those of its own family, none of another's. */
async function kindsOf(operation: string | undefined): Promise<readonly string[]> {
  if (operation === undefined) return OF_ERRORS;
  return (await findOperation(operation))?.codes ?? ['business code'];
}

/**
 * One line for the end of an error, of an operation where that is known; undefined where nothing is
 * known or nothing has to be fixed.
 */
export async function shortForm(
  code: string,
  httpStatus?: number,
  operation?: string,
): Promise<string | undefined> {
  const faults = explain(code).filter(({ fault }) => fault !== 'nobody');
  const kinds = await kindsOf(operation);
  const kind = kinds.find((one) => faults.some((entry) => entry.kind === one));
  const known = faults.filter((entry) => entry.kind === kind);
  const exact = known.filter((entry) => entry.httpStatus === httpStatus);
  const meant = exact.length > 0 ? exact : known;
  if (meant.length > 2) return `${code}: has several meanings; payctl explain ${code}`;
  return meant.length === 0
    ? undefined
    : `${code}: ${either(meant, 'meaning')}; ${either(meant, 'fix')}`;
}

function either(meant: readonly CodeMeaning[], part: 'meaning' | 'fix'): string {
  return [...new Set(meant.map((entry) => entry[part]))].join(', or ');
}

function matches({ code, name }: CodeMeaning, word: string): boolean {
  const wanted = word.toLowerCase();
  return code.toLowerCase() === wanted || name?.toLowerCase() === wanted;
}
