import { sha256 } from '../core/hash.js';

/** A new revision of a claim, as the log has it. */
export interface RevisionNote {
  key: string;
  number: number;
  /** When the directory of the claims had changed last, before and after. */
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

/** What an index needs of the values of an end; the rest of them are for who shows it. */
export interface IndexedEnd {
  key: string;
  newest: number;
  /** When it was started, in milliseconds since the epoch. */
  at: number;
  /** The charge was tried before. */
  again: boolean;
  /** Its lines lie in an archive: one revision is left, however many there were. */
  archived: boolean;
  /** Hashes of the texts that it is found by. */
  terms: readonly number[];
}

/** Places of the values that an index reads; a list in them holds hashes. */
const PLACE = { newest: 0, attempts: 1, key: 5, at: 9, archive: 14 } as const;

export function indexedEndIn(values: readonly unknown[]): IndexedEnd | undefined {
  const [newest, key] = [values[PLACE.newest], values[PLACE.key]];
  const hashes: unknown = values.find(Array.isArray);
  if (typeof newest !== 'number' || !isKey(key) || !Array.isArray(hashes)) return undefined;
  const { [PLACE.attempts]: attempts, [PLACE.at]: started } = values;
  const at = typeof started === 'string' ? Date.parse(started) : 0;
  const again = newest > 1 || (typeof attempts === 'number' && attempts > 1);
  return {
    ...{ key, newest, again },
    archived: typeof values[PLACE.archive] === 'string',
    at: Number.isFinite(at) && at > 0 ? at : 0,
    terms: hashes.flatMap((hash: unknown) =>
      typeof hash === 'string' ? [Number.parseInt(hash, 16)] : [],
    ),
  };
}

/** Whether a line of the log, which is sealed, says what the index says. */
export function isEndOf(
  values: readonly unknown[],
  { key, newest, at }: Pick<IndexedEnd, 'key' | 'newest' | 'at'>,
): boolean {
  const end = indexedEndIn(values);
  return end?.key === key && end.newest === newest && end.at === at;
}

/** What a text is found by. */
export function searchHash(text: string): string {
  return sha256(text).slice(0, 12);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}
