import { expect, it } from 'vitest';
import { describeWith } from '../needs.js';
import {
  cancelledWait,
  carelessRole,
  serverBackWithoutStandby,
  terminatedWait,
} from './checks/standby.js';
import { Pair } from './pair.js';

// Each waits until a command gives up: side by side that costs little.
describeWith('postgres', 'a claim that waits for the standby', () => {
  it.concurrent.each([
    ['its wait is cancelled', cancelledWait],
    ['its wait is ended by an administrator', terminatedWait],
    ['the server comes back, and has it', serverBackWithoutStandby],
    ['the role would not wait at all', carelessRole],
  ])(
    'lets nothing be sent where %s',
    async (_, check) => {
      const pair = await Pair.open('synchronous');
      expect(await check(pair)).toEqual([]);
      await pair.close();
    },
    120_000,
  );
});
