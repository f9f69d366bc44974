import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { prepared } from '../../faults/command/charges.js';
import { PASSWORD } from '../address.js';
import type { Running } from '../machine.js';
import type { Pair } from '../pair.js';
import { PgBouncer } from '../pgbouncer.js';

/** A charge begins whose claim the standby never confirms; `meanwhile` ends the wait for it. */
async function unconfirmed(
  pair: Pair,
  meanwhile: () => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { fleet, standby } = pair;
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  const machine = fleet.machine('shop', env);
  const before = fleet.arrivals.length;
  await machine.payctl('token');
  standby.hears(false);
  const running = machine.start([...charge.args, '--wait', '0']);
  await meanwhile();
  const complaints = await complaintsOf(running, 9);
  if (fleet.arrivals.length > before) complaints.push('it was sent without its claim');
  standby.hears(true);
  return complaints;
}

async function complaintsOf(running: Running, wanted: number): Promise<string[]> {
  const { code, stderr } = await running.finished;
  return code === wanted ? [] : [`it ended with ${code}, not ${wanted}: ${stderr}`];
}

/** Does this to the server's processes that wait for the standby, once there are any. */
async function toWaiting({ fleet: { server } }: Pair, what: string): Promise<void> {
  const asked = `SELECT ${what} FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  while ((await server.sql(asked)).length === 0) await sleep(10);
}

/** The server reports success, with SQLSTATE 01000 beside it. */
export function cancelledWait(pair: Pair): Promise<string[]> {
  return unconfirmed(pair, () => toWaiting(pair, 'pg_cancel_backend(pid)'));
}

/** The claim counts for the server that comes back, and for nobody else. */
export function serverBackWithoutStandby(pair: Pair): Promise<string[]> {
  return unconfirmed(pair, async () => {
    await toWaiting(pair, '1');
    await pair.fleet.server.crash();
    await pair.fleet.server.start();
  });
}

/** As `serverBackWithoutStandby`, by an administrator. */
export function terminatedWait(pair: Pair): Promise<string[]> {
  return unconfirmed(pair, () => toWaiting(pair, 'pg_terminate_backend(pid)'));
}

/** The settings of the role say that nobody waits. */
export async function carelessRole(pair: Pair): Promise<string[]> {
  const { server } = pair.fleet;
  await server.sql('ALTER ROLE postgres SET synchronous_commit = off');
  try {
    return await unconfirmed(pair, async () => undefined);
  } finally {
    await server.sql('ALTER ROLE postgres RESET synchronous_commit');
  }
}

/** The settings of the role hide what the server says of the wait. */
export async function silentRole(pair: Pair): Promise<string[]> {
  const { server } = pair.fleet;
  await server.sql('ALTER ROLE postgres SET client_min_messages = error');
  try {
    return await cancelledWait(pair);
  } finally {
    await server.sql('ALTER ROLE postgres RESET client_min_messages');
  }
}

/** Another application left it in the one connection that the pool has. */
export async function silentPool(pair: Pair): Promise<string[]> {
  const { server, database } = pair.fleet;
  const bouncer = await PgBouncer.before(server.port, 1);
  try {
    const url = bouncer.url(database);
    await leave(url, 'SET client_min_messages = error');
    return await unconfirmed(pair, () => toWaiting(pair, 'pg_cancel_backend(pid)'), {
      PAYCTL_STORE: url,
    });
  } finally {
    await bouncer.dispose();
  }
}

async function leave(url: string, setting: string): Promise<void> {
  const other = postgres(url, { max: 1, prepare: false, fetch_types: false, password: PASSWORD });
  await other.unsafe(setting);
  await other.end();
}

/** The list of standbys is emptied while a claim waits: all who wait go on, and nobody is told. */
export async function emptiedMeanwhile(pair: Pair): Promise<string[]> {
  await pair.declare();
  return unconfirmed(pair, async () => {
    await toWaiting(pair, '1');
    await pair.fleet.server.set('synchronous_standby_names', '');
  });
}
