import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setSettings } from '../../src/sandbox/operator.js';
import { openBench } from '../faults/command/bench.js';
import { effects } from '../fixtures/effects.js';
import type { Finished, RunOptions } from '../fixtures/machine.js';

const bench = await openBench();
const billerId = bench.machine.env.PAYCTL_BILLER_ID ?? '';

function batch(args: string, options?: RunOptions): Promise<Finished> {
  return bench.machine.payctl(`batch ${args}`, options);
}

function file(name: string, text: string): string {
  const path = join(bench.machine.home, name);
  writeFileSync(path, text);
  return path;
}

const records = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const references = (count: number, name: string) =>
  `outTradeNo\n${Array.from({ length: count }, (_, row) => `SBX${name}${row}\n`).join('')}`;

const payment = (reference: string, amount = '10.00') =>
  `OPAQUE,${amount},ORDER7,${billerId}${reference}\n`;
const PAYMENTS = 'qrData,transactionAmount,reference1,partnerTransactionId\n';
const paidOf = (reference: string) =>
  effects(bench.bank, billerId + reference).filter(({ kind }) => kind === 'cpm.pay').length;

describe('a batch of reads', () => {
  it('prints one line a row, and says at the end how they ended', async () => {
    const input = 'outTradeNo,tranType\nSBXNOT1,W\n"SBXBAD,W\nSBXNOT2,\n';
    const { code, stdout, stderr } = await batch('ewallet.inquire - -f tranType=A --rate 0', {
      input,
    });
    expect(code).toBe(11);
    expect(records(stdout)).toEqual([
      expect.objectContaining({ line: 2, reference: 'SBXNOT1', class: 'NOT_FOUND', exit: 6 }),
      expect.objectContaining({ line: 3, reference: null, class: 'USAGE', exit: 2 }),
      expect.objectContaining({ line: 4, reference: 'SBXNOT2', code: '1104', data: null }),
    ]);
    expect(stderr).toMatch(/^ewallet inquire: 3 rows: 1 USAGE, 2 NOT_FOUND, .* per second\n$/);
  });

  it('gives CSV with chosen columns, some of the bank’s data', async () => {
    const input = '{"ref1":"BATCH1","amount":"10.50"}\n{"ref1":"BATCH2","amount":20}\n';
    const flags = '-o csv --columns reference,class,data.success --rate 0 --quiet';
    const { code, stdout, stderr } = await bench.machine.payctl(
      ['batch', 'qr create', '-', ...flags.split(' ')],
      { input },
    );
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: '',
      stdout: 'line,reference,class,data.success\n1,,SUCCESS,true\n2,,SUCCESS,true\n',
    });
  });

  it('--dry-run shows what each row would send, and sends nothing', async () => {
    const calls = bench.bank.log({}).length;
    const path = file('dry.csv', 'outTradeNo,tranType\nSBXD1,W\nSBXD2,Q\n');
    const { code, stdout, stderr } = await batch(`ewallet.inquire ${path} -f tranType=A --dry-run`);
    expect(code).toBe(2);
    const [first, second] = records(stdout);
    expect(first).toMatchObject({
      line: 2,
      dryRun: { body: { outTradeNo: 'SBXD1', tranType: 'W' } },
    });
    expect(second).toMatchObject({ line: 3, message: 'tranType is "Q"; use A or W' });
    expect(stderr).toContain('1 of 2 rows are wrong; nothing was sent');
    expect(bench.bank.log({})).toHaveLength(calls);
  });

  it('ignores a format that PAYCTL_OUTPUT sets for single results', async () => {
    const env = { PAYCTL_OUTPUT: 'table' };
    const { code } = await batch('ewallet.inquire - -f tranType=W', { env, input: 'outTradeNo\n' });
    expect(code).toBe(0);
  });

  it('shares rows out to pods, each row once', async () => {
    const path = file('shards.csv', references(7, 'SHARD'));
    const lines = await Promise.all(
      ['0', '1', '2'].map(async (index) => {
        const env = { JOB_COMPLETION_INDEX: index };
        const flags = '-f tranType=W --shards 3 --rate 0';
        const { stdout } = await batch(`ewallet.inquire ${path} ${flags}`, { env });
        return records(stdout).map(({ line }) => line);
      }),
    );
    expect(lines).toEqual([
      [2, 5, 8],
      [3, 6],
      [4, 7],
    ]);
  });

  it('loses no row when the token expires midway', async () => {
    await setSettings(bench.bank, { tokenSeconds: 1 });
    await bench.machine.payctl('token clear');
    const input = references(40, 'TOKEN');
    const { stderr } = await batch('ewallet.inquire - -f tranType=W --rate 25', { input });
    await setSettings(bench.bank, { tokenSeconds: 1800 });
    expect(stderr).toContain('40 rows: 40 NOT_FOUND');
  });

  it('stops where the credentials are refused, and --resume does what is left', async () => {
    const path = file('auth.csv', references(6, 'AUTH'));
    const out = join(bench.machine.home, 'auth.jsonl');
    const args = `ewallet.inquire ${path} -f tranType=W --rate 0 --out ${out}`;
    await bench.machine.payctl('token clear');
    const refused = await batch(args, { env: { PAYCTL_API_SECRET: 'another' } });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('the batch was stopped');
    await bench.machine.payctl('token clear');
    const again = await batch(args);
    expect(again.stderr).toContain('6 rows: 6 NOT_FOUND');
    const over = await batch(args);
    expect({ code: over.code, stderr: over.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('continue it with --resume'),
    });
    const done = await batch(`${args} --resume`);
    expect(done).toMatchObject({ code: 11, stdout: '' });
    expect(done.stderr).toContain('6 rows (6 of them earlier)');
    expect(records(readFileSync(out, 'utf8'))).toHaveLength(6);
  });

  it('names a wrong header, and begins anew with the mended file', async () => {
    const args = `-f tranType=W --rate 0 --out ${join(bench.machine.home, 'header.jsonl')} --resume`;
    const wrong = await batch(
      `ewallet.inquire ${file('wrong.csv', 'outTradeNo,note\nH1,x\n')} ${args}`,
    );
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('names "note"');
    expect(wrong.stderr).not.toContain('continue with --resume');
    const mended = await batch(`ewallet.inquire ${file('mended.csv', references(2, 'H'))} ${args}`);
    expect(mended.stderr).toContain('2 rows: 2 NOT_FOUND');
  });

  it('ends at a signal with what is under way done, and goes on', async () => {
    const path = file('signal.csv', references(50, 'SIG'));
    const args = ['batch', 'ewallet.inquire', path, '-f', 'tranType=W', '--resume'];
    const { child, ended } = bench.machine.start([...args, '--rate', '5']);
    child.stdout?.once('data', () => child.kill('SIGINT'));
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const rest = await bench.machine.payctl([...args, '--rate', '0']);
    expect(rest.code).toBe(11);
    const lines = records(stdout + rest.stdout).map(({ line }) => line);
    expect(lines).toEqual(Array.from({ length: 50 }, (_, row) => row + 2));
  });
});

describe('a batch of money', () => {
  it('shows count and total, and sends nothing without a yes', async () => {
    const path = file('ask.csv', PAYMENTS + payment('ASK1', '0.10') + payment('ASK2', '0.20'));
    const { code, stderr } = await batch(`cpm.pay ${path}`);
    expect(code).toBe(2);
    expect(stderr).toContain('cpm pay: 2 rows, 0.30 baht in total, profile environment');
    expect(stderr).toContain('in scripts, confirm with --yes');
    expect(paidOf('ASK1')).toBe(0);
  });

  it('charges each row once, however often it is run', async () => {
    const path = file('pay.csv', PAYMENTS + payment('PAY1', '0.10') + payment('PAY2', '0.20'));
    const flags = '--yes --rate 0 --expect-amount 0.3';
    const first = await batch(`cpm.pay ${path} ${flags}`);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('confirmed 0.30 of 0.30 baht');
    expect((await batch(`cpm.pay ${path} ${flags}`)).code).toBe(0);
    expect([paidOf('PAY1'), paidOf('PAY2')]).toEqual([1, 1]);
  });

  it.each([
    ['a wrong row', () => payment('BAD2', '1.234'), 'line 3 transactionAmount'],
    ['a reference twice', () => payment('BAD1'), 'is already on line 2'],
    ['a missing reference', () => 'OPAQUE,10.00,ORDER7,\n', 'partnerTransactionId is missing'],
  ])('sends nothing of a file with %s', async (name, row, message) => {
    const path = file(`${name}.csv`, PAYMENTS + payment('BAD1') + row());
    const { code, stderr } = await bench.machine.payctl(['batch', 'cpm.pay', path, '--yes']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(paidOf('BAD1')).toBe(0);
  });

  it('refuses another total, and a profile that is read-only', async () => {
    const path = file('guard.csv', PAYMENTS + payment('GUARD1'));
    const total = await batch(`cpm.pay ${path} --yes --expect-amount 99`);
    expect(total.stderr).toContain('the rows come to 10.00, not 99');
    const readOnly = await batch(`cpm.pay ${path} --yes`, { env: { PAYCTL_READ_ONLY: 'true' } });
    expect([total.code, readOnly.code, paidOf('GUARD1')]).toEqual([2, 2, 0]);
  });

  it('reads money rows from a stream as well', async () => {
    const input = PAYMENTS + payment('STREAM1') + payment('STREAM2');
    const { code, stdout } = await batch('cpm.pay - --yes --rate 0', { input });
    expect(code).toBe(0);
    expect(records(stdout)).toHaveLength(2);
    expect([paidOf('STREAM1'), paidOf('STREAM2')]).toEqual([1, 1]);
  });

  it('is refused without a journal', async () => {
    const path = file('journal.csv', PAYMENTS + payment('NOJOURNAL'));
    const env = { PAYCTL_STATE_DIR: '/dev/null/nowhere' };
    const { code } = await batch(`cpm.pay ${path} --yes`, { env });
    expect([code, paidOf('NOJOURNAL')]).toEqual([3, 0]);
  });
});
