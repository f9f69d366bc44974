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
export type Act = (typeof ACTS)[number];

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

/** A line with all its keys, so that every line has one shape and filling it in is cheap. */
export function newLine(at: number, operation: string): LogLine {
  return {
    at,
    operation,
    requestUId: undefined,
    reference: undefined,
    status: undefined,
    code: undefined,
    fault: undefined,
    committed: false,
    note: undefined,
    lenient: undefined,
  };
}

/** Which lines are wanted; all that is given must fit. */
export interface LogFilter {
  reference?: string;
  operation?: string;
  since?: number;
  /** How many of the latest; by default 1000. */
  limit?: number;
}

/** How long lines may wait for a transaction to be written with. */
const GATHER_MS = 50;

/**
 * Gathers the lines of the log, many to a row. Those of a write are written in its transaction; a read
 * should not need a transaction of its own.
 */
export class LogBuffer {
  readonly #store: Sqlite;
  #lines: LogLine[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Sqlite) {
    this.#store = store;
  }

  get length(): number {
    return this.#lines.length;
  }

  add(line: LogLine): void {
    this.#lines.push(line);
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Drops all lines but the first ones. */
  cut(length: number): void {
    this.#lines.length = Math.min(length, this.#lines.length);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    logs.insert(this.#store, { lines: JSON.stringify(this.#lines) });
    this.#lines = [];
  }
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
      'WHERE id < ? AND instr(lines, ?) > 0 ORDER BY id DESC LIMIT ?',
      before,
      filter.reference === undefined ? '' : JSON.stringify(filter.reference),
      PAGE,
    );
    const lines = rows.flatMap((row) => parseLines(row.lines).reverse());
    matching.push(...lines.filter((line) => passes(line, filter)));
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

function parseLines(json: string): LogLine[] {
  const lines: LogLine[] = JSON.parse(json);
  return lines;
}
