import { decodeEscapes } from './reading.js';

/** A shorter text is not looked for: it would be found in many words. */
const SHORTEST = 4;
/** A shorter secret may be in an answer by chance: it is concealed only as a word of its own. */
export const LONG_SECRET = 8;

/** The byte sequences to look for. */
export interface Patterns {
  /** Bytes of the shortest: a shorter text has none of them. */
  readonly shortest: number;
  /** Long secrets: as they are, with `+` for spaces, and unescaped where they look escaped. */
  readonly exact: readonly Buffer[];
  /** Short ones, which are concealed as whole words only. */
  readonly words: readonly Buffer[];
  readonly base64: readonly Base64Pattern[];
  readonly hexadecimal: readonly Buffer[];
}

/** The base64 digits that depend on the secret alone, at one of three alignments. */
interface Base64Pattern {
  digits: Buffer;
  /** Digits before and after them that it shares with its neighbours. */
  before: number;
  after: number;
}

/** The calls of a batch have the same secrets. */
const cache = new Map<string, Patterns | undefined>();

/** undefined where there is nothing to look for. */
export function patternsFor(secrets: readonly string[]): Patterns | undefined {
  const key = secrets.join('\0');
  if (cache.has(key)) return cache.get(key);
  const patterns = buildPatterns(secrets.filter(({ length }) => length >= SHORTEST));
  if (cache.size > 7) cache.clear();
  cache.set(key, patterns);
  return patterns;
}

function buildPatterns(secrets: readonly string[]): Patterns | undefined {
  if (secrets.length === 0) return undefined;
  const spelled = [...new Set(secrets.flatMap(secretSpellings))].map((text) => Buffer.from(text));
  const long = spelled.filter(({ length }) => length >= LONG_SECRET);
  const words = spelled.filter(({ length }) => length < LONG_SECRET);
  return {
    shortest: Math.min(...spelled.map(({ length }) => length)),
    exact: long,
    words,
    base64: long.flatMap((secret) => [0, 1, 2].map((shift) => inBase64(secret, shift))),
    hexadecimal: long.map((secret) => Buffer.from(secret.toString('hex'))),
  };
}

/** As it is, with `+` for a space, and unescaped where it looks escaped. */
function secretSpellings(secret: string): string[] {
  const plain = decodeEscapes(Buffer.from(secret))?.bytes.toString() ?? secret;
  return [secret, secret.replaceAll(' ', '+'), ...(plain.length < SHORTEST ? [] : [plain])];
}

/** The secret in base64, six bits a digit, after `shift` other bytes. */
function inBase64(secret: Buffer, shift: number): Base64Pattern {
  const digits = Buffer.concat([Buffer.alloc(shift), secret]).toString('base64');
  const [first, end] = [(8 * shift) / 6, (8 * (shift + secret.length)) / 6];
  return {
    digits: Buffer.from(digits.slice(Math.ceil(first), Math.floor(end))),
    before: Math.ceil(first) - Math.floor(first),
    after: Math.ceil(end) - Math.floor(end),
  };
}
