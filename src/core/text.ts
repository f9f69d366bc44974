/**
 * Whether a text is printable ASCII. Asked before a pattern with properties of Unicode (`\p{…}`) is tried: the
 * first one of a process takes milliseconds, in which the engine looks through all characters.
 */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Text from the network as one line that is safe to print; hidden characters become `\u001b`. */
export function visible(text: string): string {
  return withoutHidden(text, escaped);
}

/** As `visible`, but line feeds stay: for bodies and logs. */
export function visibleLines(text: string): string {
  return withoutHidden(text, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)));
}

/**
 * Replaces what can deceive a terminal, a log or a reader: control and format characters (bidi, zero
 * width, tags), line separators, lone surrogates, invisible letters and selectors, and the code points
 * that Unicode reserves for more of them.
 */
function withoutHidden(text: string, replaced: (hidden: string) => string): string {
  if (isPlain(text)) return text;
  return text.replace(
    /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|\p{Variation_Selector}|[\u2065\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu,
    replaced,
  );
}

/** The first `length` characters of a text, made visible, for messages. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return visible(text);
  const start = Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
  return visible(start) + (start.length < text.length ? '…' : '');
}

/** `A`, `A or W`, `A, X or W`. */
export function joinWithOr(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ');
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 charge`, `2 charges`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A word of a POSIX shell's command line, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+,…-][\w.:/@%+=,…-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Per UTF-16 unit, as JSON escapes. */
function escaped(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Whether a text has been damaged by decoding: U+FFFD, or half a surrogate pair. */
export function isMangled(text: string): boolean {
  return /[\ufffd\ud800-\udfff]/u.test(text);
}

/** The choice that is most like a mistyped word; undefined where none is close. */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length * 0.4)) + 1;
  for (const choice of choices) {
    if (Math.abs(choice.length - word.length) >= least) continue;
    const edits = distance(word.toLowerCase(), choice.toLowerCase());
    if (edits < least) {
      least = edits;
      best = choice;
    }
  }
  return best;
}

/** The number of edits (insert, delete, replace, swap neighbours) from one word to the other. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** PostgreSQL has no NUL in texts: what is to be kept, in whichever store, has ␀ for it. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\u2400');
}

/** With Thai digits as Arabic ones. */
export function arabicDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - '๐'.charCodeAt(0)));
}

/** A reference without what people put between its parts, and with the digits that banks know. */
export function withoutSeparators(reference: string): string {
  return arabicDigits(reference.replace(/[\s\-#/.]+/g, ''));
}

/** The same for all spellings of a reference, with separators or without, in any letter case. */
export function foldedReference(reference: string): string {
  return withoutSeparators(reference).toUpperCase();
}
