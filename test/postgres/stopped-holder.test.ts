import { expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import { clocksSet, overtaken } from './checks/stopped-holder.js';
import { Fleet } from './fleet.js';

describeWith('postgres', 'a machine that stands still between its claim and its first byte', () => {
  it.concurrent.each([
    ['sends nothing once another has proved that nothing was sent, and has paid', overtaken],
    ['is not overtaken early, whatever clock is set', clocksSet],
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
