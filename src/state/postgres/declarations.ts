import type { Operator } from '../../host/host.js';
import { hostNameInMark } from '../../host/identity.js';
import type { DatabaseHost } from './database.js';
import type { StoreQueries } from './server.js';
import { type DatabaseRow, joinStatements, raw, readText, readTime, type Sql, sql } from './sql.js';
import { DURABLE, LEAVING } from './trust.js';

/** What a person may declare about a store. */
export type Declaration = 'synchronous' | 'asynchronous' | 'failover';

/** What was declared, by whom on which machine, and when (ISO 8601 in UTC). */
export interface Declared extends Partial<Operator> {
  kind: string;
  machine: string;
  at: string;
}

/** The server that took the last claim, and this one. */
export async function readServers(server: StoreQueries): Promise<{ before: string; now: string }> {
  const [row] = await server.query(
    raw(`SELECT value AS before, payctl.server() AS now FROM payctl.meta WHERE name = 'server'`),
  );
  return { before: readText(row, 'before'), now: readText(row, 'now') };
}

/** The valid declaration that all claims are on a standby; undefined where there is none, or it was taken back. */
export async function readDeclared(server: StoreQueries): Promise<Declared | undefined> {
  const [row] = await server.query(
    sql`SELECT ${COLUMNS} FROM payctl.declaration
  WHERE kind IN ('synchronous', 'asynchronous') ORDER BY seq DESC LIMIT 1`,
  );
  return row?.kind === 'synchronous' ? readDeclaration(row) : undefined;
}

/** As many as `store status` shows. */
const NEWEST = 10;

/** The last declarations of any kind, the newest first. */
export async function newestDeclarations(server: StoreQueries): Promise<Declared[]> {
  const rows = await server.query(
    sql`SELECT ${COLUMNS} FROM payctl.declaration ORDER BY seq DESC LIMIT ${NEWEST}`,
  );
  return rows.map(readDeclaration);
}

/** All declarations since a moment (milliseconds since the epoch), the oldest first. */
export async function declarationsSince(server: StoreQueries, moment: number): Promise<Declared[]> {
  const rows = await server.query(
    sql`SELECT ${COLUMNS} FROM payctl.declaration
  WHERE at >= to_timestamp(${moment} / 1000.0) ORDER BY at, seq`,
  );
  return rows.map(readDeclaration);
}

const COLUMNS = raw('kind, machine, at, "user", sudo_user');

function readDeclaration(row: DatabaseRow): Declared {
  return {
    kind: readText(row, 'kind'),
    machine: readText(row, 'machine'),
    at: readTime(row, 'at'),
    ...(typeof row.user === 'string' && { user: row.user }),
    ...(typeof row.sudo_user === 'string' && { sudoUser: row.sudo_user }),
  };
}

export async function declare(
  server: StoreQueries,
  kind: Declaration,
  host: DatabaseHost,
): Promise<void> {
  const { self, operator } = host.process;
  await server.query(
    joinStatements(
      ...durability(kind),
      declareSql(kind, hostNameInMark(self), operator),
      ...accepting(kind),
    ),
  );
}

/** The machine that moves: its id, because several may have the same host name; and who moves it. */
interface Mover {
  id: string;
  name: string;
  operator: Operator;
}

/**
 * From now on no machine may claim in the store until this one returns: it charges over its own files,
 * which no other machine sees.
 */
export async function declareLeft(server: StoreQueries, mover: Mover): Promise<void> {
  await server.query(joinStatements(LEAVING, moveSql('left', mover)));
}

/** Declares that everything which this machine charged is in the store again. */
export async function declareReturned(server: StoreQueries, mover: Mover): Promise<void> {
  await server.query(joinStatements(DURABLE, moveSql('returned', mover)));
}

/** Adds the declaration only if it changes something. */
function moveSql(kind: 'left' | 'returned', mover: Mover): Sql {
  const { id, name, operator } = mover;
  return sql`INSERT INTO payctl.declaration (kind, machine, machine_id, server, "user", sudo_user)
  SELECT ${kind}, ${name}, ${id}, payctl.server(), ${operator.user}, ${operator.sudoUser ?? null}
  WHERE ${kind} <> coalesce((
    SELECT kind FROM payctl.declaration WHERE machine_id = ${id} ORDER BY seq DESC LIMIT 1), 'returned')`;
}

/** Taking it back must not wait for a standby, because there is none that could confirm. */
function durability(kind: Declaration): readonly Sql[] {
  return kind === 'asynchronous' ? [raw('SET LOCAL synchronous_commit TO local')] : [DURABLE];
}

/** The same declaration again, as after a lost answer, adds nothing. */
function declareSql(kind: Declaration, machine: string, { user, sudoUser }: Operator): Sql {
  return sql`INSERT INTO payctl.declaration (kind, machine, server, "user", sudo_user)
  SELECT ${kind}, ${machine}, payctl.server(), ${user}, ${sudoUser ?? null}
  WHERE ${kind} = 'failover' OR ${kind} IS DISTINCT FROM
    (SELECT kind FROM payctl.declaration WHERE kind IN ('synchronous', 'asynchronous') ORDER BY seq DESC LIMIT 1)`;
}

/** The transaction that wrote a row of the store: another one where its data were loaded from a dump. */
const WRITTEN = `(SELECT xmin::text FROM payctl.meta WHERE name = 'store')`;

/** After an accepted failover this server counts as the one that has all claims. */
function accepting(kind: Declaration): readonly Sql[] {
  if (kind !== 'failover') return [];
  return [
    raw(`UPDATE payctl.meta SET value = CASE name
    WHEN 'server' THEN payctl.server() ELSE ${WRITTEN} END
  WHERE name IN ('server', 'written')`),
  ];
}
