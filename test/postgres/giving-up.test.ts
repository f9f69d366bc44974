import { expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import { awayForAll } from './checks/away.js';
import { diesWithItsMachine, waitsForItsMachine } from './checks/lost-outcome.js';
import {
  cancelledWait,
  carelessRole,
  serverBackWithoutStandby,
  terminatedWait,
} from './checks/standby.js';
import { Fleet, FULL } from './fleet.js';
import { Pair } from './pair.js';

type Case<Of> = readonly [rule: string, check: (of: Of) => Promise<string[]>];

const WITHOUT_STORE: readonly Case<Fleet>[] = [
  ['an outcome that the store does not take waits sealed on its machine', waitsForItsMachine],
  ['other machines learn what a machine knew that is gone', diesWithItsMachine],
  ['no money leaves, and no read suffers', awayForAll],
];

const WITHOUT_STANDBY: readonly Case<Pair>[] = [
  ['nothing is sent where the wait is cancelled', cancelledWait],
  ['nothing is sent where an administrator ends the wait', terminatedWait],
  ['nothing is sent where the role would not wait at all', carelessRole],
  ['nothing is sent where the server comes back, and has the claim', serverBackWithoutStandby],
];

// Each waits until a command gives up, which is long: side by side that costs little.
describeWith('postgres', 'a store that cannot be reached, or whose standby cannot', () => {
  it.concurrent.each(WITHOUT_STORE)(
    '%s',
    async (_, check) => {
      const fleet = await Fleet.open();
      expect(await check(fleet)).toEqual([]);
      await fleet.close();
    },
    120_000,
  );

  it.concurrent.each(FULL ? WITHOUT_STANDBY : WITHOUT_STANDBY.slice(0, 2))(
    '%s',
    async (_, check) => {
      const pair = await Pair.open('synchronous');
      expect(await check(pair)).toEqual([]);
      await pair.close();
    },
    120_000,
  );
});
