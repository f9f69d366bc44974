import { hostNameOf } from '../../host/identity.js';
import { storeSchema } from '../../messages/store-schema.js';
import { StoreRefusal } from '../store-errors.js';
import type { DatabaseHost } from './database.js';
import { DECLARED_SINCE, WRITTEN } from './schema/version.js';
import type { StoreQueries } from './server.js';
import { raw, type Sql, sql, textIn, timeIn, together } from './sql.js';
import { DURABLE, LEAVING } from './trust.js';

/** What a person may say of a store. */
export type Declaration = 'synchronous' | 'asynchronous' | 'failover';

/** Who said that all claims are on a standby. */
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

/** undefined where nobody did, or it was taken back. */
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

/** Adds it to what was said before. Rejects with CONFIG where the schema has no place for it. */
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

/** Which machine moves: by its id, for several may have the name of one host. */
interface Mover {
  id: string;
  name: string;
}

/**
 * No machine claims in the store from now on, until this one returns: it charges over its files, which
 * no other sees. Rejects with CONFIG where the schema has no place for it.
 */
export async function declareLeft(server: StoreQueries, mover: Mover): Promise<void> {
  await refuseOlderSchema(server);
  await server.query(together(LEAVING, moving('left', mover)));
}

/** All that this machine charged is in the store. */
export async function declareReturned(server: StoreQueries, mover: Mover): Promise<void> {
  const { schema } = await server.greeting();
  if (schema < DECLARED_SINCE) return;
  await server.query(together(DURABLE, moving('returned', mover)));
}

/** Only where it changes something. */
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

/** Who takes it back has no standby that could confirm. */
function durability(kind: Declaration): readonly Sql[] {
  return kind === 'asynchronous' ? [raw('SET LOCAL synchronous_commit TO local')] : [DURABLE];
}

/** The same said twice, as where its answer was lost, is one. */
function declaring(kind: Declaration, machine: string): Sql {
  return sql`INSERT INTO payctl.declaration (kind, machine, server)
  SELECT ${kind}, ${machine}, payctl.server() WHERE ${kind} = 'failover' OR ${kind} IS DISTINCT FROM
    (SELECT kind FROM payctl.declaration WHERE kind IN ('synchronous', 'asynchronous') ORDER BY seq DESC LIMIT 1)`;
}

/** This server counts as the one that knows all claims. */
function accepting(kind: Declaration): readonly Sql[] {
  if (kind !== 'failover') return [];
  return [
    raw(`UPDATE payctl.meta SET value = CASE name
    WHEN 'server' THEN payctl.server() WHEN 'written' THEN ${WRITTEN} ELSE 'false' END
  WHERE name IN ('server', 'written', 'synchronous')`),
  ];
}
