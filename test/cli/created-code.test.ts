import { expect, it } from 'vitest';
import { inProcess } from '../fixtures/served-bank.js';

const { machine } = await inProcess();

async function exitOf(words: string): Promise<number | null> {
  return (await machine.payctl(`--sandbox ${words}`)).code;
}

it('knows a code of this machine that nobody has paid by its reference', async () => {
  expect(await exitOf('qr create --ref1 UNPAID1 --amount 5')).toBe(0);
  const { stdout, code } = await machine.payctl('--sandbox investigate UNPAID1 -o json');
  expect(code).toBe(8);
  const { verdict, timeline } = JSON.parse(stdout);
  expect(verdict.sentence).toBe('Not paid yet: the bank has no payment for this code.');
  expect(timeline).toMatchObject([{ what: 'a code was made for UNPAID1' }]);
  expect(await exitOf('investigate UNPAID2')).toBe(6);
  expect(await exitOf('find')).toBe(6);
});
