import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Charge, moneyOperations, prepared } from '../faults/command/charges.js';
import { inWords, SOUND } from '../faults/command/verdict.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { lieOf, recoveredElsewhere, unannounced } from './checks/verdict.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';
import type { Fate, Passing } from './proxy.js';

const FAULTS = ['the client is killed', 'the server is killed', 'the connection is cut'] as const;
type Fault = (typeof FAULTS)[number];

let fleet: Fleet;
let machine: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open({ own: true });
  machine = fleet.machine('shop');
  await machine.payctl('token');
});
afterAll(() => fleet?.close());

/** One run with a fault at one message of its conversation with the server. */
async function struck(charge: Charge, fault: Fault, number: number): Promise<string | undefined> {
  let restarted: Promise<void> | undefined;
  const trap = async (message: Passing): Promise<Fate> => {
    if (message.number !== number) return 'pass';
    if (fault === 'the connection is cut') return 'cut';
    if (fault === 'the client is killed') {
      run.child.kill('SIGKILL');
      await run.finished;
      return 'pass';
    }
    await fleet.server.crash();
    restarted = fleet.server.start();
    return 'cut';
  };
  fleet.proxy.watch(trap);
  const run = machine.start([...charge.args, '--wait', '0']);
  const finished = await run.finished;
  await restarted;
  fleet.proxy.watch();
  return lieOf(fleet, charge, finished);
}

/** How many messages a sound run exchanges with the server. */
async function messagesOf(charge: Charge): Promise<number> {
  fleet.proxy.watch();
  const { code, stderr } = await machine.payctl(charge.args);
  expect(code, stderr).toBe(0);
  return fleet.proxy.messages;
}

/** All of them in full size; else one, and for each turn another, so that in the end many were struck. */
function chosen(count: number, turn: number): number[] {
  if (FULL) return Array.from({ length: count }, (_, index) => index + 1);
  return [1 + Math.floor(count * ((turn * 0.618034) % 1))];
}

describeWith('postgres', 'a fault at a message between command and server', () => {
  it('loses no charge, charges nothing twice, and ends in no lie', async () => {
    const charges: Charge[] = [];
    const lies: string[] = [];
    let [blows, turn, count] = [0, 0, 0];
    for (const operation of moneyOperations(Date.now())) {
      if (FULL || count === 0) {
        const sound = await prepared(fleet.bank, operation);
        charges.push(sound);
        count = await messagesOf(sound);
      }
      for (const fault of FULL ? FAULTS : [FAULTS[turn % FAULTS.length] ?? FAULTS[0]]) {
        for (const number of chosen(count, turn)) {
          const charge = await prepared(fleet.bank, operation);
          charges.push(charge);
          const lie = await struck(charge, fault, number);
          if (lie !== undefined) lies.push(`${fault} at message ${number} of ${count}: ${lie}`);
          blows += 1;
        }
      }
      turn += 1;
    }
    const verdict = await recoveredElsewhere(fleet, charges);
    console.log(`${blows} faults at messages of the server: ${inWords(verdict)}`);
    expect(lies).toEqual([]);
    expect(verdict).toMatchObject(SOUND);
    expect(await unannounced(fleet)).toEqual([]);
    expect(fleet.bank.balanced()).toBe(true);
  }, 7_200_000);
});
