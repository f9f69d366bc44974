import { expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import {
  byBackup,
  byCopy,
  byData,
  byDataOfClaims,
  byDeclaredBackup,
  byOlderDirectory,
  quietlyAsynchronous,
  splitBrain,
  splitBrainUnclaimed,
} from './checks/forgotten.js';
import { emptiedMeanwhile, silentPool, silentRole } from './checks/standby.js';
import { Fleet } from './fleet.js';
import { Pair } from './pair.js';

describeWith('postgres', 'a store that was restored sends nothing a second time', () => {
  it.each([
    ['from a dump, into tables that were made anew', byBackup],
    ['from the data of a dump, into the same tables', byData],
    ['from the data of claims alone', byDataOfClaims],
    ['from a base backup, a snapshot or a cold copy that is started as it is', byCopy],
  ])(
    '%s',
    async (_, check) => {
      const fleet = await Fleet.open({ own: true });
      expect(await check(fleet)).toEqual([]);
      await fleet.close();
    },
    120_000,
  );

  it.each([
    ['from a dump of a store that was declared synchronous', 'synchronous', byDeclaredBackup],
    ['from an older data directory that is promoted', 'synchronous', byOlderDirectory],
    ['while nobody waited for the standby', 'synchronous', quietlyAsynchronous],
    ['by leading a machine back to the old primary', 'asynchronous', splitBrain],
    ['by leading one back that charged nothing since', 'asynchronous', splitBrainUnclaimed],
  ] as const)(
    '%s',
    async (_, durability, check) => {
      const pair = await Pair.open(durability);
      expect(await check(pair)).toEqual([]);
      await pair.close();
    },
    120_000,
  );
});

describeWith('postgres', 'a wait for the standby that ends without it', () => {
  it.each([
    ['though the role hides what the server says', silentRole],
    ['while synchronous_standby_names is emptied', emptiedMeanwhile],
  ])(
    'claims nothing, %s',
    async (_, check) => {
      const pair = await Pair.open('synchronous');
      expect(await check(pair)).toEqual([]);
      await pair.close();
    },
    120_000,
  );
});

describeWith('pgbouncer', 'a wait for the standby through a pool', () => {
  it('claims nothing where another application hid what the server says', async () => {
    const pair = await Pair.open('synchronous');
    expect(await silentPool(pair)).toEqual([]);
    await pair.close();
  }, 120_000);
});
