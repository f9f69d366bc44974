import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { diskFiles } from './files.js';
import type { Clock, Host, Random } from './host.js';
import { processIdentity } from './identity.js';
import { input, output } from './streams.js';

/** The real machine. Everything that costs time to load is fetched at its first use. */
export function nodeHost(): Host {
  const random = new PooledRandom();
  return {
    argv: process.argv.slice(2),
    env: environment(),
    cwd: process.cwd(),
    platform: process.platform,
    stdin: input(
      () => process.getBuiltinModule('node:tty').isatty(0),
      () => process.stdin,
    ),
    stdout: output('standard output', 1, () => process.stdout),
    stderr: output('standard error', 2, () => process.stderr),
    clock,
    random,
    files: diskFiles(() => Buffer.from(random.bytes(8)).toString('hex')),
    process: processIdentity(),
    openThreads: async (program, given) =>
      (await import('./threads.js')).openThreads(program, given),
  };
}

/** Service managers start programs without HOME; the account still has a home directory. */
function environment(): Host['env'] {
  const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  if (process.env[name]) return process.env;
  try {
    return { ...process.env, [name]: homedir() };
  } catch {
    // No account either, as in containers that are given a bare number.
    return process.env;
  }
}

const clock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      // A longer timer would end at once.
      const timer = setTimeout(finish, Math.min(ms, 0x7fff_ffff));
      signal?.addEventListener('abort', finish);
    });
  },
};

const POOL_BYTES = 4_096;

/** The system is asked once for many bytes; what was handed out is never handed out again. */
class PooledRandom implements Random {
  #pool = new Uint8Array(0);
  #used = 0;

  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES / 16) return fromSystem(count);
    if (this.#used + count > this.#pool.length) {
      this.#pool = fromSystem(POOL_BYTES);
      this.#used = 0;
    }
    this.#used += count;
    return this.#pool.slice(this.#used - count, this.#used);
  }
}

/** The kernel's own source needs no node:crypto, which takes 3 ms to load. */
function fromSystem(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  return process.platform === 'linux' && readDevice('/dev/urandom', bytes)
    ? bytes
    : process.getBuiltinModule('node:crypto').randomBytes(count);
}

/** Linux's number of the device: 1, 9. */
const URANDOM = 0x109;

/** Whether there is this very device, and it filled them all: in a broken root anything may lie there. */
function readDevice(path: string, bytes: Uint8Array): boolean {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const found = fstatSync(fd);
    return (
      found.isCharacterDevice() && found.rdev === URANDOM && readSync(fd, bytes) === bytes.length
    );
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
