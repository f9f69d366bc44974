import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { machineWithPath } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** How each shell is asked what it offers after a line: a program and its arguments. */
const SHELLS = {
  bash: (line: string) => ['bash', here('complete.bash'), script('payctl.bash'), line],
  zsh: (line: string) => ['zsh', '-f', here('complete.zsh'), script('_payctl'), line],
  fish: (line: string) => [
    'fish',
    '--no-config',
    '-c',
    'source $argv[1]; complete -C $argv[2]',
    script('payctl.fish'),
    line,
  ],
};
type Shell = keyof typeof SHELLS;

function here(name: string): string {
  return join(import.meta.dirname, name);
}

function script(name: string): string {
  return join(ROOT, 'completions', name);
}

const machine = machineWithPath();

beforeAll(async () => {
  await machine.payctl('init --name shop --base-url https://api.bank.example --api-key KEY');
  await machine.payctl('--sandbox token');
  await machine.payctl('sandbox faults committed-but-reply-lost');
  const lost = await machine.payctl(
    '--sandbox ewallet close --tran-type W --out-trade-no SBXOPEN1 --wait 0',
  );
  expect(lost.code).toBe(10);
  await machine.payctl('sandbox faults clear');
});

/** Offers without their descriptions, sorted. */
function offers(shell: Shell, line: string): string[] {
  const [program = '', ...args] = SHELLS[shell](line);
  // A shell that asks something back would wait for ever.
  const options = { env: machine.env, encoding: 'utf8', timeout: 30_000 } as const;
  const text = execFileSync(program, args, options);
  const shown = /<<<\r?\n([\s\S]*)>>>/.exec(text)?.[1] ?? text;
  return [...new Set(shown.split('\n').map((each) => each.split('\t')[0]?.trim() ?? ''))]
    .filter(Boolean)
    .sort();
}

const LINES: [line: string, offers: string[]][] = [
  ['payctl ew', ['ewallet']],
  ['payctl ewallet cancel --tran-type ', ['A', 'W', 'X']],
  ['payctl -p ', ['sandbox', 'shop']],
  ['payctl -p shop ewallet pay --buyer', ['--buyer-identity-code']],
  ['payctl --sandbox ewallet inquire --tran-type W --out-trade-no ', ['SBXOPEN1']],
];

/** What is offered is the same program's to say in every shell. */
const MORE_LINES: typeof LINES = [
  ['payctl transfer credit ', ['confirm', 'initiate', 'send']],
  ['payctl --sandbox -o json dd regis', ['register', 'registration']],
  ['payctl -o y', ['yaml']],
  ['payctl config set envi', ['environment']],
  ['payctl sandbox faults tok', ['token-revoked']],
  ['payctl help exit', ['exit-codes']],
  ['payctl batch ewallet.inq', ['ewallet.inquire']],
  ['payctl config set environment ', []],
  ['payctl ewallet pay --total-fee ', []],
  ['payctl ewallet cancel --tran-type W SBXOPEN1 ', []],
];

function completionIn(shell: Shell): void {
  it.each(shell === 'bash' ? [...LINES, ...MORE_LINES] : LINES)('%s', (line, expected) => {
    expect(offers(shell, line)).toEqual(expected);
  });

  it('offers a value after an equals sign', () => {
    const [offer] = offers(shell, 'payctl --output=ya');
    expect(offer?.replace('--output=', '')).toBe('yaml');
  });

  it('offers files where a file is meant', () => {
    writeFileSync(join(machine.home, 'orders.csv'), '');
    expect(offers(shell, `payctl qr decode ${join(machine.home, 'orders.c')}`)).toHaveLength(1);
  });
}

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  describeWith(shell, `completion in ${shell}`, () => completionIn(shell));
}

describe('payctl completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints the script of %s', async (shell) => {
    const { stdout, code } = await machine.payctl(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain('# payctl completion for');
    // With an option it is not read but made.
    const made = await machine.payctl(['completion', shell, '--quiet']);
    expect(made.stdout.split('\n').slice(0, 3)).toEqual(stdout.split('\n').slice(0, 3));
  });

  it('prints for PowerShell what 5.1 reads as well as 7', async () => {
    const { stdout } = await machine.payctl('completion powershell');
    // Without a byte order mark 5.1 reads a file in the code page of the machine.
    expect(stdout).toMatch(/^[\n -~]+$/);
    const code = stdout.replace(/#.*$/gm, '').replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, '0');
    expect(code).not.toMatch(/['"]/);
    // These operators came with 7.
    expect(code).not.toMatch(/&&|\|\||\?\?|\?\.|\?\[|\?[^:|]*:(?!:)/);
    const open: string[] = [];
    const pairs = new Map([
      [')', '('],
      ['}', '{'],
      [']', '['],
    ]);
    for (const one of code.match(/[(){}[\]]/g) ?? []) {
      const before = pairs.get(one);
      if (before === undefined) open.push(one);
      else expect(open.pop()).toBe(before);
    }
    expect(open).toEqual([]);
  });

  it('refuses another shell, and says which there are', async () => {
    const { code, stderr } = await machine.payctl('completion fisch');
    expect(code).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "error: shell is "fisch"; give bash, zsh, fish, powershell
        hint: did you mean fish?
      "
    `);
  });
});

describe('payctl __complete', () => {
  it('takes a blank for an empty word, as PowerShell passes it', async () => {
    const offered = async (word: string) =>
      (await machine.payctl(['__complete', 'ewallet', word])).stdout;
    expect(await offered(' ')).toContain('refund');
    expect(await offered(' ')).toBe(await offered(''));
  });

  it('is silent where nothing can be read', async () => {
    const env = { PAYCTL_CONFIG_DIR: '/dev/null/none', PAYCTL_STATE_DIR: '/dev/null/none' };
    for (const word of ['investigate', 'nonsense']) {
      const { code, stdout, stderr } = await machine.payctl(['__complete', word, ''], { env });
      expect([code, stdout, stderr]).toEqual([0, '', '']);
    }
  });
});
