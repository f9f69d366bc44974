import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../faults/command/bench.js';
import { effectsOf, prepared } from '../faults/command/charges.js';

const BIN = resolve(import.meta.dirname, '../../bin/payctl.js');

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Pays in a shell that sets the limit first. */
async function payUnder(limit: string, node = '') {
  const charge = await prepared(bench.bank, 'ewallet.pay');
  const script = `${limit} exec "$0" ${node} "$@"`;
  const args = ['-c', script, process.execPath, BIN, ...charge.args, '--wait', '0', '-o', 'json'];
  // Each gets its own token, over a connection that stays open beside the one of the payment.
  const own = { PAYCTL_STATE_DIR: `${bench.state}-${charge.reference}`, PAYCTL_CODE_CACHE: 'off' };
  const env = { ...bench.machine.env, ...own };
  const child = spawn('sh', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  // Node itself could not begin: nothing of payctl ran.
  const begun = code !== null && code < 128 && !/open '[^']*bin\/payctl.js'/.test(stderr);
  return { code, stderr, begun, effects: effectsOf(bench.bank, charge) };
}

describe('a process that lacks what it needs', () => {
  it('pays, or says that nothing was sent, however few files it may open', async () => {
    const failed: (number | null)[] = [];
    for (let files = 27; files > 10; files--) {
      const { code, stderr, begun, effects } = await payUnder(`ulimit -n ${files};`);
      if (!begun) break;
      const told = code === 0 ? 1 : 0;
      expect([0, 3, 9], `${files} files: ${stderr}`).toContain(code);
      expect(effects, `${files} files: exit ${code} ${stderr}`).toBe(told);
      if (code !== 0) failed.push(code);
    }
    expect(failed).not.toEqual([]);
  });

  it.each([50, 60, 120])('begins nothing with a stack of %d kB', async (stack) => {
    const { code, stderr, effects } = await payUnder('', `--stack-size=${stack}`);
    expect([code, stderr, effects]).toEqual([3, expect.stringContaining('stack is too small'), 0]);
  });
});
