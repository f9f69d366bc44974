import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshMachine, type Machine } from './payctl.js';

const README = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

/** They run until a signal ends them. */
const SERVERS = ['sandbox serve', 'listen'];

/** Asks on a terminal; here it refuses. */
const EXITS: Readonly<Record<string, number>> = { init: 2 };

/** The commands of the blocks that can be pasted, in their order, without their comments. */
const commands = [...README.matchAll(/^```\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line.startsWith('payctl '))
  .map((line) => line.replace(/\s+(#|>).*$/, '').replace(/^payctl /, ''))
  .filter((line) => !SERVERS.some((server) => line.startsWith(server)));

let machine: Machine;
beforeAll(() => {
  machine = freshMachine();
});
afterAll(() => machine.dispose());

it('shows commands that can be pasted one after the other on a new machine', async () => {
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands) {
    const { code, stdout, stderr } = await machine.payctl(command);
    expect(code, `payctl ${command}\n${stdout}${stderr}`).toBe(EXITS[command] ?? 0);
  }
});
