import type { Row, SqlValue } from './row.js';
import { text, textOrNull, whole, wholeOrNull } from './row.js';
import type { Store } from './store.js';

/** What really happened: one line for each request, customer's act or thing that fell due. */
export interface LogLine {
  /** Milliseconds since the epoch, by the sandbox clock. */
  at: number;
  /** Operation id, `customer.pay` and the like, or `late` for what the bank did by itself. */
  operation: string;
  requestUId?: string | undefined;
  reference?: string | undefined;
  /** As answered; absent where no answer went out. */
  status?: number | undefined;
  code?: number | undefined;
  fault?: string | undefined;
  /** Whether something changed at the bank. */
  committed: boolean;
  note?: string | undefined;
}

export interface LogFilter {
  reference?: string;
  operation?: string;
  since?: number;
  /** The latest so many; 1000 unless given. */
  limit?: number;
}

const INSERT = `INSERT INTO log (at, operation, request_uid, reference, status, code, fault, committed, note)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function writeLog(store: Store, line: LogLine): void {
  store.run(INSERT, ...valuesOf(line));
}

/** How long lines of calls that changed nothing may wait. */
const GATHER_MS = 50;

/** Gathers the lines of calls that changed nothing: a read should not cost a transaction of its own. */
export class LogBuffer {
  readonly #store: Store;
  #lines: LogLine[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  add(line: LogLine): void {
    this.#lines.push(line);
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length === 0) return;
    this.#store.write(() => {
      for (const line of lines) writeLog(this.#store, line);
    });
  }
}

export function readLog(store: Store, filter: LogFilter = {}): LogLine[] {
  const rows = store.all(
    `SELECT * FROM (SELECT * FROM log WHERE (?1 IS NULL OR reference = ?1) AND (?2 IS NULL OR operation = ?2)
       AND at >= ?3 ORDER BY id DESC LIMIT ?4) ORDER BY id`,
    filter.reference ?? null,
    filter.operation ?? null,
    filter.since ?? 0,
    filter.limit ?? 1000,
  );
  return rows.map(lineOf);
}

function valuesOf(line: LogLine): SqlValue[] {
  return [
    line.at,
    line.operation,
    line.requestUId ?? null,
    line.reference ?? null,
    line.status ?? null,
    line.code ?? null,
    line.fault ?? null,
    line.committed ? 1 : 0,
    line.note ?? null,
  ];
}

function lineOf(row: Row): LogLine {
  return {
    at: whole(row, 'at'),
    operation: text(row, 'operation'),
    requestUId: textOrNull(row, 'request_uid') ?? undefined,
    reference: textOrNull(row, 'reference') ?? undefined,
    status: wholeOrNull(row, 'status') ?? undefined,
    code: wholeOrNull(row, 'code') ?? undefined,
    fault: textOrNull(row, 'fault') ?? undefined,
    committed: whole(row, 'committed') === 1,
    note: textOrNull(row, 'note') ?? undefined,
  };
}
