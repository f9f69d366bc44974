import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withoutUndefined } from '../../src/core/fields.js';
import { pay } from '../../src/sandbox/customer.js';
import { chanceOf } from '../faults/chance.js';
import { startConsole, Visitor } from '../fixtures/console.js';
import { freshMachine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { Fleet } from './fleet.js';

const ROUNDS = FULL ? 20 : 1;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open({ own: FULL });
});
afterAll(() => fleet?.close());

const machine = (name: string) =>
  freshMachine(withoutUndefined<string>({ ...fleet.machine(name).env }));

describeWith('postgres', 'consoles of several machines', () => {
  it('give a payment back once, and none says that it was not', async () => {
    const chance = chanceOf(41);
    const [a, b, c] = [machine('a'), machine('b'), machine('c')];
    const consoles = [await startConsole(a, [], []), await startConsole(b, [], [])];
    const visitors = await Promise.all(consoles.map((one) => Visitor.at(one)));
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `--tran-type W --total-fee 8.00 --out-trade-no SBXCONSOLE${round}`;
      const reference = `SBXCONSOLE${round}`;
      expect((await a.payctl(`ewallet create ${name}`)).code).toBe(0);
      await pay(fleet.bank, reference);
      const forms = await Promise.all(
        visitors.map((one) => one.hidden(`/refund?id=${reference}`, '/refund')),
      );
      const posted = visitors.flatMap((one, at) => {
        return [1, 2].map(() => one.post('/refund', forms[at] ?? {}));
      });
      const typed = c.payctl(`ewallet refund ${name} -y --wait 0`);
      const dies = round % 2 === 1;
      if (dies) {
        await sleep(chance.between(20, 1500));
        await fleet.server.crash();
        await sleep(chance.between(0, 200));
        await fleet.server.start();
      }
      const pages = (await Promise.all(posted)).map(({ text }) => text);
      const { code } = await typed;
      const effects = fleet.bank
        .log({ operation: 'ewallet.refund', limit: 1000 })
        .filter((one) => one.reference === reference && one.committed).length;
      const isTold = code === 0 || pages.some((text) => text.includes('>Refunded<'));
      expect(effects).toBe(dies && !isTold ? Math.min(effects, 1) : 1);
      if (!dies) expect(pages.filter((text) => text.includes('>Not refunded<'))).toEqual([]);
      for (const one of [a, b, c]) await one.payctl('journal recover --wait 0 -y');
      const { stdout } = await b.payctl(`journal list --ref ${reference} -o json`);
      expect(stdout.includes('"succeeded"')).toBe(effects === 1);
    }
    for (const one of consoles) await one.stop();
  }, 600_000);
});
