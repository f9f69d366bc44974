import type { ColumnLayout } from './layout.js';
import type { Mapping } from './mapping.js';
import type { LineFault } from './marked-lines.js';
import type { Statement } from './statement/controls.js';

/** What the rows of a file have in common. */
export interface Table {
  /** As it is printed, for example `camt.053.001.08`. */
  format: string;
  /** Where the values stand among the cells. */
  layout: ColumnLayout;
  mapping: Mapping;
}

/** Gets what a reader finds in a file, in its order. */
export interface RowSink {
  /** Tells how all rows that follow are to be understood. */
  begin(table: Table): void;
  /** @param line where it stands in the file, from 1 */
  row(cells: readonly string[], line: number): void;
  reject(line: number, fault: LineFault): void;
  /** A quoted cell of this line goes over several lines. */
  wrapped(line: number): void;
  /** What the entries before it must add up to, by their own statement. */
  statement(statement: Statement): void;
}

/** Reads the rows of a file of text as it comes in pieces. */
export interface RowReader {
  take(text: string): void;
  end(): void;
}
