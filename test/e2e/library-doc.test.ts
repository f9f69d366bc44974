import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { overHttp } from './bank.js';

const ROOT = resolve(import.meta.dirname, '../..');

it('the program of docs/library.md runs as it stands there', async () => {
  const way = await overHttp();
  try {
    const [, program = ''] =
      /```js\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, 'docs/library.md'), 'utf8')) ?? [];
    const { home } = way.machine;
    mkdirSync(join(home, 'node_modules'));
    symlinkSync(ROOT, join(home, 'node_modules/payctl'));
    writeFileSync(join(home, 'program.cjs'), program);
    await way.machine.payctl(
      'ewallet create --tran-type W --out-trade-no SBXLIB0001 --total-fee 12.50',
    );
    await way.machine.payctl('sandbox pay SBXLIB0001');
    const { stdout, stderr } = spawnSync(process.execPath, ['program.cjs'], {
      cwd: home,
      env: way.machine.env,
      encoding: 'utf8',
    });
    expect(stdout, stderr).toBe('SUCCESS SUCCESS 12.50\n');
  } finally {
    await way.stop();
  }
});
