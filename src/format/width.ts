import { isPlain } from '../core/text.js';

/** Terminal cells of a text without control characters, as `wcwidth` counts them. */
export function width(text: string): number {
  if (isPlain(text)) return text.length;
  let cells = 0;
  for (const character of text) cells += characterWidth(character);
  return cells;
}

function characterWidth(character: string): number {
  if (character < '\u0300') return 1;
  if (joins(character)) return 0;
  return isWide(character) && !isRegionalIndicator(character) ? 2 : 1;
}

/** Marks share the cell of the letter before them. SARA AM (U+0E33) is no such mark: it takes its own cell. */
function joins(character: string): boolean {
  return /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u.test(character);
}

/** East Asian wide and full-width characters, and emoji that are drawn as pictures. */
function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1b000}-\u{1b2fb}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u.test(
    character,
  );
}

/** A flag is two of these, one cell each. */
function isRegionalIndicator(character: string): boolean {
  return /\p{Regional_Indicator}/u.test(character);
}

/** At most `cells` wide; what is cut off is replaced by `…`. */
export function cut(text: string, cells: number): string {
  if (width(text) <= cells) return text;
  if (cells < 1) return '';
  let result = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > cells - 1) break;
    result += character;
  }
  return `${result}…`;
}

/** Cells of a line; in a pipe a line is as long as it is. */
export function lineWidth(stream: { readonly isTTY: boolean; readonly columns: number }): number {
  return stream.isTTY ? stream.columns : Number.POSITIVE_INFINITY;
}

/** Stands for a blank at which no line is broken. A no-break space would be taken for one of a file's name. */
const KEPT_BLANK = '\ue000';

/** A text that `sentenceLines` leaves in one line, so that it can be pasted. */
export function unbreakable(text: string): string {
  return text.replaceAll(' ', KEPT_BLANK);
}

/** As `wrap`, for a sentence that has been worded with `unbreakable` commands. */
export function sentenceLines(text: string, cells: number): string[] {
  const lines = width(text) <= cells ? [text] : wrap(text, cells);
  return lines.map((line) => line.replaceAll(KEPT_BLANK, ' '));
}

/** Lines of at most `cells`, broken at spaces, and in Thai between words; a longer word gets a line of its own. */
export function wrap(text: string, cells: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    let gap = ' ';
    for (const piece of width(word) > cells ? splitWords(word) : [word]) {
      const last = lines[lines.length - 1] ?? '';
      const longer = last ? last + gap + piece : piece;
      if (last && width(longer) > cells) lines.push(piece);
      else lines[lines.length - 1] = longer;
      gap = '';
    }
  }
  return lines;
}

/** Thai has no spaces between its words. */
function splitWords(text: string): string[] {
  const parts = text.split(/(\p{Script=Thai}+)/u).filter(Boolean);
  if (parts.every((part) => !isThai(part))) return [text];
  const words = new Intl.Segmenter('th', { granularity: 'word' });
  return parts.flatMap((part) =>
    isThai(part) ? Array.from(words.segment(part), ({ segment }) => segment) : part,
  );
}

function isThai(text: string): boolean {
  return /^\p{Script=Thai}/u.test(text);
}

/** Filled with spaces to `cells`; a wider text stays as it is. */
export function pad(text: string, cells: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, cells - width(text)));
  return align === 'left' ? text + space : space + text;
}

/** A text, and how it is painted. */
export type Cell = readonly [text: string, paint?: (text: string) => string];

const GAP = 2;

/** Fewer cells hold no sentence: the terminal breaks the lines then. */
const NARROWEST = 16;

/**
 * Lines of equal columns within `space` cells; the last column is wrapped. Where `widths` leaves too
 * little for the others, the last one begins on the next line.
 */
export function columns(
  rows: readonly (readonly Cell[])[],
  space: number,
  widths: readonly number[] = columnWidths(rows),
): string[] {
  const left = widths.reduce((sum, each) => sum + each + GAP, 0);
  const room = Math.max(space - left, NARROWEST);
  const below = ' '.repeat(left);
  return rows.flatMap((row) => {
    const cells = row.slice(0, widths.length);
    const [text = '', paint = plain] = row[widths.length] ?? [];
    const head = cells
      .map(([word, tone = plain], index) => tone(pad(word, widths[index] ?? 0)) + ' '.repeat(GAP))
      .join('');
    const fits = cells.every(([word], index) => width(word) <= (widths[index] ?? 0));
    const [first = '', ...rest] = wrap(text, room).map((line) => paint(line));
    const begin = fits ? [head + first] : [head, below + first];
    return [...begin, ...rest.map((line) => below + line)];
  });
}

/** As wide as the widest cell of each column but the last. */
function columnWidths(rows: readonly (readonly Cell[])[]): number[] {
  const last = Math.max(1, ...rows.map((row) => row.length)) - 1;
  return Array.from({ length: last }, (_, index) =>
    Math.max(0, ...rows.map((row) => width(row[index]?.[0] ?? ''))),
  );
}

function plain(text: string): string {
  return text;
}
