import { setFault } from '../../../src/sandbox/operator.js';
import { type Charge, effectsOf, prepared } from '../../faults/command/charges.js';
import type { Fleet } from '../fleet.js';
import type { Pair } from '../pair.js';
import { program } from '../template.js';

/** Something takes from the store what was charged last. */
async function forgotten(
  fleet: Fleet,
  takeAway: { before(): Promise<void>; after(): Promise<void> },
): Promise<string[]> {
  const complaints: string[] = [];
  const [first, second] = [fleet.machine('first'), fleet.machine('second')];
  const run = async (who: typeof first, charge: Charge, wanted: readonly number[]) => {
    const { code, stderr } = await who.payctl([...charge.args, '--wait', '0']);
    if (code === null || !wanted.includes(code)) {
      complaints.push(`${charge.args.join(' ')} on ${who.name} ended with ${code}: ${stderr}`);
    }
    return stderr;
  };
  const kept = await prepared(fleet.bank, 'ewallet.pay');
  await run(first, kept, [0]);
  await takeAway.before();
  const lost = await prepared(fleet.bank, 'ewallet.pay');
  await run(first, lost, [0]);
  await takeAway.after();
  const arrived = fleet.arrivals.length;

  // What the store still knows is replayed; what it forgot is asked about, not sent.
  await run(second, kept, [0]);
  await run(second, lost, [0, 3, 10, 12]);
  // What the bank does not know either may be on its way: nobody can tell.
  const fresh = await prepared(fleet.bank, 'cpm.pay');
  const refusal = await run(second, fresh, [3]);
  if (!refusal.includes('payctl store accept-failover')) complaints.push(`no hint: ${refusal}`);
  if (fleet.arrivals.length > arrived)
    complaints.push('something was sent before a person said so');
  const accepted = await second.payctl('store accept-failover --yes');
  if (accepted.code !== 0) complaints.push(`store accept-failover: ${accepted.stderr}`);
  await run(first, fresh, [0]);
  for (const charge of [kept, lost, fresh]) {
    const effects = effectsOf(fleet.bank, charge);
    if (effects !== 1) complaints.push(`${charge.reference} has ${effects} effects`);
  }
  return complaints;
}

export function byPromotion(pair: Pair): Promise<string[]> {
  return forgotten(pair.fleet, {
    async before() {
      await pair.standby.caughtUpWith(pair.fleet.server);
      pair.standby.hears(false);
    },
    after: () => pair.failOver(),
  });
}

/** Into the same server, whose name and timeline stay what they were. */
export function byBackup(fleet: Fleet): Promise<string[]> {
  let backup = '';
  return forgotten(fleet, {
    async before() {
      backup = await program('pg_dump', [
        ...['-h', '127.0.0.1', '-p', String(fleet.server.port), '-U', 'postgres'],
        ...['--schema=payctl', '--inserts', fleet.database],
      ]);
    },
    async after() {
      await fleet.server.sql('DROP SCHEMA payctl CASCADE', fleet.database);
      // Lines for psql alone are no SQL.
      await fleet.server.sql(backup.replace(/^\\.*$/gm, ''), fleet.database);
    },
  });
}

/** The store still knows a first attempt, which nobody executed; it forgot the second, which was. */
export async function repetition(pair: Pair): Promise<string[]> {
  const { fleet } = pair;
  const [first, second] = [fleet.machine('first'), fleet.machine('second')];
  await first.payctl('token');
  const charge = await prepared(fleet.bank, 'cpm.pay');
  await setFault(fleet.bank, { name: 'rate-limited', operation: 'cpm.pay', times: 1 });
  const limited = await first.payctl([...charge.args, '--retries', '0']);
  await pair.standby.caughtUpWith(fleet.server);
  pair.standby.hears(false);
  const paid = await first.payctl(charge.args);
  const arrived = fleet.arrivals.length;
  await pair.failOver();
  const again = await second.payctl([...charge.args, '--wait', '0']);
  const isSound =
    limited.code === 7 &&
    paid.code === 0 &&
    again.code !== null &&
    [0, 3, 10, 12].includes(again.code) &&
    fleet.arrivals.length === arrived;
  if (isSound) return [];
  const codes = [limited, paid, again].map(({ code }) => code).join(', ');
  return [`${codes}, ${fleet.arrivals.length - arrived} calls after it: ${again.stderr}`];
}

/** Nobody waits for the standby any more: what is claimed then may be forgotten though the pair was synchronous. */
export async function quietlyAsynchronous(pair: Pair): Promise<string[]> {
  const { fleet } = pair;
  const shop = fleet.machine('shop');
  const known = await prepared(fleet.bank, 'ewallet.pay');
  await shop.payctl(known.args);
  await pair.standby.caughtUpWith(fleet.server);
  pair.standby.hears(false);
  await fleet.server.set('synchronous_standby_names', '');
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  const paid = await shop.payctl(charge.args);
  const arrived = fleet.arrivals.length;
  await pair.failOver();
  const again = await shop.payctl([...charge.args, '--wait', '0']);
  const isSound = paid.code === 0 && fleet.arrivals.length === arrived;
  return isSound ? [] : [`${paid.code}, ${again.code}, sent again: ${again.stderr}`];
}
