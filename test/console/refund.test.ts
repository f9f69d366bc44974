import { expect, it } from 'vitest';
import type { CommandProblem, CommandResult } from '../../src/console/commands.js';
import { refundedPage } from '../../src/console/pages/refund.js';
import { Submissions } from '../../src/console/submissions.js';
import { refundWords as words } from '../../src/messages/console-refund.js';
import { wording } from '../../src/messages/wording.js';
import { frame } from '../fixtures/frame.js';

const headline = (exit: number, problem?: CommandProblem): string => {
  const ran: CommandResult = { exit, data: null, notes: [], ...(problem && { problem }) };
  return /<h1>([^<]*)/.exec(refundedPage(frame, 'SBX1', '8.00', ran).body.toString())?.[1] ?? '';
};

it.each([
  [0, undefined, words.done],
  [5, { message: wording.quoted('the bank said no'), isUndone: true }, words.failed],
  [9, { message: wording.quoted('not sent'), isUndone: true }, words.failed],
  [8, { message: wording.quoted('not final'), isUndone: false }, words.open],
  [10, { message: wording.quoted('no answer'), isUndone: false }, words.open],
  // Another process is sending it, or a bug came after it was sent.
  [12, { message: wording.quoted('in flight'), isUndone: false }, words.open],
  [1, { message: wording.quoted('a bug') }, words.open],
  [1, undefined, words.open],
])('says of a refund with exit %i no more than is certain', (exit, problem, said) => {
  expect(headline(exit, problem)).toBe(String(said));
});

const ran: CommandResult = { exit: 0, data: null, notes: [] };

it('submits a form once, and again only where it could not be started', async () => {
  const once = new Submissions();
  let times = 0;
  const work = async () => {
    times += 1;
    if (times === 1) throw new TypeError('cannot be written');
    return ran;
  };
  await expect(once.run('form', work)).rejects.toThrow('cannot be written');
  expect(await Promise.all([1, 2, 3].map(() => once.run('form', work)))).toEqual([ran, ran, ran]);
  expect(times).toBe(2);
  await once.run('another', work);
  expect(times).toBe(3);
});
