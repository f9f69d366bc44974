import { expect, it } from 'vitest';
import { describeWith } from '../needs.js';
import { awayForAll } from './checks/away.js';
import { diesWithItsMachine, waitsForItsMachine } from './checks/lost-outcome.js';
import { Fleet } from './fleet.js';

// Each waits until a command gives up: side by side that costs little.
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
