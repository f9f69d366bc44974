import { sha256 } from '../core/hash.js';
import { sealLine, unsealLine } from '../core/sealed-log.js';
import type { CachedOutcome } from './claim-index.js';

/** A cached outcome decides nothing, so its checksum need not be long. */
const SUM_DIGITS = 16;

/** Values as one line, closed by a checksum and a line feed. */
export function sealValues(values: CachedOutcome['values']): string {
  return sealLine(JSON.stringify(values), SUM_DIGITS).text;
}

/** undefined where the checksum does not fit, or there is none. */
export function valuesIn(line: string): readonly unknown[] | undefined {
  const sealed = unsealLine(line, SUM_DIGITS);
  if (typeof sealed === 'string') return undefined;
  const values: unknown = JSON.parse(sealed.json);
  return Array.isArray(values) ? values : undefined;
}

/** A new revision of a claim, as the log of outcomes notes it. */
export interface RevisionNote {
  key: string;
  number: number;
  /** When the directory of the claims was last changed, before the revision and after it: milliseconds since the epoch. */
  before: number;
  after: number;
}

export function revisionNoteIn([number, key, before, after]: readonly unknown[]):
  | RevisionNote
  | undefined {
  if (typeof number !== 'number' || !isKey(key)) return undefined;
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  return { key, number, before, after };
}

/** What an index reads of a cached outcome; the other values are for whoever shows it. */
export interface IndexedOutcome {
  key: string;
  newest: number;
  /** When it was started, in milliseconds since the epoch. */
  at: number;
  /** Its lines are in an archive: one revision is left, however many there were. */
  archived: boolean;
  /** Hashes of the texts that it is found by. */
  terms: readonly number[];
}

/** Where in the values an index finds what it reads; the last of them is the list of hashes. */
const PLACE = { newest: 0, key: 5, at: 9, archive: 14 } as const;

export function indexedOutcomeIn(values: readonly unknown[]): IndexedOutcome | undefined {
  const [newest, key] = [values[PLACE.newest], values[PLACE.key]];
  const hashes: unknown = values.at(-1);
  if (typeof newest !== 'number' || !isKey(key) || !Array.isArray(hashes)) return undefined;
  const { [PLACE.at]: started } = values;
  const at = typeof started === 'string' ? Date.parse(started) : 0;
  return {
    ...{ key, newest },
    archived: typeof values[PLACE.archive] === 'string',
    at: Number.isFinite(at) && at > 0 ? at : 0,
    terms: hashes.flatMap((hash: unknown) =>
      typeof hash === 'string' ? [Number.parseInt(hash, 16)] : [],
    ),
  };
}

/** Whether the values of a line in the log say what the index says. */
export function isOutcomeOf(
  values: readonly unknown[],
  { key, newest, at }: Pick<IndexedOutcome, 'key' | 'newest' | 'at'>,
): boolean {
  const end = indexedOutcomeIn(values);
  return end?.key === key && end.newest === newest && end.at === at;
}

/** The hash by which a text is found. */
export function searchHash(text: string): string {
  return sha256(text).slice(0, 12);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}
