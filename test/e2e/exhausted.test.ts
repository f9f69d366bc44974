import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBench } from '../faults/command/bench.js';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { post, qr30 } from '../fixtures/confirmations.js';
import { freshMachine, KEEPING_CODE } from '../fixtures/machine.js';
import { readableCommand } from '../fixtures/readable-command.js';
import { stubBank } from '../fixtures/stub-bank.js';

const bench = await openBench();

/** Pays in a shell that sets the limit first. */
async function payUnder(limit: string, node = '') {
  const charge = await prepared(bench.bank, 'ewallet.pay');
  // Each gets its own token, over a connection that stays open beside the one of the payment.
  const own = { PAYCTL_STATE_DIR: `${bench.state}-${charge.reference}`, PAYCTL_CODE_CACHE: 'off' };
  const { ended } = bench.machine.start([...charge.args, '--wait', '0', '-o', 'json'], {
    env: own,
    by: ['sh', '-c', `${limit} exec "$0" ${node} "$@"`],
  });
  const { code, stderr } = await ended;
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

  it.each([50, 60, 80, 100, 120, 160])('begins nothing with a stack of %d kB', async (stack) => {
    const { code, stderr, effects } = await payUnder('', `--stack-size=${stack}`);
    const said = expect.stringMatching(/stack (of this process )?is too small/);
    expect([code, stderr, effects]).toEqual([3, said, 0]);
  });
});

describe('a program that is replaced while it runs', () => {
  /** A copy of the command, and what takes its parts away. */
  function replaceable() {
    const [, bin] = readableCommand(process.geteuid?.() ?? 0);
    const chunks = join(bin, '../../dist/chunks');
    return {
      by: ['sh', '-c', `shift; exec "$0" ${bin} "$@"`],
      replace: () => rmSync(chunks, { recursive: true, force: true }),
    };
  }

  it.each([
    ['loaded by Node', {}],
    ['compiled before', KEEPING_CODE],
  ])('says so, and ends: %s', async (_, env) => {
    const { by, replace } = replaceable();
    const running = freshMachine(env).start('--sandbox listen --verify --port 0', { by });
    const [, url = ''] = await running.says(/listening on (\S+),/);
    replace();
    await post(url, qr30());
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([3, expect.stringContaining('payctl was replaced or removed')]);
  });

  it('ends as its payment did', async () => {
    const { by, replace } = replaceable();
    const bank = await stubBank(() => {
      replace();
      return { status: 504, body: '' };
    });
    const pay = '-y --retries 0 ewallet pay --wait 0 --tran-type W --total-fee 10.00';
    const { code, stderr } = await freshMachine(bank.env).payctl(
      `${pay} --out-trade-no SBXGONE1 --buyer-identity-code 280000000000000001`,
      { by },
    );
    expect([code, stderr]).toEqual([10, expect.stringContaining('journal recover')]);
  });
});

describe('a program that fails while the bank works', async () => {
  /** A bank that takes a payment and never answers; a signal stands for the failure. */
  const FAILING = `process.on('SIGUSR2',()=>{throw new RangeError('Maximum call stack size exceeded')})`;
  let taken: () => undefined = () => undefined;
  const { url } = await stubBank(() => taken());

  it.each(['one payment', 'rows of payments'])(
    'says that the outcome is unknown: %s',
    async (kind) => {
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
        PAYCTL_BASE_URL: `${url}/partners/sandbox`,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}`,
      };
      const { child, ended } = bench.machine.start(args, { env });
      taken = () => void child.kill('SIGUSR2');
      const { code, stderr } = await ended;
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
