import { expect, it } from 'vitest';
import type { CommandResult } from '../../src/console/commands.js';
import { slipCard } from '../../src/console/pages/slip.js';
import { wording } from '../../src/messages/wording.js';
import { frame } from '../fixtures/frame.js';

it.each([
  ['REJECTED', 5, 'bad'],
  ['NOT_FOUND', 6, 'bad'],
  ['UNAVAILABLE', 9, 'wait'],
] as const)('a slip is bad only where the bank was reached: %s', (exitClass, exit, tone) => {
  const problem = { message: wording.quoted('what went wrong'), exitClass };
  const ran: CommandResult = { exit, data: null, notes: [], problem };
  expect(slipCard(frame, { ran }, true).tone).toBe(tone);
});
