import { expect, it } from 'vitest';
import { HostileBank } from '../../src/attack/hostile-bank.js';
import { fakeHost } from '../fixtures/fake-host.js';

const at = (hour: number) => Date.parse(`2026-11-30T${hour}:30:00+07:00`);

it.each([
  ['stays', 21, undefined, 21],
  ['goes back to noon in the last hour', 23, undefined, 12],
  ['stays where the hours that are added end on the same day', 19, 3, 19],
  ['goes back to noon where they do not', 21, 3, 12],
] as const)('the clock of a hostile bank %s', async (_, hour, added, expected) => {
  const { clock, random } = fakeHost({ now: at(hour) });
  const bank = await HostileBank.open({ clock, random }, { seed: 1, port: 0, onAsked: () => {} });
  try {
    await bank.avoidMidnight(clock.now(), added);
    expect(new Date(bank.now() + 7 * 3_600_000).getUTCHours()).toBe(expected);
  } finally {
    await bank.close();
  }
});
