import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Charge, effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../needs.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';
import { program } from './template.js';

let fleet: Fleet;
let shop: FleetMachine;
let other: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open();
  shop = fleet.machine('shop');
  other = fleet.machine('other');
  await shop.payctl('token');
}, 60_000);
afterAll(() => fleet?.close());
beforeEach(() => {
  fleet.onMoment = () => undefined;
  fleet.proxy.watch();
});

const stateOf = async (machine: FleetMachine, { reference }: Charge) => {
  const { stdout } = await machine.payctl('journal list -o json');
  const rows: { reference: string; state: string }[] = JSON.parse(stdout);
  return rows.find((row) => row.reference === reference)?.state;
};

/** Charges, and the store is away from the moment in which the bank has the call. */
async function chargedWithoutStore(machine: FleetMachine) {
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  fleet.onMoment = (moment) => {
    if (moment === 'received') fleet.proxy.watch(() => 'cut');
  };
  const finished = await machine.payctl(charge.args);
  fleet.onMoment = () => undefined;
  fleet.proxy.watch();
  return { charge, finished };
}

/** All that lies below a directory. */
function filesBelow(directory: string): { path: string; text: string }[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}

describeWith('postgres', 'an outcome that the store cannot take', () => {
  it('is printed with its own exit, waits sealed on this machine, and goes up with the next command', async () => {
    const { charge, finished } = await chargedWithoutStore(shop);
    expect(finished.code, finished.stderr).toBe(0);
    expect(JSON.parse(finished.stdout)).toMatchObject({ outTradeNo: charge.reference });
    expect(filesBelow(shop.state).filter(({ text }) => text.includes(charge.reference))).toEqual(
      [],
    );
    expect(['unknown', 'in-flight']).toContain(await stateOf(other, charge));
    const status = await shop.payctl('store status -o json');
    expect(status.code, status.stderr).toBe(0);
    const again = await shop.payctl(charge.args);
    expect(again.code, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(finished.stdout));
    expect(await stateOf(other, charge)).toBe('succeeded');
    const elsewhere = await other.payctl(charge.args);
    expect(elsewhere.stdout).toBe(finished.stdout);
    expect(effectsOf(fleet.bank, charge)).toBe(1);
    expect((await other.payctl('journal verify')).code).toBe(0);
  }, 60_000);

  it('is found out by any machine where the one that knew it is gone', async () => {
    const pod = fleet.machine('pod');
    const { charge, finished } = await chargedWithoutStore(pod);
    expect(finished.code, finished.stderr).toBe(0);
    rmSync(pod.home, { recursive: true });
    await fleet.passes(1);
    const recovered = await other.payctl('journal recover --wait 0');
    expect(recovered.code, recovered.stderr).toBe(0);
    expect(await stateOf(other, charge)).toBe('succeeded');
    expect(effectsOf(fleet.bank, charge)).toBe(1);
  }, 60_000);
});

describeWith('postgres', 'a store that is away', () => {
  it('lets no money leave, and no read suffer', async () => {
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const before = fleet.arrivals.length;
    fleet.proxy.watch(() => 'cut');
    const refused = await shop.payctl([...charge.args, '-o', 'json']);
    expect(refused.code, refused.stderr).toBe(9);
    expect(JSON.parse(refused.stderr.split('\n').at(-2) ?? '').error).toMatchObject({
      class: 'UNAVAILABLE',
      executed: 'no',
      safeToRetry: true,
    });
    expect(fleet.arrivals.length).toBe(before);
    const asked = await shop.payctl('ewallet inquire --tran-type W --out-trade-no SBXNEVER');
    expect(asked.code, asked.stderr).toBe(6);
    expect(asked.stderr).toContain('store');
    for (const command of ['journal list', 'listen list', 'store status']) {
      expect((await shop.payctl(command)).code, command).toBe(9);
    }
  }, 120_000);

  it('is no other where it was restored from a backup that lacks the newest charge', async () => {
    const kept = await prepared(fleet.bank, 'ewallet.pay');
    expect((await shop.payctl(kept.args)).code).toBe(0);
    const backup = await program('pg_dump', [
      ...['-h', '127.0.0.1', '-p', String(fleet.server.port), '-U', 'postgres'],
      ...['--schema=payctl', '--inserts', fleet.database],
    ]);
    const forgotten = await prepared(fleet.bank, 'ewallet.pay');
    expect((await shop.payctl(forgotten.args)).code).toBe(0);
    const [before] = [fleet.arrivals.length];
    await fleet.server.sql('DROP SCHEMA payctl CASCADE', fleet.database);
    await fleet.server.sql(backup, fleet.database);

    expect((await other.payctl(kept.args)).code).toBe(0);
    const again = await other.payctl(forgotten.args);
    expect([0, 3, 10, 12], again.stderr).toContain(again.code);
    expect(effectsOf(fleet.bank, forgotten)).toBe(1);
    expect(fleet.arrivals.length).toBe(before);
    const fresh = await prepared(fleet.bank, 'cpm.pay');
    const refused = await other.payctl(fresh.args);
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('payctl store accept-failover');
    expect((await other.payctl('store accept-failover --yes')).code).toBe(0);
    expect((await other.payctl(fresh.args)).code).toBe(0);
  }, 120_000);
});
