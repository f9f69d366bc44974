// npm run test:nodes: the packed package, installed without scripts into an empty home, does its
// work on every supported line of Node. The Nodes come from the npm registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bundle.mjs';
import { nodeOf } from './nodes.mjs';

const NODES = ['20.17.0', '22', '24', '26'];
const PAYMENT = ['--tran-type', 'W', '--out-trade-no', 'SBXSHOP0001'];

const scratch = mkdtempSync(join(tmpdir(), 'payctl-nodes-'));
const app = join(scratch, 'app');

try {
  const tarball = pack();
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], { cwd: app });
  const passed = NODES.map((line) => tryNode(line, nodeOf(line)));
  console.log(`\n${passed.length} Nodes, all checks passed on each`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack() {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', scratch]));
  const path = join(scratch, packed.filename);
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `${packed.filename}: ${kB(statSync(path).size)}, unpacked ${kB(packed.unpackedSize)}`,
  );
  return path;
}

function tryNode(line, node) {
  const home = mkdtempSync(join(scratch, 'home-'));
  const env = { PATH: process.env.PATH, HOME: home };
  const payctl = (...args) => run(node, ['node_modules/payctl/bin/payctl.js', ...args], { env });
  const version = run(node, ['--version']).trim();
  expect(payctl('--version'), /^\d+\.\d+\.\d+\n$/);
  expect(payctl('--sandbox', 'token'), /Bearer/);
  payctl('--sandbox', 'ewallet', 'create', ...PAYMENT, '--total-fee', '100.00');
  payctl('--sandbox', 'sandbox', 'pay', 'SBXSHOP0001');
  expect(payctl('--sandbox', 'ewallet', 'inquire', ...PAYMENT), /"tradeState": ?"SUCCESS"/);
  const use = 'process.stdout.write(typeof createClient)';
  const required = `const { createClient } = require('payctl'); ${use}`;
  const imported = `import { createClient } from 'payctl'; ${use}`;
  expect(run(node, ['-e', required]), /^function$/);
  expect(run(node, ['--input-type=module', '-e', imported]), /^function$/);
  console.log(`ok  Node ${line} (${version})`);
  return version;
}

function run(command, args, { cwd = existsSync(app) ? app : root, env = process.env } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${status}\n${stderr}`);
  return stdout;
}

function expect(text, pattern) {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in\n${text}`);
}
