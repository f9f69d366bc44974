import { expect, it } from 'vitest';
import { describeWith } from '../needs.js';
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

// Each waits until a command gives up, which is long: side by side that costs little.

describeWith('postgres', 'a store that cannot be reached', () => {
  it.concurrent.each([
    [
      'prints the outcome that it does not take, which waits sealed on its machine',
      waitsForItsMachine,
    ],
    ['leaves to other machines what a machine knew that is gone', diesWithItsMachine],
    ['lets no money leave, and no read suffer', awayForAll],
  ])(
    '%s',
    async (_, check) => {
      const fleet = await Fleet.open();
      expect(await check(fleet)).toEqual([]);
      await fleet.close();
    },
    120_000,
  );
});

const WAITS = [
  ['its wait is cancelled', cancelledWait],
  ['its wait is ended by an administrator', terminatedWait],
  ['the role would not wait at all', carelessRole],
  ['the server comes back, and has it', serverBackWithoutStandby],
] as const;

describeWith('postgres', 'a claim that waits for the standby', () => {
  it.concurrent.each(FULL ? WAITS : WAITS.slice(0, 2))(
    'lets nothing be sent where %s',
    async (_, check) => {
      const pair = await Pair.open('synchronous');
      expect(await check(pair)).toEqual([]);
      await pair.close();
    },
    120_000,
  );
});
