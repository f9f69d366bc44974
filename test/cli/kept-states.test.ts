import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const KEPT = resolve(import.meta.dirname, '../kept');

const Charges = z.array(z.looseObject({ reference: z.string(), state: z.string() }));
const Shown = z.array(z.looseObject({ lines: z.array(z.looseObject({ type: z.string() })) }));
const Buyers = z.record(z.string(), z.string());
const Inbox = z.array(z.looseObject({ reference: z.string() }));

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
});
afterEach(() => machine.dispose());

const state = (...names: string[]) => join(machine.home, '.local/state/payctl', ...names);

async function json<T>(schema: z.ZodType<T>, words: string, exit = 0): Promise<T> {
  const { code, stdout, stderr } = await machine.payctl(`${words} -o json`);
  expect(code, stderr).toBe(exit);
  return schema.parse(JSON.parse(stdout));
}

async function intentsOf(reference: string): Promise<number> {
  const shown = await json(Shown, `journal show ${reference}`);
  return shown.flatMap(({ lines }) => lines).filter(({ type }) => type === 'intent').length;
}

/** What `npm run keep:state` made with older builds; their bank is gone. */
describe.each(readdirSync(KEPT))('the directories of %s', (archive) => {
  beforeEach(() => {
    // Now, as a partner's files would be: old ones are tidied away.
    execFileSync('tar', ['-xzmf', join(KEPT, archive), '-C', machine.home]);
  });

  it('hold every charge, whole, with its end', async () => {
    expect((await machine.payctl('journal verify')).code).toBe(0);
    const charges = await json(Charges, 'journal list');
    const stateOf = (one: string) => charges.find(({ reference }) => reference === one)?.state;
    expect([stateOf('SBXKEPT1'), stateOf('SBXKEPT2'), stateOf('SBXKEPT3')]).toEqual([
      'succeeded',
      'unknown',
      'settled-not-executed',
    ]);
  });

  it('charge nobody again', async () => {
    const buyers = Buyers.parse(
      JSON.parse(readFileSync(join(machine.home, 'buyers.json'), 'utf8')),
    );
    const pay = (reference: string, amount = '10.00') =>
      machine.payctl(
        `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee ${amount} --buyer-identity-code ${buyers[reference]} --wait 0 --retries 0 -o json`,
      );
    const paid = await pay('SBXKEPT1');
    expect([paid.code, JSON.parse(paid.stdout).tradeState]).toEqual([0, 'TRADE_SUCCESS']);
    expect((await pay('SBXKEPT1', '11.00')).code).toBe(12);
    expect((await pay('SBXKEPT2')).code).toBe(10);
    expect((await machine.payctl('journal recover --wait 0 --retries 0')).code).toBe(10);
    expect([await intentsOf('SBXKEPT1'), await intentsOf('SBXKEPT2')]).toEqual([1, 1]);
  });

  it('keep transfers, confirmations, the progress of a batch, settings and tokens', async () => {
    const again = await machine.payctl(
      'transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --currency THB --partner-transaction-id KEPTTRANSFER1 --amount 10.00 --retries 0',
    );
    expect(again.code, again.stderr).toBe(0);
    const [confirmation] = await json(Inbox, 'listen list');
    expect(confirmation?.reference).toBe('KEPT1');
    const before = readFileSync(join(machine.home, 'results.jsonl'), 'utf8');
    const batch = 'batch ewallet.inquire rows.csv -f tranType=W --out results.jsonl --resume';
    const resumed = await machine.payctl(batch);
    expect(resumed.code, resumed.stderr).toBe(11);
    expect(readFileSync(join(machine.home, 'results.jsonl'), 'utf8')).toBe(before);
    expect((await machine.payctl('config get companyId -o text')).stdout).toBe('00100\n');
    expect((await machine.payctl('token status')).code).toBe(0);
    const { code, stdout } = await machine.payctl('doctor --offline --fix');
    expect(code, stdout).toBe(0);
    expect(JSON.parse(readFileSync(state('format.json'), 'utf8'))).toMatchObject({ format: 1 });
  });
});

describe('a state directory of a newer payctl', () => {
  beforeEach(() => {
    mkdirSync(state('journal'), { recursive: true, mode: 0o700 });
    writeFileSync(state('format.json'), '{"format":2,"program":"9.1.0"}\n', { mode: 0o600 });
  });

  it('is refused by every command that would use it, with the way out', async () => {
    const create = '--sandbox qr create --ref1 A1 --amount 1.00';
    const refund =
      '--sandbox ewallet refund --tran-type W --out-trade-no SBX1 --total-fee 1.00 --wait 0';
    for (const words of [create, refund, 'journal list', 'journal recover', 'listen list']) {
      const { code, stderr } = await machine.payctl(words);
      expect([words, code, stderr]).toEqual([
        words,
        3,
        expect.stringMatching(
          /was written by payctl 9\.1\.0 \(format 2\), and this is .*\n.*install 9\.1\.0 of payctl/,
        ),
      ]);
    }
    expect(readdirSync(state()).sort()).toEqual(['format.json', 'journal']);
    const doctor = await machine.payctl('doctor --offline');
    expect([doctor.code, doctor.stdout.includes('install 9.1.0 of payctl')]).toEqual([3, true]);
  });

  it('leaves alone what needs no state', async () => {
    for (const words of ['--version', 'explain 8101', 'config list', 'help safety']) {
      expect((await machine.payctl(words)).code, words).toBe(0);
    }
  });

  it('that is damaged is named, with what to do', async () => {
    writeFileSync(state('format.json'), 'x');
    const { code, stderr } = await machine.payctl('journal list');
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/is damaged[\s\S]*: rm \S+format\.json/),
    ]);
  });
});
