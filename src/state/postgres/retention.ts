import { InboxRows } from './inbox-rows.js';
import type { Server } from './server.js';
import { list, numberIn, type Row, raw, type Sql, sql, textIn } from './sql.js';

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
  for (const inbox of await inboxesIn(work.server)) {
    removed += await inPages(
      { ...work, onPage: (done) => work.onPage(removed + done) },
      sql`gone AS (DELETE FROM payctl.inbox WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM payctl.inbox WHERE inbox = ${inbox} AND at < ${momentOf(work)}
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
    SELECT name FROM payctl.job WHERE started_at < ${momentOf(work)} AND NOT EXISTS (
      SELECT FROM payctl.job_row WHERE job = job.name
        AND (done_at IS NULL OR done_at >= ${momentOf(work)}))
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
export function eraseOriginals(work: Work): Promise<number> {
  return inPages(
    work,
    sql`gone AS (DELETE FROM payctl.original WHERE (key, seq, month) IN (
    SELECT key, seq, month FROM payctl.original JOIN payctl.entry USING (key, seq, month)
    WHERE entry.at < ${momentOf(work)} AND EXISTS (SELECT FROM payctl.charge WHERE charge.key = original.key)
    LIMIT ${PAGE}) RETURNING 1)`,
  );
}

/** Changes the bodies of confirmations that came before; resolves to how many are others now. */
export async function changeConfirmations(
  work: Work,
  change: (body: string) => string,
): Promise<number> {
  const sealer = await work.server.sealer();
  let changed = 0;
  for (const inbox of await inboxesIn(work.server)) {
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
  make: (row: Row) => Sql | undefined,
): Promise<number> {
  let changed = 0;
  for (let after = 0; ; ) {
    const rows = await server.query(sql`SELECT seq, fingerprint, message FROM payctl.inbox
      WHERE inbox = ${inbox} AND seq > ${after} AND at < ${momentOf({ before })}
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
    after = numberIn(rows.at(-1), 'seq');
  }
}

/** The inboxes of all owners, which every index of the table begins with: from each to the next, not row by row. */
async function inboxesIn(server: Server): Promise<string[]> {
  const rows = await server.query(
    raw(`WITH RECURSIVE known AS (
  SELECT min(inbox) AS inbox FROM payctl.inbox
  UNION ALL SELECT (SELECT min(next.inbox) FROM payctl.inbox AS next WHERE next.inbox > known.inbox)
    FROM known WHERE known.inbox IS NOT NULL
) SELECT inbox FROM known WHERE inbox IS NOT NULL`),
  );
  return rows.map((row) => textIn(row, 'inbox'));
}

/** undefined where nothing is another, or the message cannot be opened. */
function changedRow(row: Row, rows: InboxRows, change: (body: string) => string): Sql | undefined {
  const message = rows.messageOf(row);
  const body = message && change(message.body);
  if (message === undefined || body === undefined || body === message.body) return undefined;
  const sealed = rows.seal(`message ${textIn(row, 'fingerprint')}`, { id: message.id, body });
  return sql`(${numberIn(row, 'seq')}::bigint, ${sealed})`;
}

/** Runs a statement until it finds no whole page; `parts` end with the rows that are `gone`. */
async function inPages({ server, onPage }: Work, parts: Sql, page = PAGE): Promise<number> {
  for (let all = 0; ; ) {
    const [row] = await server.query(sql`WITH ${parts} SELECT count(*)::float8 AS gone FROM gone`);
    const gone = numberIn(row, 'gone');
    all += gone;
    onPage(all);
    if (gone < page) return all;
  }
}

function momentOf({ before }: Pick<Work, 'before'>): Sql {
  return raw(`'${new Date(before).toISOString()}'::timestamptz`);
}
