import { isUtf8 } from 'node:buffer';

/** ASCII that shows: what nearly all texts are, and tested first, because classes of Unicode are dear to compile. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Text from the network as one line that is safe to print; hidden characters become `\u001b`. */
export function visible(text: string): string {
  return isPlain(text) ? text : withoutHidden(text, escaped);
}

/** As `visible`, but line feeds stay: for bodies, logs, and what JSON and YAML read back. */
export function visibleLines(text: string): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  return withoutHidden(text, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)));
}

/**
 * Replaces what can fool a terminal, a log or a reader: controls, formats (bidi, zero width, tags),
 * separators of lines, lone surrogates, the letters and selectors that show nothing, and the code
 * points that Unicode keeps for more of them.
 */
function withoutHidden(text: string, replaced: (hidden: string) => string): string {
  return text.replace(
    /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\u2065\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu,
    replaced,
  );
}

/** The beginning of a text, made visible, for messages. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return visible(text);
  const start = Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
  return visible(start) + (start.length < text.length ? '…' : '');
}

/** `A`, `A or W`, `A, X or W`. */
export function listed(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ');
}

/** As a sentence begins. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 charge`, `2 charges`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A word of a POSIX shell's command line, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+,-][\w.:/@%+=,-]*$/.test(text) ? text : singleQuoted(text);
}

/** In single quotes, as every shell but PowerShell reads them. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Per UTF-16 unit, as JSON escapes. */
function escaped(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Whether something was lost on the way here: bytes that are not UTF-8, or half a character. */
export function isMangled(text: string): boolean {
  return !isPlain(text) && /[\uFFFD\p{Cs}]/u.test(text);
}

/** The text that the bytes spell, a byte order mark included; undefined where they are not UTF-8. A decoder costs a start more. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
