import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const machine = quickMachine();
const state = join(machine.home, '.local/state/payctl');

async function paid(reference: string): Promise<string> {
  const { stdout } = await machine.payctl('--sandbox sandbox buyer-code -o text -q code');
  return `--sandbox ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 25.00 --buyer-identity-code ${stdout.trim()} --quiet -o json`;
}

describe('a deleted directory claims/', () => {
  it('is reported, frees no claim, and is rebuilt by doctor --fix', async () => {
    const pay = await paid('SBXNAME01');
    expect((await machine.payctl(pay)).code).toBe(0);
    expect((await machine.payctl(await paid('SBXNAME02'))).code).toBe(0);
    expect((await machine.payctl('journal verify')).code).toBe(0);
    rmSync(join(state, 'claims'), { recursive: true });

    // A replay, and not a payment.
    const again = await machine.payctl(`${pay} --envelope`);
    expect(JSON.parse(again.stdout)).toMatchObject({ replayed: true });
    // One that comes later makes the directory, but names its own file alone.
    expect((await machine.payctl(await paid('SBXNAME03'))).code).toBe(0);

    const verified = await machine.payctl('journal verify -o json');
    expect(verified.code).toBe(3);
    expect(JSON.parse(verified.stdout).faults).toEqual([
      {
        file: join(state, 'claims'),
        line: 1,
        why: '2 files of the journal have no backup link in it, so nobody would notice that one was deleted',
        fix: 'payctl doctor --fix',
      },
    ]);
    expect(JSON.parse(verified.stderr).error.hint).toBe('payctl doctor --fix');
    const seen = await machine.payctl('--sandbox doctor --offline -o json');
    const findings: { check: string }[] = JSON.parse(seen.stdout);
    expect(findings.find(({ check }) => check === 'journal')).toMatchObject({
      status: 'failure',
      fix: 'payctl --sandbox doctor --fix',
    });

    expect((await machine.payctl('--sandbox doctor --fix --offline')).code).toBe(0);
    expect((await machine.payctl('journal verify')).code).toBe(0);
    const names = readdirSync(join(state, 'claims'))
      .filter((name) => name !== 'complete')
      .map((name) => `${name}.jsonl`);
    const files = readdirSync(join(state, 'journal')).filter((name) => /\.\d+\.jsonl$/.test(name));
    expect(names.toSorted()).toEqual(files.toSorted());

    // And now a deleted file is missed again.
    for (const name of files) rmSync(join(state, 'journal', name));
    expect((await machine.payctl(pay)).code).toBe(3);
  });
});
