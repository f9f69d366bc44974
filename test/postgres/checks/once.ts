import { atAnotherTime } from '../../faults/command/bench.js';
import { type Charge, effectsOf, prepared } from '../../faults/command/charges.js';
import type { Finished } from '../../fixtures/machine.js';
import type { Fleet } from '../fleet.js';
import { lieOf } from './verdict.js';

const HOURS = 3_600_000;

export function arrivalsOf(fleet: Fleet, { reference }: Charge): number {
  return fleet.arrivals.filter(({ body }) => body.includes(reference)).length;
}

function complaintsOf(fleet: Fleet, charge: Charge): string[] {
  const [calls, effects] = [arrivalsOf(fleet, charge), effectsOf(fleet.bank, charge)];
  return calls === 1 && effects === 1 ? [] : [`the bank had ${calls} calls, ${effects} effects`];
}

/** Many machines make one charge. */
export async function oneForMany(fleet: Fleet): Promise<string[]> {
  const machines = Array.from({ length: 6 }, (_, index) => fleet.machine(`m${index}`));
  await machines[0]?.payctl('token');
  const charge = await prepared(fleet.bank, 'cpm.pay');
  const running = machines.map((machine) => machine.payctl([...charge.args, '--wait', '0']));
  const wrong = (await Promise.all(running)).filter(({ code }) => code !== 0 && code !== 12);
  const exits = wrong.map(({ code, stderr }) => `one ended with ${code}: ${stderr}`);
  return [...exits, ...complaintsOf(fleet, charge)];
}

/** The sender dies when the bank has its call; other machines make the same charge. */
export async function senderKilled(fleet: Fleet): Promise<string[]> {
  const [sender, other] = [fleet.machine('sender'), fleet.machine('other')];
  await sender.payctl('token');
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  fleet.onMoment = (moment) => {
    if (moment === 'received') running.child.kill('SIGKILL');
  };
  const running = sender.start(charge.args);
  await running.finished;
  await fleet.passes(1);
  let again = await other.payctl(charge.args);
  // On a machine that is too slow to reach the store in time, a run gives up before it decides anything.
  for (let tries = 1; again.code !== 0 && tries < 3; tries += 1) {
    again = await other.payctl(charge.args);
  }
  const lie = lieOf(fleet, charge, again);
  return [...complaintsOf(fleet, charge), ...(lie === undefined ? [] : [lie])];
}

/** Many processes find a token that has ended. */
export async function oneToken(fleet: Fleet, processes = 12): Promise<string[]> {
  const machines = Array.from({ length: 4 }, (_, index) => fleet.machine(`t${index}`));
  await fleet.server.sql('DELETE FROM payctl.token', fleet.database);
  await fleet.machine('yesterday').payctl('token', atAnotherTime(-2 * HOURS));
  await fleet.server.sql("UPDATE payctl.token SET at = at - interval '2 hours'", fleet.database);
  const calls = () => fleet.bank.log({ operation: 'token.issue', limit: 1_000_000 }).length;
  const before = calls();
  const asking: Promise<Finished>[] = [];
  for (let index = 0; index < processes; index += 1) {
    for (const machine of machines.slice(index % 4, (index % 4) + 1)) {
      asking.push(machine.payctl('token --raw'));
    }
    // Starting takes long: the bank, which is in this process, has its turn in between.
    await new Promise((done) => setImmediate(done));
  }
  const finished = await Promise.all(asking);
  const failed = finished.filter((one) => one.code !== 0);
  // On a machine that is too slow to reach the store in time, a read goes on without it, and says so.
  const isAlone = (one: Finished) => one.stderr.includes('kept for this run only');
  const tokens = new Set(finished.filter((one) => !isAlone(one)).map((one) => one.stdout));
  const own = finished.filter((one) => isAlone(one) && !tokens.has(one.stdout));
  const made = calls() - before - own.length;
  if (failed.length === 0 && tokens.size === 1 && made === 1) return [];
  return [
    `${made} calls, ${tokens.size} tokens, ${own.length} alone, ${failed.length} failed: ${failed[0]?.stderr}`,
  ];
}
