import { wrap } from '../output/width.js';

/** Help is read at this width, whatever the terminal: pages are rendered when the program is built. */
export const WIDTH = 80;

const WIDEST_LEFT = 34;

export type Row = readonly [left: string, right: string];

/** Cells of the left column, with the gaps before and after. */
export function leftOf(rows: readonly Row[]): number {
  return Math.min(WIDEST_LEFT, Math.max(0, ...rows.map(([name]) => name.length)) + 4);
}

/** Two columns, the right one wrapped; a left cell that is too wide stands on a line of its own. */
export function columns(rows: readonly Row[], left = leftOf(rows)): string[] {
  return rows.flatMap(([name, text]) => {
    const head = `  ${name}`;
    const [first = '', ...rest] = wrap(text, WIDTH - left);
    const begin =
      head.length + 2 > left ? [head, ' '.repeat(left) + first] : [head.padEnd(left) + first];
    return [...begin, ...rest.map((line) => ' '.repeat(left) + line)].map((line) => line.trimEnd());
  });
}
