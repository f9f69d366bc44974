import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeWith } from '../../fixtures/needs.js';
import { FULL } from '../../fixtures/sizes.js';
import { type Bench, eachOf, LIBRARY, openBench } from './bench.js';
import { type Charge, moneyOperations, prepared } from './charges.js';
import { isOutward, pointsOf, traced } from './strace.js';
import { inWords, judged, recovered, SOUND } from './verdict.js';

/** One run of one command, killed as it enters the n-th call of a name. */
interface Blow {
  operation: string;
  name: string;
  when: number;
}

/** Who charges: the command, or a program by the library, over the same journal. */
const BY: readonly (readonly [name: string, by: readonly string[]])[] = [
  ['the command', []],
  ['the library', LIBRARY],
];

describeWith('strace', 'a run that is killed at a call of the kernel', () => {
  it.each(BY)(
    'is found again, charges once, and ends in the truth: %s',
    async (driver, by) => {
      // What the library takes nested, its program here cannot say.
      const all = moneyOperations(Date.now()).filter((id) => by.length === 0 || id !== 'qr.void');
      const operations = FULL ? all : ['ewallet.pay'];
      const bench = await openBench();
      const charges: Charge[] = [];
      // The first run of all makes what the others find.
      await bench.machine.payctl((await prepared(bench.bank, 'ewallet.pay')).args);
      const blows: Blow[] = [];
      for (const operation of operations) {
        blows.push(...(await blowsFor(bench, await prepared(bench.bank, operation), by)));
      }
      let kills = 0;
      await eachOf(blows, async ({ operation, name, when }) => {
        const charge = await prepared(bench.bank, operation);
        charges.push(charge);
        const inject = `${name}:signal=SIGKILL:when=${when}`;
        const { signal } = await traced(bench.machine, charge.args, inject, by);
        if (signal === 'SIGKILL') kills += 1;
      });
      const verdict = await recovered(bench, charges);
      console.log(
        `${driver}: ${kills} kills at calls of the kernel, ${operations.length} money operations: ${inWords(verdict)}`,
      );
      expect(verdict).toMatchObject(SOUND);
      expect(bench.unannounced).toEqual([]);
      // Where a call comes a moment earlier or later than in the run that was counted, one may escape.
      expect(kills).toBeGreaterThan(0.9 * blows.length);
      if (FULL) await makeAgain(bench, charges);
      await bench.close();
    },
    3_600_000,
  );

  if (FULL)
    it.each(BY)(
      'is found again among 4 others that charge the same: %s',
      async (driver, by) => {
        const bench = await openBench();
        bench.machine.env.CALLS = '20';
        const charges: Charge[] = [];
        await bench.machine.payctl((await prepared(bench.bank, 'ewallet.pay')).args);
        const begun = Date.now();
        const blows = await blowsFor(bench, await prepared(bench.bank, 'ewallet.pay'), by);
        const wholeMs = Date.now() - begun;
        let kills = 0;
        for (const [index, { operation, name, when }] of blows.entries()) {
          const charge = await prepared(bench.bank, operation);
          charges.push(charge);
          const struck = traced(
            bench.machine,
            charge.args,
            `${name}:signal=SIGKILL:when=${when}`,
            by,
          );
          // strace slows the one that is to be killed: the others begin later, each time at another moment.
          await pause((wholeMs * (index % 5)) / 5);
          const others = Array.from({ length: 4 }, () => bench.machine.start(charge.args, { by }));
          if ((await struck).signal === 'SIGKILL') kills += 1;
          await Promise.all(others.map(({ ended }) => ended));
        }
        const verdict = await recovered(bench, charges);
        console.log(
          `${driver}: 5 at once, one killed in ${kills} of ${blows.length}: ${inWords(verdict)}`,
        );
        expect(verdict).toMatchObject(SOUND);
        expect(bench.unannounced).toEqual([]);
        expect(kills).toBeGreaterThan(blows.length / 2);
        await bench.close();
      },
      3_600_000,
    );

  if (FULL)
    it('is found again where the token has to be bought first', async () => {
      const bench = await openBench();
      const charges: Charge[] = [];
      const withoutToken = () =>
        rmSync(join(bench.state, 'tokens'), { recursive: true, force: true });
      await bench.machine.payctl('token');
      withoutToken();
      const blows = await blowsFor(bench, await prepared(bench.bank, 'ewallet.pay'));
      for (const { operation, name, when } of blows) {
        withoutToken();
        const charge = await prepared(bench.bank, operation);
        charges.push(charge);
        await traced(bench.machine, charge.args, `${name}:signal=SIGKILL:when=${when}`);
      }
      const verdict = await recovered(bench, charges);
      console.log(`${blows.length} kills of ewallet pay without a token: ${inWords(verdict)}`);
      expect(verdict).toMatchObject(SOUND);
      expect(bench.unannounced).toEqual([]);
      await bench.close();
    }, 3_600_000);
});

/** Where a run of this charge can be killed; the small size leaves out what only wakes threads. */
async function blowsFor(
  bench: Bench,
  { operation, args }: Charge,
  by: readonly string[] = [],
): Promise<Blow[]> {
  const whole = await traced(bench.machine, args, undefined, by);
  expect(whole.code, whole.stderr).toBe(0);
  const points = pointsOf(whole.syscalls).filter((point) => FULL || isOutward(point));
  const named = new Map(points.map(({ name, when }) => [`${name} ${when}`, { name, when }]));
  return [...named.values()].map((point) => ({ operation, ...point }));
}

/** Whoever repeats a command after all that does not charge again, either. */
async function makeAgain(bench: Bench, charges: readonly Charge[]): Promise<void> {
  const exits = new Map<number | null, number>();
  await eachOf(charges, async ({ args }) => {
    const { code } = await bench.machine.payctl([...args, '--wait', '0']);
    exits.set(code, (exits.get(code) ?? 0) + 1);
  });
  const verdict = await judged(bench, charges);
  const told = [...exits].map(([code, count]) => `exit ${code}: ${count}`).join(', ');
  console.log(`the same commands once more (${told}): ${inWords(verdict)}`);
  expect(verdict).toMatchObject({ lost: 0, twice: 0, wrong: 0 });
}
