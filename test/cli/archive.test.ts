import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let file: string;
beforeAll(() => {
  machine = quickMachine();
  file = join(machine.home, 'charges.jsonl.gz');
});
afterAll(() => machine.dispose());

const pay = (code: string, reference: string, amount = '100.00') =>
  `--sandbox ewallet pay --tran-type W --out-trade-no ${reference} --total-fee ${amount} --buyer-identity-code ${code} -o json`;

async function expectCode(args: string, code: number) {
  const finished = await machine.payctl(args);
  expect(finished.code, finished.stderr).toBe(code);
  return finished;
}

it('moves charges into a file, and answers from what it keeps of them', async () => {
  const code = (await expectCode('sandbox buyer-code --raw', 0)).stdout.trim();
  const paid = pay(code, 'SBXARCHIVE1');
  await expectCode(paid, 0);
  await expectCode(pay('280000000000000009', 'SBXARCHIVE2'), 5);
  const archiving = `journal archive --before +1h --out ${file}`;

  const shown = await expectCode(`${archiving} --dry-run`, 0);
  expect(JSON.parse(shown.stdout).dryRun).toMatchObject({ file, claims: 2 });
  expect(existsSync(file)).toBe(false);
  await expectCode('journal archive --before -1h --out none.jsonl.gz', 0);
  expect(existsSync(join(machine.home, 'none.jsonl.gz'))).toBe(false);

  const moved = await expectCode(archiving, 0);
  expect(JSON.parse(moved.stdout)).toMatchObject({ file, claims: 2, lines: 4, taken: 2 });
  expect(JSON.parse((await expectCode('journal list -o json', 0)).stdout)).toEqual([]);
  const [row] = JSON.parse((await expectCode('journal show SBXARCHIVE1 -o json', 0)).stdout);
  expect(row).toMatchObject({ state: 'succeeded', exit: 0, archive: file });

  const again = await expectCode(paid, 0);
  expect(again.stdout).toBe('{}\n');
  expect(again.stderr).toContain(file);
  const refused = await expectCode(pay('280000000000000009', 'SBXARCHIVE2'), 5);
  expect(refused.stdout).toBe('{}\n');
  expect(refused.stderr).toContain(file);
  const other = await expectCode(pay(code, 'SBXARCHIVE1', '7.00'), 12);
  expect(other.stderr).toContain(file);

  expect((await expectCode('journal verify', 0)).stdout).toContain('"claims":2');
  const whole = await expectCode(`journal verify --archive ${file}`, 0);
  expect(JSON.parse(whole.stdout)).toMatchObject({ claims: 2, lines: 4, faults: [] });
  const rerun = await expectCode(archiving, 0);
  expect(JSON.parse(rerun.stdout)).toMatchObject({ claims: 2, taken: 0 });
  expect(rerun.stderr).toContain('another file');
});

it('names the damaged line of an archive', async () => {
  const damaged = join(machine.home, 'damaged.jsonl.gz');
  const text = gunzipSync(readFileSync(file)).toString().replace('100.00', '900.00');
  writeFileSync(damaged, gzipSync(text));
  const found = await expectCode(`journal verify --archive ${damaged} -o json`, 3);
  expect(JSON.parse(found.stdout).faults).toMatchObject([{ file: damaged, line: 2 }]);
  writeFileSync(damaged, readFileSync(file).subarray(0, -20));
  await expectCode(`journal verify --archive ${damaged}`, 3);
  await expectCode('journal verify --archive nowhere.jsonl.gz', 2);
});

it('writes over no file, and needs both options', async () => {
  const taken = join(machine.home, 'taken.txt');
  writeFileSync(taken, 'mine');
  for (const args of ['--before +1h', `--out ${taken}`, `--before +1h --out ${taken}`]) {
    await expectCode(`journal archive ${args}`, 2);
  }
  await expectCode('journal archive --before +1h --out /dev/null', 2);
  expect(readFileSync(taken, 'utf8')).toBe('mine');
});
