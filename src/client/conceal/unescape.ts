import { once } from '../../core/once.js';

/** [from, to) of a text. */
export type Span = readonly [from: number, to: number];

/** A text of bytes, one a character, without its escapes. */
export interface Unescaped {
  text: string;
  /** Where a part of it came from. */
  sourceOf(span: Span): Span;
  /** A part of the source, with the whole of each escape that it cuts. */
  whole(span: Span): Span;
}

/** Where an escape stands, and where its meaning stands in the text without it. */
interface Escape {
  from: number;
  to: number;
  start: number;
  end: number;
}

/**
 * Undoes one layer of the escapes of JSON, URLs and HTML, mixed as they come; undefined where there
 * are none. Many an answer in Thai is full of escapes: those of other letters are left where `ascii`
 * is all that matters.
 */
export function unescaped(text: string, ascii: boolean): Unescaped | undefined {
  if (!text.includes('\\') && !text.includes('%') && !text.includes('&')) return undefined;
  const found: Escape[] = [];
  let plain = '';
  let done = 0;
  for (const match of text.matchAll(ascii ? ASCII() : ANY())) {
    const meant = meaningOf(match.groups ?? {});
    if (meant === undefined) continue;
    plain += text.slice(done, match.index);
    const start = plain.length;
    plain += meant;
    done = match.index + match[0].length;
    found.push({ from: match.index, to: done, start, end: plain.length });
  }
  if (found.length === 0) return undefined;
  return {
    text: plain + text.slice(done),
    sourceOf: ([from, to]) => [sourceOf(found, from)[0], sourceOf(found, to - 1)[1]],
    whole: ([from, to]) => [around(found, from)[0], around(found, to - 1)[1]],
  };
}

/** What one character of the plain text stands for. */
function sourceOf(escapes: readonly Escape[], place: number): Span {
  const last = lastWhere(escapes, ({ start }) => start <= place);
  if (last && place < last.end) return [last.from, last.to];
  const source = last ? last.to + place - last.end : place;
  return [source, source + 1];
}

/** The escape that a character of the source is a part of, or that character. */
function around(escapes: readonly Escape[], place: number): Span {
  const last = lastWhere(escapes, ({ from }) => from <= place);
  return last && place < last.to ? [last.from, last.to] : [place, place + 1];
}

/** By halving: there may be very many. */
function lastWhere(
  escapes: readonly Escape[],
  holds: (candidate: Escape) => boolean,
): Escape | undefined {
  let low = 0;
  let high = escapes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const candidate = escapes[middle];
    if (candidate && holds(candidate)) low = middle + 1;
    else high = middle;
  }
  return escapes[low - 1];
}

const NAMES: Readonly<Record<string, string>> = {
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  quot: '"',
  QUOT: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  AMP: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  LT: '<',
  equals: '=',
  gt: '>',
  GT: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  UnderBar: '_',
  grave: '`',
  DiacriticalGrave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  VerticalLine: '|',
  rcub: '}',
  rbrace: '}',
};

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** What stands for one character. Few answers have any. */
const ASCII = once(() =>
  escapeIn([
    '(?:\\\\u00|\\\\x|%u00|%)(?<hex>[0-7][0-9a-f])',
    '&#0*(?<decimal>1[01]\\d|12[0-7]|\\d{1,2})(?:;|(?!\\d))',
    '&#x0*(?<digits>[0-7]?[0-9a-f])(?:;|(?![0-9a-f]))',
  ]),
);
const ANY = once(() =>
  escapeIn([
    '\\\\u(?<high>d[89ab][0-9a-f]{2})\\\\u(?<low>d[c-f][0-9a-f]{2})',
    '(?:\\\\u|%u)(?<hex>[0-9a-f]{4})',
    '(?:\\\\x|%)(?<byte>[0-9a-f]{2})',
    '&#0*(?<decimal>\\d{1,7});?',
    '&#x0*(?<digits>[0-9a-f]{1,6});?',
  ]),
);

function escapeIn(forms: readonly string[]): RegExp {
  const names = `&(?<name>${Object.keys(NAMES).join('|')});`;
  return new RegExp([...forms, '\\\\(?<itself>[^a-z0-9&%]|[bfnrt])', names].join('|'), 'gi');
}

function meaningOf(groups: Record<string, string | undefined>): string | undefined {
  const { hex, byte, decimal, digits, name, itself, high, low } = groups;
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (itself !== undefined) return CONTROLS[itself] ?? itself;
  if (name !== undefined) return NAMES[name];
  if (high !== undefined && low !== undefined) {
    return utf8(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? digits ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? utf8(String.fromCodePoint(code)) : undefined;
}

/** Its bytes, one a character. */
function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}
