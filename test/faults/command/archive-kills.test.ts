import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshMachine, type Machine } from '../../fixtures/machine.js';
import { describeWith } from '../../fixtures/needs.js';
import { quickMachine } from '../../fixtures/quick-machine.js';
import { FULL } from '../../fixtures/sizes.js';
import { isOutward, type Point, pointsOf, traced } from './strace.js';

const ARCHIVING = 'journal archive --before +1h --out charges.jsonl.gz'.split(' ');
const RETAINING = 'journal retain --keep 0s --archive archives'.split(' ');
const PAY = '--sandbox ewallet pay --tran-type W --total-fee 10.00 -o json';

/** All of them in full size; else three, spread over the run. */
function chosen(points: readonly Point[]): readonly Point[] {
  if (FULL) return points;
  return [0.3, 0.6, 0.9].flatMap((part) => points[Math.floor(part * points.length)] ?? []);
}

async function paid(machine: Machine): Promise<string[]> {
  const charges: string[] = [];
  for (const reference of ['SBXOLD1', 'SBXOLD2']) {
    const { stdout } = await machine.payctl('sandbox buyer-code --raw');
    const charge = `${PAY} --out-trade-no ${reference} --buyer-identity-code ${stdout.trim()}`;
    expect((await machine.payctl(charge)).code).toBe(0);
    charges.push(charge);
  }
  return charges;
}

describeWith('strace', 'an archiving run that is killed at a call of the kernel', () => {
  it('has lost no charge, and a second run completes it', async () => {
    const machine = FULL ? freshMachine() : quickMachine();
    const charges = await paid(machine);
    const [state, before] = ['.local', 'before'].map((name) => join(machine.home, name));
    if (state === undefined || before === undefined) throw new Error('no home');
    const file = join(machine.home, 'charges.jsonl.gz');
    cpSync(state, before, { recursive: true });
    const restored = () => {
      rmSync(state, { recursive: true });
      rmSync(file, { force: true });
      cpSync(before, state, { recursive: true });
    };
    const whole = await traced(machine, ARCHIVING);
    expect(whole.code, whole.stderr).toBe(0);
    let kills = 0;
    const points = pointsOf(whole.syscalls).filter(isOutward);
    for (const { name, when } of chosen(points)) {
      restored();
      const { signal } = await traced(machine, ARCHIVING, `${name}:signal=SIGKILL:when=${when}`);
      if (signal === 'SIGKILL') kills += 1;
      const verified = await machine.payctl('journal verify -o json');
      expect(verified.code, verified.stdout).toBe(0);
      if (existsSync(file)) {
        const checked = await machine.payctl('journal verify --archive charges.jsonl.gz');
        expect(checked.code, checked.stderr).toBe(0);
      }
      const again = await machine.payctl(ARCHIVING);
      expect(again.code, again.stderr).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({ claims: 2, stayed: 0 });
      for (const charge of charges) {
        const { code, stdout, stderr } = await machine.payctl(charge);
        expect(code, stderr).toBe(0);
        expect(stdout).toBe('{}\n');
      }
    }
    console.log(`${kills} kills of an archiving run at ${points.length} calls of the kernel`);
    expect(kills).toBeGreaterThan(0);
    machine.dispose();
  }, 3_600_000);

  it('goes on with the archives of another run, and leaves none unfinished', async () => {
    const machine = FULL ? freshMachine() : quickMachine();
    const charges = await paid(machine);
    const [state, before, archives] = ['.local', 'before', 'archives'].map((name) =>
      join(machine.home, name),
    );
    if (!state || !before || !archives) throw new Error('no home');
    cpSync(state, before, { recursive: true });
    const restored = () => {
      rmSync(state, { recursive: true });
      rmSync(archives, { recursive: true, force: true });
      cpSync(before, state, { recursive: true });
    };
    const whole = await traced(machine, RETAINING);
    expect(whole.code, whole.stderr).toBe(0);
    let kills = 0;
    const points = pointsOf(whole.syscalls).filter(isOutward);
    for (const { name, when } of chosen(points)) {
      restored();
      const { signal } = await traced(machine, RETAINING, `${name}:signal=SIGKILL:when=${when}`);
      if (signal === 'SIGKILL') kills += 1;
      const verified = await machine.payctl('journal verify -o json');
      expect(verified.code, verified.stdout).toBe(0);
      const again = await machine.payctl(RETAINING);
      expect(again.code, again.stderr).toBe(0);
      const names = readdirSync(archives);
      expect(names.filter((one) => one.endsWith('.unfinished'))).toEqual([]);
      // What is half written is removed by a run an hour later.
      for (const one of names.filter((name) => !name.endsWith('.tmp'))) {
        const checked = await machine.payctl([
          'journal',
          'verify',
          '--archive',
          join(archives, one),
        ]);
        expect(checked.code, checked.stderr).toBe(0);
      }
      for (const charge of charges) {
        const { code, stdout, stderr } = await machine.payctl(charge);
        expect(code, stderr).toBe(0);
        expect(stdout).toBe('{}\n');
      }
    }
    console.log(`${kills} kills of a retaining run at ${points.length} calls of the kernel`);
    expect(kills).toBeGreaterThan(0);
    machine.dispose();
  }, 3_600_000);
});
