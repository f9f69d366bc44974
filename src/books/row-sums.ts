import { sha256 } from '../core/hash.js';
import type { BookItem, BookLine } from '../state/books.js';
import { lineText } from './lines.js';
import type { RowSums } from './state.js';

export const NO_ROWS: RowSums = { lines: 0n, items: 0n };

/** Rows of either kind. */
export interface BookRows {
  lines?: Iterable<BookLine> | undefined;
  items?: Iterable<BookItem> | undefined;
}

export function addRows({ lines, items }: RowSums, rows: BookRows): RowSums {
  return {
    lines: wrapped(lines + hashes(rows.lines, lineRow)),
    items: wrapped(items + hashes(rows.items, itemRow)),
  };
}

export function subtractRows({ lines, items }: RowSums, rows: BookRows): RowSums {
  return {
    lines: wrapped(lines - hashes(rows.lines, lineRow)),
    items: wrapped(items - hashes(rows.items, itemRow)),
  };
}

/** As wide as a hash. */
function wrapped(sum: bigint): bigint {
  return BigInt.asUintN(256, sum);
}

function hashes<T>(rows: Iterable<T> = [], textOf: (row: T) => string): bigint {
  let sum = 0n;
  for (const row of rows) sum += BigInt(`0x${sha256(textOf(row))}`);
  return sum;
}

/** Without what may change of it, which verifying derives anew: its file, its item, and whether it waits. */
function lineRow(line: BookLine): string {
  return JSON.stringify([line.id, line.settles, lineText(line)]);
}

function itemRow(item: BookItem): string {
  const { id, class: kind, amount, day, firstSeen, resolved, decided, decision } = item;
  return JSON.stringify([id, kind, amount, day, firstSeen, resolved, decided, decision]);
}
