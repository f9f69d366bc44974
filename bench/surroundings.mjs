import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const payctl = [process.execPath, join(root, 'bin/payctl.js')];
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

/** Runs a program to its end and returns its standard output; throws when it fails. */
export function output(argv, env, input = '') {
  return ended(argv, env, 0, input);
}

/** The same for a program that ends with another exit. */
export function ended([command, ...args], env, exit, input = '') {
  const options = { env, input, encoding: 'utf8', maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (error) throw error;
  if (status !== exit)
    throw new Error(`${[command, ...args].join(' ')}: exit ${status}\n${stderr}`);
  return stdout;
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
