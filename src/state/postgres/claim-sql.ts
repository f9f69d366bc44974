import { VERSION } from '../../core/version.js';
import type { MachineName } from './machine-keys.js';
import { joinStatements, list, raw, type Sql, sql } from './sql.js';
import {
  CLAIMING,
  DURABLE,
  doubtedCte,
  judgedCte,
  RECORD_SERVER_CTE,
  SERVER_CTE,
  type Witness,
} from './trust.js';

export interface EntryRow {
  seq: number;
  line: string;
  /** The sealed original of what is masked in it, and the bank that it is bound to. */
  original?: { bank: string; sealed: Uint8Array };
}

/** What a new claim needs beside its lines. */
interface ClaimContext {
  machine?: MachineName;
}

/** Identifies a revision and the attempt to write it, by which it is recognised if the answer was lost. */
interface RevisionName extends ClaimName {
  revision: number;
  attempt: string;
}

/** A claim, and the partition of its lines. */
interface ClaimName {
  key: string;
  /** Unknown before it was written; then all partitions are looked through. */
  month?: string | undefined;
}

export interface RevisionRow extends RevisionName {
  entries: readonly EntryRow[];
  /** A call is sent on it. */
  sends: boolean;
  end: string | null;
}

const ANSWER =
  raw(`SELECT EXISTS (SELECT FROM claimed) AS claimed, (SELECT count(*) FROM written)::integer AS written,
  here.server, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);

/**
 * Inserts a revision after what its writer has read, or finds that it exists already, because the answer
 * may have been lost. Even then the row is written: a commit that writes nothing would not wait for the
 * standby, which may lack what the first commit wrote.
 */
export function insertRevisionSql(
  row: RevisionRow,
  after: number,
  witness: Witness,
  { machine }: ClaimContext = {},
): Sql {
  const claimed =
    row.revision === 1 ? insertFirstRevisionSql(row) : updateToRevisionSql(row, after);
  const source = raw(row.sends ? 'trusted' : 'here');
  return joinStatements(
    CLAIMING,
    ...(machine ? [recordMachineSql(machine)] : []),
    sql`WITH ${SERVER_CTE}, ${judgedCte(witness)}, ${doubtedCte(witness)}, claimed AS (${claimed(source)}), ${entriesCte(row)}, ${RECORD_SERVER_CTE}
${ANSWER}, (SELECT month FROM claimed) AS month, judged.trust, judged.left_by, judged.declared, judged.declaration, ${movedSql(row, after)} AS moved
FROM here, judged`,
  );
}

export interface ClaimedLine extends Pick<EntryRow, 'seq'>, Pick<RevisionName, 'key' | 'attempt'> {}

/** The code of the error by which `allOrNone` undoes its transaction. */
export const NOT_ALL = '22012';

/** Statements that count only if all these lines are there then: a division by zero undoes the others. */
export function allOrNone(statements: readonly Sql[], lines: readonly ClaimedLine[]): Sql {
  const values = lines.map(({ key, seq, attempt }) => sql`(${key}, ${seq}::integer, ${attempt})`);
  return joinStatements(
    ...statements,
    sql`SELECT 1 / (count(*) = ${lines.length})::integer AS whole
  FROM payctl.entry JOIN (VALUES ${list(values)}) AS line (key, seq, attempt) USING (key, seq, attempt)`,
  );
}

/** Records which machines use the store, for people; only once an hour, because processes of one machine would wait for each other's row. */
function recordMachineSql({ id, host }: MachineName): Sql {
  return sql`INSERT INTO payctl.machine (name, host, program) SELECT ${id}, ${host}, ${VERSION}
  WHERE NOT EXISTS (SELECT FROM payctl.machine WHERE name = ${id} AND program = ${VERSION}
    AND seen_at > clock_timestamp() - interval '1 hour')
  ON CONFLICT (name) DO UPDATE SET program = excluded.program, seen_at = clock_timestamp()`;
}

/** Whether others have written since the writer read the claim. */
function movedSql({ key, revision }: RevisionName, after: number): Sql {
  if (revision === 1) return sql`EXISTS (SELECT FROM payctl.claim WHERE key = ${key})`;
  return sql`NOT EXISTS (
  SELECT FROM payctl.claim WHERE key = ${key} AND part = ${revision - 1} AND seq = ${after})`;
}

/** The unique key lets only one process insert the row. */
function insertFirstRevisionSql({ key, attempt, entries: lines, end }: RevisionRow) {
  return (source: Sql) => sql`
  INSERT INTO payctl.claim AS known (key, attempt, part, seq, server, ended)
  SELECT ${key}, ${attempt}, 1, ${lines.length}, server, ${end} FROM ${source}
  ON CONFLICT (key) DO UPDATE SET seen_at = clock_timestamp(),
    seq = greatest(known.seq, excluded.seq), ended = excluded.ended
  WHERE known.attempt = excluded.attempt AND known.part = 1
  RETURNING key, server, month::text AS month`;
}

function updateToRevisionSql(
  { key, attempt, revision, entries: lines, end }: RevisionRow,
  after: number,
) {
  return (source: Sql) => sql`
  UPDATE payctl.claim AS known SET attempt = ${attempt}, part = ${revision},
    seq = greatest(known.seq, ${after + lines.length}), server = source.server,
    seen_at = clock_timestamp(), ended = ${end}
  FROM ${source} AS source WHERE key = ${key}
    AND (known.part = ${revision - 1} AND known.seq = ${after}
      OR known.part = ${revision} AND known.attempt = ${attempt})
  RETURNING key, known.server, known.month::text AS month`;
}

/**
 * Appends a line to a revision, after the newest line of the claim, which belongs to this revision or a
 * later one; or finds that it exists already. The writer's previous line must be unchanged.
 */
export function appendLineSql(row: RevisionRow, own: EntryLine, before: number): Sql {
  const { key, revision, month, end } = row;
  const claim = { key, month };
  const [line = { seq: before + 1, line: '' }] = row.entries;
  return joinStatements(
    DURABLE,
    sql`WITH ${SERVER_CTE}, claimed AS (
  UPDATE payctl.claim AS known SET seq = greatest(known.seq, ${line.seq}), seen_at = clock_timestamp(),
    ended = CASE WHEN known.part = ${revision} THEN ${end}::text END
  FROM here WHERE key = ${key} AND ${hasLineSql(claim, own)}
    AND (known.seq = ${before} OR ${hasLineSql(claim, line)} AND known.seq >= ${line.seq})
  RETURNING key, here.server), ${entriesCte(row)} ${ANSWER} FROM here`,
  );
}

type EntryLine = Pick<EntryRow, 'seq' | 'line'>;

function hasLineSql(claim: ClaimName, { seq, line }: EntryLine): Sql {
  return sql`EXISTS (SELECT FROM payctl.entry WHERE ${isClaimSql(claim)} AND seq = ${seq} AND line = ${line})`;
}

/** The lines of a claim; the server does not open partitions that a constant rules out. */
function isClaimSql({ key, month }: ClaimName): Sql {
  return month === undefined ? sql`key = ${key}` : sql`month = ${month} AND key = ${key}`;
}

function entriesCte({ key, revision, attempt, entries: lines }: RevisionRow): Sql {
  const values = lines.map(({ seq, line }) => sql`(${seq}::integer, ${line})`);
  const sealed = lines.flatMap(({ seq, original }) =>
    original ? [sql`(${seq}::integer, ${original.bank}, ${original.sealed})`] : [],
  );
  const written = sql`written AS (
  INSERT INTO payctl.entry (key, seq, part, attempt, line, server)
  SELECT ${key}, line.seq, ${revision}, ${attempt}, line.text, claimed.server
  FROM claimed, (VALUES ${list(values)}) AS line (seq, text) ON CONFLICT DO NOTHING RETURNING seq)`;
  if (sealed.length === 0) return written;
  return sql`${written}, originals AS (
  INSERT INTO payctl.original (key, seq, bank, sealed)
  SELECT ${key}, line.seq, line.bank, line.sealed
  FROM claimed, (VALUES ${list(sealed)}) AS line (seq, bank, sealed) ON CONFLICT DO NOTHING)`;
}

/** Records that the holder lives, if the claim is still as it left it. */
export function heartbeatSql(own: RevisionName, newest: EntryLine): Sql {
  const { key, revision, attempt } = own;
  const { seq } = newest;
  return joinStatements(
    DURABLE,
    sql`WITH seen AS (
  UPDATE payctl.claim SET seen_at = clock_timestamp(), server = payctl.server()
  WHERE key = ${key} AND part = ${revision} AND attempt = ${attempt} AND seq = ${seq}
    AND ${hasLineSql(own, newest)}
  RETURNING key)
SELECT EXISTS (SELECT FROM seen) AS ours,
  EXISTS (SELECT FROM payctl.entry WHERE ${isClaimSql(own)} AND seq = ${seq}) AS there,
  EXISTS (SELECT FROM payctl.claim WHERE key = ${key} AND part = ${revision} AND seq = ${seq}) AS newest`,
  );
}

export function ownLinesSql(own: RevisionName): Sql {
  return sql`SELECT seq, line, month::text AS month FROM payctl.entry
  WHERE ${isClaimSql(own)} AND attempt = ${own.attempt} ORDER BY seq`;
}

export function claimTailSql(claim: ClaimName, own: EntryLine): Sql {
  return sql`SELECT seq, line, ${hasLineSql(claim, own)} AS own
  FROM payctl.entry WHERE ${isClaimSql(claim)} ORDER BY seq DESC LIMIT 1`;
}

/** All lines of a claim, or what is left of it. Heartbeats that another server took do not count. */
export function readClaimSql(key: string): Sql {
  return sql`SELECT claim.part AS newest, claim.seq AS last, claim.retired,
    entry.seq, entry.part, entry.line, entry.server, entry.bank, entry.sealed,
    (extract(epoch FROM entry.at) * 1000)::float8 AS at,
    CASE WHEN claim.server = payctl.server()
      THEN greatest(0, extract(epoch FROM clock_timestamp() - claim.seen_at) * 1000)
    END::float8 AS silent
  FROM payctl.claim AS claim LEFT JOIN LATERAL payctl.lines_of(claim.key, claim.month) AS entry ON true
  WHERE claim.key = ${key} ORDER BY entry.seq`;
}

/** As `readClaimSql`, of many claims, month by month; in no order, for it is much to sort. */
export function readClaimsSql(keys: readonly string[]): Sql {
  return sql`WITH here AS MATERIALIZED (SELECT payctl.server() AS server), wanted AS MATERIALIZED (
  SELECT key, month, part, seq, retired, server, seen_at FROM payctl.claim WHERE key = ANY (${keys})
)
SELECT key, wanted.part AS newest, wanted.seq AS last, wanted.retired, line.seq, line.part,
  line.line, line.server, line.bank, line.sealed, (extract(epoch FROM line.at) * 1000)::float8 AS at,
  CASE WHEN wanted.server = here.server
    THEN greatest(0, extract(epoch FROM clock_timestamp() - wanted.seen_at) * 1000)
  END::float8 AS silent
FROM here, wanted LEFT JOIN (
  SELECT entry.* FROM (SELECT month, array_agg(key) AS keys FROM wanted WHERE retired IS NULL GROUP BY month) AS part,
    LATERAL payctl.lines_of_many(part.keys, part.month) AS entry) AS line USING (key)`;
}

/** Whether this user may delete lines, as only their owner may. */
export const MAY_ARCHIVE_SQL = raw(`SELECT current_user::text AS "user",
  has_table_privilege('payctl.entry', 'UPDATE') AND has_table_privilege('payctl.entry', 'DELETE')
    AS may`);

/** A claim to be retired: where it ended when it was read, and what is left of it. */
export interface RetiredRow {
  key: string;
  part: number;
  seq: number;
  /** The name of the archive that has its lines; empty where they are given up. */
  archive: string;
  retired: Uint8Array;
}

/**
 * Deletes the lines of claims that are as they were read. Nobody who has read one before can add to it:
 * its attempt, part and last line are others. Also claims that an earlier run, whose answer was lost, has
 * retired are among the result.
 */
export function retireSql(rows: readonly RetiredRow[]): Sql {
  const values = rows.map(
    ({ key, part, seq, archive, retired }) =>
      sql`(${key}, ${part}::integer, ${seq}::integer, ${archive}, ${retired})`,
  );
  return joinStatements(
    DURABLE,
    sql`WITH leaving (key, part, seq, archive, retired) AS MATERIALIZED (VALUES ${list(values)}
), claimed AS (
  UPDATE payctl.claim AS known SET part = known.part + 1, seq = known.seq + 1, attempt = 'retired',
    retired = leaving.retired
  FROM leaving WHERE known.key = leaving.key AND known.part = leaving.part AND known.seq = leaving.seq
    AND known.retired IS NULL RETURNING known.key, known.part, known.month, leaving.archive
), listed AS (
  UPDATE payctl.charge SET part = claimed.part, archive = claimed.archive
  FROM claimed WHERE charge.key = claimed.key
), lines AS MATERIALIZED (
  SELECT payctl.delete_lines(array_agg(key), month) FROM claimed GROUP BY month)
SELECT key, (SELECT count(*) FROM lines) FROM claimed
UNION SELECT key, 0 FROM payctl.claim JOIN leaving USING (key) WHERE claim.retired = leaving.retired
  AND (SELECT count(*) FROM claimed) < ${rows.length}`,
  );
}
