import { expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import { clocksSet, overtaken } from './checks/stopped-holder.js';
import { inFleet } from './pair.js';

describeWith('postgres', 'a machine that stands still between its claim and its first byte', () => {
  it.concurrent.each([
    ['sends nothing once another has proved that nothing was sent, and has paid', overtaken],
    ['is not overtaken early, whatever clock is set', clocksSet],
  ])('%s', async (_, check) => expect(await inFleet(check)()).toEqual([]));
});
