import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import { amountFault, parseSatang, wholeNumber } from './amounts.js';
import { type ColumnLayout, cellAt, type Marker } from './layout.js';
import type { AmountFormat } from './mapping.js';

/** What is wrong with a line: of a column, or null where it is the line as a whole. */
export interface LineFault {
  problem: Message;
  /** The same without what stands in the file, which could be anybody's name. */
  discreet?: Message;
  column: string | null;
  isTrailer?: boolean;
  /** The number of the reference beside it; 0 where there is none. */
  reference?: number;
}

interface Trailer {
  rows?: number;
  total?: number;
}

/** A line that is no payment. */
export type Unread = LineFault | { trailer: Trailer };

/** What a line is by its mark. */
type Kind = 'detail' | 'header' | NonNullable<ColumnLayout['trailer']> | Unknown;

interface Unknown {
  begins: string;
  marks: readonly string[];
}

/** What a line is by its marks; without any it is a payment. */
export function markedKind(
  cells: readonly string[],
  { header, detail, trailer }: ColumnLayout,
): Kind {
  const is = (marker: Marker | undefined) =>
    marker !== undefined && cellAt(cells, marker.spot) === marker.is.trim();
  if (is(detail)) return 'detail';
  if (is(header)) return 'header';
  if (trailer !== undefined && is(trailer)) return trailer;
  if (detail === undefined) return 'detail';
  const marks = [header, detail, trailer].flatMap((one) => (one ? [one.is] : []));
  return { begins: cellAt(cells, detail.spot).slice(0, 8), marks };
}

/** What a line without a payment says; undefined where that is nothing. */
export function readMarked(
  kind: Exclude<Kind, 'detail'>,
  cells: readonly string[],
  rule: AmountFormat,
): Unread | undefined {
  if (kind === 'header') return undefined;
  if ('begins' in kind) {
    const marks = kind.marks.map((mark) => visible(JSON.stringify(mark)));
    return { column: null, problem: words.marked(visible(JSON.stringify(kind.begins)), marks) };
  }
  const { count, total } = kind;
  const rows = count && wholeNumber(cellAt(cells, count));
  const sum = total && parseSatang(cellAt(cells, total), rule);
  if (count && rows === undefined) {
    return { isTrailer: true, column: count.name, problem: words.notCount };
  }
  if (total && Number.isNaN(sum)) {
    const problem = amountFault(cellAt(cells, total), rule);
    return { isTrailer: true, column: total.name, problem };
  }
  return {
    trailer: { ...(rows !== undefined && { rows }), ...(sum !== undefined && { total: sum }) },
  };
}

/** That a line has other cells than the header; empty ones at its end do not count. */
export function cellsFault(
  cells: readonly string[],
  { cells: wanted }: ColumnLayout,
): LineFault | undefined {
  const { length } = cells;
  const isRight = length >= wanted && cells.slice(wanted).every((cell) => cell.trim() === '');
  if (isRight) return undefined;
  return { column: null, problem: words.cells(length, wanted) };
}
