import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Charge, effectsOf, prepared } from '../../faults/command/charges.js';
import type { Fleet } from '../fleet.js';
import type { FleetMachine } from '../machine.js';

export async function stateOn(
  machine: FleetMachine,
  { reference }: Charge,
): Promise<string | undefined> {
  const { stdout } = await machine.payctl('journal list -o json');
  const rows: { reference: string; state: string }[] = JSON.parse(stdout);
  return rows.find((row) => row.reference === reference)?.state;
}

/** Charges, and the store is away from the moment in which the bank has the call. */
export async function chargedWithoutStore(fleet: Fleet, machine: FleetMachine) {
  const charge = await prepared(fleet.bank, 'ewallet.pay');
  fleet.onMoment = (moment) => {
    if (moment === 'received') fleet.proxy.watch(() => 'cut');
  };
  const finished = await machine.payctl(charge.args);
  fleet.onMoment = () => undefined;
  fleet.proxy.watch();
  return { charge, finished };
}

/** Outcomes that wait on a machine. */
export const waitingOn = (machine: FleetMachine): string[] =>
  readdirSync(machine.state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.startsWith('spool/'),
  );

/** Files in clear that name a reference. */
function filesNaming(directory: string, reference: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(reference));
}

/** The machine that made the charge knows its outcome; all others do once it has run again. */
export async function waitsForItsMachine(fleet: Fleet): Promise<string[]> {
  const complaints: string[] = [];
  const expects = (what: string, value: unknown, wanted: readonly unknown[]) => {
    if (!wanted.includes(value)) complaints.push(`${what}: ${String(value)}`);
  };
  const [shop, other] = [fleet.machine('shop'), fleet.machine('other')];
  await shop.payctl('token');
  const { charge, finished } = await chargedWithoutStore(fleet, shop);
  expects(`the charge, ${finished.stderr}`, finished.code, [0]);
  expects('what it says', finished.stderr.includes('kept on this machine'), [true]);
  expects('outcomes that wait', waitingOn(shop).length, [1]);
  expects('files in clear', filesNaming(shop.state, charge.reference).join(), ['']);
  expects('meanwhile on another machine', await stateOn(other, charge), ['unknown', 'in-flight']);
  // However slow this machine is, its maker was heard of just now.
  await fleet.passes(-10);
  expects('the same meanwhile there', (await other.payctl(charge.args)).code, [12]);
  await fleet.passes(10);
  const status = await shop.payctl('store status -o json');
  expects(`store status, ${status.stderr}`, status.code, [0]);
  expects('what it counts', /"waitingHere": *"(\d+)"/.exec(status.stdout)?.[1], ['1']);
  expects('outcomes that wait then', waitingOn(shop).length, [0]);
  const again = await shop.payctl(charge.args);
  expects(`the same again, ${again.stderr}`, again.code, [0]);
  expects('what it prints', again.stdout, [finished.stdout]);
  expects('then on another machine', await stateOn(other, charge), ['succeeded']);
  expects('the same there', (await other.payctl(charge.args)).stdout, [finished.stdout]);
  expects('effects', effectsOf(fleet.bank, charge), [1]);
  expects('journal verify', (await other.payctl('journal verify')).code, [0]);
  return complaints;
}

/** The pod that knew the outcome is gone, with its disk. */
export async function diesWithItsMachine(fleet: Fleet): Promise<string[]> {
  const [pod, other] = [fleet.machine('pod'), fleet.machine('other')];
  await pod.payctl('token');
  const { charge, finished } = await chargedWithoutStore(fleet, pod);
  rmSync(pod.home, { recursive: true });
  await fleet.passes(1);
  const recovered = await other.payctl('journal recover --wait 0');
  const state = await stateOn(other, charge);
  const effects = effectsOf(fleet.bank, charge);
  const isSound = finished.code === 0 && state === 'succeeded' && effects === 1;
  return isSound ? [] : [`${finished.code}, ${state}, ${effects} effects: ${recovered.stderr}`];
}

/** It goes up with the next command that opens the store, whatever that is for. */
export const goesUpWith =
  (command: string) =>
  async (fleet: Fleet): Promise<string[]> => {
    const machine = fleet.machine('reader');
    await machine.payctl('token');
    const { finished } = await chargedWithoutStore(fleet, machine);
    const before = waitingOn(machine).length;
    const next = await machine.payctl(command);
    const after = waitingOn(machine).length;
    const isSound = finished.code === 0 && before === 1 && after === 0;
    return isSound ? [] : [`${finished.code}, ${before} waited, then ${after}: ${next.stderr}`];
  };
