import { pagesAfter } from '../../core/pages.js';
import { previousSum } from '../book-rows.js';
import type {
  Desk,
  DeskEvent,
  DeskHistory,
  DeskKind,
  DeskPlace,
  DeskPosition,
  DeskQuery,
  DeskSubject,
  RecordedEvent,
} from '../desk.js';
import { openUntil } from '../desk-event.js';
import {
  historyIn,
  historyTables,
  misplacedSql,
  newestIn,
  positionIn,
  RECORDED,
  recordedTables,
} from '../desk-rows.js';
import type { Sealer } from '../seal.js';
import type { Server } from './server.js';
import {
  bytesIn,
  joinStatements,
  numberIn,
  type Row,
  raw,
  type Sql,
  sql,
  textIn,
  timeIn,
} from './sql.js';
import { DURABLE } from './trust.js';

const PAGE = 1_000;

const TABLES = { event: 'payctl.desk_event', head: 'payctl.desk_head' };
const EVENT = 'event.kind, event.subject, event.seq, event.at, line, event.sum, sealed';
const EVENTS = raw(`SELECT ${EVENT} FROM payctl.desk_event AS event`);
const ALL_EVENTS = raw(`SELECT kind, subject, seq, event.at, line, event.sum, sealed, head_seq,
  open_until::float8 FROM ${recordedTables(TABLES)}`);
const HISTORY = raw(historyTables(TABLES));
const BY_SUBJECT = raw(`ORDER BY kind, subject, seq LIMIT ${PAGE}`);
const BY_TIME = raw(`ORDER BY at, kind, subject, seq LIMIT ${PAGE}`);

/** A row for each event, its details sealed, in the shared store. */
export class PostgresDesk implements Desk {
  readonly #server: Pick<Server, 'query' | 'sealer'>;

  constructor(server: Pick<Server, 'query' | 'sealer'>) {
    this.#server = server;
  }

  /**
   * The row of the head is written also where this very event is there already, because the answer to an
   * earlier statement was lost: a commit that writes nothing would not wait for the standby.
   */
  async append(event: DeskEvent): Promise<boolean> {
    const sealer = await this.#server.sealer();
    return sealer.retryWithCurrentKey(async () => {
      const [row] = await this.#server.query(joinStatements(DURABLE, appendSql(event, sealer)));
      return numberIn(row, 'written') > 0;
    });
  }

  async read({ kind, subject }: DeskSubject): Promise<DeskHistory> {
    const rows = await this.#server.query(sql`SELECT ${raw(`${EVENT}, ${RECORDED}`)}
      FROM (SELECT ${kind} AS kind, ${subject} AS subject) ${HISTORY} ORDER BY event.seq`);
    const sealer = await this.#server.sealer();
    return historyIn(rows, (row) => eventIn(row, sealer));
  }

  async misplaced(): Promise<DeskPosition[]> {
    return (await this.#server.query(raw(misplacedSql(TABLES)))).map(positionIn);
  }

  async list({ kind, openAt, after, limit }: DeskQuery): Promise<DeskPlace[]> {
    const open = openAt === undefined ? raw('') : sql`AND open_until > ${openAt}`;
    const next = after ? sql`AND (at, subject) < (${after.at}, ${after.subject})` : raw('');
    const rows = await this.#server.query(sql`SELECT at, subject FROM payctl.desk_head
      WHERE kind = ${kind} ${open} ${next} ORDER BY at DESC, subject DESC LIMIT ${limit}`);
    return rows.map((row) => ({ at: timeIn(row, 'at'), subject: textIn(row, 'subject') }));
  }

  since(moment: number): AsyncGenerator<DeskEvent[]> {
    return pagesAfter((last) => {
      if (!last) return this.#events(sql`WHERE at >= ${new Date(moment).toISOString()} ${BY_TIME}`);
      const { at, kind, subject, seq } = last;
      const after = sql`(${at}, ${kind}, ${subject}, ${seq})`;
      return this.#events(sql`WHERE (at, kind, subject, seq) > ${after} ${BY_TIME}`);
    });
  }

  all(): AsyncGenerator<RecordedEvent[]> {
    return pagesAfter((last) => {
      if (!last) return this.#recorded(BY_SUBJECT);
      const after = sql`(${last.kind}, ${last.subject}, ${last.seq})`;
      return this.#recorded(sql`WHERE (kind, subject, seq) > ${after} ${BY_SUBJECT}`);
    });
  }

  /** Needs the rights of the owner. */
  erase(before: number, now: number): Promise<number> {
    return this.#change(sql`UPDATE payctl.desk_event AS event SET sealed = NULL
      WHERE at < ${new Date(before).toISOString()} AND sealed IS NOT NULL AND NOT EXISTS (
        SELECT FROM payctl.desk_head AS head WHERE head.kind = event.kind
          AND head.subject = event.subject AND open_until > ${now}) RETURNING 1`);
  }

  /** Needs the rights of the owner. */
  remove(kind: DeskKind, before: number, now: number): Promise<number> {
    return this.#removeHeads(sql`kind = ${kind} AND at < ${new Date(before).toISOString()}
      AND (open_until IS NULL OR open_until <= ${now})`);
  }

  /** Needs the rights of the owner. */
  async forget(kind: DeskKind, subjects: readonly string[]): Promise<void> {
    await this.#removeHeads(sql`kind = ${kind} AND subject = ANY (${subjects})`);
  }

  #removeHeads(condition: Sql): Promise<number> {
    return this.#change(sql`DELETE FROM payctl.desk_head WHERE ${condition}
      RETURNING kind, subject), events AS (DELETE FROM payctl.desk_event AS event USING changed
      WHERE event.kind = changed.kind AND event.subject = changed.subject`);
  }

  /** @param statement the first of its parts has a row for each that it counts */
  async #change(statement: Sql): Promise<number> {
    const [row] = await this.#server.query(
      sql`WITH changed AS (${statement}) SELECT count(*)::float8 AS changed FROM changed`,
    );
    return numberIn(row, 'changed');
  }

  async #events(condition: Sql): Promise<DeskEvent[]> {
    const rows = await this.#server.query(sql`${EVENTS} ${condition}`);
    const sealer = await this.#server.sealer();
    return rows.map((row) => eventIn(row, sealer));
  }

  async #recorded(condition: Sql): Promise<RecordedEvent[]> {
    const rows = await this.#server.query(sql`${ALL_EVENTS} ${condition}`);
    const sealer = await this.#server.sealer();
    return rows.map((row) => ({ ...eventIn(row, sealer), ...newestIn(row) }));
  }
}

function appendSql(event: DeskEvent, sealer: Sealer): Sql {
  const { kind, subject, seq, at, line, sum, details } = event;
  const sealed = details === null ? null : sealer.seal(boundTo(event), Buffer.from(details));
  const until = openUntil(event);
  const open = until === undefined ? raw('NULL') : raw(`${until}::bigint`);
  return sql`WITH head AS (
    INSERT INTO payctl.desk_head AS known (kind, subject, seq, sum, at, open_until)
    SELECT ${kind}, ${subject}, ${seq}, ${sum}, ${at}::timestamptz, ${open}
      WHERE ${seq} = 1 OR EXISTS (SELECT FROM payctl.desk_head
        WHERE kind = ${kind} AND subject = ${subject})
    ON CONFLICT (kind, subject) DO UPDATE SET seq = excluded.seq, sum = excluded.sum,
      at = excluded.at, open_until = excluded.open_until
      WHERE known.seq = excluded.seq - 1 AND known.sum = ${previousSum(event)}
        OR known.sum = excluded.sum
    RETURNING 1
  ), added AS (
    INSERT INTO payctl.desk_event (kind, subject, seq, at, line, sum, sealed)
    SELECT ${kind}, ${subject}, ${seq}, ${at}::timestamptz, ${line}, ${sum}, ${sealed} FROM head
    ON CONFLICT DO NOTHING)
  SELECT count(*)::integer AS written FROM head`;
}

function eventIn(row: Row, sealer: Sealer): DeskEvent {
  const [at, line, sum] = [timeIn(row, 'at'), textIn(row, 'line'), textIn(row, 'sum')];
  const event = { ...positionIn(row), at, line, sum };
  if (row.sealed === null) return { ...event, details: null };
  return { ...event, details: sealer.open(boundTo(event), bytesIn(row, 'sealed')).toString() };
}

function boundTo({ kind, subject, seq }: Omit<DeskEvent, 'details'>) {
  return { bank: `desk ${kind}`, name: `${subject}/${seq}` };
}
