import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { card } from '../fixtures/confirmations.js';
import { afterFile } from '../fixtures/leftovers.js';
import { BIN, freshMachine } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';

/** What systemd would hear on its socket, as a program that is not ours receives it. */
const RECEIVER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print("bound", flush=True)
while True:
    print(s.recvmsg(4096, 4096)[0].decode(), flush=True)
`;

describeWith('systemd-notify', 'listen as a service', () => {
  it('says when it is ready, that it lives, and that it stops', async () => {
    const machine = freshMachine();
    const path = join(machine.home, 'notify');
    const receiver = spawn('python3', ['-c', RECEIVER, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    afterFile(() => void receiver.kill('SIGKILL'));
    let heard = '';
    receiver.stdout.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    await expect.poll(() => heard).toContain('bound');
    const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '200000' };
    const { child, ended } = machine.start('--sandbox listen --port 0', { env });
    await expect.poll(() => heard).toMatch(/READY=1[\s\S]*WATCHDOG=1/);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await expect.poll(() => heard).toContain('STOPPING=1');
  });

  it('takes the socket that systemd has opened', async () => {
    const machine = freshMachine();
    // A free port, as the system gives it.
    const probe = spawnSync('python3', [
      '-c',
      'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])',
    ]);
    const port = Number(probe.stdout.toString());
    const keep = Object.entries(machine.env).flatMap(([name, value]) => ['-E', `${name}=${value}`]);
    const words = [...keep, '-l', `127.0.0.1:${port}`, process.execPath, BIN];
    const started = spawn(
      'systemd-socket-activate',
      [...words, '--sandbox', 'listen', '-o', 'jsonl'],
      { env: machine.env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    afterFile(() => void started.kill('SIGKILL'));
    let printed = '';
    started.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await expect
      .poll(
        () =>
          new Promise((done) =>
            connect(port, '127.0.0.1')
              .on('connect', () => done(true))
              .on('error', () => done(false)),
          ),
      )
      .toBe(true);
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
});
