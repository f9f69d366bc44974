/** What JSON text has outside its strings: found without parsing, to check what a parser made of it. */
export interface Outline {
  /** Each number as it is written, in order. */
  numbers: string[];
  /** The number of field names. */
  names: number;
  depth: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Of text that is not JSON the result is arbitrary. */
export function outlineJson(text: string): Outline {
  const outline: Outline = { numbers: [], names: 0, depth: 0 };
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = findStringEnd(text, i);
    else if (c === 0x5b || c === 0x7b) outline.depth = Math.max(outline.depth, ++depth);
    else if (c === 0x5d || c === 0x7d) depth--;
    else if (c === COLON) outline.names++;
    else if (c === 0x2d || isDigit(c)) {
      const end = findNumberEnd(text, i);
      outline.numbers.push(text.slice(i, end));
      i = end - 1;
    }
  }
  return outline;
}

/** The position of a string's closing quotation mark; the end of the text where there is none. */
function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (index - start) % 2 === 1;
}

function findNumberEnd(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) end++;
  return end;
}

/** Digits, `+`, `-`, `.`, `E` and `e`. */
function isInNumber(c: number): boolean {
  return isDigit(c) || c === 0x2b || c === 0x2d || c === 0x2e || c === 0x45 || c === 0x65;
}

/** Whether a character code is a digit. */
export function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}
