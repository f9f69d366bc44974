import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Charge, effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { retiredMeanwhile } from './checks/retired.js';
import { Fleet } from './fleet.js';
import { inFleet } from './pair.js';

const ROUNDS = FULL ? 40 : 4;

describeWith('postgres', 'charges that leave the shared store', () => {
  it('stay where a line was added to them meanwhile', async () => {
    expect(await inFleet(retiredMeanwhile)()).toEqual([]);
  });

  it('are neither lost nor made twice while three machines charge and runs are killed', async () => {
    const fleet = await Fleet.open();
    try {
      const [owner, ...tills] = ['owner', 'till-1', 'till-2', 'till-3'].map((name) =>
        fleet.machine(name),
      );
      if (owner === undefined) throw new Error('no machine');
      const charges: Charge[] = [];
      const retaining = 'store retain --keep 0s --archive archives'.split(' ');
      for (let round = 0; round < ROUNDS; round += 1) {
        const made = await Promise.all(tills.map(() => prepared(fleet.bank, 'ewallet.pay')));
        charges.push(...made);
        const run = owner.start(retaining);
        const paying = tills.map((till, index) => till.payctl(made[index]?.args ?? []));
        if (round % 2 === 1) setTimeout(() => run.child.kill('SIGKILL'), 150 + 40 * round);
        for (const { code, stderr } of await Promise.all(paying)) expect(code, stderr).toBe(0);
        await run.finished;
      }
      const last = await owner.payctl(retaining);
      expect(last.code, last.stderr).toBe(0);
      const left = await fleet.server.sql(
        `SELECT count(*)::integer AS claims, count(retired)::integer AS retired,
        (SELECT count(*) FROM payctl.entry)::integer AS lines FROM payctl.claim`,
        fleet.database,
      );
      expect(left).toEqual([{ claims: charges.length, retired: charges.length, lines: 0 }]);
      for (const [index, charge] of charges.entries()) {
        const again = await tills[index % tills.length]?.payctl([...charge.args, '-o', 'json']);
        expect([again?.code, again?.stdout], again?.stderr).toEqual([0, '{}\n']);
        expect(effectsOf(fleet.bank, charge)).toBe(1);
      }
      const archives = readdirSync(join(owner.home, 'archives'));
      expect(archives.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
      expect((await owner.payctl('journal verify')).code).toBe(0);
      expect(fleet.bank.balanced()).toBe(true);
    } finally {
      await fleet.close();
    }
  }, 600_000);
});
