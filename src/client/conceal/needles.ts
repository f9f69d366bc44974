import { once } from '../../core/once.js';
import { type Span, unescaped } from './unescape.js';

/** A shorter text is not a secret, and would tear words apart. */
const SHORTEST = 4;
/** What is shorter may well be part of an answer that nobody echoed. */
export const LONG = 8;

/** undefined where there is nothing to look for. */
export function needlesFor(secrets: readonly string[]): Needles | undefined {
  const key = secrets.join('\0');
  if (known.has(key)) return known.get(key);
  const own = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST))];
  const needles = own.length === 0 ? undefined : madeOf(own.flatMap(spellingsOf));
  if (known.size > 7) known.clear();
  known.set(key, needles);
  return needles;
}

/** The calls of a batch share them. */
const known = new Map<string, Needles | undefined>();

/** What to look for, in texts of bytes, one a character. */
export interface Needles {
  /** The secrets as they are. */
  readonly exact: readonly string[];
  /** Those that are too short to be taken out of words. */
  readonly words: readonly string[];
  /** A shorter text holds none of them. */
  readonly shortest: number;
  /** None of them has other letters. */
  readonly ascii: boolean;
  /** Finds what is long enough to be a secret in base64 or base64url, wrapped in lines too. */
  readonly base64: RegExp;
  /** The same in hexadecimal digits, which could be base64 as well. */
  readonly hex: RegExp;
  /** Pairs of them with something between: `73:33`, `73 33`, `0x73, 0x33`. */
  readonly hexPairs: RegExp;
  /** Finds what is long enough to be a secret as text; most of what base64 holds is not text. */
  readonly texts: RegExp;
}

function madeOf(all: readonly string[]): Needles {
  const exact = all.filter(({ length }) => length >= LONG);
  const shortest = Math.min(...exact.map(({ length }) => length));
  const length = Number.isFinite(shortest) ? shortest : 1e9;
  const ascii = all.every((text) => /^[\t\n\r -~]*$/.test(text));
  const base64 = late(runsOf('[\\r\\n+/0-9A-Z_a-z-]', Math.ceil((length * 4) / 3)));
  const hex = late(runsOf('[0-9A-Fa-f]', length * 2));
  const hexPairs = late(`(?<![0-9A-Fa-f])${PAIR}(?:[\\s:,;_.-]{1,2}${PAIR}){${length - 1},}`);
  const texts = late(runsOf(ascii ? '[\\t\\n\\r -~]' : '[^]', length));
  return {
    exact,
    words: all.filter(({ length }) => length < LONG),
    shortest: Math.min(...all.map(({ length }) => length)),
    ascii,
    get base64() {
      return base64();
    },
    get hex() {
      return hex();
    },
    get hexPairs() {
      return hexPairs();
    },
    get texts() {
      return texts();
    },
  };
}

/** Made at the first use: hardly any answer needs all of them. */
function late(source: string): () => RegExp {
  return once(() => new RegExp(source, 'g'));
}

const PAIR = '(?:0[xX])?[0-9A-Fa-f]{2}';

/** Begins where such text begins, so that no character is looked at twice. */
function runsOf(letter: string, length: number): string {
  return `(?<!${letter})${letter}{${length},}`;
}

/** As it is; with `+` for a space, as forms have it; and what decoders make of escapes in it. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret).toString('latin1');
  const spellings = new Set([bytes, bytes.replaceAll(' ', '+')]);
  let plain = unescaped(bytes, false);
  for (let layer = 0; plain !== undefined && layer < 3; layer++) {
    if (plain.text.length >= SHORTEST) spellings.add(plain.text);
    plain = unescaped(plain.text, false);
  }
  return [...spellings];
}

/** Where they stand in the text as it is. */
export function placesOf(text: string, exact: readonly string[], words: readonly string[]): Span[] {
  const standsAlone = ([from, to]: Span) => !isLetter(text, from - 1) && !isLetter(text, to);
  return [
    ...exact.flatMap((needle) => placesIn(text, needle)),
    ...words.flatMap((word) => placesIn(text, word).filter(standsAlone)),
  ];
}

function placesIn(text: string, needle: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    found.push([at, at + needle.length]);
  }
  return found;
}

function isLetter(text: string, place: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(place));
}
