import {
  DESK_KINDS,
  type DeskEvent,
  type DeskHistory,
  type DeskPosition,
  type RecordedEvent,
} from './desk.js';
import { integerIn, numberIn, oneOf, orNull, type Row, textIn } from './rows.js';

/** The tables of a desk, as its database names them. */
interface DeskTables {
  event: string;
  head: string;
}

/** Joins what is asked for, a row with `kind` and `subject`, with what was recorded of it and its events. */
export function historyTables({ event, head }: DeskTables): string {
  const on = (name: string) => `${name}.kind = asked.kind AND ${name}.subject = asked.subject`;
  return `AS asked LEFT JOIN ${head} AS head ON ${on('head')}
    LEFT JOIN ${event} AS event ON ${on('event')}`;
}

/** What was recorded as the newest event of a subject. */
export const RECORDED = 'head.seq AS head_seq, head.sum AS head_sum';

/** Subjects whose newest event is gone, and events that were not recorded: neither shows in the chain. */
export function misplacedSql({ event, head }: DeskTables): string {
  const same = 'event.kind = head.kind AND event.subject = head.subject';
  return `SELECT head.kind, head.subject, head.seq FROM ${head} AS head WHERE NOT EXISTS (
      SELECT 1 FROM ${event} AS event WHERE ${same} AND event.seq = head.seq AND event.sum = head.sum)
    UNION ALL
    SELECT event.kind, event.subject, min(event.seq) AS seq FROM ${event} AS event
      LEFT JOIN ${head} AS head ON ${same}
      WHERE head.seq IS NULL OR event.seq > head.seq GROUP BY event.kind, event.subject`;
}

/** Each event, with what was recorded of it where it is the newest of its subject. */
export function recordedTables({ event, head }: DeskTables): string {
  return `${event} AS event LEFT JOIN (SELECT kind, subject, seq, seq AS head_seq, open_until FROM ${head}) AS head
    USING (kind, subject, seq)`;
}

/** What stands beside an event in a row of `recordedTables`. */
export function newestIn(row: Row): Pick<RecordedEvent, 'newest'> {
  if (row.head_seq === null) return {};
  return { newest: { openUntil: orNull(row, 'open_until', numberIn) ?? undefined } };
}

/** @param rows of `historyTables` */
export function historyIn(rows: readonly Row[], eventIn: (row: Row) => DeskEvent): DeskHistory {
  const events = rows.flatMap((row) => (row.line === null ? [] : eventIn(row)));
  const [{ head_seq: seq = null, head_sum: sum = null } = {}] = rows;
  const last = events.at(-1);
  return { events, isWhole: seq === (last?.seq ?? null) && sum === (last?.sum ?? null) };
}

export function positionIn(row: Row): DeskPosition {
  return {
    kind: oneOf(row, 'kind', DESK_KINDS),
    subject: textIn(row, 'subject'),
    seq: integerIn(row, 'seq'),
  };
}
