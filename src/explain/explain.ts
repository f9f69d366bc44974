import type { CodeList } from '../bank/define.js';
import { findOperation } from '../bank/families.js';
import type { Message } from '../core/message.js';
import { bankCodes } from '../messages/bank-codes.js';
import { explaining } from '../messages/explaining.js';
import type { CodedRefusal } from '../sandbox/faults.js';
import { errorCodes, words } from './codes.js';
import { type CodeMeaning, exits } from './meanings.js';

/** All that a code of the bank can mean. */
export const codes: readonly CodeMeaning[] = [...errorCodes, ...words];

/** What a code without a status of its own comes with: any 4XX or 5XX. */
const ANY_STATUS = 500;
const SUCCESS_STATUS = 200;

/** How the bank can refuse a call with this code: once for each HTTP status. None: no such code. */
export function findRefusals(code: string): CodedRefusal[] {
  return REFUSALS.filter((refusal) => refusal.code.toLowerCase() === code.toLowerCase());
}

/** All codes with which the bank refuses calls. */
export function refusalCodes(): string[] {
  return [...new Set(REFUSALS.map(({ code }) => code))];
}

/** Codes inside the data of an answer have no HTTP status and are not refusals. */
const REFUSALS: readonly CodedRefusal[] = codes.flatMap(({ code, kind, httpStatus, meaning }) => {
  const status = httpStatus ?? (kind === 'business code' ? ANY_STATUS : undefined);
  if (status === undefined || status === SUCCESS_STATUS || code === 'none') return [];
  const isRefusal = kind === 'business code' || kind === 'transfer code';
  return isRefusal ? [{ status, code, description: String(meaning) }] : [];
});

/** A person who asks about 10 has most likely met it as an exit of this program. */
const ALL = [...exits, ...codes];

/** Kinds that come as the code of an error, in the order in which a bare code is read. */
const OF_ERRORS: readonly CodeList[] = [
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
  const entries = ALL.filter((entry) => matches(entry, word));
  if (status !== undefined) return entries.filter((entry) => entry.httpStatus === Number(status));
  return entries.length > 0 ? entries : ALL.filter(({ httpStatus }) => String(httpStatus) === word);
}

/** All codes and names that are words, for guesses. */
export function knownWords(): string[] {
  const words = ALL.flatMap(({ code, name }) => (name ? [code, name] : [code]));
  return [...new Set(words.filter((word) => /[A-Za-z]{3}/.test(word)))];
}

/** The kinds of codes that errors of this operation carry. */
async function codeKinds(operation: string | undefined): Promise<readonly string[]> {
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
): Promise<Message | undefined> {
  const faults = explain(code).filter(
    ({ fault, meaning }) => fault !== 'nobody' && !NEVER_SENT.has(meaning),
  );
  const kinds = await codeKinds(operation);
  const kind = kinds.find((one) => faults.some((entry) => entry.kind === one));
  const ofKind = faults.filter((entry) => entry.kind === kind);
  const exact = ofKind.filter((entry) => entry.httpStatus === httpStatus);
  const meant = exact.length > 0 ? exact : ofKind;
  if (meant.length > 2) return explaining.several(code);
  if (meant.length === 0) return undefined;
  const meanings = new Set(meant.map((entry) => entry.meaning));
  const fixes = new Set(meant.map((entry) => entry.fix));
  return explaining.short(code, [...meanings], [...fixes]);
}

/** payctl sends a language that the bank knows with every call, so that no error of a call means this. */
const NEVER_SENT: ReadonlySet<Message> = new Set([bankCodes.language]);

function matches({ code, name }: CodeMeaning, word: string): boolean {
  const wanted = word.toLowerCase();
  return code.toLowerCase() === wanted || name?.toLowerCase() === wanted;
}
