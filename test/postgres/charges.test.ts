import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIBRARY } from '../faults/command/bench.js';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { Fleet } from './fleet.js';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
});
afterAll(() => fleet?.close());

describeWith('postgres', 'a charge over a shared store', () => {
  it('is replayed by every machine as it was first printed, and told with its machine', async () => {
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const [one, two] = [fleet.machine('one'), fleet.machine('two')];
    const first = await one.payctl([...charge.args, '-o', 'json']);
    expect(first.code, first.stderr).toBe(0);
    const again = await two.payctl([...charge.args, '-o', 'json']);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toBe(first.stdout);
    expect(effectsOf(fleet.bank, charge)).toBe(1);
    const listed = await two.payctl('journal list -o json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ state: 'succeeded', machine: 'one' }]);
    const found = await two.payctl('find --kind ewallet -o json');
    expect(JSON.parse(found.stdout)).toMatchObject([{ machine: 'one' }]);
    const told = await two.payctl(['investigate', charge.reference, '-o', 'json']);
    const { timeline } = JSON.parse(told.stdout);
    expect(timeline[0].what).toBe(`we sent ewallet pay ${charge.reference} from one`);
    expect(readdirSync(one.state)).not.toContain('journal');
    const verified = await two.payctl('journal verify -o json');
    expect(verified.code, verified.stderr).toBe(0);
    const figures = join(two.state, '../payctl.prom');
    expect((await two.payctl(['store', 'status', '--metrics', figures])).code).toBe(0);
    expect(readFileSync(figures, 'utf8')).toMatch(/^payctl_charges_open 0$/m);
  });

  it('is made once by 20 calls of the library in each of 5 programs', async () => {
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const before = fleet.arrivals.length;
    const programs = Array.from({ length: 5 }, (_, index) => fleet.machine(`program${index}`));
    const ended = await Promise.all(
      programs.map((one) => one.start(charge.args, { CALLS: '20' }, LIBRARY).finished),
    );
    for (const { code, stdout, stderr } of ended) expect(code, stdout + stderr).toBe(0);
    const classes: string[] = ended.flatMap(({ stdout }) => JSON.parse(stdout));
    expect(classes).toHaveLength(100);
    expect(classes).toContain('SUCCESS');
    expect(effectsOf(fleet.bank, charge)).toBe(1);
    expect(fleet.arrivals).toHaveLength(before + 1);
  });

  it.each([
    ['no key', { PAYCTL_STORE_KEY: '' }],
    ['another key', { PAYCTL_STORE_KEY: Buffer.alloc(32, 1).toString('base64') }],
    ['what is no key', { PAYCTL_STORE_KEY: 'short' }],
    ['another password', { PAYCTL_STORE_PASSWORD: 'wrong' }],
    ['an address of something else', { PAYCTL_STORE: 'https://bank.example' }],
    ['an encryption that anyone can turn off', { PAYCTL_STORE: 'postgres://u@h/d?sslmode=prefer' }],
  ])('is not made with %s, and nothing is read from the bank either', async (_what, env) => {
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const machine = fleet.machine('six', env);
    for (const args of [charge.args, ['token', '--raw'], ['journal', 'list']]) {
      const refused = await machine.payctl(args);
      expect(refused.code, refused.stderr).toBe(3);
    }
    expect(effectsOf(fleet.bank, charge)).toBe(0);
  });
});
