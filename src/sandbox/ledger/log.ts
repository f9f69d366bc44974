import type { Sqlite } from '../../host/sqlite.js';
import { logs } from './tables.js';

/** What happens at the bank beside the operations of its API. */
export const ACTS = [
  'customer.pay',
  'customer.buyer-code',
  'customer.consent',
  'customer.approve',
  'customer.reject',
  'confirmation',
  'confirmation.acknowledged',
  'operator.clock',
  'operator.fault',
  'operator.settings',
  'operator.transfer',
  'operator.reset',
  'bank.refund',
  'attack.forge',
  'attack.tokens',
] as const;
export type LoggedAct = (typeof ACTS)[number];

/** One line for each request, each act of the customer and each due event. */
export interface LogLine {
  /** Milliseconds since the epoch, by the sandbox clock. */
  at: number;
  /** Operation id or act; method and path of a request that fits no operation. */
  operation: string;
  requestUId?: string | undefined;
  reference?: string | undefined;
  /** As answered; absent where no answer went out. */
  status?: number | undefined;
  code?: number | string | undefined;
  fault?: string | undefined;
  committed: boolean;
  note?: string | undefined;
  /** The settings that let the bank accept what the specification does not allow. */
  lenient?: string | undefined;
}

/** Which lines are wanted; all that is given must fit. */
export interface LogFilter {
  reference?: string;
  operation?: string;
  since?: number;
  /** How many of the latest; by default 1000. */
  limit?: number;
}

/** Writes a line; within a transaction it is undone with all else. */
export function addLine(store: Sqlite, line: LogLine): void {
  const { at, operation, requestUId, reference, status, code } = line;
  const { fault, committed, note, lenient } = line;
  // Its keys always stand in this order, whoever filled them in first.
  const ordered = { at, operation, requestUId, reference, status, code, fault, committed };
  logs.insert(store, { line: JSON.stringify({ ...ordered, note, lenient }) });
}

/** How many rows are looked through at a time, from the latest backwards. */
const PAGE = 500;

/** The latest lines that pass, oldest first by the clock of the bank. */
export function readLog(store: Sqlite, filter: LogFilter = {}): LogLine[] {
  const { limit = 1000 } = filter;
  const matching: LogLine[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (matching.length < limit) {
    const rows = logs.all(
      store,
      'WHERE id < ? AND instr(line, ?) > 0 ORDER BY id DESC LIMIT ?',
      before,
      filter.reference === undefined ? '' : JSON.stringify(filter.reference),
      PAGE,
    );
    matching.push(...rows.map(parseLine).filter((line) => passes(line, filter)));
    if (rows.length < PAGE) break;
    before = Math.min(...rows.map(({ id }) => id));
  }
  return matching
    .slice(0, limit)
    .reverse()
    .sort((a, b) => a.at - b.at);
}

function passes(line: LogLine, { reference, operation, since }: LogFilter): boolean {
  return (
    (reference === undefined || line.reference === reference) &&
    (operation === undefined || line.operation === operation) &&
    (since === undefined || line.at >= since)
  );
}

function parseLine(row: { line: string }): LogLine {
  const line: LogLine = JSON.parse(row.line);
  return line;
}
