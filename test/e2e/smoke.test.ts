import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/bank/families.js';
import type { RunOptions } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');
const machine = quickMachine();

interface Step {
  call: string;
  line: number;
  outcome: string;
  exit: number | null;
  code: string | null;
  seen: string[] | null;
  exchange: string | null;
}

async function smoke(args: string, options?: RunOptions) {
  const { code, stdout, stderr } = await machine.payctl(`smoke ${args}`, options);
  return { code, stdout, stderr, report: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}

function plan(name: string, ...steps: string[]): string {
  const file = join(machine.home, `${name}.yaml`);
  writeFileSync(file, `name: ${name}\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
  return file;
}

const stepsOf = ({ plans }: { plans: { steps: Step[] }[] }) => plans.flatMap(({ steps }) => steps);

describe('smoke', () => {
  it('runs every operation of the bank by itself, and leaves nothing behind', async () => {
    const recording = join(machine.home, 'calls.jsonl');
    const env = { PAYCTL_RECORD: recording };
    const { code, report } = await smoke('--sandbox -o json', { env });
    expect(code).toBe(0);
    const exchanges = readFileSync(recording, 'utf8').trim().split('\n');
    const called = new Set(exchanges.map((line) => JSON.parse(line).operation));
    const ids = (await loadCatalogue()).map(({ id }) => id);
    expect(ids.filter((id) => !called.has(id))).toEqual([]);
    const table = readFileSync(resolve(EXAMPLES, '../docs/smoke-coverage.md'), 'utf8');
    expect(table.split('\n').filter((line) => /^\| (GET|POST) .*\| +\|/.test(line))).toEqual([]);
    const named = Array.from(table.matchAll(/\| `([\w.]+)` \|/g), ([, id]) => id);
    expect([...new Set(named)]).toEqual(ids);
    expect(report.summary).toEqual({ passed: stepsOf(report).length, failed: 0, skipped: 0 });
    const journal = await machine.payctl('journal list -o json');
    expect(JSON.parse(journal.stdout)).toEqual([]);
    expect(readdirSync(machine.home)).not.toContain('sandbox.db');
  });

  it('stops at a failure, shows what went over the wire, and goes on where a step is marked', async () => {
    const inquire = 'call: ewallet.inquire\n    with: { tranType: W, outTradeNo: SBXNONE1 }';
    const file = plan(
      'fails',
      inquire,
      `${inquire}\n    always: true\n    expect: { code: 1104 }`,
      'call: doctor',
    );
    const { code, report } = await smoke(`${file} --sandbox -o json`);
    expect(code).toBe(11);
    const steps = stepsOf(report);
    expect(steps.map(({ outcome, line, exit, code }) => [outcome, line, exit, code])).toEqual([
      ['failed', 3, 6, '1104'],
      ['passed', 5, 6, '1104'],
      ['skipped', 9, null, null],
    ]);
    expect(steps[0]?.seen).toEqual(['exit: expected 0 (SUCCESS), seen 6 (NOT_FOUND)']);
    expect(steps[0]?.exchange).toContain('POST');
    expect(steps[0]?.exchange).toContain('authorization: [redacted]');
    expect(steps[0]?.exchange).not.toContain('Bearer ey');
  });

  it('prints a failure for a person', async () => {
    const file = plan(
      'wrong',
      'call: qr decode\n    with: { source: "0002" }\n    expect: { exit: 0 }',
    );
    const { code, stdout } = await smoke(`${file} --sandbox -o table`);
    expect(code).toBe(11);
    expect(stdout.replace(/\d+ ms/, 'N ms').replace(machine.home, '')).toMatchInlineSnapshot(`
      "wrong (/wrong.yaml)
        FAILED   1  qr decode  exit 14, N ms
                   exit: expected 0 (SUCCESS), seen 14 (BAD_DATA)
                   | the payload is broken: error not-recognised: position 0: this is not a payment code, a slip or a bill barcode; pass the text of a Thai QR, a slip or a bill barcode, and 3 more
                   | hint: to list every broken rule: payctl qr lint SOURCE

      1 plan: 0 passed, 1 failed, 0 skipped
      "
    `);
  });

  it('writes JUnit and annotations, in which the text of the bank begins no line', async () => {
    const file = plan(
      'hostile',
      'call: ewallet.create\n    with: { tranType: W, outTradeNo: "x<\\u0007&\\n::error::y", totalFee: 1.00 }',
    );
    const junit = join(machine.home, 'junit.xml');
    const { code, stderr } = await smoke(`${file} --sandbox --junit ${junit} -o json`, {
      env: { GITHUB_ACTIONS: 'true' },
    });
    expect(code).toBe(11);
    const annotations = stderr.split('\n').filter((line) => line.startsWith('::'));
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toMatch(/^::error file=.*hostile\.yaml,line=3::ewallet\.create: /);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain(
      '<testsuites name="payctl smoke" tests="1" failures="1" errors="0" skipped="0"',
    );
    expect(xml).not.toMatch(/[^\n\x20-\x7e]/);
    expect(xml.match(/<testcase/g)).toHaveLength(1);
  });

  it('writes a page whatever came of it, and refuses one that cannot be written', async () => {
    const file = plan(
      'paged',
      'call: ewallet.inquire\n    with: { tranType: W, outTradeNo: SBXNONE1 }',
    );
    const page = join(machine.home, 'smoke.html');
    const { code } = await smoke(`${file} --sandbox --lang th --report ${page}`);
    expect(code).toBe(11);
    const text = readFileSync(page, 'utf8');
    expect(text).toMatch(/^<!DOCTYPE html>\n<html lang="th">[\s\S]*6 \(NOT_FOUND\)/);
    for (const wrong of ['none/x.html', 'page.pdf', '.']) {
      expect((await smoke(`${file} --sandbox --report ${wrong}`)).code).toBe(2);
    }
  });

  it('refuses mistakes and money on a live profile before anything is sent', async () => {
    const bank = await serveBank(machine);
    const money = plan(
      'money',
      'call: ewallet.refund\n    with: { outTradeNo: X1 }\n    expect: { exit: 2 }',
      'call: api\n    with: { method: POST, path: /v1/x }',
    );
    const env = { ...bank.env, PAYCTL_ENVIRONMENT: 'live' };
    const rows = plan(
      'rows',
      'call: batch\n    with: { operation: ewallet refund, file: rows.csv }',
      'call: batch work night --yes',
    );
    const batch = await smoke(`${rows} -o table`, { env });
    expect([batch.code, batch.stderr.match(/can move money/g)?.length]).toEqual([2, 2]);
    const reading = plan(
      'reading',
      'call: batch\n    with: { operation: ewallet inquire, file: rows.csv }',
      'call: batch slip.verify rows.csv',
      'call: batch investigate rows.csv',
    );
    expect((await smoke(`${reading} --list`, { env })).code).toBe(0);
    const refused = await smoke(`${money} -o table`, { env });
    expect(refused.code).toBe(2);
    // A place stands at the start of its line, where editors look for it.
    expect(`\n${refused.stderr}`).toContain(
      `\n${money}:3:5: ewallet.refund can move money, and the profile`,
    );
    expect(refused.stderr).toContain(`${money}:6:5: api can move money, and the profile`);
    expect(JSON.parse((await machine.payctl('sandbox log -o json')).stdout)).toEqual([]);
    await bank.stop();
  });

  it('moves nothing on a live profile, whatever its variables expand to', async () => {
    const bank = await serveBank(machine);
    const env = { ...bank.env, PAYCTL_ENVIRONMENT: 'live' };
    const vars = (text: string, step: string) => {
      const file = join(machine.home, 'vars.yaml');
      writeFileSync(file, `name: vars\nvars: ${text}\nsteps:\n  - ${step}\n`);
      return file;
    };
    for (const [text, step, said] of [
      ['{ x: work }', `call: batch \${x} night`, `batch \${x} night can move money`],
      ['{ x: POST }', `call: api \${x} /v1/x`, 'can move money'],
      ['{ x: --yes }', `call: find \${x}`, 'begins with a dash'],
      ['{ x: -y }', `call: find \${x}`, 'begins with a dash'],
      ['{ x: --profile=live }', `call: journal list \${x}`, 'begins with a dash'],
      ['{ x: true }', `call: doctor\n    with: { fix: "\${x}" }`, 'changes something by --fix'],
      ['{ x: guess }', `call: reconcile \${x}`, 'unexpected argument'],
    ] as const) {
      const { code, stdout, stderr } = await machine.payctl(
        ['smoke', vars(text, step), '-o', 'json'],
        { env },
      );
      expect([step, code === 2 || code === 11]).toEqual([step, true]);
      expect(stdout + stderr).toContain(said);
    }
    expect(JSON.parse((await machine.payctl('sandbox log -o json')).stdout)).toEqual([]);
    await bank.stop();
  });

  it('refuses a step that would settle a charge or change a profile, before anything is sent', async () => {
    const file = plan(
      'guards',
      'call: doctor --offline',
      'call: config set readOnly false',
      'call: --lang th journal settle X1\n    with: { as: not-executed, note: n }',
      'call: token.issue',
    );
    const { code, stderr } = await smoke(`${file} --sandbox -o table`);
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}:4:11: config set cannot be a step of a plan`);
    expect(stderr).toContain(`${file}:5:11: journal settle cannot be a step of a plan`);
    expect(stderr).toContain(`${file}:7:11: token cannot be a step of a plan`);
    expect(stderr).toContain('nothing was sent');
  });

  it('runs on a bank over HTTP, where nobody can pay, and compares two banks', async () => {
    const bank = await serveBank(machine);
    const env = { ...bank.env, PAYCTL_ENVIRONMENT: 'test' };
    const own = await smoke('-o json', { env });
    expect([own.code, own.report.summary.failed]).toEqual([0, 0]);
    const again = await smoke('-o json', { env });
    expect([again.code, again.report.summary.failed]).toEqual([0, 0]);
    const file = plan(
      'pays',
      'call: ewallet.create\n    with: { tranType: W, outTradeNo: "SBX{{random 9}}", totalFee: 1.00 }',
      'sandbox: clock',
    );
    const run = await smoke(`${file} -o json`, { env });
    expect(stepsOf(run.report).map(({ outcome }) => outcome)).toEqual(['passed', 'skipped']);
    const same = await smoke(`${file} --compare sandbox -o json`, { env });
    expect([same.code, same.report.differences]).toEqual([0, []]);
    await machine.payctl('sandbox settings tradeStates=scheme');
    await bank.stop();
  });

  it('waits for what happens later', async () => {
    const file = plan(
      'waits',
      'call: ewallet.create\n    with: { tranType: W, outTradeNo: SBXLATER1, totalFee: 5.00 }',
      'sandbox: pay SBXLATER1 --pending 1s',
      'call: ewallet.inquire\n    with: { tranType: W, outTradeNo: SBXLATER1 }\n    eventually: 20s\n    expect: { state: SUCCESS, within: 5s }',
    );
    expect((await smoke(`${file} --sandbox`)).code).toBe(0);
  });

  it('lists plans, and knows them by name', async () => {
    const { report } = { report: JSON.parse((await smoke('--sandbox --list -o json')).stdout) };
    expect(report.map(({ name }: { name: string }) => name)).toContain('ewallet');
    const unknown = await smoke('--sandbox --only ewalet -o table');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean ewallet?'),
    ]);
  });
});
