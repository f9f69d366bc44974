/**
 * What can fool a terminal, a log or a reader: controls, formats (bidi, zero width, tags), line and
 * paragraph separators, lone surrogates, and the letters and selectors that show nothing.
 */
const HIDDEN =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|\u034f|[\u{e0100}-\u{e01ef}]/gu;

const PLAIN = /^[\x20-\x7e]*$/;

/** One line that is safe to print: `^[` for escape, `\u202e` for what has no caret form. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, caret);
}

/** As `visible`, but line feeds and tabs stay: for bodies and logs of several lines. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (hidden) =>
    hidden === '\n' || hidden === '\t' ? hidden : caret(hidden),
  );
}

/**
 * Every hidden character but the line feed as `\uXXXX`, per UTF-16 unit: what JSON and double-quoted
 * YAML read back as the same text.
 */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (hidden) => (hidden === '\n' ? hidden : units(hidden)));
}

export function hasHidden(text: string): boolean {
  return !PLAIN.test(text) && text.search(HIDDEN) >= 0;
}

function caret(hidden: string): string {
  const code = hidden.charCodeAt(0);
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return code === 0x7f ? '^?' : units(hidden);
}

function units(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
