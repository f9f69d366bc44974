// @ts-check
// What scripts share: a home of one's own, and programs that run to their end or serve.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
export const BIN = join(root, 'bin/payctl.js');

/**
 * Works in a temporary directory, which is gone afterwards.
 *
 * @param {(home: string) => unknown} work
 */
export async function inScratch(work) {
  const home = mkdtempSync(join(tmpdir(), 'payctl-script-'));
  try {
    await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Nothing of the developer's but where programs are.
 *
 * @param {string} home
 */
export function scratchEnvironment(home) {
  return { PATH: process.env.PATH, HOME: home };
}

/**
 * What a program printed; throws with all that it said where it ends with another exit.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions & { exits?: readonly number[] }} options
 */
export function run(program, args, { exits = [0], ...options } = {}) {
  const ran = spawnSync(program, args, { maxBuffer: 2 ** 28, ...options, encoding: 'utf8' });
  if (ran.error) throw ran.error;
  if (exits.includes(ran.status ?? -1)) return ran.stdout;
  const said = `${ran.stdout}${ran.stderr}`.slice(-4_000);
  throw new Error(`${[program, ...args].join(' ')}: exit ${ran.status}\n${said}`);
}

/**
 * Starts a program of Node: what it had said when it was ready, and how to end it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RegExp} ready
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} options
 * @returns {Promise<{ said: string, end: () => Promise<void> }>}
 */
export function serve(program, args, ready, options) {
  const child = spawn(process.execPath, [program, ...args], options);
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return new Promise((done, fail) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said += text;
        if (ready.test(said)) done({ said, end });
      });
    }
    child.on('close', (code) => fail(new Error(`${program} ended with ${code}: ${said}`)));
  });
}

/**
 * The variables that `sandbox serve` tells a person to export.
 *
 * @param {string} said
 * @returns {Record<string, string>}
 */
export function exported(said) {
  const pairs = said.matchAll(/(PAYCTL_[A-Z_]+)=(\S+)/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
}
