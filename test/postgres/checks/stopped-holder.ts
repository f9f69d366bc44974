import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SILENCE_MS } from '../../../src/journal/absence.js';
import { atAnotherTime } from '../../faults/command/bench.js';
import { type Charge, effectsOf, prepared } from '../../faults/command/charges.js';
import { type Front, frontOf } from '../bank-front.js';
import type { Fleet } from '../fleet.js';
import type { FleetMachine, Running } from '../machine.js';
import { stateOn } from './lost-outcome.js';
import { arrivalsOf } from './once.js';

const MINUTE = 60_000;
/** The clocks of the holder are not set: so long it must really stand still, to look again. */
const LOOK_IS_OLD_MS = 4_000;

/** A machine whose claim is made, and whose first byte has not left: its token is still on the way. */
interface Stopped {
  fleet: Fleet;
  charge: Charge;
  running: Running;
  other: FleetMachine;
  /** Lets its token come. */
  goOn: () => void;
}

async function stopped(
  fleet: Fleet,
  work: (held: Stopped, complain: Complain) => Promise<void>,
): Promise<string[]> {
  const complaints: string[] = [];
  const front: Front = await frontOf(fleet.bankUrl);
  try {
    const env = { PAYCTL_BASE_URL: front.url };
    const holder = fleet.machine('holder', { ...env, PAYCTL_TIMEOUT: '10m' });
    const other = fleet.machine('other', env);
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const asked = once(front.events, 'token');
    front.holdTokens(true);
    const running = holder.start([...charge.args, '--wait', '0']);
    await asked;
    front.holdTokens(false);
    const held = { fleet, charge, running, other, goOn: () => front.release() };
    await work(held, (what, value, ...wanted) => {
      if (!wanted.includes(value)) complaints.push(`${what}: ${String(value)}`);
    });
    if (effectsOf(fleet.bank, charge) > 1 || arrivalsOf(fleet, charge) > 1) {
      complaints.push(`it was sent ${arrivalsOf(fleet, charge)} times`);
    }
  } finally {
    front.close();
  }
  return complaints;
}

type Complain = (what: string, value: unknown, ...wanted: readonly unknown[]) => void;

/** Others prove that nothing was sent, and pay; then the first one wakes. */
export function overtaken(fleet: Fleet): Promise<string[]> {
  return stopped(fleet, async ({ charge, running, other, goOn }, expect) => {
    let later = 0;
    const recoverAfter = async (minutes: number) => {
      await fleet.passes(minutes);
      later += minutes;
      await other.payctl('journal recover --wait 0', atAnotherTime(later * MINUTE));
    };
    // However slow this machine is, the holder was heard of just now.
    await fleet.passes(-10);
    const meanwhile = await other.payctl([...charge.args, '--wait', '0']);
    expect(`meanwhile, ${meanwhile.stderr}`, meanwhile.code, 12);
    await fleet.passes(10);
    // From here on it gives no sign, which would come between the others' looks.
    running.stop();
    const oldLook = sleep(LOOK_IS_OLD_MS);
    // That it is silent proves nothing, and neither does the bank before the customer's code is dead.
    for (const minutes of [1, 3]) await recoverAfter(minutes);
    expect('after 4 minutes', await stateOn(other, charge), 'unknown');
    for (const minutes of [1, 1]) await recoverAfter(minutes);
    expect('after 6 minutes', await stateOn(other, charge), 'not-executed');
    const paid = await other.payctl(charge.args, atAnotherTime(later * MINUTE));
    expect(`the charge of another, ${paid.stderr}`, paid.code, 0);
    await oldLook;
    running.goOn();
    goOn();
    const late = await running.finished;
    expect(`the first, late, ${late.stderr}`, late.code, 9);
    expect('in the end', await stateOn(other, charge), 'succeeded');
  });
}

/** The clocks of another machine, and of the server, are set: that brings nothing early. */
export function clocksSet(fleet: Fleet): Promise<string[]> {
  return stopped(fleet, async ({ charge, running, other, goOn }, expect) => {
    const begun = performance.now();
    running.stop();
    for (const days of [-1, 1]) {
      const wrong = atAnotherTime(days * 1_440 * MINUTE);
      const asked = await other.payctl([...charge.args, '--wait', '0'], wrong);
      expect(`by a machine ${days} days off, ${asked.stderr}`, asked.code, 10, 12);
      await other.payctl('journal recover --wait 5s', wrong);
    }
    for (const days of [1, -2, 1]) {
      await fleet.passes(days * 1_440);
      await other.payctl('journal recover --wait 0');
    }
    // On a busy machine the holder has really been silent for so long that others may go on.
    const isLate = performance.now() - begun > SILENCE_MS;
    const proven = isLate ? ['not-executed'] : [];
    expect('its state', await stateOn(other, charge), 'unknown', 'in-flight', ...proven);
    expect('calls meanwhile', arrivalsOf(fleet, charge), 0);
    running.goOn();
    goOn();
    const finished = await running.finished;
    expect(`in the end, ${finished.stderr}`, finished.code, 0, 9);
    expect('effects', effectsOf(fleet.bank, charge), finished.code === 0 ? 1 : 0);
  });
}
