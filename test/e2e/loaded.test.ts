import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freshMachine, KEEPING_CODE, type Machine } from '../fixtures/machine.js';
import { serveBank } from '../fixtures/served-bank.js';

let machine: Machine;
afterEach(() => machine.dispose());

describe("of Node's modules a command loads none that it does not need", () => {
  it('qr decode', async () => {
    machine = freshMachine(KEEPING_CODE);
    const payload =
      '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';
    const loaded = await loadedBy(['qr', 'decode', payload]);
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
