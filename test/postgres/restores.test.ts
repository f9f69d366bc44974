import { expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import {
  byBackup,
  byCopy,
  byData,
  byDataMadeAnew,
  byDataOfClaims,
  byDeclaredBackup,
  byOlderDirectory,
  quietlyAsynchronous,
  splitBrain,
  splitBrainUnclaimed,
} from './checks/forgotten.js';
import { emptiedMeanwhile, silentPool, silentRole } from './checks/standby.js';
import { inFleet, inPair } from './pair.js';

const RESTORED = [
  ['from a dump, into tables that were made anew', inFleet(byBackup)],
  ['from the data of a dump, into the same tables', inFleet(byData)],
  ['from the data of claims alone', inFleet(byDataOfClaims)],
  ['and where others charged anew what was lost', inFleet(byDataMadeAnew)],
  [
    'from a base backup, a snapshot or a cold copy that is started as it is',
    inFleet(byCopy, { own: true }),
  ],
  ['from a dump of a store that was declared synchronous', inPair('synchronous', byDeclaredBackup)],
  ['from an older data directory that is promoted', inPair('synchronous', byOlderDirectory)],
  ['while nobody waited for the standby', inPair('synchronous', quietlyAsynchronous)],
  ['by leading a machine back to the old primary', inPair('asynchronous', splitBrain)],
  ['by leading one back that charged nothing since', inPair('asynchronous', splitBrainUnclaimed)],
] as const;

describeWith('postgres', 'a store that was restored sends nothing a second time', () => {
  it.concurrent.each(RESTORED)('%s', async (_, complaints) =>
    expect(await complaints()).toEqual([]),
  );
});

describeWith('postgres', 'a wait for the standby that ends without it', () => {
  it.concurrent.each([
    ['though the role hides what the server says', inPair('synchronous', silentRole)],
    ['while synchronous_standby_names is emptied', inPair('synchronous', emptiedMeanwhile)],
  ])('claims nothing, %s', async (_, complaints) => expect(await complaints()).toEqual([]));
});

describeWith('pgbouncer', 'a wait for the standby through a pool', () => {
  it('claims nothing where another application hid what the server says', async () => {
    expect(await inPair('synchronous', silentPool)()).toEqual([]);
  });
});
