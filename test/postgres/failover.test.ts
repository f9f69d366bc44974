import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOf } from '../faults/chance.js';
import { type Charge, effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../needs.js';
import { Fleet, FULL } from './fleet.js';
import type { FleetMachine } from './machine.js';
import { lieOf, unannounced } from './recovery.js';
import { type Durability, PostgresServer } from './server.js';

const ROUNDS = FULL ? 200 : 1;
const MACHINES = 4;

/** A primary with a standby behind one address, and who uses them. */
class Pair {
  readonly fleet: Fleet;
  readonly machines: FleetMachine[];
  readonly #durability: Durability;
  #standby: PostgresServer;

  private constructor(fleet: Fleet, standby: PostgresServer, durability: Durability) {
    this.fleet = fleet;
    this.#standby = standby;
    this.#durability = durability;
    this.machines = Array.from({ length: MACHINES }, (_, index) => fleet.machine(`m${index}`));
  }

  static async open(durability: Durability): Promise<Pair> {
    const primary = await PostgresServer.start();
    const standby = await primary.standby(durability);
    const fleet = await Fleet.open({ server: primary });
    return new Pair(fleet, standby, durability);
  }

  get standby(): PostgresServer {
    return this.#standby;
  }

  /** The primary dies, and the standby is promoted. */
  async failOver(): Promise<void> {
    const dead = this.fleet.server;
    await dead.crash();
    await this.#standby.promote();
    this.fleet.moveTo(this.#standby);
    await dead.dispose();
  }

  /** Gives the server of now a standby again. */
  async repair(): Promise<void> {
    this.#standby = await this.fleet.server.standby(this.#durability);
  }

  async close(): Promise<void> {
    await this.fleet.close();
    await this.fleet.server.dispose();
    await this.#standby.dispose();
  }
}

describeWith('postgres', 'a synchronous pair whose standby takes over', () => {
  it(`${ROUNDS} times under load forgets no claim`, async () => {
    const pair = await Pair.open('synchronous');
    const chance = chanceOf(7);
    const charges: Charge[] = [];
    const lies: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await pair.repair();
      const running = pair.machines.map(async (machine) => {
        for (let count = 0; count < 2; count += 1) {
          const charge = await prepared(pair.fleet.bank, 'ewallet.pay');
          charges.push(charge);
          const finished = await machine.payctl([...charge.args, '--wait', '0']);
          const lie = lieOf(pair.fleet, charge, finished);
          if (lie !== undefined) lies.push(lie);
        }
      });
      await sleep(chance.between(200, 1_200));
      await pair.failOver();
      await Promise.all(running);
      expect(await unannounced(pair.fleet)).toEqual([]);
    }
    expect(lies).toEqual([]);
    // Whoever asks again, nothing is sent twice.
    const before = pair.fleet.arrivals.length;
    const known = new Set(pair.fleet.arrivals.map(({ body }) => body));
    for (const charge of charges.slice(-MACHINES)) {
      if (![...known].some((body) => body.includes(charge.reference))) continue;
      await pair.machines[0]?.payctl([...charge.args, '--wait', '0']);
    }
    expect(pair.fleet.arrivals.length).toBe(before);
    for (const charge of charges) expect(effectsOf(pair.fleet.bank, charge)).toBeLessThan(2);
    console.log(`${ROUNDS} promotions of a synchronous standby: ${charges.length} charges`);
    await pair.close();
  }, 7_200_000);
});

describeWith('postgres', 'an asynchronous pair whose standby takes over', () => {
  it('sends no forgotten charge again', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pair = await Pair.open('asynchronous');
      const [first, second, third] = pair.machines;
      const kept = await prepared(pair.fleet.bank, 'ewallet.pay');
      const paid = await first?.payctl(kept.args);
      expect(paid?.code, paid?.stderr).toBe(0);
      await pair.standby.caughtUpWith(pair.fleet.server);
      pair.standby.hears(false);
      const forgotten = await prepared(pair.fleet.bank, 'ewallet.pay');
      const also = await first?.payctl(forgotten.args);
      expect(also?.code, also?.stderr).toBe(0);
      await pair.failOver();
      const arrived = pair.fleet.arrivals.length;

      // What the store still knows is replayed; what it forgot is asked about, not sent.
      expect((await second?.payctl(kept.args))?.code).toBe(0);
      const again = await second?.payctl(forgotten.args);
      expect([0, 3, 10, 12], again?.stderr).toContain(again?.code);
      expect(pair.fleet.arrivals.length).toBe(arrived);

      // What the bank does not know either may be on its way: nobody can tell.
      const fresh = await prepared(pair.fleet.bank, 'cpm.pay');
      const refused = await third?.payctl(fresh.args);
      expect(refused?.code, refused?.stderr).toBe(3);
      expect(refused?.stderr).toContain('payctl store accept-failover');
      expect(pair.fleet.arrivals.length).toBe(arrived);

      const accepted = await third?.payctl('store accept-failover --yes');
      expect(accepted?.code, accepted?.stderr).toBe(0);
      const sent = await second?.payctl(fresh.args);
      expect(sent?.code, sent?.stderr).toBe(0);
      expect(effectsOf(pair.fleet.bank, forgotten)).toBe(1);
      await pair.close();
    }
  }, 7_200_000);
});

describeWith('postgres', 'a standby that does not answer', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.open('synchronous');
    await pair.machines[0]?.payctl('token');
  }, 60_000);
  afterAll(() => pair?.close());

  describe('while a claim waits for it', () => {
    it('lets nothing be sent, whoever ends the wait', async () => {
      pair.standby.hears(false);
      for (const end of ['pg_cancel_backend', 'pg_terminate_backend'] as const) {
        const charge = await prepared(pair.fleet.bank, 'ewallet.pay');
        const before = pair.fleet.arrivals.length;
        const running = pair.machines[0]?.payctl([...charge.args, '--wait', '0']);
        const waiting = `SELECT ${end}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
        while ((await pair.fleet.server.sql(waiting)).length === 0) await sleep(20);
        const finished = await running;
        expect(finished?.code, finished?.stderr).toBe(9);
        expect(pair.fleet.arrivals.length).toBe(before);
      }
    }, 60_000);

    it('counts as no claim, not even where the server comes back without it', async () => {
      const charge = await prepared(pair.fleet.bank, 'ewallet.pay');
      const before = pair.fleet.arrivals.length;
      const running = pair.machines[1]?.payctl([...charge.args, '--wait', '0']);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      while ((await pair.fleet.server.sql(waiting)).length === 0) await sleep(20);
      await pair.fleet.server.crash();
      await pair.fleet.server.start();
      const finished = await running;
      expect(finished?.code, finished?.stderr).toBe(9);
      expect(pair.fleet.arrivals.length).toBe(before);
    }, 60_000);
  });

  it('is noticed where the role would not wait for it', async () => {
    await pair.fleet.server.sql('ALTER ROLE postgres SET synchronous_commit = off');
    const charge = await prepared(pair.fleet.bank, 'ewallet.pay');
    const before = pair.fleet.arrivals.length;
    const finished = await pair.machines[2]?.payctl([...charge.args, '--wait', '0']);
    await pair.fleet.server.sql('ALTER ROLE postgres RESET synchronous_commit');
    expect(finished?.code, finished?.stderr).toBe(9);
    expect(pair.fleet.arrivals.length).toBe(before);
  }, 60_000);
});
