import { homedir } from 'node:os';
import { diskFiles } from './files.js';
import type { Clock, Host, Random } from './host.js';
import { processIdentity } from './identity.js';
import { input, output } from './streams.js';

/** The real machine. Everything that costs time to load is fetched at its first use. */
export function nodeHost(): Host {
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

const random: Random = {
  // Loaded when first asked for: what only prints needs none of node:crypto.
  bytes: (count) => process.getBuiltinModule('node:crypto').randomBytes(count),
};
