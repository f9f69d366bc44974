import { homedir } from 'node:os';
import { isNoTerminal } from './direct.js';
import { diskFiles } from './files.js';
import type { Clock, Host, Random } from './host.js';
import { processIdentity } from './identity.js';
import { systemKeyring } from './keyring.js';
import { onAbort } from './on-abort.js';
import { input, output } from './streams.js';

/** The real machine. What costs time to load is loaded at its first use. */
export function nodeHost(): Host {
  const env = environment();
  return {
    argv: process.argv.slice(2),
    env,
    cwd: process.cwd(),
    platform: process.platform,
    stdin: input(
      () => !isNoTerminal(0) && process.getBuiltinModule('node:tty').isatty(0),
      () => process.stdin,
    ),
    stdout: output('standard output', 1, () => process.stdout),
    stderr: output('standard error', 2, () => process.stderr),
    clock,
    random,
    files: diskFiles(() => Buffer.from(random.bytes(8)).toString('hex')),
    process: processIdentity(env),
    keyring: systemKeyring(),
    openPager: async (command) => (await import('./pager.js')).openPager(command),
  };
}

/** With HOME from the account where it is not set, as by service managers. */
function environment(): Host['env'] {
  const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  if (process.env[name]) return process.env;
  try {
    return { ...process.env, [name]: homedir() };
  } catch {
    // No account either, as in containers with a bare user number.
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
        stopListening?.();
        resolve();
      };
      // A longer timeout would fire at once.
      const timer = setTimeout(finish, Math.min(ms, 0x7fff_ffff));
      const stopListening = signal && onAbort(signal, finish);
    });
  },
};

const random: Random = {
  // Loaded at the first use: most commands need no random numbers.
  bytes: (count) => process.getBuiltinModule('node:crypto').randomBytes(count),
};
