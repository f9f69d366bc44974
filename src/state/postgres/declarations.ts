import { hostNameOf } from '../../host/identity.js';
import { storeSchema } from '../../messages/store-schema.js';
import { StoreRefusal } from '../store-errors.js';
import type { DatabaseHost } from './database.js';
import { DECLARED_SINCE, WRITTEN } from './schema/version.js';
import type { StoreQueries } from './server.js';
import { raw, type Sql, sql, textIn, timeIn, together } from './sql.js';
import { DURABLE, LEAVING } from './trust.js';

/** What a person may declare about a store. */
export type Declaration = 'synchronous' | 'asynchronous' | 'failover';

/** Which machine declared that all claims are on a standby, and when (ISO 8601 in UTC). */
export interface Declared {
  machine: string;
  at: string;
}

/** The server that took the last claim, and this one. */
export async function serversOf(server: StoreQueries): Promise<{ before: string; now: string }> {
  const [row] = await server.query(
    raw(`SELECT value AS before, payctl.server() AS now FROM payctl.meta WHERE name = 'server'`),
  );
  return { before: textIn(row, 'before'), now: textIn(row, 'now') };
}

/** The valid declaration that all claims are on a standby; undefined where there is none, or it was taken back. */
export async function declaredIn(
  server: StoreQueries,
  schema: number,
): Promise<Declared | undefined> {
  if (schema < DECLARED_SINCE) return undefined;
  const [row] = await server.query(
    raw(`SELECT kind, machine, at FROM payctl.declaration
  WHERE kind IN ('synchronous', 'asynchronous') ORDER BY seq DESC LIMIT 1`),
  );
  if (row?.kind !== 'synchronous') return undefined;
  return { machine: textIn(row, 'machine'), at: timeIn(row, 'at') };
}

/** Adds a declaration. Rejects with CONFIG where the schema is too old for declarations. */
export async function declare(
  server: StoreQueries,
  kind: Declaration,
  host: DatabaseHost,
): Promise<void> {
  await refuseOlderSchema(server);
  await server.query(
    together(
      ...durability(kind),
      declaring(kind, hostNameOf(host.process.self)),
      ...accepting(kind),
    ),
  );
}

/** The machine that moves: its id, because several may have the same host name. */
interface Mover {
  id: string;
  name: string;
}

/**
 * From now on no machine may claim in the store until this one returns: it charges over its own files,
 * which no other machine sees. Rejects with CONFIG where the schema is too old for declarations.
 */
export async function declareLeft(server: StoreQueries, mover: Mover): Promise<void> {
  await refuseOlderSchema(server);
  await server.query(together(LEAVING, moving('left', mover)));
}

/** Declares that everything which this machine charged is in the store again. */
export async function declareReturned(server: StoreQueries, mover: Mover): Promise<void> {
  const { schema } = await server.greeting();
  if (schema < DECLARED_SINCE) return;
  await server.query(together(DURABLE, moving('returned', mover)));
}

/** Adds the declaration only if it changes something. */
function moving(kind: 'left' | 'returned', { id, name }: Mover): Sql {
  return sql`INSERT INTO payctl.declaration (kind, machine, machine_id, server)
  SELECT ${kind}, ${name}, ${id}, payctl.server() WHERE ${kind} <> coalesce((
    SELECT kind FROM payctl.declaration WHERE machine_id = ${id} ORDER BY seq DESC LIMIT 1), 'returned')`;
}

async function refuseOlderSchema(server: StoreQueries): Promise<void> {
  const { schema } = await server.greeting();
  if (schema >= DECLARED_SINCE) return;
  throw new StoreRefusal(storeSchema.noDeclarations(schema, DECLARED_SINCE), {
    hint: storeSchema.initAsOwner,
  });
}

/** Taking it back must not wait for a standby, because there is none that could confirm. */
function durability(kind: Declaration): readonly Sql[] {
  return kind === 'asynchronous' ? [raw('SET LOCAL synchronous_commit TO local')] : [DURABLE];
}

/** The same declaration again, as after a lost answer, adds nothing. */
function declaring(kind: Declaration, machine: string): Sql {
  return sql`INSERT INTO payctl.declaration (kind, machine, server)
  SELECT ${kind}, ${machine}, payctl.server() WHERE ${kind} = 'failover' OR ${kind} IS DISTINCT FROM
    (SELECT kind FROM payctl.declaration WHERE kind IN ('synchronous', 'asynchronous') ORDER BY seq DESC LIMIT 1)`;
}

/** After an accepted failover this server counts as the one that has all claims. */
function accepting(kind: Declaration): readonly Sql[] {
  if (kind !== 'failover') return [];
  return [
    raw(`UPDATE payctl.meta SET value = CASE name
    WHEN 'server' THEN payctl.server() WHEN 'written' THEN ${WRITTEN} ELSE 'false' END
  WHERE name IN ('server', 'written', 'synchronous')`),
  ];
}
