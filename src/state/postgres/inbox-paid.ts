import type { InboxQuery, PaymentIn, Span, StatedPayment } from '../inbox.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import { InboxRows, inboxesIn } from './inbox-rows.js';
import type { Server } from './server.js';
import { list, numberIn, type Row, raw, type Sql, sql, textIn } from './sql.js';

/** For the columns `paid_at` and `amount`; `arrival` is when the message came. */
export function paymentSql(payment: StatedPayment | undefined, arrival: Sql): Sql {
  if (payment === undefined) return raw('NULL::timestamptz, NULL::numeric');
  const { paidAt, amount } = payment;
  // To the millisecond, as a reader goes on after it.
  const moment =
    paidAt === 'arrival' ? sql`date_trunc('milliseconds', ${arrival})` : momentSql(paidAt);
  return sql`${moment}, ${amount}::numeric`;
}

/** Of any number: a message may say any year, of which not each can be written. */
function momentSql(at: number): Sql {
  return sql`to_timestamp(${at / 1000}::float8)`;
}

export function isPaidIn({ since, until }: Span): Sql {
  return sql`(paid_at >= ${momentSql(since)} AND paid_at < ${momentSql(until)})`;
}

/** Beyond the last row of a page, by the index. */
export function isBeyond(last: Row, { newestFirst, byAmount }: InboxQuery): Sql {
  const beyond = raw(newestFirst ? '<' : '>');
  const paidAt = momentSql(numberIn(last, 'paid'));
  const seq = numberIn(last, 'seq');
  if (!byAmount) {
    return sql`paid_at ${beyond}= ${paidAt} AND (paid_at, seq) ${beyond} (${paidAt}, ${seq})`;
  }
  const amount = sql`${textIn(last, 'amount')}::numeric`;
  return sql`amount ${beyond}= ${amount}
    AND (amount, paid_at, seq) ${beyond} (${amount}, ${paidAt}, ${seq})`;
}

/** From a place in the order by amount on. */
export function isFrom({ newestFirst, beginAt }: InboxQuery): Sql {
  if (beginAt === undefined) return raw('true');
  const { amount, at } = beginAt;
  const begun = sql`(${amount}::numeric, ${momentSql(at)})`;
  return sql`(amount, paid_at) ${raw(newestFirst ? '<=' : '>=')} ${begun}`;
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
 * Says of rows, which an older program has written, when their payments were made and of which amount;
 * resolves to how many it were. Skips those that are locked: another reader does it too, or a listener is at work on them.
 */
export async function fillPaidAt(
  {
    server,
    inbox,
    rows: read,
    paymentIn,
  }: Pick<InboxContext, 'inbox' | 'paymentIn' | 'rows'> & {
    server: Pick<Server, 'query'>;
  },
  rows: readonly Row[],
): Promise<number> {
  const made = rows.flatMap((row) => {
    const message = read.openMessage(row);
    const payment = message && paymentIn(message.body);
    if (payment === undefined) return [];
    const stated = paymentSql(payment, raw('NULL::timestamptz'));
    return [sql`(${numberIn(row, 'seq')}::bigint, ${stated})`];
  });
  if (made.length === 0) return 0;
  // Each by itself, by its key: where the server takes few rows to lack the time it would read all that do.
  const filled = await server.query(sql`WITH free AS MATERIALIZED (
      SELECT found.seq, coalesce(made.paid_at, date_trunc('milliseconds', found.at)) AS paid_at,
        made.amount
      FROM (VALUES ${list(made)}) AS made (seq, paid_at, amount), LATERAL (SELECT seq, at FROM payctl.inbox
        WHERE inbox = ${inbox} AND seq = made.seq AND paid_at IS NULL
        OFFSET 0 FOR UPDATE SKIP LOCKED) AS found)
    UPDATE payctl.inbox AS known SET paid_at = free.paid_at, amount = free.amount FROM free
    WHERE known.inbox = ${inbox} AND known.seq = free.seq RETURNING known.seq`);
  return filled.length;
}

/** Messages that one statement says it of. */
const FILLED = 1_000;

interface Filling {
  server: Server;
  paymentIn: PaymentIn;
  /** Called after each page; throws where the work shall stop. */
  onPage(done: number): void;
}

/**
 * Says of all rows of older programs when their payments were made, once after the step of the schema that
 * brought `paid_at`. Whoever was killed at it goes on where he was; resolves to how many it were.
 */
export async function fillAllPaidAt({ server, paymentIn, onPage }: Filling): Promise<number> {
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
      filled += await fillPaidAt({ server, inbox, rows, paymentIn }, page);
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
