import { configError } from '../core/errors.js';
import { machine } from '../messages/machine.js';
import { type RunCommand, runCommand } from './command.js';

/** The operating system's store of secrets, by account. */
export interface Keyring {
  /** undefined where it holds none. */
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  /** Also where it holds none. */
  delete(account: string): Promise<void>;
}

const LIMIT_MS = 3_000;
const UNAVAILABLE = 3;

/**
 * Runs in a process of its own, because a keyring that waits for a hung desktop bus can only be killed.
 * Linux's kernel keyring is not used: it ends with the boot.
 */
const SCRIPT = `
const { createRequire } = require('node:module');
const [from, action, account] = process.argv.slice(1);
let Entry;
try { ({ Entry } = createRequire(from)('@napi-rs/keyring')); } catch { process.exit(${UNAVAILABLE}); }
try {
  const options = process.platform === 'linux' ? { linux: { store: 'secret-service' } } : undefined;
  const entry = new Entry('payctl', account, options);
  if (action === 'get') process.stdout.write(JSON.stringify(entry.getPassword()));
  if (action === 'set') entry.setPassword(require('node:fs').readFileSync(0, 'utf8'));
  if (action === 'delete' && !entry.deletePassword() && entry.getPassword() !== null) process.exit(${UNAVAILABLE});
} catch { process.exit(${UNAVAILABLE}); }
`;

/** Its methods reject with PayctlError CONFIG where there is no keyring that answers within 3 s. */
export function systemKeyring(run: RunCommand = runCommand): Keyring {
  async function runAction(action: string, account: string, input?: string): Promise<string> {
    const command = [process.execPath, '-e', SCRIPT, import.meta.url, action, account];
    const { code, stdout } = await run(command, { timeoutMs: LIMIT_MS, input });
    if (code === 0) return stdout;
    throw configError(machine.noKeyring, machine.withoutKeyring);
  }
  return {
    async get(account) {
      const value: unknown = JSON.parse(await runAction('get', account));
      return typeof value === 'string' ? value : undefined;
    },
    async set(account, secret) {
      await runAction('set', account, secret);
    },
    async delete(account) {
      await runAction('delete', account);
    },
  };
}
