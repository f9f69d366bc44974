import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTree } from '../../src/help/command-tree.js';
import { GROUPS } from '../../src/tree.js';
import { type Machine, machineWithPath } from '../fixtures/machine.js';
import { quickShell, type Shell, shellOf } from '../fixtures/quick-shell.js';

const SHOP = 'payctl init --name shop --base-url https://api.bank.example --api-key KEY';

/** What the examples of a command take for granted, by its words or the first of them. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'approvals release': [
    'payctl --sandbox ewallet refund --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00 --propose --note "came broken"',
  ],
  config: [SHOP, 'payctl config copy shop kiosk'],
  'config copy': [SHOP],
  // After 23:00 the bank refunds no such payment.
  'cpm refund': ['payctl sandbox clock "$(TZ=Asia/Bangkok date +%F)T12:00:00+07:00"'],
  'journal settle': [
    'payctl --sandbox token',
    'payctl sandbox faults committed-but-reply-lost',
    'payctl --sandbox ewallet close --tran-type W --out-trade-no SBXDEMO0001 --wait 0',
    'payctl --sandbox ewallet close --tran-type W --out-trade-no SBXDEMO0002 --wait 0',
    'payctl sandbox faults clear',
    "printf 'reference,as,note\\nSBXDEMO0001,executed,statement\\n' > settled.csv",
  ],
};

/** Exits that are not 0: a new machine received nothing to forward, has no shared store, and one person. */
const EXITS: Readonly<Record<string, number>> = {
  'approvals release': 5,
  'listen replay': 6,
  'batch work': 3,
  'batch status': 3,
  'batch results': 3,
  'store status': 3,
  'store rotate-key': 3,
  'store import': 3,
  'store retain': 3,
  'store export': 3,
  'store accept-failover': 3,
  'store accept-async': 3,
};

/** They run until a signal ends them. */
const SERVERS = ['console', 'listen', 'sandbox serve'];

const { commands } = await commandTree(GROUPS);
const cases = commands.map(({ words, aliases, examples }) => ({
  name: words.join(' '),
  aliases: aliases.map((other) => other.join(' ')),
  examples,
}));

/** Pastes lines one after the other into one shell; the exit code of each, and what they said. */
async function pasteAll(shell: Shell, lines: readonly string[]): Promise<[number[], string]> {
  const script = lines.map((line) => `${line}\necho $? >&3\n`).join('');
  const { noted, stderr } = await shell.paste(script);
  return [noted.trim().split('\n').map(Number), stderr];
}

/** Starts a line, sends SIGINT once it has said something, and gives its exit code. */
async function interrupt(machine: Machine, line: string): Promise<number | null> {
  // A port that someone else has is no fault of the example.
  const by = ['sh', '-c', `exec ${line} --port 0`];
  const { child, ended, says } = machine.start([], { by });
  await says(/./);
  child.kill('SIGINT');
  return (await ended).code;
}

/** What a process has open is let go when it ends. */
const PROCESSES = ['sandbox delete'];

const SECRET = 'made-up-secret\n';

describe.concurrent('the examples of', () => {
  it.each(cases)('$name', async ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    if (SERVERS.includes(name)) {
      const machine = machineWithPath();
      writeFileSync(join(machine.home, 'secret.txt'), SECRET);
      for (const line of examples) expect([0, 130], line).toContain(await interrupt(machine, line));
      return;
    }
    const shell = PROCESSES.includes(name) ? shellOf(machineWithPath()) : await quickShell();
    writeFileSync(join(shell.home, 'secret.txt'), SECRET);
    const before = BEFORE[name] ?? BEFORE[name.split(' ', 1).join('')] ?? [];
    const [codes, errors] = await pasteAll(shell, [...before, ...examples]);
    const expected = examples.map(() => EXITS[name] ?? 0);
    expect(codes.slice(before.length), errors).toEqual(expected);
  });
});

it('call each command at least twice', () => {
  const few = cases.filter(({ name, examples, aliases }) => {
    const calls = [name, ...aliases].map((words) => `payctl ${words}`);
    const own = examples.filter((line) =>
      calls.some((call) => line.replace(' --sandbox', '').includes(call)),
    );
    return own.length < 2;
  });
  expect(few.map(({ name }) => name)).toEqual([]);
});

it('names every server and every exception by a command that exists', () => {
  const names = cases.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...SERVERS, ...PROCESSES, ...Object.keys(EXITS)]));
});
