import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTree } from '../../src/help/command-tree.js';
import { GROUPS } from '../../src/tree.js';
import { type Machine, machineWithPath } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const SHOP = 'payctl init --name shop --base-url https://api.bank.example --api-key KEY';

/** What the examples of a command take for granted, by its words or the first of them. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'approvals release': [
    'payctl --sandbox ewallet refund --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00 --propose --note "came broken"',
  ],
  config: [SHOP, 'payctl config copy shop kiosk'],
  'config copy': [SHOP],
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

type Variables = Record<string, string>;

/** How a line ended. */
interface Ended {
  code: number | null;
  stderr: string;
  /** What it printed, or the variable that it set is now. */
  value: string;
}

/** The variable that a line sets. */
const variableSetBy = (line: string) => /^([A-Z]+)=/.exec(line)?.[1];

/** Runs a line in a shell, as a person who pastes it. */
function paste(machine: Machine, line: string, variables: Variables): Promise<Ended> {
  const name = variableSetBy(line);
  const script = name ? `${line}\ne=$?\nprintf %s "$${name}" >&3\nexit $e` : line;
  return new Promise((done, fail) => {
    const child = spawn('bash', ['-c', script], {
      cwd: machine.home,
      env: { ...machine.env, ...variables },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    const said = { value: '', stderr: '' };
    child.stderr?.on('data', (chunk: Buffer) => {
      said.stderr += chunk.toString();
    });
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      said.value += chunk.toString();
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, ...said }));
  });
}

/** A call that means the same without a shell. */
const SIMPLE = /^(?:[A-Z]+=\$\(payctl( .+)\)|payctl( .+))$/;
const WORDS = /^(?: +(?:[\w@%+=:,./-]+|'[^']*'|\$[A-Z]+))+$/;

function simpleCall(line: string, variables: Variables): string[] | undefined {
  const [, inner, whole] = SIMPLE.exec(line) ?? [];
  const text = inner ?? whole ?? '';
  if (!WORDS.test(text)) return undefined;
  return text
    .match(/'[^']*'|[^ ']+/g)
    ?.map((word) =>
      word[0] === '$' ? (variables[word.slice(1)] ?? '') : word.replace(/^'|'$/g, ''),
    );
}

/** Runs a line as a person types it: in this process, or in a shell where it needs one. */
async function type(machine: Machine, line: string, variables: Variables): Promise<Ended> {
  const words = simpleCall(line, variables);
  if (words === undefined) return paste(machine, line, variables);
  const { code, stdout, stderr } = await machine.payctl(words);
  return { code, stderr, value: stdout.trim() };
}

/** Runs lines one after the other; the exit code of each, and what they said. */
async function typeAll(machine: Machine, lines: readonly string[]): Promise<[number[], string]> {
  const codes: number[] = [];
  const variables: Variables = {};
  let errors = '';
  for (const line of lines) {
    const { code, stderr, value } = await type(machine, line, variables);
    const name = variableSetBy(line);
    if (name) variables[name] = value;
    codes.push(Number(code));
    errors += stderr;
  }
  return [codes, errors];
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

describe.concurrent('the examples of', () => {
  it.each(cases)('$name', async ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    const machine = quickMachine(machineWithPath());
    writeFileSync(join(machine.home, 'secret.txt'), 'made-up-secret\n');
    try {
      if (SERVERS.includes(name)) {
        for (const line of examples)
          expect([0, 130], line).toContain(await interrupt(machine, line));
        return;
      }
      const before = BEFORE[name] ?? BEFORE[name.split(' ', 1).join('')] ?? [];
      const [codes, errors] = await typeAll(machine, [...before, ...examples]);
      const expected = examples.map(() => EXITS[name] ?? 0);
      expect(codes.slice(before.length), errors).toEqual(expected);
    } finally {
      machine.dispose();
    }
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
  expect(names).toEqual(expect.arrayContaining([...SERVERS, ...Object.keys(EXITS)]));
});
