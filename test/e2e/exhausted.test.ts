import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
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

describe('a program that fails while the bank works', () => {
  const TOKEN = { accessToken: 'own-token', tokenType: 'Bearer', expiresIn: 1800, expiresAt: 0 };
  /** A bank that takes a payment and never answers; a signal stands for the failure. */
  const FAILING = `process.on('SIGUSR2',()=>{throw new RangeError('Maximum call stack size exceeded')})`;
  let server: Server;
  let taken: () => void = () => undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (request.url?.includes('/oauth/') !== true) return taken();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: { code: 1000, description: 'Success' }, data: TOKEN }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(['one payment', 'rows of payments'])(
    'says that the outcome is unknown: %s',
    async (kind) => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const id = `${bench.machine.env.PAYCTL_BILLER_ID}FAIL${kind.length}`;
      const rows = `${bench.machine.home}/rows.jsonl`;
      const row = { qrData: 'OPAQUE', transactionAmount: '1.00', reference1: 'ORDER7' };
      writeFileSync(rows, JSON.stringify({ ...row, partnerTransactionId: id }));
      const single = '--qr-data OPAQUE --transaction-amount 1.00 --reference1 ORDER7';
      const args =
        kind === 'one payment'
          ? `cpm pay ${single} --partner-transaction-id ${id} -o json`.split(' ')
          : ['batch', 'cpm.pay', rows, '--yes', '-o', 'jsonl'];
      const env = {
        ...bench.machine.env,
        PAYCTL_BASE_URL: `http://127.0.0.1:${port}/partners/sandbox`,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}`,
      };
      const child = spawn(process.execPath, [BIN, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      taken = () => child.kill('SIGUSR2');
      let stderr = '';
      child.stderr.on('data', (part: Buffer) => {
        stderr += part.toString();
      });
      const code = await new Promise((done) => child.on('close', done));
      const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
      const details = expect.stringContaining('stack');
      expect(error).toMatchObject({
        class: 'OUTCOME_UNKNOWN',
        exit: 10,
        executed: 'unknown',
        details,
      });
      expect(code).toBe(10);
    },
  );
});
