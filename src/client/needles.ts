import { type Span, unescaped } from './unescape.js';

/** What to look for, in texts of bytes, one a character. */
export interface Needles {
  /** The secrets as they are. */
  exact: readonly string[];
  /** Those that are too short to be taken out of words. */
  words: readonly string[];
  /** Their hexadecimal digits, and what is theirs alone of their base64. */
  coded: readonly string[];
  /** Finds what is long enough to be a secret in base64 or hexadecimal digits. */
  runs: RegExp;
  /** Finds what is long enough to be a secret as text; most of what base64 holds is no text. */
  texts: RegExp;
  /** None of them has other letters. */
  ascii: boolean;
}

/** A shorter text is no secret, and would tear words apart. */
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

function madeOf(all: readonly string[]): Needles {
  const exact = all.filter(({ length }) => length >= LONG);
  const shortest = Math.min(...exact.map(({ length }) => length));
  const length = Number.isFinite(shortest) ? shortest : 1e9;
  const ascii = all.every((text) => /^[\t\n\r -~]*$/.test(text));
  return {
    exact,
    words: all.filter(({ length }) => length < LONG),
    coded: exact.flatMap(codesOf),
    runs: runsOf(BASE64, Math.ceil((length * 4) / 3)),
    texts: runsOf(ascii ? '[\\t\\n\\r -~]' : '[^]', length),
    ascii,
  };
}

/** Begins where such text begins, so that no character is looked at twice. */
function runsOf(letter: string, length: number): RegExp {
  return new RegExp(`(?<!${letter})${letter}{${length},}`, 'g');
}

/** Wrapped in lines, too. */
const BASE64 = '[\\r\\n+/0-9A-Z_a-z-]';

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

/**
 * Hexadecimal digits, and of base64, in both alphabets and behind 0, 1 and 2 bytes of something
 * else, the digits that no neighbour has a part in.
 */
function codesOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'latin1');
  const hex = bytes.toString('hex');
  const codes = new Set([hex, hex.toUpperCase()]);
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    );
    codes.add(own).add(own.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...codes];
}

/** Where they stand in the text as it is. */
export function placesOf(text: string, { exact, words, coded }: Needles): Span[] {
  const found: Span[] = [];
  for (const needle of exact) addPlaces(found, text, needle, 0);
  for (const needle of coded) addPlaces(found, text, needle, 1);
  for (const word of words) {
    const places: Span[] = [];
    addPlaces(places, text, word, 0);
    found.push(...places.filter(([from, to]) => !isLetter(text, from - 1) && !isLetter(text, to)));
  }
  return found;
}

/** `margin`: the neighbours of base64 digits hold bits of them, too. */
function addPlaces(found: Span[], text: string, needle: string, margin: number): void {
  for (let at = text.indexOf(needle); at >= 0; ) {
    const end = at + needle.length;
    const before = margin > 0 && isDigit(text, at - 1) ? at - 1 : at;
    const after = margin > 0 && isDigit(text, end) ? end + 1 : end;
    found.push([before, after]);
    at = text.indexOf(needle, end);
  }
}

function isDigit(text: string, place: number): boolean {
  return /[A-Za-z0-9+/_-]/.test(text.charAt(place));
}

function isLetter(text: string, place: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(place));
}
