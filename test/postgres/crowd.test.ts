import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { BANK_CODE as SLIP_BANK } from '../../src/sandbox/seed/profile.js';
import { chanceOf } from '../faults/chance.js';
import { atAnotherTime } from '../faults/command/bench.js';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { BIN } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { oneToken, senderKilled } from './checks/once.js';
import { lieOf, recoveredElsewhere, unannounced } from './checks/verdict.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

const CHARGING = FULL ? { rounds: 100, most: 50 } : { rounds: 2, most: 6 };
const ASKING = FULL ? { processes: 200, rounds: 5 } : { processes: 8, rounds: 1 };
const ACCEPTING = FULL
  ? { rounds: 30, machines: 5, each: 10 }
  : { rounds: 1, machines: 2, each: 2 };
const HOURS = 3_600_000;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open({ own: true, bin: BIN });
});
afterAll(() => fleet?.close());

const machines = (count: number) =>
  Array.from({ length: count }, (_, index) => fleet.machine(`m${index}`));

describeWith('postgres', 'many machines at once', () => {
  it(`charge one reference once while the server dies and comes back`, async () => {
    const chance = chanceOf(13);
    const all = machines(CHARGING.most);
    const charges = [];
    const exits = new Map<number | null, number>();
    for (let round = 0; round < CHARGING.rounds; round += 1) {
      const charge = await prepared(fleet.bank, 'ewallet.pay');
      charges.push(charge);
      const some = all.slice(0, round === 0 ? all.length : chance.between(2, all.length));
      const running = some.map((machine) => machine.payctl([...charge.args, '--wait', '0']));
      const dies = round % 2 === 1;
      if (dies) {
        await sleep(chance.between(100, 600));
        await fleet.server.crash();
        await sleep(chance.between(0, 200));
        await fleet.server.start();
      }
      for (const finished of await Promise.all(running)) {
        expect([0, 9, 10, 12], finished.stderr).toContain(finished.code);
        expect(lieOf(fleet, charge, finished, false)).toBeUndefined();
        exits.set(finished.code, (exits.get(finished.code) ?? 0) + 1);
      }
      const effects = effectsOf(fleet.bank, charge);
      expect(effects).toBeLessThanOrEqual(1);
      if (!dies) expect(effects).toBe(1);
    }
    const told = [...exits].map(([code, count]) => `${count} with exit ${code}`).join(', ');
    console.log(`${CHARGING.rounds} rounds of 2 to ${CHARGING.most} machines: ${told}`);
    expect(await recoveredElsewhere(fleet, charges)).toMatchObject({ lost: 0, twice: 0, wrong: 0 });
    expect(await unannounced(fleet)).toEqual([]);
  }, 7_200_000);

  it(`${ASKING.processes} processes on 4 machines buy one token`, async () => {
    for (let round = 0; round < ASKING.rounds; round += 1) {
      expect(await oneToken(fleet, ASKING.processes)).toEqual([]);
    }
    console.log(`${ASKING.rounds} rounds of ${ASKING.processes} processes: 1 token call each`);
  }, 3_600_000);

  it('accept a slip once', async () => {
    const four = machines(4);
    const words = await newSlip(four[0]);
    const all = four.flatMap((machine) => [1, 2].map(() => machine.payctl(words)));
    const finished = await Promise.all(all);
    const accepted = finished.filter(({ code }) => code === 0);
    const refused = finished.filter(({ code }) => code === 5);
    const other = finished.filter(({ code }) => code !== 5).map(({ stderr }) => stderr);
    expect([accepted.length, refused.length], other.join('\n')).toEqual([1, all.length - 1]);
    expect(refused[0]?.stderr).toMatch(/accepted before: .* \(Bangkok\), by process \d+, on /);
  });

  it(`accept a slip once while the server dies and comes back, and one of them is told`, async () => {
    const chance = chanceOf(29);
    const all = machines(ACCEPTING.machines);
    const exits = new Map<number | null, number>();
    for (let round = 0; round < ACCEPTING.rounds; round += 1) {
      const words = await newSlip(all[0]);
      const running = all.flatMap((machine) =>
        Array.from({ length: ACCEPTING.each }, () => machine.payctl(words)),
      );
      await sleep(chance.between(50, 900));
      await fleet.server.crash();
      await sleep(chance.between(0, 200));
      await fleet.server.start();
      const ended = await Promise.all(running);
      // Whoever was not told asks again, on the same machine.
      for (const machine of all)
        ended.push(await machine.payctl(words), await machine.payctl(words));
      for (const { code } of ended) exits.set(code, (exits.get(code) ?? 0) + 1);
      const accepted = ended.filter(({ code }) => code === 0);
      const other = ended.filter(({ code }) => code !== 0 && code !== 5 && code !== 9);
      expect([accepted.length, other.map(({ stderr }) => stderr)]).toEqual([1, []]);
    }
    const told = [...exits].map(([code, count]) => `${count} with exit ${code}`).join(', ');
    console.log(`${ACCEPTING.rounds} slips: ${told}`);
  }, 3_600_000);

  it('do not make again what a machine that died had sent', async () => {
    expect(await senderKilled(fleet)).toEqual([]);
    fleet.onMoment = () => undefined;
  });

  it('a machine whose clock is wrong takes the token of the others', async () => {
    const [right] = machines(1);
    await right?.payctl('token');
    const before = tokenCalls();
    for (const hours of [-30, -1, 1, 30]) {
      const wrong = fleet.machine(`clock${hours}`);
      const token = await wrong.payctl('token --raw', atAnotherTime(hours * HOURS));
      expect(token.code, token.stderr).toBe(0);
    }
    expect(tokenCalls() - before).toBe(0);
  });

  /** What accepts a slip that nobody has seen. */
  async function newSlip(machine: FleetMachine | undefined): Promise<string[]> {
    const create = 'qr create --ref1 ONCE1 --amount 40 -o json -q data.qrRawData';
    const created = await machine?.payctl(create.split(' '));
    const { slip = '' } = await pay(fleet.bank, JSON.parse(created?.stdout ?? ''));
    return ['slip', 'verify', slip, '--sending-bank', SLIP_BANK, '--once', '-o', 'json'];
  }

  const tokenCalls = () => fleet.bank.log({ operation: 'token.issue', limit: 1_000_000 }).length;
});
