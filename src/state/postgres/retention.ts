import { InboxRows, listInboxes } from './inbox-rows.js';
import { listPartitions } from './partitions.js';
import type { Server } from './server.js';
import { type DatabaseRow, list, raw, readNumber, readText, type Sql, sql } from './sql.js';

/** Rows that one statement removes or changes: its transaction stays short. */
const PAGE = 1_000;

interface Work {
  server: Server;
  /** Milliseconds since the epoch. */
  before: number;
  /** Called after each page; throws where the work shall stop. */
  onPage(done: number): void;
}

/** Removes the confirmations of all inboxes that came before and do not wait to be forwarded. */
export async function removeConfirmations(work: Work): Promise<number> {
  let removed = 0;
  for (const inbox of await listInboxes(work.server)) {
    removed += await inPages(
      { ...work, onPage: (done) => work.onPage(removed + done) },
      sql`gone AS (DELETE FROM payctl.inbox WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM payctl.inbox WHERE inbox = ${inbox} AND at < ${beforeSql(work)}
      AND forwarding IS DISTINCT FROM 'waiting'
    ORDER BY at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)) RETURNING 1)`,
    );
  }
  return removed;
}

/** Removes the jobs of which every row ended before, with their rows. */
export function removeJobs(work: Work): Promise<number> {
  return inPages(
    work,
    sql`old AS (
    SELECT name FROM payctl.job WHERE started_at < ${beforeSql(work)} AND NOT EXISTS (
      SELECT FROM payctl.job_row WHERE job = job.name
        AND (done_at IS NULL OR done_at >= ${beforeSql(work)}))
    LIMIT 1 FOR UPDATE SKIP LOCKED
  ), workers AS (DELETE FROM payctl.job_worker USING old WHERE job = old.name
  ), rows AS (DELETE FROM payctl.job_row USING old WHERE job = old.name
  ), gone AS (DELETE FROM payctl.job USING old WHERE job.name = old.name RETURNING 1)`,
    1,
  );
}

/**
 * Deletes the unmasked originals of charges that were written before, but for those of charges that are
 * open: with them it is found out how they end.
 */
export async function eraseOriginals(work: Work): Promise<number> {
  let erased = 0;
  for (const span of await spansBefore(work)) {
    for (let after: DatabaseRow | undefined = { key: '', seq: 0 }; after; ) {
      const [last] = await work.server.query(erasePageSql(span, after, beforeSql(work)));
      if (last) erased += readNumber(last, 'gone');
      work.onPage(erased);
      after = last;
    }
  }
  return erased;
}

/** Months of claims: from the first to before the other. */
interface Span {
  from: string;
  to: string;
}

/** All months that began before, partition by partition: each is read by the index of its keys. */
async function spansBefore({ server, before }: Work): Promise<Span[]> {
  const months = (await listPartitions(server)).flatMap(({ month }) => month ?? []);
  const spans = months.map((month, index) => ({
    from: index === 0 ? '-infinity' : month,
    to: months[index + 1] ?? 'infinity',
  }));
  const moment = new Date(before).toISOString();
  return spans.filter(({ from }) => from < moment);
}

/** Its row is the last original of the page, also where that stays; none where there are no more. */
function erasePageSql({ from, to }: Span, after: DatabaseRow, moment: Sql): Sql {
  const inSpan = (table: string) =>
    sql`${raw(table)}.month >= ${from} AND ${raw(table)}.month < ${to}`;
  return sql`WITH page AS MATERIALIZED (
    SELECT key, seq FROM payctl.original
    WHERE ${inSpan('original')} AND (key, seq) > (${readText(after, 'key')}, ${readNumber(after, 'seq')})
    ORDER BY key, seq LIMIT ${PAGE}
  ), gone AS (
    DELETE FROM payctl.original USING page JOIN payctl.entry USING (key, seq)
    WHERE ${inSpan('original')} AND ${inSpan('entry')} AND original.key = page.key
      AND original.seq = page.seq AND entry.at < ${moment}
      AND EXISTS (SELECT FROM payctl.charge WHERE charge.key = page.key) RETURNING 1)
  SELECT key, seq, (SELECT count(*) FROM gone)::float8 AS gone FROM page
  ORDER BY key DESC, seq DESC LIMIT 1`;
}

/** Changes the bodies of confirmations that came before; resolves to how many are others now. */
export async function changeConfirmations(
  work: Work,
  change: (body: string) => string,
): Promise<number> {
  const sealer = await work.server.sealer();
  let changed = 0;
  for (const inbox of await listInboxes(work.server)) {
    const onPage = (done: number) => work.onPage(changed + done);
    changed += await changeInbox({ ...work, onPage }, inbox, (row) =>
      changedRow(row, new InboxRows(sealer, inbox), change),
    );
  }
  return changed;
}

/** `make` returns the row that replaces another one; resolves to how many were replaced. */
async function changeInbox(
  { server, before, onPage }: Work,
  inbox: string,
  make: (row: DatabaseRow) => Sql | undefined,
): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const rows = await server.query(sql`SELECT seq, fingerprint, message FROM payctl.inbox
      WHERE inbox = ${inbox} AND seq > ${after} AND at < ${beforeSql({ before })}
      ORDER BY seq LIMIT ${PAGE}`);
    const values = rows.flatMap((row) => make(row) ?? []);
    if (values.length > 0) {
      await server.query(sql`UPDATE payctl.inbox AS known SET message = made.message, marks = NULL
        FROM (VALUES ${list(values)}) AS made (seq, message)
        WHERE known.inbox = ${inbox} AND known.seq = made.seq`);
    }
    changed += values.length;
    onPage(changed);
    if (rows.length < PAGE) return changed;
    after = readNumber(rows.at(-1), 'seq');
  }
}

/** undefined where nothing is another, or the message cannot be opened. */
function changedRow(
  row: DatabaseRow,
  rows: InboxRows,
  change: (body: string) => string,
): Sql | undefined {
  const message = rows.openMessage(row);
  const body = message && change(message.body);
  if (message === undefined || body === undefined || body === message.body) return undefined;
  const sealed = rows.seal(`message ${readText(row, 'fingerprint')}`, { id: message.id, body });
  return sql`(${readNumber(row, 'seq')}::bigint, ${sealed})`;
}

/** Runs a statement until it finds no whole page; `parts` end with the rows that are `gone`. */
async function inPages({ server, onPage }: Work, parts: Sql, page = PAGE): Promise<number> {
  for (let all = 0; ; ) {
    const [row] = await server.query(sql`WITH ${parts} SELECT count(*)::float8 AS gone FROM gone`);
    const gone = readNumber(row, 'gone');
    all += gone;
    onPage(all);
    if (gone < page) return all;
  }
}

function beforeSql({ before }: Pick<Work, 'before'>): Sql {
  return raw(`'${new Date(before).toISOString()}'::timestamptz`);
}
