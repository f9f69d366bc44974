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
 * The order of messages of which it is not known when they were paid: that of their arrival, said by the
 * index that has them side by side, or the server would read all of them, or all others, for each page.
 */
export const UNDATED_ORDER = {
  ASC: raw('paid_at ASC, seq ASC'),
  DESC: raw('paid_at DESC, seq DESC'),
};

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

export const MARKS = 5 * PAGE;
