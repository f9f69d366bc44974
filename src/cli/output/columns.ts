import { pad, width, wrap } from './width.js';

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
  widths: readonly number[] = widthsOf(rows),
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
function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const last = Math.max(1, ...rows.map((row) => row.length)) - 1;
  return Array.from({ length: last }, (_, index) =>
    Math.max(0, ...rows.map((row) => width(row[index]?.[0] ?? ''))),
  );
}

function plain(text: string): string {
  return text;
}
