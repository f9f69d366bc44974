import { setTimeout as sleep } from 'node:timers/promises';
import { prepared } from '../../faults/command/charges.js';
import type { Running } from '../machine.js';
import type { Pair } from '../pair.js';

/** A charge begins whose claim the standby never confirms; `meanwhile` ends the wait for it. */
async function unconfirmed(pair: Pair, meanwhile: () => Promise<void>): Promise<string[]> {
  const { fleet, standby } = pair;
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  const machine = fleet.machine('shop');
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
