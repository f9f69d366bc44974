import type { PaidAtIn, Span } from '../inbox.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import { InboxRows, inboxesIn } from './inbox-rows.js';
import type { Server } from './server.js';
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

/**
 * Says of rows, which an older program has written, when their payments were made; resolves to how many
 * it were. Skips those that are locked: another reader does it too, or a listener is at work on them.
 */
export async function fillPaidAt(
  {
    server,
    inbox,
    rows: read,
    paidAtIn,
  }: Pick<InboxContext, 'inbox' | 'paidAtIn' | 'rows'> & {
    server: Pick<Server, 'query'>;
  },
  rows: readonly Row[],
): Promise<number> {
  const made = rows.flatMap((row) => {
    const message = read.openMessage(row);
    const paidAt = message && paidAtIn(message.body);
    if (paidAt === undefined) return [];
    const at = paidAtSql(paidAt, raw('NULL::timestamptz'));
    return [sql`(${numberIn(row, 'seq')}::bigint, ${at})`];
  });
  if (made.length === 0) return 0;
  // Each by itself, by its key: where the server takes few rows to lack the time it would read all that do.
  const filled = await server.query(sql`WITH free AS MATERIALIZED (
      SELECT found.seq, coalesce(made.paid_at, date_trunc('milliseconds', found.at)) AS paid_at
      FROM (VALUES ${list(made)}) AS made (seq, paid_at), LATERAL (SELECT seq, at FROM payctl.inbox
        WHERE inbox = ${inbox} AND seq = made.seq AND paid_at IS NULL
        OFFSET 0 FOR UPDATE SKIP LOCKED) AS found)
    UPDATE payctl.inbox AS known SET paid_at = free.paid_at FROM free
    WHERE known.inbox = ${inbox} AND known.seq = free.seq RETURNING known.seq`);
  return filled.length;
}

/** Messages that one statement says it of. */
const FILLED = 1_000;

interface Filling {
  server: Server;
  paidAtIn: PaidAtIn;
  /** Called after each page; throws where the work shall stop. */
  onPage(done: number): void;
}

/**
 * Says of all rows of older programs when their payments were made, once after the step of the schema that
 * brought `paid_at`. Whoever was killed at it goes on where he was; resolves to how many it were.
 */
export async function fillAllPaidAt({ server, paidAtIn, onPage }: Filling): Promise<number> {
  const undated = raw(`SELECT FROM payctl.meta WHERE name = 'confirmations' AND value = 'undated'`);
  if ((await server.query(undated)).length === 0) return 0;
  const sealer = await server.sealer();
  let filled = 0;
  for (const inbox of await inboxesIn(server)) {
    const rows = new InboxRows(sealer, inbox);
    for (let after = 0; ; ) {
      const page = await server.query(sql`SELECT seq, fingerprint, message FROM payctl.inbox
        WHERE inbox = ${inbox} AND paid_at IS NULL AND seq > ${after}
        ORDER BY ${UNDATED_ORDER.ASC} LIMIT ${FILLED}`);
      filled += await fillPaidAt({ server, inbox, rows, paidAtIn }, page);
      onPage(filled);
      if (page.length < FILLED) break;
      after = numberIn(page.at(-1), 'seq');
    }
  }
  await server.query(raw(`UPDATE payctl.meta SET value = 'dated' WHERE name = 'confirmations'`));
  return filled;
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
