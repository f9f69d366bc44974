import { visible } from '../../core/text.js';
import { headingOf } from '../../format/cell.js';
import { paintState } from '../../format/style.js';
import { type Cell, columns } from '../../format/width.js';
import { headings } from '../../messages/headings.js';
import type { Screen } from '../../runtime/command.js';
import { fieldOf, type ResultLines, type RowResult, text } from './result-lines.js';

/** In cells: rows come one by one, and nobody knows how wide the later ones are. */
const WIDTHS = [5, 15, 20];

const FIELDS = ['class', 'reference', 'message'] as const;

/** The result as a person reads it: which row, how it ended, and what is to be said of it. */
export function readableLines({ say, style, space }: Screen): ResultLines {
  const lineOf = (row: readonly Cell[]) => `${columns([row], space, WIDTHS).join('\n')}\n`;
  const heading = (field: (typeof FIELDS)[number] | 'line'): Cell => [
    headingOf(say(headings[field])),
    style.head,
  ];
  return {
    header: lineOf([heading('line'), ...FIELDS.map(heading)]),
    of(result: RowResult) {
      const cells = FIELDS.map((field): Cell => {
        const value = visible(text(fieldOf(result, field, say)));
        return [value, (shown) => paintState(style, field, shown, value)];
      });
      return lineOf([[String(result.line)], ...cells]);
    },
    // It goes to a terminal, where nothing of it is read again.
    foreignIn: () => undefined,
  };
}
