import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';
import { quickShell } from '../fixtures/quick-shell.js';

const ROOT = resolve(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** They run until a signal ends them. */
const SERVERS = ['sandbox serve', 'listen', 'console'];

/** Asks on a terminal, so it refuses here; nothing was paid before the page begins. */
const EXITS: Readonly<Record<string, number>> = {
  init: 2,
  'find --amount 250 --from yesterday': 6,
};

/** The commands of the blocks that can be pasted, in their order, without their comments. */
const commands = [...README.matchAll(/^```\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line.startsWith('payctl '))
  .map((line) => line.replace(/\s+(#|>).*$/, '').replace(/^payctl /, ''))
  .filter((line) => !SERVERS.some((server) => line.startsWith(server)));

const machine = await quickShell();
beforeAll(() => {
  // What a shop has: its orders, the bank's file in two forms, and a mapping.
  const files = {
    'orders.csv': 'reference,amount,date\nA1,100.00,2026-01-31\n',
    'bank.csv': 'reference,amount,date\nA1,100.00,2026-01-31\n',
    'bank.txt': 'reference;amount;date\nA1;100.00;2026-01-31\n',
    'map.yaml': 'bank: { format: csv, delimiter: ";" }\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(machine.home, name), text);
});

it('README.md shows commands that can be pasted one after the other on a new machine', async () => {
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands) {
    const { code, stdout, stderr } = await machine.payctl(command);
    expect(code, `payctl ${command}\n${stdout}${stderr}`).toBe(EXITS[command] ?? 0);
  }
});

it.each([
  [0, ''],
  [8, ''],
  [10, 'charges stay unknown'],
  [3, 'journal recover failed: exit 3'],
])(
  'README.md shows a line of a crontab that tells an unknown charge from a failure: exit %i',
  (exit, logged) => {
    const [, line = ''] = /^\S+(?: \S+){4} +(payctl journal recover .*)$/m.exec(README) ?? [];
    const stubs = `payctl() { return ${exit}; }; logger() { shift 2; echo "$*"; }`;
    const { stdout, status } = spawnSync('sh', ['-c', `${stubs}\n${line}`], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(logged === '' ? /^$/ : new RegExp(`^${logged}`));
  },
);

it('README.md shows lines of a crontab that end with 0', async () => {
  const lines = [...README.matchAll(/^\S+(?: \S+){4} +(payctl .*)$/gm)].map(([, line = '']) =>
    line.replaceAll('/srv/', `${machine.home}/`).replaceAll('\\%', '%'),
  );
  expect(lines).toHaveLength(2);
  await machine.payctl('ewallet create --tran-type W --out-trade-no SBXCRON0001 --total-fee 1.00');
  await machine.payctl('sandbox pay SBXCRON0001');
  writeFileSync(join(machine.home, 'orders.csv'), 'outTradeNo\nSBXCRON0001\n');
  for (const line of lines) {
    const { code, stderr } = await machine.paste(line);
    expect(code, `${line}\n${stderr}`).toBe(0);
  }
});

const PROMPT = '$ payctl ';

/** The bank makes these anew each time. */
const ids = (text: string) => text.replace(/\d{28}|[0-9A-Z]{20}/g, 'ID');

it('docs/payment.svg shows what the commands in it print; scripts/picture.mjs draws it anew', async () => {
  const drawn = readFileSync(join(ROOT, 'docs/payment.svg'), 'utf8').matchAll(
    /<text [^>]*>(.*)<\/text>/g,
  );
  const shown = [...drawn].map(([, text = '']) => ids(text));
  const fresh = quickMachine();
  const printed: string[] = [];
  for (const prompt of shown.filter((line) => line.startsWith(PROMPT))) {
    const { stdout } = await fresh.payctl(`${prompt.slice(PROMPT.length)} -o table`);
    // The QR is drawn as rectangles.
    const lines = stdout.split('\n').filter((line) => line !== '' && !/[█▀▄]/.test(line));
    printed.push(prompt, ...lines.map(ids));
  }
  expect(printed).toEqual(shown);
  expect(shown.length).toBeGreaterThan(10);
});

const NIGHT = join(ROOT, 'docs/reconciling.md');

/** Fenced blocks: a file to write, or commands after `$` with all that they print. */
function blocksOf(text: string): { info: string; body: string }[] {
  return [...text.matchAll(/^```(\S+(?: \S+)?)\n([\s\S]*?)^```$/gm)].map(
    ([, info = '', body = '']) => ({ info, body }),
  );
}

it('the night and the month in docs/reconciling.md prints what the document shows', async () => {
  const text = readFileSync(NIGHT, 'utf8');
  const { home, paste } = await quickShell();
  copyFileSync(join(ROOT, 'examples/month.mjs'), join(home, 'month.mjs'));
  let seen = text;
  for (const { info, body } of blocksOf(text)) {
    const [kind, file] = info.split(' ');
    if (file !== undefined) writeFileSync(join(home, file), body);
    if (kind !== 'console') continue;
    const commands = body.split('\n').filter((line) => line.startsWith('$ '));
    const script = commands
      .map(
        (line) =>
          `printf '%s\\n' ${JSON.stringify(line).replaceAll('$', '\\$')}\n(exit $e)\n${line.slice(2)}\ne=$?`,
      )
      .join('\n');
    const { stdout } = await paste(`exec 2>&1\ne=0\n${script}`);
    seen = seen.replace(body, () => stdout);
  }
  if (process.env.PAYCTL_WRITE_DOCS) writeFileSync(NIGHT, seen);
  expect(text).toBe(seen);
});
