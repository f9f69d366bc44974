/** From the first position up to, but without, the second. */
export type ByteRange = readonly [from: number, to: number];

/** Bytes as they came, or without their escapes. */
export interface DecodedBytes {
  bytes: Buffer;
  /**
   * The position in the source at which each byte begins, and the source's length; absent where
   * nothing was decoded.
   */
  starts?: Uint32Array;
}

/** The span of the source from which a span of the reading was decoded. */
export function sourceSpan({ starts }: DecodedBytes, from: number, to: number): ByteRange {
  return [starts?.[from] ?? from, starts?.[to] ?? to];
}

const [BACKSLASH, PERCENT, AMPERSAND] = [0x5c, 0x25, 0x26];

/**
 * Undoes one layer of the escapes of JSON, URLs and HTML, also mixed; undefined where there are none.
 * No escape is shorter than what it encodes.
 */
export function decodeEscapes(source: Buffer): DecodedBytes | undefined {
  if (![BACKSLASH, PERCENT, AMPERSAND].some((sign) => source.includes(sign))) return undefined;
  const bytes = Buffer.allocUnsafe(source.length);
  const starts = new Uint32Array(source.length + 1);
  let length = 0;
  for (let at = 0; at < source.length; ) {
    const byte = source[at] ?? 0;
    const isSign = byte === BACKSLASH || byte === PERCENT || byte === AMPERSAND;
    const match = isSign ? ESCAPE.exec(source.toString('latin1', at, at + LONGEST)) : null;
    const meaning = match ? decodeEscape(match) : undefined;
    if (match === null || meaning === undefined) {
      starts[length] = at++;
      bytes[length++] = byte;
      continue;
    }
    const end = length + (typeof meaning === 'number' ? 1 : bytes.write(meaning, length));
    if (typeof meaning === 'number') bytes[length] = meaning;
    starts.fill(at, length, end);
    length = end;
    at += match[0].length;
  }
  starts[length] = source.length;
  return { bytes: bytes.subarray(0, length), starts: starts.subarray(0, length + 1) };
}

const LONGEST = 32;
const ESCAPE = new RegExp(
  [
    '\\\\u(d[89ab][0-9a-f]{2})\\\\u(d[c-f][0-9a-f]{2})',
    '(?:\\\\u|%u)([0-9a-f]{4})',
    '(?:\\\\x|%)([0-9a-f]{2})',
    '&#(?:x0*([0-9a-f]{1,6})|0*(\\d{1,7}));?',
    '&([a-z]+);',
    '\\\\([^a-z0-9&%]|[bfnrt])',
  ]
    .map((form) => `^${form}`)
    .join('|'),
  'i',
);

/** The byte or the text that an escape encodes. */
function decodeEscape(match: RegExpExecArray): string | number | undefined {
  const [, high, low, unit, byte, digits, decimal, name, itself] = match;
  if (byte !== undefined) return Number.parseInt(byte, 16);
  if (itself !== undefined) return (CONTROLS[itself] ?? itself).charCodeAt(0);
  if (name !== undefined) return NAMES.get(name);
  if (high !== undefined && low !== undefined) {
    return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
  }
  const code = decimal === undefined ? Number.parseInt(unit ?? digits ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The names that HTML has for signs of ASCII, each with its sign. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [
    'excl! quot" QUOT" num# dollar$ percnt% amp& AMP& apos\' lpar( rpar) ast* midast* plus+ comma,',
    'period. sol/ colon: semi; lt< LT< equals= gt> GT> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb]',
    'rbrack] Hat^ lowbar_ UnderBar_ grave` DiacriticalGrave` lcub{ lbrace{ verbar| vert|',
    'VerticalLine| rcub} rbrace}',
  ]
    .flatMap((line) => line.split(' '))
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);

/** What a byte is in an alphabet, if it is not a digit: the end of a run of digits, or a separator in it. */
const BREAK = 0;
const SEPARATOR = 1;
/** The x of 0x73: a separator together with the zero before it. */
const PREFIX = 2;

/** By byte: the code of its digit, `BREAK`, `SEPARATOR` or `PREFIX`. */
type Alphabet = Uint8Array;

function alphabet(digits: string, same: Readonly<Record<string, string>>, separators: string) {
  const table = new Uint8Array(256).fill(BREAK);
  for (const digit of digits) table[digit.charCodeAt(0)] = digit.charCodeAt(0);
  for (const [other, digit] of Object.entries(same)) {
    table[other.charCodeAt(0)] = digit.charCodeAt(0);
  }
  for (const separator of separators) table[separator.charCodeAt(0)] = SEPARATOR;
  return table;
}

const DECIMAL = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BLANKS = ' \t\r\n';

/** Both forms of base64, blanks between its digits. */
export const BASE64: Alphabet = alphabet(
  `${LETTERS}${LETTERS.toUpperCase()}${DECIMAL}+/`,
  { '-': '+', _: '/' },
  BLANKS,
);

/** Either case, with the usual separators between its digits. */
export const HEXADECIMAL: Alphabet = alphabet(
  `${DECIMAL}abcdef`,
  { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e', F: 'f' },
  `${BLANKS}:,;._-`,
);
for (const sign of 'xX') HEXADECIMAL[sign.charCodeAt(0)] = PREFIX;

/** Digits without separators, and the position of each in the reading. */
export interface Digits {
  bytes: Buffer;
  places: Uint32Array;
}

/** The digits of a reading in an alphabet; any other byte is zero. */
export function readDigits({ bytes }: DecodedBytes, table: Alphabet): Digits {
  const digits = Buffer.allocUnsafe(bytes.length);
  const places = new Uint32Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const digit = table[bytes[at] ?? 0] ?? BREAK;
    if (digit === SEPARATOR) continue;
    if (digit === PREFIX && bytes[at - 1] === 0x30) {
      length--;
      continue;
    }
    places[length] = at;
    digits[length++] = digit === PREFIX ? BREAK : digit;
  }
  return { bytes: digits.subarray(0, length), places };
}
