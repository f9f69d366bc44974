import { expect, it } from 'vitest';
import type { CommandResult } from '../../src/console/commands.js';
import { Submissions } from '../../src/console/submissions.js';

const ran: CommandResult = { exit: 0, data: null, notes: [] };

it('does what a form asks for once, and again only where it could not be begun', async () => {
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
