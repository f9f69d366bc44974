import { pagesAfter } from '../core/pages.js';
import {
  DESK_KINDS,
  type Desk,
  type DeskEvent,
  type DeskHistory,
  type DeskKind,
  type DeskPlace,
  type DeskPosition,
  type DeskQuery,
  type DeskSubject,
  type RecordedEvent,
} from './desk.js';
import {
  type DatabaseRow,
  oneOf,
  orNull,
  readInteger,
  readNumber,
  readText,
  readTime,
} from './rows.js';

/** A value of a statement, which its text names by its number: `?1` is the first. */
export type DeskValue = string | number;

interface DeskNames {
  event: string;
  /** The newest event of each subject, so that what waits is found whatever has been said. */
  head: string;
  /** The column of what is confidential. */
  details: string;
  /** What selects the texts of a list, which is given as JSON. */
  texts: (json: string) => string;
}

const PAGE = 1_000;
const SUBJECT = (one: string, other: string) =>
  `${one}.kind = ${other}.kind AND ${one}.subject = ${other}.subject`;

/** A desk in a database: both stores read and erase it by the same statements. */
export abstract class StoredDesk implements Desk {
  readonly #names: DeskNames;
  readonly #columns: string;

  constructor(names: DeskNames) {
    this.#names = names;
    this.#columns = `event.kind, event.subject, event.seq, event.at, line, event.sum, ${names.details}`;
  }

  abstract append(event: DeskEvent): Promise<boolean>;

  /** None where nothing was ever said. */
  protected abstract rows(text: string, ...values: DeskValue[]): Promise<readonly DatabaseRow[]>;
  /** How many rows a statement has changed. */
  protected abstract change(text: string, ...values: DeskValue[]): Promise<number>;
  /** Removes subjects by their heads, with all their events, at once; resolves to how many. */
  protected abstract removeHeads(condition: string, ...values: DeskValue[]): Promise<number>;
  /** What is confidential of an event; null once it was erased. */
  protected abstract readDetails(row: DatabaseRow): Promise<string | null>;

  async read({ kind, subject }: DeskSubject): Promise<DeskHistory> {
    const { event, head } = this.#names;
    const rows = await this.rows(
      `SELECT ${this.#columns}, head.seq AS head_seq, head.sum AS head_sum
        FROM (SELECT ?1 AS kind, ?2 AS subject) AS asked
        LEFT JOIN ${head} AS head ON ${SUBJECT('head', 'asked')}
        LEFT JOIN ${event} AS event ON ${SUBJECT('event', 'asked')} ORDER BY event.seq`,
      ...[kind, subject],
    );
    const events = await this.#events(rows.filter(({ line }) => line !== null));
    const [{ head_seq: seq = null, head_sum: sum = null } = {}] = rows;
    const last = events.at(-1);
    return { events, isWhole: seq === (last?.seq ?? null) && sum === (last?.sum ?? null) };
  }

  async misplaced(): Promise<DeskPosition[]> {
    const { event, head } = this.#names;
    const same = SUBJECT('event', 'head');
    const rows = await this.rows(`SELECT head.kind, head.subject, head.seq FROM ${head} AS head
        WHERE NOT EXISTS (SELECT 1 FROM ${event} AS event
          WHERE ${same} AND event.seq = head.seq AND event.sum = head.sum)
      UNION ALL
      SELECT event.kind, event.subject, min(event.seq) AS seq
        FROM ${event} AS event LEFT JOIN ${head} AS head ON ${same}
        WHERE head.seq IS NULL OR event.seq > head.seq GROUP BY event.kind, event.subject`);
    return rows.map(readPosition);
  }

  async list({ kind, openAt, after, limit }: DeskQuery): Promise<DeskPlace[]> {
    const next = after ? 'AND (at, subject) < (?3, ?4)' : '';
    const open = openAt === undefined ? '' : `AND open_until > ?${after ? 5 : 3}`;
    const rows = await this.rows(
      `SELECT at, subject FROM ${this.#names.head} WHERE kind = ?1 ${open} ${next}
        ORDER BY at DESC, subject DESC LIMIT ?2`,
      ...[kind, limit, ...(after ? [after.at, after.subject] : []), openAt ?? []].flat(),
    );
    return rows.map((row) => ({ at: readTime(row, 'at'), subject: readText(row, 'subject') }));
  }

  since(moment: number): AsyncGenerator<DeskEvent[]> {
    return pagesAfter(async (last) => {
      const condition = last ? '(at, kind, subject, seq) > (?1, ?2, ?3, ?4)' : 'at >= ?1';
      const rows = await this.rows(
        `SELECT ${this.#columns} FROM ${this.#names.event} AS event
          WHERE ${condition} ORDER BY at, kind, subject, seq LIMIT ${PAGE}`,
        ...(last ? [last.at, last.kind, last.subject, last.seq] : [new Date(moment).toISOString()]),
      );
      return this.#events(rows);
    });
  }

  all(): AsyncGenerator<RecordedEvent[]> {
    const { event, head } = this.#names;
    return pagesAfter(async (last) => {
      const condition = last ? 'WHERE (event.kind, event.subject, event.seq) > (?1, ?2, ?3)' : '';
      const rows = await this.rows(
        `SELECT ${this.#columns}, head.seq AS head_seq, open_until FROM ${event} AS event
          LEFT JOIN ${head} AS head ON ${SUBJECT('head', 'event')} AND head.seq = event.seq
          ${condition} ORDER BY event.kind, event.subject, event.seq LIMIT ${PAGE}`,
        ...(last ? [last.kind, last.subject, last.seq] : []),
      );
      const events = await this.#events(rows);
      return events.map((one, index) => ({ ...one, ...readNewest(rows[index]) }));
    });
  }

  erase(before: number, now: number): Promise<number> {
    const { event, head, details } = this.#names;
    return this.change(
      `UPDATE ${event} AS event SET ${details} = NULL
        WHERE at < ?1 AND ${details} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${head} AS head
          WHERE ${SUBJECT('head', 'event')} AND open_until > ?2)`,
      ...[new Date(before).toISOString(), now],
    );
  }

  remove(kind: DeskKind, before: number, now: number): Promise<number> {
    const old = 'kind = ?1 AND at < ?2 AND (open_until IS NULL OR open_until <= ?3)';
    return this.removeHeads(old, kind, new Date(before).toISOString(), now);
  }

  async forget(kind: DeskKind, subjects: readonly string[]): Promise<void> {
    const among = `kind = ?1 AND subject IN (${this.#names.texts('?2')})`;
    await this.removeHeads(among, kind, JSON.stringify(subjects));
  }

  #events(rows: readonly DatabaseRow[]): Promise<DeskEvent[]> {
    return Promise.all(
      rows.map(async (row) => ({
        ...readPosition(row),
        ...{ at: readTime(row, 'at'), line: readText(row, 'line'), sum: readText(row, 'sum') },
        details: await this.readDetails(row),
      })),
    );
  }
}

function readNewest(row: DatabaseRow | undefined): Pick<RecordedEvent, 'newest'> {
  if (row === undefined || row.head_seq === null) return {};
  return { newest: { openUntil: orNull(row, 'open_until', readNumber) ?? undefined } };
}

export function readPosition(row: DatabaseRow): DeskPosition {
  return {
    kind: oneOf(row, 'kind', DESK_KINDS),
    subject: readText(row, 'subject'),
    seq: readInteger(row, 'seq'),
  };
}
