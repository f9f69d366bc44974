import type { OwnClaim } from '../own-claims.js';
import { type DatabaseRow, joinStatements, list, raw, type Sql, sql } from './sql.js';

/**
 * Whether a server may take claims, or why not: `forgotten`: it may have lost some; `old-primary`: a newer
 * server took over from it; `left`: a machine left the store and charges over its files; `alone`: the
 * store was declared synchronous, and no standby has to confirm.
 */
const TRUST = ['trusted', 'forgotten', 'old-primary', 'left', 'alone'] as const;
export type Trust = (typeof TRUST)[number];

export function readTrust(row: DatabaseRow | undefined): Trust {
  return TRUST.find((one) => one === row?.trust) ?? 'forgotten';
}

/** The machines that exported everything from the store, for people; empty where none did. */
export function readLeftBy(row: DatabaseRow | undefined): string {
  return typeof row?.left_by === 'string' ? row.left_by : '';
}

/** What a machine remembers, by which a server is judged. */
export interface Witness {
  own: readonly OwnClaim[];
  /** The highest timeline on which this machine has met each server, by its system identifier. */
  timelines: Readonly<Record<string, string>>;
  machine: string;
}

/**
 * Makes the commit of a claim wait until it is on the disk of the server and of its standby, if there is
 * one, and makes the server say if that wait was cut short; whatever the role, the database or a pooled
 * connection has set.
 */
export const DURABLE = joinStatements(
  raw('SET LOCAL synchronous_commit TO on'),
  raw('SET LOCAL client_min_messages TO warning'),
);

const LEAVE_LOCK = 7_162_005;

/** Before a machine leaves: waits for all claims that are being made, and later ones see that it left. */
export const LEAVING = joinStatements(DURABLE, raw(`SELECT pg_advisory_xact_lock(${LEAVE_LOCK})`));

/** Before a claim: the next statement sees which machines have left, whatever isolation the role has set. */
export const CLAIMING = joinStatements(
  raw(`SET LOCAL transaction_isolation TO 'read committed'`),
  DURABLE,
  raw(`SELECT pg_advisory_xact_lock_shared(${LEAVE_LOCK})`),
);

const STANDBY_CONFIRMS = `coalesce(current_setting('synchronous_standby_names', true), '') <> ''`;

/**
 * Sent after a claim as a message of its own: a server whose list of standbys is emptied ends all waits
 * without a notice, and reads its settings again only between two messages.
 */
export const STANDBY_STILL_CONFIRMS = raw(`SELECT ${STANDBY_CONFIRMS} AS synchronous`);

export const SERVER_CTE = raw(`here AS MATERIALIZED (
  SELECT payctl.server() AS server, ${STANDBY_CONFIRMS} AS synchronous)`);

/** Parts of a server's name, as `payctl.server()` returns it; one without a timeline never equals one with it. */
const timeline = (server: string) => `split_part(${server}, '/', 2) COLLATE "C"`;
const clusterAndTables = (server: string) =>
  `(split_part(${server}, '/', 1), split_part(${server}, '/', 3), ${timeline(server)} = '')`;

/**
 * `judged`: whether this server may take claims. The store says which server took its last claim and
 * what people declared; the machine, which claims it must hold. Only what came after the last failover
 * that a person accepted counts. `trusted` is a row where it may, else none.
 */
export function judgedCte({ own, timelines }: Witness): Sql {
  return sql`known AS MATERIALIZED (
  SELECT max(value) FILTER (WHERE name = 'server') AS server,
    max(value) FILTER (WHERE name = 'written') AS written,
    max(xmin::text) FILTER (WHERE name = 'store') AS writing
  FROM payctl.meta
), declared AS MATERIALIZED (
  SELECT coalesce((SELECT kind = 'synchronous' FROM payctl.declaration WHERE kind IN ('synchronous', 'asynchronous')
      ORDER BY seq DESC LIMIT 1), false) AS synchronous,
    coalesce((SELECT id FROM payctl.declaration ORDER BY seq DESC LIMIT 1), '') AS newest,
    coalesce((SELECT max(seq) FROM payctl.declaration WHERE kind = 'failover'), 0) AS accepted
), moved AS MATERIALIZED (
  SELECT DISTINCT ON (machine_id) machine, kind FROM payctl.declaration
  WHERE kind IN ('left', 'returned') ORDER BY machine_id, seq DESC
), own AS MATERIALIZED (
  SELECT own.*, own.declaration <> '' AND declaration.id IS NULL AS precedes
  FROM json_to_recordset(${JSON.stringify(own)})
    AS own (key text, seq integer, attempt text, month date, server text, declaration text)
  LEFT JOIN payctl.declaration ON declaration.id = own.declaration
  WHERE coalesce(declaration.seq, 0) >= (SELECT accepted FROM declared)
    OR own.declaration <> '' AND declaration.id IS NULL
), missing AS MATERIALIZED (
  SELECT FROM own, here WHERE precedes
    OR ${raw(clusterAndTables('own.server'))} <> ${raw(clusterAndTables('here.server'))}
    OR seq = 0 AND NOT EXISTS (SELECT FROM payctl.slip WHERE slip = own.key)
    OR seq > 0 AND (NOT EXISTS (SELECT FROM payctl.claim WHERE key = own.key AND seq >= own.seq
      AND month = coalesce(own.month, month))
      OR EXISTS (SELECT FROM payctl.entry WHERE ${inMonthsSql(own)} AND key = own.key
        AND seq = own.seq AND attempt <> own.attempt))
), judged AS MATERIALIZED (
  SELECT here.server, here.synchronous, declared.synchronous AS declared, declared.newest AS declaration,
    EXISTS (SELECT FROM missing) AS missing,
    (SELECT string_agg(machine, ', ' ORDER BY machine) FROM moved WHERE kind = 'left') AS left_by,
    CASE
      WHEN ${raw(clusterAndTables('here.server'))} <> ${raw(clusterAndTables('known.server'))}
        OR known.written <> known.writing THEN 'forgotten'
      WHEN ${raw(timeline('here.server'))} < ${raw(timeline('known.server'))}
        OR ${raw(timeline('here.server'))} < (SELECT max(${raw(timeline('own.server'))}) FROM own
          WHERE ${raw(clusterAndTables('own.server'))} = ${raw(clusterAndTables('here.server'))})
        OR ${raw(timeline('here.server'))} <> '' AND ${raw(timeline('here.server'))}
          < ${JSON.stringify(timelines)}::json ->> split_part(here.server, '/', 1)
        THEN 'old-primary'
      WHEN EXISTS (SELECT FROM missing) THEN 'forgotten'
      WHEN ${raw(timeline('here.server'))} > ${raw(timeline('known.server'))} AND NOT declared.synchronous
        THEN 'forgotten'
      WHEN EXISTS (SELECT FROM moved WHERE kind = 'left') THEN 'left'
      WHEN declared.synchronous AND NOT here.synchronous THEN 'alone'
      ELSE 'trusted' END AS trust
  FROM here, known, declared
), trusted AS (SELECT server FROM judged WHERE trust = 'trusted')`;
}

/** The server does not open partitions that constants rule out. */
function inMonthsSql(own: readonly OwnClaim[]): Sql {
  const months = new Set(own.flatMap(({ seq, month }) => (seq > 0 ? [month] : [])));
  if (months.has(undefined)) return raw('true');
  if (months.size === 0) return raw('false');
  return sql`month IN (${list(Array.from(months, (month) => sql`${month ?? null}`))})`;
}

/**
 * If one machine misses a claim, all machines must know: until a person accepts it, the name of that
 * machine replaces the server that has the claims.
 */
export function doubtedCte({ machine }: Witness): Sql {
  return sql`doubted AS (
  UPDATE payctl.meta SET value = ${machine.replaceAll('/', ' ')} FROM judged
  WHERE name = 'server' AND value LIKE '%/%' AND judged.trust = 'forgotten' AND judged.missing)`;
}

/** The machine that missed claims, if one did and no person has accepted it. */
export function readDoubter(server: string): string | undefined {
  return server.includes('/') ? undefined : server;
}

/**
 * From now on the server that took the claim counts as the one that has all claims, unless a machine has
 * doubted it meanwhile.
 */
export const RECORD_SERVER_CTE = raw(`recorded AS (
  UPDATE payctl.meta SET value = trusted.server FROM trusted
  WHERE name = 'server' AND value <> trusted.server AND value LIKE '%/%' AND EXISTS (SELECT FROM claimed))`);

/** Asks whether this server may take claims, and which server took the last one. */
export function trustQuery(witness: Witness): Sql {
  return sql`WITH ${SERVER_CTE}, ${judgedCte(witness)}
SELECT trust, left_by, (SELECT server FROM known) AS known FROM judged`;
}
