import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { node, output, payctl, root } from './surroundings.mjs';

const READ = '/v1/payment/ewallets/inquire';
const WRITE = '/v1/payment/ewallets/qrcode/create';

/** Wallet B, whose trades the filled store holds. */
const body = (digits, more = {}) =>
  JSON.stringify({
    tranType: 'W',
    companyId: '00100',
    terminalId: '100000000000001',
    outTradeNo: `SBXFILL${digits}`,
    ...more,
  });
export const CALLS = {
  read: { path: READ, body: body('#########') },
  write: { path: WRITE, body: body('#########', { totalFee: '1.00' }) },
};

/** What every server is asked with; the sandbox alone looks at the token. */
const HEADERS = { requestuid: 'B'.repeat(32), accept: 'application/json' };

/** node:http, JSON and zod, and nothing else. */
export function bareBank(env) {
  return started('bare node:http', [node, join(root, 'bench/bare-bank.mjs')], env, {
    ready: /(http:\/\/\S+)\n/,
  });
}

/** `sandbox serve`, its state in a directory of its own. */
export async function sandboxBank(env, state, name = 'payctl sandbox serve', options = []) {
  mkdirSync(state, { recursive: true });
  const args = ['sandbox', 'serve', '--port', '0', '--rate-limit', '0', ...options];
  const own = { ...env, PAYCTL_STATE_DIR: state };
  const server = await started(name, [...payctl, ...args], own, {
    ready: /listens on (http:\/\/[\d.:]+) [\s\S]*qr create/,
  });
  server.settings = Object.fromEntries(
    [...server.said.matchAll(/(PAYCTL_[A-Z_]+)=(\S+)/g)].map(([, key, value]) => [key, value]),
  );
  return server;
}

/** Prism, as quiet as it can be, with our own document; undefined where it is not installed. */
export async function prismBank(env, home) {
  const program = join(root, 'bench/.peers/node_modules/@stoplight/prism-cli/dist/index.js');
  if (!existsSync(program)) return undefined;
  const file = join(home, 'openapi.json');
  writeFileSync(file, output([...payctl, 'openapi'], env));
  const port = await freePort();
  const flags = ['--port', String(port), '--verboseLevel', 'silent', '--multiprocess', 'false'];
  const argv = [node, program, 'mock', file, ...flags];
  return started('Prism, silent', argv, env, { url: `http://127.0.0.1:${port}` });
}

/** Starts a server; ready when it says its address, or when it answers at the one it was given. */
async function started(name, [command, ...args], env, { ready, url }) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const server = { name, pid: child.pid, url, said: '', headers: HEADERS };
  const ended = new Promise((resolve) => child.on('close', resolve));
  server.close = () => {
    child.kill();
    return ended;
  };
  const failed = ended.then((code) => Promise.reject(new Error(`${name} ended with ${code}`)));
  failed.catch(() => {});
  await Promise.race([failed, ready ? said(child, server, ready) : answers(url)]);
  child.stdout.resume();
  return server;
}

function said(child, server, ready) {
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      server.said += chunk;
      const [, url] = ready.exec(server.said) ?? [];
      if (url === undefined) return;
      server.url = url;
      resolve();
    });
  });
}

async function answers(url) {
  while (!(await fetch(url).catch(() => undefined)))
    await new Promise((done) => setTimeout(done, 50));
}

async function freePort() {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Buys a token and puts it into the headers of all calls of this server. */
export async function authorise(server) {
  const { PAYCTL_API_KEY: key, PAYCTL_API_SECRET: secret } = server.settings;
  const body = JSON.stringify({ applicationKey: key, applicationSecret: secret });
  const { data } = JSON.parse((await ask(server, '/v1/oauth/token', body, key)).body);
  const authorization = `Bearer ${data.accessToken}`;
  server.headers = { ...HEADERS, resourceownerid: key, authorization };
}

/** One call over a connection of its own, by hand: a client library would take longer to load than the answer. */
export function ask({ url, headers }, path, body, owner) {
  const { hostname, port } = new URL(url);
  const own = {
    host: hostname,
    connection: 'close',
    ...(owner && { resourceownerid: owner }),
    ...headers,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`),
    );
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => {
      const [head = '', rest] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.slice(9, 12)), body: rest });
    });
    socket.on('error', reject);
  });
}

/** Processor seconds that a process has used; undefined where the kernel does not tell. */
export function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}
