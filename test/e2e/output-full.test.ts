import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clearFaults, setFault } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { openBench } from '../faults/command/bench.js';
import { effectsOf, moneyOperations, prepared } from '../faults/command/charges.js';

const bench = await openBench();

/** Runs the command with its standard output into a device that is always full. */
function intoFullDisk(args: readonly string[]) {
  const full = openSync('/dev/full', 'w');
  const { ended } = bench.machine.start(args, { stdout: full });
  closeSync(full);
  return ended;
}

async function errorOf(args: readonly string[]) {
  const { code, stderr } = await intoFullDisk([...args, '-o', 'json', '--quiet']);
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const { error } = JSON.parse(last);
  expect(error.exit, last).toBe(code);
  return error;
}

const FULL = 'cannot write to standard output: the disk is full';

describe('standard output on a full disk', () => {
  it.each(moneyOperations(Date.now()))('after %s that succeeded: exit 0, and why', async (id) => {
    const charge = await prepared(bench.bank, id);
    // The first run charges, the other one answers from the journal.
    const { code, stderr } = await intoFullDisk([...charge.args, '--columns', 'nothing']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(FULL)]);
    const error = { class: 'SUCCESS', exit: 0, executed: 'yes', safeToRetry: false, details: FULL };
    expect(await errorOf(charge.args)).toMatchObject(error);
    expect(effectsOf(bench.bank, charge)).toBe(1);
  });

  it('after a payment that was refused, or whose answer was lost: its own exit', async () => {
    const refused = await prepared(bench.bank, 'ewallet.pay');
    const wrong = [...refused.args.slice(0, -1), '9'.repeat(18)];
    const no = { class: 'REJECTED', exit: 5, executed: 'no', details: FULL };
    expect(await errorOf(wrong)).toMatchObject(no);
    const lost = await prepared(bench.bank, 'qr.void');
    await setFault(bench.bank, {
      name: 'committed-but-reply-lost',
      operation: 'qr.void',
      times: 1,
    });
    const unknown = { class: 'OUTCOME_UNKNOWN', exit: 10, executed: 'unknown', details: FULL };
    expect(await errorOf([...lost.args, '--wait', '0'])).toMatchObject(unknown);
  });

  it('after a raw call that can move money: exit 0', async () => {
    const { args } = await prepared(bench.bank, 'ewallet.pay');
    const value = (flag: string) => args[args.indexOf(flag) + 1];
    const fields = [
      ...['-f', `outTradeNo=${value('--out-trade-no')}`, '-f', 'tranType=W'],
      ...['-f', 'totalFee=10.00', '-f', `buyerIdentityCode=${value('--buyer-identity-code')}`],
      ...['-f', `companyId=${SANDBOX_PROFILE.companyId}`],
      ...['-f', `terminalId=${SANDBOX_PROFILE.terminalId}`],
    ];
    const error = await errorOf(['api', 'POST', '/v1/payment/ewallets/pay', ...fields, '--yes']);
    expect(error).toMatchObject({ class: 'SUCCESS', exit: 0, executed: 'yes' });
  });

  it.each([
    ['a QR', 'qr create --ref1 FULL1 --amount 1.00', 'yes'],
    ['a QR of a wallet', 'ewallet create --tran-type W --total-fee 1.00', 'yes'],
    ['a dry run', 'cpm pay --qr-data OPAQUE --transaction-amount 1.00 --dry-run', 'no'],
    ['a read', 'config path', 'no'],
  ])('with %s: exit 3', async (_, line, executed) => {
    const args = [...line.split(' '), ...(line.startsWith('cpm') ? NAMED : [])];
    expect(await errorOf(args)).toMatchObject({ class: 'CONFIG', exit: 3, executed });
  });

  it('after a creation whose answer was lost: its own exit', async () => {
    const line =
      'dd register --reg-ref FULLREG1 --ref1 CUSTOMER7 --back-url https://shop.example/back';
    await setFault(bench.bank, { name: 'committed-but-reply-lost', operation: 'dd.register' });
    const unknown = { class: 'OUTCOME_UNKNOWN', exit: 10, executed: 'unknown', details: FULL };
    expect(await errorOf([...line.split(' '), '--retries', '0'])).toMatchObject(unknown);
    await clearFaults(bench.bank);
  });

  it('under rows of money that were sent: exit 11, and it does not say that nothing was done', async () => {
    const path = join(bench.machine.home, 'rows.csv');
    const header = 'qrData,transactionAmount,reference1,partnerTransactionId';
    const id = `${bench.machine.env.PAYCTL_BILLER_ID}FULLROW`;
    writeFileSync(path, `${header}\nOPAQUE,1.00,ORDER7,${id}\n`);
    const { code, stderr } = await intoFullDisk(['batch', 'cpm.pay', path, '--yes', '-o', 'jsonl']);
    expect(readFileSync(path, 'utf8')).toContain(id);
    const error = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
    expect([code, error.executed]).toEqual([11, 'unknown']);
  });
});

const NAMED = ['--reference1', 'ORDER7', '--partner-transaction-id', '000000000000000FULLDRY'];
