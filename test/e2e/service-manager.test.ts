import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { card } from '../fixtures/confirmations.js';
import { send } from '../fixtures/console.js';
import { freePort } from '../fixtures/free-port.js';
import { afterFile } from '../fixtures/leftovers.js';
import { BIN, freshMachine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { ORIGIN, teamEnvironment } from '../fixtures/team.js';

/** What systemd would hear on its socket, as a program that is not ours receives it. */
const RECEIVER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print("bound", flush=True)
while True:
    print(s.recvmsg(4096, 4096)[0].decode(), flush=True)
`;

/** What was heard on the socket until now. */
async function receiver(path: string): Promise<() => string> {
  const process = spawn('python3', ['-c', RECEIVER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterFile(() => void process.kill('SIGKILL'));
  let heard = '';
  process.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  await expect.poll(() => heard).toContain('bound');
  return () => heard;
}

describeWith('systemd-notify', 'a service', () => {
  it('says when it is ready, that it lives, and that it stops', async () => {
    const machine = freshMachine();
    const path = join(machine.home, 'notify');
    const heard = await receiver(path);
    const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '200000' };
    const { child, ended } = machine.start('--sandbox listen --port 0', { env });
    await expect.poll(heard).toMatch(/READY=1[\s\S]*WATCHDOG=1/);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await expect.poll(heard).toContain('STOPPING=1');
  });

  it('says so of a console for a team, too', async () => {
    const machine = freshMachine();
    const heard = await receiver(join(machine.home, 'notify'));
    const env = {
      ...teamEnvironment({ issuer: 'http://127.0.0.1:9' }),
      ...{ NOTIFY_SOCKET: join(machine.home, 'notify'), WATCHDOG_USEC: '200000' },
    };
    const serve = '--sandbox console --serve 127.0.0.1:0 --trust-proxy 127.0.0.1';
    const { child, ended } = machine.start(serve, { env });
    await expect.poll(heard).toMatch(/READY=1[\s\S]*WATCHDOG=1/);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await expect.poll(heard).toContain('STOPPING=1');
  });

  it('takes the socket that systemd has opened', async () => {
    const { started, port } = await activated(['listen', '-o', 'jsonl']);
    let printed = '';
    started.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await expect.poll(() => isOpen(port)).toBe(true);
    const answered = await fetch(`http://127.0.0.1:${port}/confirmations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: card(),
    });
    expect(await answered.json()).toMatchObject({ resCode: '00' });
    await expect.poll(() => printed).toContain('"state"');
    started.kill('SIGTERM');
    await once(started, 'exit');
  });

  it('hands its socket to a console for a team, too', async () => {
    const more = teamEnvironment({ issuer: 'http://127.0.0.1:9' });
    const line = ['console', '--serve', '127.0.0.1:1', '--trust-proxy', '127.0.0.1'];
    const { started, port } = await activated(line, more);
    await expect.poll(() => isOpen(port)).toBe(true);
    const answered = await send(port, '/journal', { headers: { host: new URL(ORIGIN).host } });
    expect(answered.status).toBe(401);
    started.kill('SIGTERM');
    await once(started, 'exit');
  });
});

/** A command whose socket systemd opens, at a free port. */
async function activated(line: readonly string[], more: Record<string, string> = {}) {
  const machine = freshMachine();
  const port = await freePort();
  const env = { ...machine.env, ...more };
  const keep = Object.entries(env).flatMap(([name, value]) => ['-E', `${name}=${value}`]);
  const words = [...keep, '-l', `127.0.0.1:${port}`, process.execPath, BIN, '--sandbox', ...line];
  const started = spawn('systemd-socket-activate', words, {
    ...{ env: machine.env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  afterFile(() => void started.kill('SIGKILL'));
  return { started, port };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) =>
    connect(port, '127.0.0.1')
      .on('connect', () => done(true))
      .on('error', () => done(false)),
  );
}
