import { VERSION } from '../../core/version.js';
import type { Host } from '../../host/host.js';
import type { StoreKey } from '../seal.js';
import type { Server } from './server.js';
import { joinStatements, raw, readText, sql } from './sql.js';

/** Names a machine: by its id, because several may have the same host name. */
export interface MachineName {
  id: string;
  /** Its host name, for people. */
  host: string;
}

/**
 * The machines that were seen in the last 90 days: each new state directory is a machine, and most of
 * them never come back.
 */
export const MACHINES = raw(`(
  SELECT name AS id, host AS name, program, seen_at, keys FROM payctl.machine
  WHERE seen_at > clock_timestamp() - interval '90 days') AS machine`);

/** How often a run says that its machine is there. */
const SEEN_EVERY_MS = 60_000;

/** The most machines that are listed, those that were seen last. */
export const MOST_MACHINES = 1_000;

/**
 * Other machines of the store that have not shown this key. A machine that is not listed and returns with
 * the old key can make no claim, because the server refuses what is sealed with it.
 */
export async function machinesWithout(
  server: Server,
  key: StoreKey,
  { id }: Pick<MachineName, 'id'>,
): Promise<string[]> {
  const rows = await server.query(sql`SELECT name FROM ${MACHINES}
    WHERE id <> ${id} AND NOT coalesce(${key.id} = ANY (keys), false)
    ORDER BY seen_at DESC LIMIT ${MOST_MACHINES}`);
  return rows.map((row) => readText(row, 'name')).sort();
}

/** Records in the store which keys this machine has, and that it is there: when the keys change, and once a minute. */
export async function showMachine(server: Server, machine: MachineName): Promise<void> {
  const { ownRow } = await server.greeting();
  const { ids } = await server.sealer();
  const isShown = ownRow?.isRecent === true && JSON.stringify(ownRow.keys) === JSON.stringify(ids);
  if (!isShown) await record(server, machine);
}

/** Until `stop` aborts this machine is seen every minute, also while it only waits. */
export async function keepShowing(
  server: Server,
  machine: MachineName,
  { clock }: Pick<Host, 'clock'>,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(SEEN_EVERY_MS, stop);
    if (stop.aborted) return;
    // A store that is away now is told at the next turn.
    await record(server, machine).catch(() => undefined);
  }
}

/** By the server's clock. No standby has to confirm it, so nothing waits for one. */
async function record(server: Server, { id, host }: MachineName): Promise<void> {
  const { ids } = await server.sealer();
  await server.query(
    joinStatements(
      raw('SET LOCAL synchronous_commit TO off'),
      sql`INSERT INTO payctl.machine (name, host, program, keys)
    VALUES (${id}, ${host}, ${VERSION}, ${[...ids]}) ON CONFLICT (name) DO UPDATE
    SET keys = excluded.keys, program = excluded.program, seen_at = clock_timestamp()`,
    ),
  );
}
