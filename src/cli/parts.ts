import type { Caller, CallerSettings } from '../client/caller.js';
import type { Connection } from '../client/connection.js';
import type { Transport } from '../client/transport.js';
import type { Origin, Resolved } from '../config/resolve.js';
import type { SecretStores } from '../config/secrets.js';
import { millisecondsOf } from '../core/duration.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import type { Journal } from '../journal/journal.js';
import type { Bank } from '../sandbox/bank.js';
import type { Settings as BankSettings } from '../sandbox/settings.js';
import { checkOwn } from '../state/own-files.js';
import { type Paths, statePath } from '../state/paths.js';
import type { Store } from '../state/store.js';
import type { Globals } from './globals.js';

export interface Profile {
  name: string;
  environment: 'test' | 'live';
  readOnly: boolean;
  /** Where that is said. */
  readOnlyBy?: Origin;
  resolved: Resolved;
  /** The value of a setting from environment, profile or default. */
  settings(name: string): string | undefined;
}

const TIMEOUT_MS = { read: 15_000, money: 60_000 };
const RETRIES = 2;

/** The profile that this run is about, by flag, environment and file. */
export async function readProfile(host: Host, paths: Paths, globals: Globals): Promise<Profile> {
  const { environmentOf, isReadOnly, resolve } = await import('../config/resolve.js');
  const { SANDBOX_PROFILE } = await import('../sandbox/seed.js');
  const { profile: named, sandbox, settings: flags } = globals;
  const resolved = resolve(host, paths, { profile: named, sandbox, flags }, SANDBOX_PROFILE);
  const values: Partial<Record<string, string>> = resolved.values;
  return {
    name: resolved.profile,
    environment: environmentOf(resolved),
    readOnly: isReadOnly(resolved),
    readOnlyBy: resolved.origins.readOnly,
    resolved,
    settings: (name) => values[name],
  };
}

/** Where the bank is and who calls, with the key of direct debit where there is one. */
export async function makeConnection(
  host: Host,
  resolved: Resolved,
  secrets: SecretStores,
): Promise<Connection> {
  const { connectionOf } = await import('../config/connect.js');
  const made = connectionOf(resolved, secrets);
  if (resolved.values.ddPublicKey === undefined) return made;
  const { directDebitKeyFrom } = await import('../config/direct-debit-key.js');
  return { ...made, directDebitKey: directDebitKeyFrom(host, resolved) };
}

/** The way to a bank that is not embedded. */
export async function openNetwork(
  host: Host,
  resolved: Resolved,
  secrets: SecretStores,
): Promise<Transport> {
  const { gotTransport } = await import('../client/transport-got.js');
  const { proxySettings } = await import('../client/proxy.js');
  const { loadTls } = await import('../config/tls.js');
  const { mendsOf } = await import('../config/provenance.js');
  const tls = await loadTls(host, resolved, secrets);
  return gotTransport({
    tls,
    proxy: proxySettings(host.env, resolved.values.proxy),
    mends: mendsOf(resolved, host.env),
  });
}

/** @param timeout of one attempt, as a person writes it */
export async function makeCaller(
  { clock, random, stderr }: Host,
  { verbose, retries = RETRIES }: Globals,
  timeout: string | undefined,
  parts: Pick<CallerSettings, 'connection' | 'transport' | 'store'>,
): Promise<Caller> {
  const { createCaller } = await import('../client/caller.js');
  const wireLog = verbose > 1 ? (await import('./wire-log.js')).wireLog : undefined;
  const timeoutMs = millisecondsOf(timeout ?? '') ?? TIMEOUT_MS;
  const observe = wireLog?.((line) => void stderr.write(`${line}\n`));
  return createCaller({ ...parts, clock, random, timeoutMs, retries, observe });
}

/** Where all is kept that must not be forgotten. */
export async function openStore({ files }: Host, { state }: Paths): Promise<Store> {
  const { openFileStore } = await import('../state/files/store.js');
  return openFileStore(files, state);
}

export async function makeJournal(
  { clock, random, process }: Host,
  store: Store,
  warn: (message: string) => void,
): Promise<Journal> {
  const { loadOperation } = await import('../bank/families.js');
  return { store, clock, random, process, loadOperation, warn };
}

/** The embedded bank, with its state made where there is none. */
export async function openSandbox(
  { files, clock, random }: Host,
  paths: Paths,
  settings?: Partial<BankSettings>,
): Promise<Bank> {
  files.makeDirectory(paths.state);
  const path = statePath(paths.state, 'sandbox.db');
  // An empty database of ours, because SQLite would make one that others can read.
  if (!checkOwn(files, path)) files.create(path, new Uint8Array());
  for (const part of ['-wal', '-shm']) checkOwn(files, path + part);
  try {
    const { openBank } = await import('../sandbox/bank.js');
    return await openBank({ path, clock, random, ...(settings && { settings }) });
  } catch (error) {
    if (error instanceof PayctlError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new PayctlError('CONFIG', `the embedded bank cannot open ${path}: ${why}`, {
      hint: 'payctl doctor',
      cause: error,
    });
  }
}
