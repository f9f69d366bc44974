// @ts-check
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { BIN, root, run } from '../scripts/shared.mjs';

export { root, run };
export const payctl = [process.execPath, BIN];
export const node = process.execPath;

/**
 * What children see: a home of their own and little else. NODE_EXTRA_CA_CERTS, SSL_CERT_* and
 * NODE_OPTIONS stay out, because they change the start of bare Node by a factor.
 */
export function openScratch() {
  const home = mkdtempSync(join(tmpdir(), 'payctl-bench-'));
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', NO_COLOR: '1' };
  return { home, env, close: () => rmSync(home, { recursive: true, force: true }) };
}

/** Starts a server of this folder on a free loopback port; its first message is its address. */
export async function startServer(file, args = [], env = {}) {
  const child = fork(join(root, 'bench', file), args, {
    env: { PATH: process.env.PATH, ...env },
    execArgv: [],
  });
  const url = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with exit ${code}`)));
  });
  return { url, pid: child.pid, close: () => child.kill() };
}

/**
 * What a program printed.
 *
 * @param {readonly string[]} argv
 * @param {NodeJS.ProcessEnv} env
 */
export function output([command = '', ...args], env, input = '') {
  return run(command, args, { env, input });
}

/** Full path of a program of this machine. */
export function find(name) {
  const places = (process.env.PATH ?? '').split(delimiter);
  return places.map((place) => join(place, name)).find((path) => existsSync(path));
}

/** "2026-11-22, Node 20.20.2, 2 × …": what a table is of. */
export function machine() {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const memoryGB = Math.round(totalmem() / 2 ** 30);
  return `${date}, Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()}, ${memoryGB} GB`;
}

export function flag(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const DOCUMENT = join(root, 'docs/performance.md');

/**
 * Prints tables under what they are of; with --write also puts them into docs/performance.md, between the
 * markers `<!-- NAME -->` and `<!-- /NAME -->`.
 *
 * @param {string} name
 * @param {string} caption
 * @param {...[head: readonly string[], rows: readonly (readonly unknown[])[]]} tables
 */
export function publish(name, caption, ...tables) {
  const text = [caption, ...tables.map(([head, rows]) => markdown(head, rows))].join('\n\n');
  console.log(`\n${text}`);
  if (!process.argv.includes('--write')) return;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for ${name}`);
  writeFileSync(DOCUMENT, `${before.slice(0, from)}${begin}\n${text}\n${before.slice(to)}`);
}

function markdown(head, rows) {
  const line = (row) => `| ${row.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** `2.41 (2.35–2.52)`: a ratio and the half of the rounds around it. */
export function spread({ median, low, high }) {
  return `${fixed(median, 2)} (${fixed(low, 2)}–${fixed(high, 2)})`;
}

export function fixed(value, digits) {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
}
