import type { PaidAtIn, Span } from '../inbox.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import { list, numberIn, type Row, raw, type Sql, sql } from './sql.js';

/** When a payment was made, for the column `paid_at`; `arrival` is when its message came. */
export function paidAtSql(paidAt: ReturnType<PaidAtIn>, arrival: Sql): Sql {
  if (paidAt === undefined) return raw('NULL::timestamptz');
  // To the millisecond, as a reader goes on after it.
  if (paidAt === 'arrival') return sql`date_trunc('milliseconds', ${arrival})`;
  return momentSql(paidAt);
}

/** Of any number: a message may say any year, of which not each can be written. */
function momentSql(at: number): Sql {
  return sql`to_timestamp(${at / 1000}::float8)`;
}

export function isPaidIn({ since, until }: Span): Sql {
  return sql`(paid_at >= ${momentSql(since)} AND paid_at < ${momentSql(until)})`;
}

/** Beyond the last row of a page, by the index. */
export function isPaidBefore(last: Row | undefined): Sql {
  if (last === undefined) return raw('');
  const paidAt = momentSql(numberIn(last, 'paid'));
  return sql`AND paid_at <= ${paidAt} AND (paid_at, seq) < (${paidAt}, ${numberIn(last, 'seq')})`;
}

/**
 * Says of rows, which an older program has written, when their payments were made. Skips those that are
 * locked: another reader does it too, or a listener is at work on them.
 */
export async function fillPaidAt(
  { server, inbox, rows: read, paidAtIn }: InboxContext,
  rows: readonly Row[],
): Promise<void> {
  const made = rows.flatMap((row) => {
    const message = read.messageOf(row);
    const paidAt = message && paidAtIn(message.body);
    if (paidAt === undefined) return [];
    const at = paidAtSql(paidAt, raw('NULL::timestamptz'));
    return [sql`(${numberIn(row, 'seq')}::bigint, ${at})`];
  });
  if (made.length === 0) return;
  await server.query(sql`WITH made (seq, paid_at) AS (VALUES ${list(made)}), free AS (
      SELECT known.seq FROM payctl.inbox AS known JOIN made USING (seq)
      WHERE known.inbox = ${inbox} AND known.paid_at IS NULL FOR UPDATE OF known SKIP LOCKED)
    UPDATE payctl.inbox AS known
    SET paid_at = coalesce(made.paid_at, date_trunc('milliseconds', known.at)) FROM made, free
    WHERE known.inbox = ${inbox} AND known.seq = made.seq AND free.seq = made.seq`);
}

/** The ids of messages that have one of these marks, of payments that were made at another time. */
export async function idsMarked(
  { server, inbox }: InboxContext,
  marks: readonly string[],
  except: Span,
): Promise<readonly Row[]> {
  const each = marks.map((mark) => sql`(${mark})`);
  // Each by itself: of many at once the server would read the whole table.
  return server.query(sql`SELECT DISTINCT found.id FROM (VALUES ${list(each)}) AS wanted (mark),
    LATERAL (SELECT id, paid_at FROM payctl.inbox
      WHERE inbox = ${inbox} AND marks @> ARRAY[wanted.mark] OFFSET 0) AS found
    WHERE NOT ${isPaidIn(except)}`);
}

/** Marks that are searched for at once. */
export const MARKS = 5 * PAGE;
