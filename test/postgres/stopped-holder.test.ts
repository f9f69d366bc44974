import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atAnotherTime } from '../faults/command/bench.js';
import { type Charge, effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../needs.js';
import { type Front, frontOf } from './bank-front.js';
import { Fleet } from './fleet.js';
import type { FleetMachine, Running } from './machine.js';

const MINUTE = 60_000;

let fleet: Fleet;
let front: Front;
let holder: FleetMachine;
let other: FleetMachine;
beforeAll(async () => {
  fleet = await Fleet.open();
  front = await frontOf(fleet.bankUrl);
  holder = fleet.machine('holder', { PAYCTL_BASE_URL: front.url, PAYCTL_TIMEOUT: '30s' });
  other = fleet.machine('other', { PAYCTL_BASE_URL: front.url });
}, 60_000);
afterAll(async () => {
  front?.close();
  await fleet?.close();
});

/** A charge whose claim is made, and whose first byte has not left: its token is still on the way. */
async function claimed(): Promise<{ charge: Charge; running: Running }> {
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  await holder.payctl('token clear');
  const asked = once(front.events, 'token');
  front.holdTokens(true);
  const running = holder.start([...charge.args, '--wait', '0']);
  await asked;
  front.holdTokens(false);
  return { charge, running };
}

async function stateOf({ reference }: Charge): Promise<string | undefined> {
  const { stdout } = await other.payctl('journal list -o json');
  const rows: { reference: string; state: string }[] = JSON.parse(stdout);
  return rows.find((row) => row.reference === reference)?.state;
}

/** Another machine asks about all that is open, when that much has passed by the store's clock since. */
let later = 0;
async function recoverAfter(minutes: number): Promise<void> {
  await fleet.passes(minutes);
  later += minutes;
  await other.payctl('journal recover --wait 0', atAnotherTime(later * MINUTE));
}

describeWith('postgres', 'a machine that stands still between its claim and its first byte', () => {
  it('sends nothing once another has proved that nothing was sent, and has paid', async () => {
    const { charge, running } = await claimed();
    expect((await other.payctl([...charge.args, '--wait', '0'])).code).toBe(12);
    // That it was silent proves nothing, and neither does the bank before the code is dead.
    for (const minutes of [1, 3]) await recoverAfter(minutes);
    expect(await stateOf(charge)).toBe('unknown');
    for (const minutes of [1, 1]) await recoverAfter(minutes);
    expect(await stateOf(charge)).toBe('not-executed');
    const paid = await other.payctl(charge.args, atAnotherTime(later * MINUTE));
    expect(paid.code, paid.stderr).toBe(0);
    front.release();
    const late = await running.finished;
    expect(late.code, late.stderr).toBe(9);
    expect(effectsOf(fleet.bank, charge)).toBe(1);
    expect(fleet.arrivals.filter(({ body }) => body.includes(charge.reference))).toHaveLength(1);
    expect(await stateOf(charge)).toBe('succeeded');
  }, 60_000);

  it('is not overtaken before its lease has ended, whatever clock another machine has', async () => {
    const { charge, running } = await claimed();
    await sleep(100);
    for (const days of [-1, 1]) {
      const wrong = atAnotherTime(days * 1_440 * MINUTE);
      const asked = await other.payctl([...charge.args, '--wait', '0'], wrong);
      expect([10, 12], asked.stderr).toContain(asked.code);
      await other.payctl('journal recover --wait 5s', wrong);
    }
    expect(fleet.arrivals.filter(({ body }) => body.includes(charge.reference))).toHaveLength(0);
    front.release();
    const finished = await running.finished;
    expect([0, 9], finished.stderr).toContain(finished.code);
    expect(effectsOf(fleet.bank, charge)).toBe(finished.code === 0 ? 1 : 0);
  }, 60_000);
});
