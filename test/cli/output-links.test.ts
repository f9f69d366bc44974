import {
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const NOBODY = 65_534;
const PAYLOAD = 'https://shop.example/pay';
const ORDERS = 'reference,amount,date\nA1,1.00,2026-01-31\n';

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
  mkdirSync(join(machine.home, 'private'));
  writeFileSync(join(machine.home, 'orders.csv'), ORDERS);
  writeFileSync(join(machine.home, 'rows.csv'), 'outTradeNo\nSBXDEMO0001\n');
});

/** Each command that writes a file, by the option or variable that names it. */
const OUTPUTS: Readonly<Record<string, (file: string) => [words: string, env?: object]>> = {
  'x.png of --save': (file) => [`qr render ${PAYLOAD} --save ${file}`],
  'x.zip of --bundle': (file) => [`--sandbox investigate SBXDEMO0001 --bundle ${file}`],
  'x.html of investigate --report': (file) => [
    `--sandbox investigate SBXDEMO0001 --report ${file}`,
  ],
  'x.csv of reconcile --out': (file) => [
    `--sandbox reconcile --orders orders.csv --bank orders.csv --inquire none --out ${file}`,
  ],
  'x.html of reconcile --report': (file) => [
    `--sandbox reconcile --orders orders.csv --bank orders.csv --inquire none --report ${file}`,
  ],
  'x.xml of smoke --junit': (file) => [`--sandbox smoke --junit ${file}`],
  'x.html of smoke --report': (file) => [`--sandbox smoke --report ${file}`],
  'x.csv of batch --out': (file) => [
    `--sandbox batch ewallet.inquire rows.csv -f tranType=W --out ${file}`,
  ],
  'x.gz of journal archive --out': (file) => [
    `--sandbox journal archive --before 2020-01-01 --out ${file}`,
  ],
  'x.jsonl of PAYCTL_RECORD': (file) => [
    '--sandbox ewallet inquire --tran-type W --out-trade-no SBXDEMO0001',
    { PAYCTL_RECORD: file },
  ],
};

describeWith('root', 'a link of another user', () => {
  it.each(Object.keys(OUTPUTS))('is not followed by %s', async (what) => {
    const make = OUTPUTS[what];
    const ending = /^x(\.[a-z]+)/.exec(what)?.[1] ?? '';
    const mine = join(machine.home, 'private', `mine${ending}`);
    writeFileSync(mine, 'what is mine');
    symlinkSync(mine, join(machine.home, `link${ending}`));
    symlinkSync(join(machine.home, 'private'), join(machine.home, 'directory'));
    for (const link of [`link${ending}`, 'directory'])
      lchownSync(join(machine.home, link), NOBODY, NOBODY);
    for (const file of [`link${ending}`, `directory/mine${ending}`, `directory/new${ending}`]) {
      const [words, env] = make?.(file) ?? [''];
      const run = await machine.payctl(words, { cwd: machine.home, env: { ...env } });
      expect(run.code, run.stderr).toBe(2);
      expect(run.stderr).toContain('a link of another user');
    }
    expect(readFileSync(mine, 'utf8')).toBe('what is mine');
    expect(existsSync(join(machine.home, 'private', `new${ending}`))).toBe(false);
  });

  it('is not followed by --metrics, whose failure changes no exit', async () => {
    symlinkSync(join(machine.home, 'private'), join(machine.home, 'directory'));
    lchownSync(join(machine.home, 'directory'), NOBODY, NOBODY);
    const words = '--sandbox journal recover --metrics directory/x.prom';
    const { code, stderr } = await machine.payctl(words, { cwd: machine.home });
    expect([code, stderr]).toEqual([0, expect.stringContaining('a link of another user')]);
    expect(existsSync(join(machine.home, 'private/x.prom'))).toBe(false);
  });

  it.each([
    [
      'csv',
      '--sandbox reconcile --orders orders.csv --bank orders.csv --inquire none --out link.csv',
    ],
    ['png', `qr render ${PAYLOAD} --save link.png`],
    ['html', '--sandbox investigate SBXDEMO0001 --report link.html'],
  ])("is nothing like one's own, which is followed: %s", async (ending, words) => {
    const mine = join(machine.home, 'private', `mine.${ending}`);
    writeFileSync(mine, 'old');
    symlinkSync(mine, join(machine.home, `link.${ending}`));
    const { code, stderr } = await machine.payctl(words, { cwd: machine.home });
    expect(code, stderr).not.toBe(2);
    expect(readFileSync(mine).length).toBeGreaterThan('old'.length);
  });
});
