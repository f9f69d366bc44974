import { setFault } from '../../../src/sandbox/operator.js';
import { type Charge, effectsOf, prepared } from '../../faults/command/charges.js';
import type { Fleet } from '../fleet.js';
import type { FleetMachine } from '../machine.js';
import type { Pair } from '../pair.js';
import type { PostgresServer } from '../server.js';
import { program } from '../template.js';

interface Loss {
  before(): Promise<void>;
  after(): Promise<void>;
}

/**
 * Something takes from the store what was charged last. Who asks first, a machine that made a charge
 * before or one that was never seen, refuses; then all do, until a person says so.
 */
async function forgotten(
  fleet: Fleet,
  loss: Loss,
  asksFirst: 'newcomer' | 'maker' = 'newcomer',
): Promise<string[]> {
  const complaints: string[] = [];
  const [maker, newcomer] = [fleet.machine('maker'), fleet.machine('newcomer')];
  const run = async (who: FleetMachine, charge: Charge, wanted: readonly number[]) => {
    const { code, stderr } = await who.payctl([...charge.args, '--wait', '0']);
    if (code === null || !wanted.includes(code)) {
      complaints.push(`${charge.args.join(' ')} on ${who.name} ended with ${code}: ${stderr}`);
    }
    return stderr;
  };
  const kept = await prepared(fleet.bank, 'ewallet.pay');
  await run(maker, kept, [0]);
  await loss.before();
  const lost = await prepared(fleet.bank, 'ewallet.pay');
  await run(maker, lost, [0]);
  await loss.after();
  const arrived = fleet.arrivals.length;

  // What the store still knows is replayed; what it forgot is asked about, not sent.
  const [first, second] = asksFirst === 'newcomer' ? [newcomer, maker] : [maker, newcomer];
  await run(first, kept, [0]);
  await run(first, lost, [0, 3, 10, 12]);
  // What the bank does not know either may be on its way: nobody can tell.
  const fresh = await prepared(fleet.bank, 'cpm.pay');
  for (const machine of [first, second]) {
    const refusal = await run(machine, fresh, [3]);
    if (!refusal.includes('payctl store accept-failover')) complaints.push(`no hint: ${refusal}`);
  }
  if (fleet.arrivals.length > arrived)
    complaints.push('something was sent before a person said so');
  const accepted = await second.payctl('store accept-failover --yes');
  if (accepted.code !== 0) complaints.push(`store accept-failover: ${accepted.stderr}`);
  await run(first, fresh, [0]);
  const next = await prepared(fleet.bank, 'cpm.pay');
  await run(second, next, [0]);
  for (const charge of [kept, lost, fresh, next]) {
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
      backup = await dumped(fleet);
    },
    async after() {
      await fleet.server.sql('DROP SCHEMA payctl CASCADE', fleet.database);
      await fleet.server.sql(backup, fleet.database);
    },
  });
}

/** What a person declared comes back with the dump, and says nothing of it. */
export async function byDeclaredBackup(pair: Pair): Promise<string[]> {
  await pair.declare();
  return byBackup(pair.fleet);
}

/** The tables stay the same ones, and so does everything that the server says of itself. */
export function byData(fleet: Fleet): Promise<string[]> {
  return forgotten(fleet, reloading(fleet, []));
}

/** Only the machine whose charge is missing can know. */
export function byDataOfClaims(fleet: Fleet): Promise<string[]> {
  const others = ['meta', 'key', 'machine', 'declaration'];
  return forgotten(fleet, reloading(fleet, others), 'maker');
}

/** A machine that knows nothing made the lost charge anew, months later: the maker still notices. */
export async function byDataMadeAnew(fleet: Fleet): Promise<string[]> {
  const [maker, newcomer] = [fleet.machine('maker'), fleet.machine('newcomer')];
  const loss = reloading(fleet, ['meta', 'key', 'machine', 'declaration']);
  await loss.before();
  const lost = await prepared(fleet.bank, 'ewallet.pay');
  await maker.payctl(lost.args);
  await loss.after();
  await fleet.passes(70 * 24 * 60);
  await newcomer.payctl([...lost.args, '--wait', '0']);
  const fresh = await prepared(fleet.bank, 'cpm.pay');
  const { code, stderr } = await maker.payctl(fresh.args);
  const wasMade = (await claimsIn(fleet)) === 1;
  return [
    ...(wasMade ? [] : ['nobody made the lost charge anew']),
    ...(code === 3 ? [] : [`the maker ended with ${code}: ${stderr}`]),
  ];
}

async function claimsIn(fleet: Fleet): Promise<number> {
  return (await fleet.server.sql('SELECT FROM payctl.claim', fleet.database)).length;
}

function reloading(fleet: Fleet, without: readonly string[]): Loss {
  const kept = without.map((table) => `payctl.${table}`);
  let backup = '';
  return {
    async before() {
      const excluded = kept.map((table) => `--exclude-table=${table}`);
      backup = await dumped(fleet, ['--data-only', '--disable-triggers', ...excluded]);
    },
    async after() {
      const rows = await fleet.server.sql<{ name: string }>(
        `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = 'payctl'`,
        fleet.database,
      );
      const tables = rows.map(({ name }) => name).filter((name) => !kept.includes(name));
      await fleet.server.sql(`TRUNCATE ${tables.join(', ')}; ${backup}`, fleet.database);
    },
  };
}

/** Lines for psql alone are no SQL. */
async function dumped(fleet: Fleet, options: readonly string[] = []): Promise<string> {
  const text = await program('pg_dump', [
    ...['-h', '127.0.0.1', '-p', String(fleet.server.port), '-U', 'postgres'],
    ...['--schema=payctl', '--inserts', ...options, fleet.database],
  ]);
  return text.replace(/^\\.*$/gm, '');
}

/** A base backup, a snapshot or a cold copy that is started in place of the original, as it is. */
export function byCopy(fleet: Fleet): Promise<string[]> {
  return replaced(fleet, (copy) => copy.start());
}

/** An older data directory is promoted, out of a store that was declared synchronous. */
export async function byOlderDirectory(pair: Pair): Promise<string[]> {
  await pair.declare();
  let standby: PostgresServer | undefined;
  const complaints = await replaced(pair.fleet, async (copy) => {
    await copy.startAsStandby();
    await copy.promote();
    await copy.set('synchronous_standby_names', '');
    standby = await copy.standby('synchronous');
  });
  await standby?.dispose();
  return complaints;
}

async function replaced(
  fleet: Fleet,
  start: (copy: PostgresServer) => Promise<void>,
): Promise<string[]> {
  const original = fleet.server;
  const copies: PostgresServer[] = [];
  const complaints = await forgotten(
    fleet,
    {
      async before() {
        copies.push(await original.copy());
      },
      async after() {
        for (const copy of copies) {
          await start(copy);
          fleet.moveTo(copy);
        }
      },
    },
    'maker',
  );
  fleet.moveTo(original);
  for (const copy of copies) await copy.dispose();
  return complaints;
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

/**
 * Nobody waits for the standby any more: what is claimed then may be forgotten though the pair was
 * synchronous. Neither who made the charge nor others send it again.
 */
export async function quietlyAsynchronous(pair: Pair): Promise<string[]> {
  const { fleet } = pair;
  const [shop, other] = [fleet.machine('shop'), fleet.machine('other')];
  for (const machine of [shop, other]) {
    await machine.payctl((await prepared(fleet.bank, 'ewallet.pay')).args);
  }
  await pair.standby.caughtUpWith(fleet.server);
  pair.standby.hears(false);
  await fleet.server.set('synchronous_standby_names', '');
  const charge = await prepared(fleet.bank, 'cpm.pay');
  const paid = await shop.payctl(charge.args);
  const arrived = fleet.arrivals.length;
  await pair.failOver();
  const again: string[] = [];
  for (const machine of [other, shop, fleet.machine('newcomer')]) {
    const { code, stderr } = await machine.payctl([...charge.args, '--wait', '0']);
    again.push(`${machine.name} ${code}: ${stderr}`);
  }
  const isSound = paid.code === 0 && fleet.arrivals.length === arrived;
  return isSound ? [] : [`${paid.code}, then sent again: ${again.join('; ')}`];
}

/**
 * The old primary goes on beside the new one. A machine that accepted the failover, and one that only
 * looked at the new one, are led back to it before they charge.
 */
export async function splitBrainUnclaimed(pair: Pair): Promise<string[]> {
  const { fleet, standby } = pair;
  const complaints: string[] = [];
  const [shop, reader, other] = ['shop', 'reader', 'other'].map((name) => fleet.machine(name));
  if (!shop || !reader || !other) throw new Error('three machines');
  const known = await prepared(fleet.bank, 'ewallet.pay');
  await shop.payctl(known.args);
  const old = fleet.server;
  await standby.caughtUpWith(old);
  await standby.promote();
  fleet.moveTo(standby);
  await shop.payctl('store accept-failover --yes');
  await reader.payctl(known.args);
  const charge = await prepared(fleet.bank, 'cpm.pay');
  const paid = await other.payctl(charge.args);
  if (paid.code !== 0) complaints.push(`on the new one: ${paid.code}, ${paid.stderr}`);
  fleet.moveTo(old);
  for (const machine of [shop, reader]) {
    const accepted = await machine.payctl('store accept-failover --yes');
    const again = await machine.payctl([...charge.args, '--wait', '0']);
    for (const { code, stderr } of [accepted, again]) {
      if (code !== 3 || !stderr.includes('old primary'))
        complaints.push(`${machine.name} led back: ${code}, ${stderr}`);
    }
  }
  const effects = effectsOf(fleet.bank, charge);
  if (effects !== 1) complaints.push(`${effects} effects: something was sent`);
  fleet.moveTo(standby);
  const again = await shop.payctl(charge.args);
  if (again.code !== 0) complaints.push(`on the new one again: ${again.code}, ${again.stderr}`);
  fleet.moveTo(old);
  return complaints;
}

/** The old primary goes on beside the new one, and one machine is led back to it. */
export async function splitBrain(pair: Pair): Promise<string[]> {
  const { fleet, standby } = pair;
  const complaints: string[] = [];
  const shop = fleet.machine('shop');
  await shop.payctl((await prepared(fleet.bank, 'ewallet.pay')).args);
  const old = fleet.server;
  await standby.caughtUpWith(old);
  await standby.promote();
  fleet.moveTo(standby);
  await shop.payctl('store accept-failover --yes');
  const charge = await prepared(fleet.bank, 'cpm.pay');
  const paid = await shop.payctl(charge.args);
  if (paid.code !== 0) complaints.push(`on the new one: ${paid.code}, ${paid.stderr}`);
  fleet.moveTo(old);
  const arrived = fleet.arrivals.length;
  for (const one of [charge, await prepared(fleet.bank, 'cpm.pay')]) {
    const { code, stderr } = await shop.payctl([...one.args, '--wait', '0']);
    if (code !== 3 || !stderr.includes('old primary'))
      complaints.push(`led back: ${code}, ${stderr}`);
  }
  if (fleet.arrivals.length > arrived) complaints.push('something was sent');
  fleet.moveTo(standby);
  const again = await shop.payctl((await prepared(fleet.bank, 'cpm.pay')).args);
  if (again.code !== 0) complaints.push(`on the new one again: ${again.code}, ${again.stderr}`);
  fleet.moveTo(old);
  return complaints;
}
