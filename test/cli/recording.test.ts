import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const machine = quickMachine();
/** It has nothing: no profile, no token, no state that could be written. */
const empty = quickMachine();

const file = (name: string) => join(machine.home, `${name}.jsonl`);
const NO_STATE = '/proc/self/nowhere';

async function record(name: string, args: string) {
  return machine.payctl(args, { env: { PAYCTL_RECORD: file(name) } });
}

async function replay(name: string, args: string, env: Record<string, string> = {}) {
  return empty.payctl(args, {
    cwd: machine.home,
    env: { PAYCTL_REPLAY: file(name), PAYCTL_STATE_DIR: NO_STATE, ...env },
  });
}

describe('PAYCTL_RECORD and PAYCTL_REPLAY', () => {
  it('answer a payment as it was, and no journal ever knows of it', async () => {
    const code = JSON.parse((await machine.payctl('--sandbox sandbox buyer-code -o json')).stdout);
    const pay = `--sandbox ewallet pay --tran-type W --out-trade-no SBXREC0001 --total-fee 25.00 --buyer-identity-code ${code.code} --quiet -o json`;
    const sent = await record('pay', pay);
    expect(sent.code).toBe(0);
    expect(sent.stderr).toBe(`recording to ${file('pay')}\n`);
    const again = await replay('pay', pay);
    expect([again.code, again.stdout]).toEqual([0, sent.stdout]);
    expect(again.stderr).toBe(`warning: answered from ${file('pay')}: nothing is sent to a bank\n`);
    expect(existsSync(join(empty.home, '.local/state/payctl'))).toBe(false);
    const journal = await empty.payctl('journal list -o json');
    expect(JSON.parse(journal.stdout)).toEqual([]);
    expect(statSync(file('pay')).mode & 0o777).toBe(0o600);
    const text = readFileSync(file('pay'), 'utf8');
    expect(text).not.toContain(code.code);
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).operation),
    ).toEqual([undefined, 'token.issue', 'ewallet.pay']);

    const other = await replay('pay', pay.replace('25.00', '26.00'));
    expect(other.code).toBe(14);
    expect(JSON.parse(other.stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      class: 'BAD_DATA',
      executed: 'no',
      safeToRetry: false,
    });
    const live = { PAYCTL_COMPANY_ID: '00100', PAYCTL_TERMINAL_ID: '100000000000001' };
    const words = pay.replace('--sandbox ', '');
    const refused = await replay('pay', words, live);
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    const test = await replay('pay', words, { ...live, PAYCTL_ENVIRONMENT: 'test' });
    expect([test.code, test.stdout]).toEqual([0, sent.stdout]);
  });

  it('go on with references that payctl made, without waiting', async () => {
    const create = '--sandbox ewallet create --tran-type W --total-fee 12.00 -o json';
    const sent = await record('made', `${create} --wait 2s`);
    expect(sent.code).toBe(8);
    const again = await replay('made', `${create} --wait 60s`);
    expect([again.code, again.stdout]).toEqual([8, sent.stdout]);
    const given = await replay('made', `${create} --out-trade-no SBXOTHER01`);
    expect(given.code).toBe(14);
  });

  it('take a whole plan of smoke, and of several processes', async () => {
    const plan = join(machine.home, 'plan.yaml');
    writeFileSync(
      plan,
      `name: drawn
vars: { ref: "SBX{{random 9}}" }
steps:
  - call: ewallet.create
    with: { tranType: W, outTradeNo: "\${ref}", totalFee: 10.00 }
  - sandbox: pay \${ref}
  - call: ewallet.inquire
    with: { tranType: W, outTradeNo: "\${ref}" }
    eventually: 5s
    expect: { state: SUCCESS }
`,
    );
    const both = [1, 2].map(() => record('plan', `--sandbox smoke ${plan} -o json`));
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([0, 0]);
    for (const line of readFileSync(file('plan'), 'utf8').trim().split('\n')) JSON.parse(line);
    const again = await empty.payctl(`--sandbox smoke ${plan} -o json`, {
      env: { PAYCTL_REPLAY: file('plan') },
    });
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout).summary).toEqual({ passed: 2, failed: 0, skipped: 1 });
  });

  it('take every operation of the bank, logins and renewals too', async () => {
    const recorded = await record('all', '--sandbox smoke -o json');
    expect(JSON.parse(recorded.stdout).summary).toMatchObject({ failed: 0, skipped: 0 });
    const again = await empty.payctl('--sandbox smoke -o json', {
      env: { PAYCTL_REPLAY: file('all') },
    });
    const { plans, summary } = JSON.parse(again.stdout);
    expect([again.code, summary.failed]).toEqual([0, 0]);
    const steps: { call: string; outcome: string }[] = plans.flatMap(
      (plan: { steps: object[] }) => plan.steps,
    );
    const skipped = steps.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.filter(({ call }) => !call.startsWith('sandbox '))).toEqual([]);
    const refresh = '--sandbox token refresh --grant user -o json -q state';
    expect((await replay('all', refresh)).stdout.trim()).toBe('"valid"');
  });

  it('keep a console that a recording answers, until a signal ends it', async () => {
    await record('console', '--sandbox bill inquire --reference1 ORDER1 --transaction-date today');
    const console = machine.serve('--sandbox console --port 0', {
      env: { PAYCTL_REPLAY: file('console') },
    });
    await console.says(/\/\?key=/);
    await new Promise((later) => setTimeout(later, 100));
    expect(await console.stop()).toMatchObject({ code: 143 });
  });

  it('need no state directory, whatever stands in its place', async () => {
    writeFileSync(join(machine.home, 'in-its-place'), '');
    const code = JSON.parse((await machine.payctl('--sandbox sandbox buyer-code -o json')).stdout);
    const pay = `ewallet pay --tran-type W --out-trade-no SBXREC0002 --total-fee 25.00 --buyer-identity-code ${code.code} --quiet -o json`;
    const sent = await record('nowhere', `--sandbox ${pay}`);
    const shop = {
      PAYCTL_COMPANY_ID: '00100',
      PAYCTL_TERMINAL_ID: '100000000000001',
      PAYCTL_ENVIRONMENT: 'test',
    };
    const seen = await record('seen', '--sandbox investigate SBXREC0002 -o json');
    for (const state of [join(machine.home, 'in-its-place/state'), NO_STATE]) {
      const where = { ...shop, PAYCTL_STATE_DIR: state };
      const paid = await replay('nowhere', pay, where);
      expect([paid.code, paid.stdout, paid.stderr]).toEqual([
        0,
        sent.stdout,
        `warning: answered from ${file('nowhere')}: nothing is sent to a bank\n`,
      ]);
      const again = await replay('seen', '--sandbox investigate SBXREC0002 -o json', where);
      expect(again.code).toBe(seen.code);
      // What others were told is received is never kept in memory alone.
      const listening = await replay('seen', '--sandbox listen --port 0', where);
      expect(listening.code).toBe(3);
    }
    const homeless = { HOME: '/dev/null', PAYCTL_STATE_DIR: '', PAYCTL_CONFIG_DIR: '' };
    const paid = await replay('nowhere', pay, { ...shop, ...homeless });
    expect([paid.code, paid.stdout]).toEqual([0, sent.stdout]);
  });

  it('refuse what cannot be, before anything is sent', async () => {
    const call = '--sandbox ewallet inquire SBX1 --tran-type W -o json';
    const both = await machine.payctl(call, {
      env: { PAYCTL_RECORD: file('x'), PAYCTL_REPLAY: file('x') },
    });
    expect([both.code, existsSync(file('x'))]).toEqual([2, false]);
    expect((await replay('x', call)).code).toBe(2);
    writeFileSync(file('broken'), '{"operation":"ewallet.inquire"\n');
    const broken = await replay('broken', call);
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain(`${file('broken')}:1: this line is not a recorded exchange`);
    const nowhere = await machine.payctl(call, { env: { PAYCTL_RECORD: '/proc/self/x.jsonl' } });
    expect([nowhere.code, JSON.parse(nowhere.stderr).error.executed]).toEqual([3, 'no']);
    writeFileSync(file('open'), '');
    chmodSync(file('open'), 0o666);
    expect((await record('open', call)).code).toBe(3);
  });
});
