// npm run test:contract: every operation, as payctl calls it and the sandbox answers it, through a
// contract-testing proxy that no one here wrote. Prism (from the npm registry) holds each request
// and each answer against the document of `payctl openapi`.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bundle.mjs';
import { callEverything } from './contract-calls.mjs';
import { openCounter } from './contract-counter.mjs';

const PRISM = '@stoplight/prism-cli@5.14.2';
const LISTENING = /listening on (http:\/\/[\d.:]+)/;
const BIN = join(root, 'bin/payctl.js');

const home = mkdtempSync(join(tmpdir(), 'payctl-contract-'));
const env = { PATH: process.env.PATH, HOME: home };
const children = [];

try {
  const prism = installed();
  const document = (await payctl('openapi')).stdout;
  const file = join(home, 'openapi.json');
  writeFileSync(file, document);
  const welcome = await started(BIN, ['sandbox', 'serve', '--port', '0', '--rate-limit', '0'], {
    ready: /payctl qr create/,
  });
  for (const [, name, value] of welcome.matchAll(/(PAYCTL_[A-Z_]+)=(\S+)/g)) env[name] = value;
  const bank = new URL(env.PAYCTL_BASE_URL).origin;
  const counter = await openCounter(JSON.parse(document));
  const said = await started(prism, ['proxy', file, bank, '--errors', '--port', '0'], {
    ready: LISTENING,
  });
  counter.target = LISTENING.exec(said)[1];
  env.PAYCTL_BASE_URL = counter.url;
  await seesFaults(counter);
  const failure = await callEverything(payctl).catch((error) => error);
  if (failure) console.error(failure);
  process.exitCode = counter.report() && !failure ? 0 : 1;
  await counter.close();
} finally {
  for (const child of children) child.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}

/** The proxy's program, brought from npm the first time. */
function installed() {
  const folder = join(root, 'build/contract');
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', PRISM];
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm install ${PRISM} failed`);
  }
  return program;
}

/** Starts a server; what it had printed when it was ready. */
function started(program, args, { ready }) {
  const child = spawn(process.execPath, [program, ...args], { env, cwd: home });
  children.push(child);
  return new Promise((done, fail) => {
    let text = '';
    const read = (chunk) => {
      text += chunk;
      if (ready.test(text)) done(text);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', (code) => fail(new Error(`${program} ended with ${code}: ${text}`)));
  });
}

/** Zero violations mean something only where one would be seen. */
async function seesFaults(counter) {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${counter.url}/v1/oauth/token`, { method: 'POST', headers, body: '{}' });
  if (counter.forget() === 0) throw new Error('a request against the document was let through');
}

function payctl(...args) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, ...args], { env, cwd: home }, (error, stdout, stderr) =>
      done({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}
