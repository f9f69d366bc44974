import { VERSION } from '../../core/version.js';
import { type MachineName, machineRow } from './machine-keys.js';
import { KEYED_SINCE } from './schema/keys.js';
import { list, raw, type Sql, sql, together } from './sql.js';
import {
  CLAIMING,
  DURABLE,
  doubtedCte,
  judgedCte,
  RECORD_SERVER_CTE,
  SERVER_CTE,
  type Witness,
} from './trust.js';

/** A line as it is written. */
export interface EntryRow {
  seq: number;
  line: string;
  /** What is sealed of it, and the bank that it is bound to. */
  original?: { bank: string; sealed: Uint8Array };
}

/** What a new claim needs beside its lines. */
interface ClaimContext {
  machine?: MachineName;
}

/** Names a part, and its writer's own try: by that it is known again where the answer was lost. */
interface PartName {
  key: string;
  part: number;
  attempt: string;
}

/** A part of a claim as it is to be. */
export interface PartRow extends PartName {
  entries: readonly EntryRow[];
  /** A call goes out on it. */
  sends: boolean;
  end: string | null;
}

const ANSWER =
  raw(`SELECT EXISTS (SELECT FROM claimed) AS claimed, (SELECT count(*) FROM written)::integer AS written,
  here.server, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);

/**
 * Adds a part after what its writer knows, or finds that it is there already, for the answer may
 * have been lost. Also then the row is written: a commit that writes nothing would not wait for the
 * standby, and what the first commit wrote may not be there.
 */
export function insertRevisionSql(
  row: PartRow,
  after: number,
  witness: Witness,
  { machine }: ClaimContext = {},
): Sql {
  const claimed = row.part === 1 ? insertFirstPart(row) : updateToNextPart(row, after);
  const source = raw(row.sends ? 'trusted' : 'here');
  return together(
    CLAIMING,
    ...(machine ? [recordMachineSql(machine, witness.schema)] : []),
    sql`WITH ${SERVER_CTE}, ${judgedCte(witness)}, ${doubtedCte(witness)}, claimed AS (${claimed(source)}), ${entriesCte(row)}, ${RECORD_SERVER_CTE}
${ANSWER}, judged.trust, judged.left_by, judged.declared, judged.declaration, ${movedSql(row, after)} AS moved
FROM here, judged`,
  );
}

/** Who uses the store, as people see it; written once an hour, for processes of a machine would wait for one another. */
function recordMachineSql(machine: MachineName, schema: number): Sql {
  const name = schema >= KEYED_SINCE ? machine.id : machine.host;
  return sql`INSERT INTO payctl.machine ${machineRow(machine, schema)}
  WHERE NOT EXISTS (SELECT FROM payctl.machine WHERE name = ${name} AND program = ${VERSION}
    AND seen_at > clock_timestamp() - interval '1 hour')
  ON CONFLICT (name) DO UPDATE SET program = excluded.program, seen_at = clock_timestamp()`;
}

/** Others have written since its writer read the claim. */
function movedSql({ key, part }: PartName, after: number): Sql {
  if (part === 1) return sql`EXISTS (SELECT FROM payctl.claim WHERE key = ${key})`;
  return sql`NOT EXISTS (
  SELECT FROM payctl.claim WHERE key = ${key} AND part = ${part - 1} AND seq = ${after})`;
}

/** Only a row that nobody has made can be made. */
function insertFirstPart({ key, attempt, entries: lines, end }: PartRow) {
  return (source: Sql) => sql`
  INSERT INTO payctl.claim AS known (key, attempt, part, seq, server, ended)
  SELECT ${key}, ${attempt}, 1, ${lines.length}, server, ${end} FROM ${source}
  ON CONFLICT (key) DO UPDATE SET seen_at = clock_timestamp(),
    seq = greatest(known.seq, excluded.seq), ended = excluded.ended
  WHERE known.attempt = excluded.attempt AND known.part = 1 RETURNING key, server`;
}

function updateToNextPart({ key, attempt, part, entries: lines, end }: PartRow, after: number) {
  return (source: Sql) => sql`
  UPDATE payctl.claim AS known SET attempt = ${attempt}, part = ${part},
    seq = greatest(known.seq, ${after + lines.length}), server = source.server,
    seen_at = clock_timestamp(), ended = ${end}
  FROM ${source} AS source WHERE key = ${key}
    AND (known.part = ${part - 1} AND known.seq = ${after}
      OR known.part = ${part} AND known.attempt = ${attempt}) RETURNING key, known.server`;
}

/**
 * Adds a line to a part, after the newest line of the claim, which lies in this part or a later one;
 * or finds that it is there already. Its writer's own line before must still be as it was.
 */
export function appendLineSql(row: PartRow, own: Written, before: number): Sql {
  const { key, part, attempt, end } = row;
  const [line = { seq: before + 1, line: '' }] = row.entries;
  return together(
    DURABLE,
    sql`WITH ${SERVER_CTE}, claimed AS (
  UPDATE payctl.claim AS known SET seq = greatest(known.seq, ${line.seq}), seen_at = clock_timestamp(),
    ended = CASE WHEN known.part = ${part} THEN ${end}::text END
  FROM here WHERE key = ${key} AND ${hasLineSql(key, own)}
    AND (known.seq = ${before} OR ${hasLineSql(key, line)} AND known.seq >= ${line.seq})
  RETURNING key, here.server), ${entriesCte({ ...row, attempt })} ${ANSWER} FROM here`,
  );
}

/** A line and its place. */
type Written = Pick<EntryRow, 'seq' | 'line'>;

function hasLineSql(key: string, { seq, line }: Written): Sql {
  return sql`EXISTS (SELECT FROM payctl.entry WHERE key = ${key} AND seq = ${seq} AND line = ${line})`;
}

function entriesCte({ key, part, attempt, entries: lines }: PartRow): Sql {
  const values = lines.map(({ seq, line }) => sql`(${seq}::integer, ${line})`);
  const sealed = lines.flatMap(({ seq, original }) =>
    original ? [sql`(${seq}::integer, ${original.bank}, ${original.sealed})`] : [],
  );
  const written = sql`written AS (
  INSERT INTO payctl.entry (key, seq, part, attempt, line, server)
  SELECT ${key}, line.seq, ${part}, ${attempt}, line.text, claimed.server
  FROM claimed, (VALUES ${list(values)}) AS line (seq, text) ON CONFLICT DO NOTHING RETURNING seq)`;
  if (sealed.length === 0) return written;
  return sql`${written}, originals AS (
  INSERT INTO payctl.original (key, seq, bank, sealed)
  SELECT ${key}, line.seq, line.bank, line.sealed
  FROM claimed, (VALUES ${list(sealed)}) AS line (seq, bank, sealed) ON CONFLICT DO NOTHING)`;
}

/** Shows that the holder lives, where the claim still is as it left it. */
export function heartbeatSql({ key, part, attempt }: PartName, newest: Written): Sql {
  const { seq } = newest;
  return together(
    DURABLE,
    sql`WITH seen AS (
  UPDATE payctl.claim SET seen_at = clock_timestamp(), server = payctl.server()
  WHERE key = ${key} AND part = ${part} AND attempt = ${attempt} AND seq = ${seq}
    AND ${hasLineSql(key, newest)}
  RETURNING key)
SELECT EXISTS (SELECT FROM seen) AS ours,
  EXISTS (SELECT FROM payctl.entry WHERE key = ${key} AND seq = ${seq}) AS there,
  EXISTS (SELECT FROM payctl.claim WHERE key = ${key} AND part = ${part} AND seq = ${seq}) AS newest`,
  );
}

/** What the writer of a part has in the store. */
export function ownLinesSql(key: string, attempt: string): Sql {
  return sql`SELECT seq, line FROM payctl.entry WHERE key = ${key} AND attempt = ${attempt} ORDER BY seq`;
}

/** The newest line of a claim, and whether a line of one's own is still there. */
export function claimTailSql(key: string, own: Written): Sql {
  return sql`SELECT seq, line, ${hasLineSql(key, own)} AS own
  FROM payctl.entry WHERE key = ${key} ORDER BY seq DESC LIMIT 1`;
}

/** All lines of a claim. Signs that were given to another server tell nothing here. */
export function readClaimSql(key: string): Sql {
  return sql`SELECT claim.part AS newest, claim.seq AS last, entry.seq, entry.part, entry.attempt,
    entry.line, entry.server, original.bank, original.sealed,
    (extract(epoch FROM entry.at) * 1000)::float8 AS at,
    CASE WHEN claim.server = payctl.server()
      THEN greatest(0, extract(epoch FROM clock_timestamp() - claim.seen_at) * 1000)
    END::float8 AS silent
  FROM payctl.claim AS claim LEFT JOIN payctl.entry AS entry USING (key)
  LEFT JOIN payctl.original AS original ON original.key = claim.key AND original.seq = entry.seq
  WHERE claim.key = ${key} ORDER BY entry.seq`;
}

/** Whether this user may take lines away, as only their owner may. */
export const MAY_ARCHIVE_SQL = raw(`SELECT current_user::text AS "user",
  has_table_privilege('payctl.entry', 'UPDATE') AND has_table_privilege('payctl.entry', 'DELETE')
    AS may`);

/** Takes away all parts before the newest, which becomes the first; where it is not the newest any more, nothing. */
export function compactionSql(key: string, newest: number, seq: number): Sql {
  return together(
    DURABLE,
    sql`WITH claimed AS (
  UPDATE payctl.claim SET part = 1, ended = NULL WHERE key = ${key} AND part = ${newest} AND seq = ${seq} RETURNING key
), gone AS (
  DELETE FROM payctl.entry USING claimed WHERE entry.key = claimed.key AND entry.part < ${newest})
UPDATE payctl.entry SET part = 1 FROM claimed WHERE entry.key = claimed.key AND entry.part = ${newest}`,
  );
}
