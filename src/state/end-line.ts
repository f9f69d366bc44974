import { sha256 } from '../core/hash.js';

/** A part of a claim that was made, as the log tells of it. */
export interface MadePart {
  key: string;
  number: number;
  /** When the directory of the claims had changed last, before and after. */
  before: number;
  after: number;
}

export function madeIn([number, key, before, after]: readonly unknown[]): MadePart | undefined {
  if (typeof number !== 'number' || !isKey(key)) return undefined;
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  return { key, number, before, after };
}

/** What an index needs of the values of an end; the rest of them are for who shows it. */
export interface KnownEnd {
  key: string;
  newest: number;
  /** When it was started, in milliseconds since the epoch. */
  at: number;
  /** It was tried before. */
  again: boolean;
  /** Its lines lie in an archive: one part is left, whatever was known before. */
  archived: boolean;
  /** There is something to show. */
  shows: boolean;
  /** Hashes of the texts that it is found by; an older version wrote none. */
  terms?: readonly number[];
}

/** Places of the values that an index reads; a list in them holds hashes. */
const PLACE = { newest: 0, attempts: 1, key: 5, at: 9, archive: 14 } as const;

export function endIn(values: readonly unknown[]): KnownEnd | undefined {
  const [newest, key] = [values[PLACE.newest], values[PLACE.key]];
  if (typeof newest !== 'number' || !isKey(key)) return undefined;
  const { [PLACE.attempts]: attempts, [PLACE.at]: started } = values;
  const shows = typeof attempts === 'number';
  const at = typeof started === 'string' ? Date.parse(started) : 0;
  const again = newest > 1 || (shows && attempts > 1);
  const found = values.find(Array.isArray);
  const hashes = found?.flatMap((hash: unknown) => {
    return typeof hash === 'string' ? [Number.parseInt(hash, 16)] : [];
  });
  return {
    ...{ key, newest, again, shows },
    archived: typeof values[PLACE.archive] === 'string',
    at: Number.isFinite(at) && at > 0 ? at : 0,
    ...(hashes && { terms: hashes }),
  };
}

/** Whether a line of the log, which is sealed, says what the index says. */
export function isEndOf(
  values: readonly unknown[],
  { key, newest, at, shows }: Pick<KnownEnd, 'key' | 'newest' | 'at' | 'shows'>,
): boolean {
  const end = endIn(values);
  return end?.key === key && end.newest === newest && end.at === at && end.shows === shows;
}

/** What a text is found by. */
export function hashOf(text: string): string {
  return sha256(text).slice(0, 12);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}
