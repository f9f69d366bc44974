import { formatAmount, parseAmount } from '../../core/money.js';
import type { InboxQuery, StatedPayment, TimeRange } from '../inbox.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import { AMOUNTS_SINCE } from './schema/version.js';
import type { Server, StoreQueries } from './server.js';
import { type DatabaseRow, list, raw, readNumber, readText, type Sql, sql } from './sql.js';

/** Whether the schema of the store says of confirmations, of which amount their payments are. */
export async function hasAmounts(server: Pick<Server, 'greeting'>): Promise<boolean> {
  return (await server.greeting()).schema >= AMOUNTS_SINCE;
}

/** For the columns `paid_at` and `amount`; `arrival` is when the message came. */
export function paymentSql(payment: StatedPayment | undefined, arrival: Sql) {
  if (payment === undefined) {
    return { paidAt: raw('NULL::timestamptz'), amount: raw('NULL::numeric') };
  }
  const { paidAt, amount } = payment;
  return {
    // To the millisecond, as a reader goes on after it.
    paidAt: paidAt === 'arrival' ? sql`date_trunc('milliseconds', ${arrival})` : momentSql(paidAt),
    amount: sql`${amount}::numeric`,
  };
}

/** Of any number: a message may say any year, of which not each can be written. */
function momentSql(at: number): Sql {
  return sql`to_timestamp(${at / 1000}::float8)`;
}

export function paidInSql({ since, until }: TimeRange): Sql {
  return sql`(paid_at >= ${momentSql(since)} AND paid_at < ${momentSql(until)})`;
}

/** Beyond the last row of a page, by the index. */
export function beyondSql(last: DatabaseRow, { newestFirst, byAmount }: InboxQuery): Sql {
  const beyond = raw(newestFirst ? '<' : '>');
  const paidAt = momentSql(readNumber(last, 'paid'));
  const seq = readNumber(last, 'seq');
  if (!byAmount) {
    return sql`paid_at ${beyond}= ${paidAt} AND (paid_at, seq) ${beyond} (${paidAt}, ${seq})`;
  }
  const amount = sql`${readText(last, 'amount')}::numeric`;
  return sql`amount ${beyond}= ${amount}
    AND (amount, paid_at, seq) ${beyond} (${amount}, ${paidAt}, ${seq})`;
}

/** From a place in the order by amount on. */
export function fromSql({ newestFirst, beginAt }: InboxQuery): Sql {
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

type Filling = Pick<InboxContext, 'inbox' | 'rows' | 'readPayment'> & {
  server: StoreQueries;
};

/**
 * Says of messages, which a program for the schema before has written, of which amount their payments are:
 * `0` where that cannot be read. Yields how many it were after each page. Skips those that are locked:
 * another reader does it too, or a listener is at work on them.
 */
export async function* fillAmounts(filling: Filling): AsyncGenerator<number> {
  const { server, inbox } = filling;
  let filled = 0;
  for (let last: DatabaseRow | undefined; ; ) {
    const beyond = last ? sql`AND ${beyondSql(last, {})}` : raw('');
    const page = await server.query(sql`SELECT seq, id, fingerprint, at, machine, message, state,
        judged_at, judgement, forwarding, forwarded_at, forwarded, ${raw(PAID)}
      FROM payctl.inbox WHERE inbox = ${inbox} AND amount IS NULL AND paid_at IS NOT NULL ${beyond}
      ORDER BY paid_at, seq LIMIT ${PAGE}`);
    if (page.length === 0) return;
    const amounts = page.map((row) => {
      return sql`(${readNumber(row, 'seq')}::bigint, ${readAmount(row, filling)}::numeric)`;
    });
    const changed = await server.query(sql`WITH found (seq, amount) AS (VALUES ${list(amounts)}),
      free AS (SELECT known.seq FROM payctl.inbox AS known JOIN found USING (seq)
        WHERE known.inbox = ${inbox} AND known.amount IS NULL FOR UPDATE OF known SKIP LOCKED)
      UPDATE payctl.inbox AS known SET amount = found.amount FROM found, free
      WHERE known.inbox = ${inbox} AND known.seq = found.seq AND free.seq = found.seq RETURNING 1`);
    filled += changed.length;
    yield filled;
    last = page.at(-1);
  }
}

/** When a payment was made, as `beyondSql` reads it. */
export const PAID = '(extract(epoch FROM paid_at) * 1000)::float8 AS paid';

/** As the bank says it where it was asked. */
function readAmount(row: DatabaseRow, { rows, readPayment }: Filling): string {
  let amount = '0';
  for (const entry of rows.readEntries(row) ?? []) {
    if (entry.type === 'received') amount = readPayment(entry.body)?.amount ?? amount;
    if (entry.type === 'judged') amount = entry.bankAmount ?? amount;
  }
  return formatAmount(parseAmount(amount) ?? 0n);
}

/** The ids of messages that have one of these marks, of payments that were made at another time. */
export async function idsMarked(
  { server, inbox }: InboxContext,
  marks: readonly string[],
  except: TimeRange,
): Promise<readonly DatabaseRow[]> {
  const each = marks.map((mark) => sql`(${mark})`);
  // Each by itself: of many at once the server would read the whole table.
  return server.query(sql`SELECT DISTINCT found.id FROM (VALUES ${list(each)}) AS wanted (mark),
    LATERAL (SELECT id, paid_at FROM payctl.inbox
      WHERE inbox = ${inbox} AND marks @> ARRAY[wanted.mark] OFFSET 0) AS found
    WHERE NOT ${paidInSql(except)}`);
}

/** Marks that are searched for at once. */
export const MARKS = 5 * PAGE;
