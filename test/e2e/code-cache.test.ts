import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freshMachine, KEEPING_CODE, type Machine } from '../fixtures/machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const DECODE = [
  'qr',
  'decode',
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469',
];

let machine: Machine;
afterEach(() => machine.dispose());

describe('compiled code', () => {
  it('is kept from the second run on, and replaced when it is damaged', async () => {
    machine = freshMachine(KEEPING_CODE);
    const first = await machine.payctl(DECODE);
    expect(keptFiles(), 'of a home that may never see another run').toEqual([]);
    expect(await machine.payctl(DECODE)).toEqual(first);
    const [file = ''] = keptFiles();
    expect(file).toMatch(/\/qr-decode$/);
    const whole = readFileSync(file);
    const before = lstatSync(file);
    expect(await machine.payctl(DECODE)).toEqual(first);
    expect(lstatSync(file)).toEqual({
      ...before,
      atime: expect.anything(),
      atimeMs: expect.anything(),
    });
    for (const damaged of [Buffer.alloc(whole.length), whole.subarray(0, 5_000), Buffer.alloc(0)]) {
      writeFileSync(file, damaged);
      expect(await machine.payctl(DECODE)).toEqual(first);
      expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2);
    }
  });

  it('is neither kept nor needed where it is switched off, or the home is not writable', async () => {
    machine = freshMachine({ ...KEEPING_CODE, PAYCTL_CODE_CACHE: 'off' });
    const off = await machine.payctl(DECODE);
    expect(off.code).toBe(0);
    expect(readdirSync(machine.home)).toEqual([]);
    const nowhere = { PAYCTL_CODE_CACHE: '', XDG_CACHE_HOME: '/dev/null' };
    expect(await machine.payctl(DECODE, { env: nowhere })).toEqual(off);
  });

  it('is not written by a run that can move money, but by one that reads the journal', async () => {
    machine = freshMachine(KEEPING_CODE);
    const payment = '--tran-type W --out-trade-no SHOP1';
    await machine.payctl(DECODE);
    const args = `--sandbox ewallet refund ${payment} --total-fee 1.00 --yes --wait 0`;
    expect((await machine.payctl(args)).stderr).not.toBe('');
    expect(keptFiles()).toEqual([]);
    for (const reading of ['journal list', 'find', 'investigate SHOP1']) {
      await machine.payctl(`--sandbox ${reading}`);
    }
    const kept = keptFiles().map((file) => basename(file));
    expect(kept.sort()).toEqual(['find.sandbox', 'investigate.sandbox', 'journal-list.sandbox']);
  });
});

function keptFiles(): string[] {
  const root = join(machine.home, '.cache/payctl/code');
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

describe("of Node's modules a command loads none that it does not need", () => {
  it('qr decode', async () => {
    machine = freshMachine(KEEPING_CODE);
    const loaded = await loadedBy(DECODE);
    for (const name of ['child_process', 'http', 'tls']) expect(loaded).not.toContain(name);
  });

  it('a call of the embedded bank', async () => {
    machine = freshMachine(KEEPING_CODE);
    const loaded = await loadedBy(
      '--sandbox ewallet inquire --tran-type A --out-trade-no SBXSHOP1',
    );
    expect(loaded).toContain('vm');
    for (const name of ['http', 'tls']) {
      expect(loaded).not.toContain(name);
    }
  });

  it('a call over the network with a cached token, and a look at that token', async () => {
    machine = freshMachine(KEEPING_CODE);
    const bank = await serveBank(machine);
    try {
      await machine.payctl('token', { env: bank.env });
      const status = await loadedBy('token status', bank.env);
      expect(status).toContain('vm');
      for (const name of ['child_process', 'http', 'tls']) expect(status).not.toContain(name);
      const inquiry = 'ewallet inquire --tran-type A --out-trade-no SBXSHOP1';
      const call = await loadedBy(inquiry, bank.env);
      expect(call).toContain('http');
      for (const name of ['child_process', 'http2', 'worker_threads']) {
        expect(call).not.toContain(name);
      }
    } finally {
      await bank.stop();
    }
  });
});

/** By a run that finds the code of an earlier one. */
async function loadedBy(
  args: string | readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const [hook, list] = [join(machine.home, 'hook.cjs'), join(machine.home, 'loaded')];
  const text = `process.moduleLoadList.join('\\n')`;
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, ${text}))`,
  );
  const env = { ...more, NODE_OPTIONS: `--require ${hook}` };
  for (let run = 0; run < 3; run++) await machine.payctl(args, { env });
  const lines = readFileSync(list, 'utf8').split('\n');
  return lines.map((line) => line.replace(/^NativeModule /, ''));
}
