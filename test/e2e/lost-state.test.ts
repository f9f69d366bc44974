import { cpSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { stubBank } from '../fixtures/stub-bank.js';

const bank = await stubBank(() => ({ data: { tradeState: 'SUCCESS' } }));

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
});
afterEach(() => machine.dispose());

const env = (environment: 'live' | 'test') => ({ ...bank.env, PAYCTL_ENVIRONMENT: environment });

/** What a run says of a journal that may have been lost. */
async function warnings(words: string, environment: 'live' | 'test' = 'live') {
  const { stdout, stderr } = await machine.payctl(words, { env: env(environment) });
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => /knows of no charge|was copied here/.test(line));
}

const pay = (reference: string) =>
  `-y ewallet pay --tran-type W --total-fee 10.00 --wait 0 --out-trade-no ${reference} --buyer-identity-code 280000000000000001`;

it('a new machine is told nothing; one that had a token and has no journal is, until it charges', async () => {
  expect(await warnings('doctor --offline -o json')).toEqual([]);
  await machine.payctl('token', { env: env('live') });
  const [said = ''] = await warnings('doctor --offline -o json');
  expect(said).toContain('a token was issued with the live profile environment');
  expect(said).toContain('export PAYCTL_READ_ONLY=true');
  expect(said).toContain('A lost state directory');
  expect(await warnings(pay('LOST1'), 'test')).toEqual([]);

  rmSync(join(machine.home, '.local/state/payctl/claims'), { recursive: true });
  rmSync(join(machine.home, '.local/state/payctl/journal'), { recursive: true });
  expect(await warnings(pay('LOST2'))).toHaveLength(1);
  expect(await warnings(pay('LOST3'))).toEqual([]);
  expect(await warnings('doctor --offline -o json')).toEqual([]);
});

/** As a program that restores the backup of yesterday leaves it. */
function restoreBackup(): void {
  const state = join(machine.home, '.local/state/payctl');
  const yesterday = Date.now() / 1000 - 86_400;
  for (const folder of ['journal', 'claims']) {
    for (const name of readdirSync(join(state, folder))) {
      utimesSync(join(state, folder, name), yesterday, yesterday);
    }
  }
  cpSync(state, `${state}.copy`, { recursive: true, preserveTimestamps: true });
  rmSync(state, { recursive: true });
  renameSync(`${state}.copy`, state);
}

it('a state directory that was restored is said to be a copy, until it charges', async () => {
  expect(await warnings(pay('OLD1'))).toEqual([]);
  expect(await warnings(pay('OLD2'))).toEqual([]);
  restoreBackup();
  const [said = ''] = await warnings('doctor --offline -o json');
  expect(said).toContain('A lost state directory');
  expect(await warnings('doctor --offline -o json', 'test')).toEqual([]);
  expect(await warnings(pay('OLD3'))).toHaveLength(1);
  expect(await warnings(pay('OLD4'))).toEqual([]);
  expect(await warnings('doctor --offline -o json')).toEqual([]);
});

it('the first charge of a new live machine is made without a word', async () => {
  expect(await warnings(pay('NEW1'))).toEqual([]);
});
