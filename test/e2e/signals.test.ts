import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../fixtures/is-running.js';
import { afterFile } from '../fixtures/leftovers.js';
import {
  BIN,
  type Finished,
  freshMachine,
  isTerminated,
  type Machine,
  type RunOptions,
} from '../fixtures/machine.js';
import { describeWith, itWith } from '../fixtures/needs.js';
import { silentServer } from '../fixtures/servers.js';
import { stubBank } from '../fixtures/stub-bank.js';

const CONNECTION = {
  PAYCTL_API_KEY: 'key-of-the-test',
  PAYCTL_API_SECRET: 'secret-of-the-test',
  PAYCTL_COMPANY_ID: '001',
  PAYCTL_TERMINAL_ID: '1',
  PAYCTL_BILLER_ID: '010552100012201',
  PAYCTL_ENVIRONMENT: 'test',
  // A wait that only its own limit ends outlasts the test.
  PAYCTL_TIMEOUT: '10m',
};

const WALLET = '--tran-type W --out-trade-no SBX1';

/** Every kind of command that asks the bank. */
const COMMANDS = [
  'token',
  'token refresh',
  'doctor',
  'smoke',
  `ewallet inquire ${WALLET}`,
  `ewallet inquire ${WALLET} --wait 10m`,
  `ewallet pay ${WALLET} --total-fee 10 --buyer-identity-code 281234567890123456 -y`,
  'qr create --qr-type PP --amount 10 --ref1 A1',
  'bill search --from-amount 10 --to-amount 10',
  'find --amount 10',
  'investigate SBX1',
  'slip verify 202611231234567890123456 --sending-bank 014',
  'api GET /v1/anything',
  'batch ewallet.inquire rows.csv',
  'batch investigate tickets.csv',
  'reconcile --orders orders.csv --inquire breaks',
] as const;

const FILES = {
  'rows.csv': 'tranType,outTradeNo,#id\nW,SBX1,SBX1\nW,SBX2,SBX2\n',
  'tickets.csv': 'id\nSBX1\nSBX2\n',
  'orders.csv': 'reference,amount,date\nSBX1,10.00,2026-11-20\n',
};

/** What a run says when a signal has ended it. */
const ENDED = /ended by SIG|ended by a signal|stopp/;

let machine: Machine;
beforeAll(() => {
  machine = freshMachine(CONNECTION);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(machine.home, name), text);
});

/** A port that answers no attempt to connect: nobody accepts, and the queue of the kernel is full. */
async function fullPort(): Promise<number> {
  const code =
    "require('net').createServer().listen(0, '127.0.0.1', 1, function () { console.log(this.address().port); setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 10); })";
  const child = spawn(process.execPath, ['-e', code]);
  afterFile(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const port = Number(line);
  // The first of two that wait has waited since the one before.
  while (connecting(port) < 2) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    afterFile(() => void socket.destroy());
    await sleep(100);
  }
  return port;
}

/** How many connections to this port wait to be accepted. */
function connecting(port: number): number {
  const asked = `:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `;
  return readFileSync('/proc/net/tcp', 'utf8').split(asked).length - 1;
}

/** A named pipe, `pipe` in the home, that neither waits for its other end nor ends: both are open. */
function openPipe(): string {
  const pipe = join(machine.home, 'pipe');
  execFileSync('mkfifo', ['-m', '600', pipe]);
  const keeper = spawn('sh', ['-c', `exec sleep 600 3<>${pipe}`]);
  onTestFinished(() => {
    keeper.kill('SIGKILL');
    rmSync(pipe);
  });
  return pipe;
}

/** What is true of a process by its number. */
type Fact = (pid: number) => boolean;

/** Signals come to the handlers of the program: Node alone has none for SIGHUP. */
const handlesSignals: Fact = (pid) => {
  const [, caught = ''] =
    /^SigCgt:\s+(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${caught}`) & 1n) === 1n;
};

/** Its event loop waits for this pipe. */
function watches(pipe: string): Fact {
  const inode = ` ino:${statSync(pipe).ino.toString(16)} `;
  return (pid) => {
    const files = `/proc/${pid}/fdinfo`;
    return readdirSync(files).some((fd) => readFileSync(join(files, fd), 'utf8').includes(inode));
  };
}

/** One more connection to this port waits to be accepted. The kernel's list may have one twice while others change. */
function connects(port: number): Fact {
  const before = connecting(port);
  return (pid) => connecting(port) > before && handlesSignals(pid);
}

/** Waits until the fact is true of the process, or it has ended. */
async function until(fact: Fact, child: ChildProcess): Promise<void> {
  const isTrue = () => {
    try {
      return fact(child.pid ?? 0);
    } catch {
      // A file that it has closed meanwhile.
      return false;
    }
  };
  while (child.exitCode === null && child.signalCode === null && !isTrue()) await sleep(10);
}

/** Runs a command, sends the signal once it is `asked` or the fact is true, and returns how it ended. */
async function struck(
  args: string | readonly string[],
  asked: Promise<unknown> | Fact,
  options: RunOptions & { signal?: NodeJS.Signals } = {},
): Promise<Finished> {
  const { child, ended } = machine.start(args, options);
  await Promise.race([asked instanceof Promise ? asked : until(asked, child), ended]);
  child.kill(options.signal ?? 'SIGTERM');
  return ended;
}

describe('a signal, while the bank', () => {
  it('accepts and is silent, ends every command', async () => {
    const wrong: string[] = [];
    for (const line of COMMANDS) {
      const { url, asked } = await silentServer();
      const env = { PAYCTL_BASE_URL: url };
      const end = await struck(line, asked, { env });
      const { code, stdout, stderr } = end;
      const isTold = ENDED.test(stdout + stderr) && !stderr.includes(' is in flight');
      if (!isTerminated(end) || !isTold) wrong.push(`${line}: ${code}: ${stderr}`);
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is silent about a charge: %s',
    async (signal) => {
      const asked = new EventEmitter();
      const bank = await stubBank(({ path }) => {
        if (!path.endsWith('/pay')) asked.emit('inquiry');
        return undefined;
      });
      const env = { PAYCTL_BASE_URL: bank.url };
      const pay = `ewallet pay ${WALLET}${signal} --total-fee 10 --buyer-identity-code 281234567890123456 -y`;
      const lost = await machine.payctl(`${pay} --timeout 1s --wait 0`, { env });
      expect(lost.code, lost.stderr).toBe(10);
      const { code, stderr } = await struck('journal recover', once(asked, 'inquiry'), {
        env,
        signal,
      });
      // The run is over, and says what it knows of the charge: as much as before.
      expect(code, stderr).toBe(10);
    },
  );

  itWith('Linux', 'cannot be connected to', async () => {
    const port = await fullPort();
    const env = { PAYCTL_BASE_URL: `http://127.0.0.1:${port}` };
    const wrong: string[] = [];
    for (const line of ['token', 'doctor', 'smoke', `ewallet inquire ${WALLET}`]) {
      const end = await struck(line, connects(port), { env });
      const isTold = ENDED.test(end.stdout + end.stderr);
      if (!isTerminated(end) || !isTold) wrong.push(`${line}: ${end.code}: ${end.stderr}`);
    }
    expect(wrong).toEqual([]);
  });

  itWith('mounts of root', 'has a name that no name server answers', async () => {
    const server = createSocket('udp4');
    server.bind(53, '127.0.0.53');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const config = join(machine.home, 'resolv.conf');
    writeFileSync(config, 'nameserver 127.0.0.53\noptions timeout:30 attempts:5\n');
    const script = `mount --bind ${config} /etc/resolv.conf && exec "$@"`;
    const by = ['unshare', '-m', 'sh', '-c', script, 'sh'];
    const env = { PAYCTL_BASE_URL: 'https://bank.example.com' };
    for (const line of ['token', 'doctor']) {
      const asked = once(server, 'message');
      const { code, signal, stdout, stderr } = await struck(line, asked, { env, by });
      // The process ends itself by the signal: an exit would wait for the name server.
      expect([code, signal], stderr).toEqual([null, 'SIGTERM']);
      expect(stdout + stderr).toMatch(ENDED);
    }
  });
});

describe('a signal, while', () => {
  it('the secret is printed by a program that never ends', async () => {
    const env = { PAYCTL_BASE_URL: 'http://127.0.0.1:9', PAYCTL_API_SECRET: '' };
    const command = `sh -c "echo asked $$ >&2; exec sleep 600"`;
    const { child, ended, says } = machine.start('token', {
      env: { ...env, PAYCTL_SECRET_COMMAND: command },
    });
    const [, pid] = await says(/asked (\d+)/);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });

  itWith('Linux', 'another process has the lock of the token', async () => {
    const { url, asked } = await silentServer();
    const env = { PAYCTL_BASE_URL: url };
    const holder = machine.start('token', { env });
    await asked;
    const { code } = await struck('token', handlesSignals, { env });
    expect(code).toBe(143);
    holder.child.kill('SIGTERM');
    expect((await holder.ended).code).toBe(143);
  });

  describeWith('Linux', 'no more input comes', () => {
    const env = { PAYCTL_BASE_URL: 'http://127.0.0.1:9' };

    it.each([
      'qr decode -',
      'mcp',
      'qr decode pipe',
      'batch ewallet.inquire pipe',
      'api GET /x --data @pipe',
      'reconcile --orders orders.csv --bank orders.csv --map pipe',
    ])('%s', async (line) => {
      const pipe = openPipe();
      const by = ['sh', '-c', `exec "$@" < ${pipe}`, 'sh'];
      const { code, stderr } = await struck(line, watches(pipe), { by, env });
      expect(code, stderr).toBe(143);
    });
  });

  itWith('script', 'a person is asked', async () => {
    const line = `echo pid $$; exec "${process.execPath}" "${BIN}" init`;
    const env = { ...machine.env, TERM: 'xterm' };
    const child = spawn('script', ['-qefc', line, '/dev/null'], { env });
    let shown = '';
    let pid: string | undefined;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      pid ??= /pid (\d+)/.exec(shown)?.[1];
      if (pid === undefined || !shown.includes('How do you want to start?')) return;
      process.kill(Number(pid), 'SIGTERM');
      shown = '';
    });
    const [code] = await once(child, 'close');
    expect(code, shown).toBe(143);
  });

  describeWith('Linux', 'nobody reads its', () => {
    it.each([
      ['stdout', 'openapi', '>', 143],
      // What went wrong before the signal stays the exit, though nobody reads of it.
      ['stderr', 'ewallet inquire --nothing', '2>', 2],
    ])('%s', async (_, line, to, exit) => {
      const pipe = openPipe();
      const by = ['sh', '-c', `head -c 65536 /dev/zero > ${pipe}; exec "$@" ${to} ${pipe}`, 'sh'];
      expect((await struck(line, handlesSignals, { by })).code).toBe(exit);
    });
  });

  it.each([['--ping'], ['--metrics m.prom --ping']])(
    'a ping is not answered: %s',
    async (option) => {
      const { url, asked } = await silentServer();
      const { code } = await struck(`journal recover ${option} ${url}`, asked);
      expect(code).toBe(143);
    },
  );
});
