import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { BIN, freshMachine } from '../fixtures/machine.js';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/reconciling.md');
const machine = freshMachine();

/** Fenced blocks: a file to write, or commands after `$` with all that they print. */
function blocksOf(text: string): { info: string; body: string }[] {
  return [...text.matchAll(/^```(\S+(?: \S+)?)\n([\s\S]*?)^```$/gm)].map(
    ([, info = '', body = '']) => ({ info, body }),
  );
}

it('the night in docs/reconciling.md prints what the document shows', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const folder = join(machine.home, 'bin');
  mkdirSync(folder);
  symlinkSync(BIN, join(folder, 'payctl'));
  const env = { ...machine.env, PATH: `${folder}:${process.env.PATH}` };
  let seen = text;
  for (const { info, body } of blocksOf(text)) {
    const [kind, file] = info.split(' ');
    if (file !== undefined) writeFileSync(join(machine.home, file), body);
    if (kind !== 'console') continue;
    const commands = body.split('\n').filter((line) => line.startsWith('$ '));
    const script = commands
      .map(
        (line) =>
          `printf '%s\\n' ${JSON.stringify(line).replaceAll('$', '\\$')}\n(exit $e)\n${line.slice(2)}\ne=$?`,
      )
      .join('\n');
    const { stdout } = spawnSync('bash', ['-c', `exec 2>&1\ne=0\n${script}`], {
      cwd: machine.home,
      env,
      encoding: 'utf8',
    });
    seen = seen.replace(body, () => stdout);
  }
  if (process.env.PAYCTL_WRITE_DOCS) writeFileSync(DOCUMENT, seen);
  expect(text).toBe(seen);
});
