import { expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { awayForAll } from './checks/away.js';
import { diesWithItsMachine, goesUpWith, waitsForItsMachine } from './checks/lost-outcome.js';
import {
  cancelledWait,
  carelessRole,
  serverBackWithoutStandby,
  terminatedWait,
} from './checks/standby.js';
import { inFleet, inPair } from './pair.js';

const WITHOUT_STORE = [
  ['an outcome that the store does not take waits sealed on its machine', waitsForItsMachine],
  ['other machines learn what a machine knew that is gone', diesWithItsMachine],
  ['no money leaves, and no read suffers', awayForAll],
  ...['token', 'listen list', 'qr inquire NOSUCH1', 'store status'].map(
    (command) =>
      [`what waits goes up with the next command: ${command}`, goesUpWith(command)] as const,
  ),
] as const;

const WITHOUT_STANDBY = [
  ['nothing is sent where the wait is cancelled', cancelledWait],
  ['nothing is sent where an administrator ends the wait', terminatedWait],
  ['nothing is sent where the role would not wait at all', carelessRole],
  ['nothing is sent where the server comes back, and has the claim', serverBackWithoutStandby],
] as const;

// Each waits until a command gives up, which is long: side by side that costs little.
describeWith('postgres', 'a store that cannot be reached, or whose standby cannot', () => {
  it.concurrent.each(FULL ? WITHOUT_STANDBY : WITHOUT_STANDBY.slice(0, 2))('%s', async (_, check) =>
    expect(await inPair('synchronous', check)()).toEqual([]),
  );

  it.concurrent.each(WITHOUT_STORE)('%s', async (_, check) =>
    expect(await inFleet(check)()).toEqual([]),
  );
});
