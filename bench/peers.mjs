// @ts-check
// Brings the peers that npm has into bench/.peers, for `npm run bench`. Those of the system are used
// where they are installed: apt-get install curl gh httpie awscli.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shared.mjs';

const PEERS = { '@stripe/cli': '1.52.0' };

const folder = join(root, 'bench/.peers');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ name: 'peers', private: true, dependencies: PEERS }),
);
const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: folder,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
