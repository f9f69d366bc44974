import type { Message } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { toHeading } from '../../format/cell.js';
import { paintState } from '../../format/style.js';
import { type Cell, columns } from '../../format/width.js';
import { headings } from '../../messages/headings.js';
import { reportWords } from '../../messages/report.js';
import type { Screen } from '../../runtime/command.js';
import { columnValue, type ResultLines, type RowResult, text } from './result-lines.js';
import { carriedColumns } from './tickets/ticket-names.js';

const FIELDS = ['class', 'reference'] as const;

/** In cells: rows come one by one, and nobody knows how wide the later ones are. */
const WIDTHS = { line: 5, ticket: 10, customer: 14, subject: 20, class: 15, reference: 20 };

/** With fewer cells than this beside the other columns, the message stands below them. */
const LEAST_MESSAGE = 30;

/**
 * The result as a person reads it: which row, what a help desk has of it, how it ended, and what is to be
 * said of it.
 * @param own the caller's own columns, known once the header was read
 */
export function readableLines(
  { say, style, space }: Screen,
  own: () => readonly string[] = () => [],
): ResultLines {
  const formatLine = (cells: readonly Cell[], message: Cell) => {
    const carried = carriedColumns(own()).map(({ what }) => WIDTHS[what]);
    const widths = [WIDTHS.line, ...carried, WIDTHS.class, WIDTHS.reference];
    const isWide = space - widths.reduce((sum, each) => sum + each + 2, 0) >= LEAST_MESSAGE;
    const lines = isWide
      ? columns([[...cells, message]], space, widths)
      : [...columns([cells], space, widths), ...columns([[[''], message]], space, [WIDTHS.line])];
    return `${lines.join('\n')}\n`;
  };
  const heading = (name: Message): Cell => [toHeading(say(name)), style.head];
  return {
    get header() {
      const carried = carriedColumns(own()).map(({ what }) => heading(reportWords[what]));
      const fields = FIELDS.map((field) => heading(headings[field]));
      return formatLine([heading(headings.line), ...carried, ...fields], heading(headings.message));
    },
    of(result: RowResult) {
      const shown = (name: string) => visible(text(columnValue(result, name, say)));
      const painted = (field: (typeof FIELDS)[number] | 'message'): Cell => {
        const value = shown(field);
        return [value, (part) => paintState(style, field, part, value)];
      };
      const carried = carriedColumns(own()).map(({ name }): Cell => [shown(name)]);
      return formatLine(
        [[String(result.line)], ...carried, ...FIELDS.map(painted)],
        painted('message'),
      );
    },
    // It goes to a terminal, where nothing of it is read again.
    foreignIn: () => undefined,
  };
}
