// @ts-check
import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, tmpdir, totalmem } from 'node:os';
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

/** Full path of a program: of those that `npm run bench:peers` brought, else of this machine. */
export function find(name) {
  const places = [
    join(root, 'bench/.peers/node_modules/.bin'),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return places.map((place) => join(place, name)).find((path) => existsSync(path));
}

export function machine() {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cpu: `${cpus().length} × ${cpu?.model.trim()}`,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
    }).stdout.trim(),
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  };
}

/** Writes bench/results/NAME.json: the figures with the machine that they are of. */
export function writeResults(name, results) {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, `${JSON.stringify({ machine: machine(), ...results }, null, 2)}\n`);
  console.log(`\nwritten: ${file}`);
}

export function flag(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const DOCUMENT = join(root, 'docs/performance.md');

/** With --write: puts the text between the markers `<!-- NAME -->` and `<!-- /NAME -->`, at the end where there are none. */
export function document(name, text) {
  if (!process.argv.includes('--write')) return;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${begin}\n${text.trim()}\n${end}`;
  const before = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const after =
    from < 0 || to < from
      ? `${before.trimEnd()}\n\n${section}\n`
      : before.slice(0, from) + section + before.slice(to + end.length);
  writeFileSync(DOCUMENT, after);
  console.log(`written: ${DOCUMENT}`);
}

/** "2026-11-22, Node 20.20.2, 2 × …": what a table is of. */
export function surface({ date, node, cpu, memoryGB }) {
  return `${date}, Node ${node.slice(1)}, ${cpu}, ${memoryGB} GB`;
}

/** Rows of cells as aligned columns; the first column to the left, figures to the right. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ');
  const [first, ...rest] = cells;
  return [line(first), widths.map((width) => '-'.repeat(width)).join('  '), ...rest.map(line)].join(
    '\n',
  );
}

/** The same rows as Markdown, for docs/performance.md. */
export function markdown(head, rows) {
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
