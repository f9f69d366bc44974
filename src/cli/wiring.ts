import type { Fields, Operation } from '../api/operation.js';
import type { Caller, CallOptions } from '../client/caller.js';
import type { Connection, TokenStore } from '../client/connection.js';
import type { Outcome } from '../client/outcome.js';
import type { Transport } from '../client/transport.js';
import { findPaths, type Paths } from '../config/paths.js';
import type { Origin, Resolved } from '../config/resolve.js';
import type { SecretStores } from '../config/secrets.js';
import { millisecondsOf } from '../duration.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { ChargeOptions } from '../journal/charge.js';
import type { Journal } from '../journal/journal.js';
import type { WasmFiles } from '../qr/image.js';
import type { Bank } from '../sandbox/bank.js';
import type { Settings as BankSettings } from '../sandbox/settings.js';
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

export type ChargeWait = Pick<ChargeOptions, 'waitMs' | 'reference' | 'amount'>;

/** The parts of a run, each made when it is first asked for. */
export interface Wiring {
  readonly paths: Paths;
  profile(): Promise<Profile>;
  connection(): Promise<Connection>;
  caller(): Promise<Caller>;
  secrets(): Promise<SecretStores>;
  tokens(): Promise<TokenStore>;
  transport(): Promise<Transport>;
  journal(): Promise<Journal>;
  /** Whether it was asked for: without it no money can have moved. */
  hasJournal(): boolean;
  /** The embedded bank; only its own profile has one. */
  bank(settings?: Partial<BankSettings>): Promise<Bank>;
  /** A call that can move money, by way of the journal. */
  charge(operation: Operation, input: Fields, options: CallOptions & ChargeWait): Promise<Outcome>;
  wasm(): Promise<WasmFiles>;
  close(): Promise<void>;
}

const TIMEOUT_MS = { read: 15_000, money: 60_000 };
const RETRIES = 2;

export function createWiring(host: Host, globals: Globals, signals: Signals): Wiring {
  const paths = findPaths(host);
  const closing: (() => Promise<void> | void)[] = [];
  const note = (text: string) => host.stderr.write(`${text}\n`);

  const profile = once(async (): Promise<Profile> => {
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
  });

  const secrets = once(async () => {
    const { createSecretStores } = await import('../config/secrets.js');
    return createSecretStores(host, paths);
  });

  const connection = once(async () => {
    const { connectionOf } = await import('../config/connect.js');
    const { resolved } = await profile();
    const made = connectionOf(resolved, await secrets());
    if (resolved.values.ddPublicKey === undefined) return made;
    const { directDebitKeyFrom } = await import('../config/direct-debit-key.js');
    return { ...made, directDebitKey: directDebitKeyFrom(host, resolved) };
  });

  let opening: Promise<Bank> | undefined;
  const bank = (settings?: Partial<BankSettings>): Promise<Bank> => {
    opening ??= openSandbox(host, paths, settings).then((opened) => {
      closing.push(() => opened.close());
      return opened;
    });
    return opening;
  };

  const transport = once(async (): Promise<Transport> => {
    const { resolved, name } = await profile();
    if (name === 'sandbox') {
      const { sandboxTransport } = await import('../sandbox/transport.js');
      // Opened by the first call: --dry-run makes none, and leaves no database behind.
      return {
        send: async (request, options) => sandboxTransport(await bank()).send(request, options),
        close: async () => {},
      };
    }
    const { gotTransport } = await import('../client/transport-got.js');
    const { proxySettings } = await import('../client/proxy.js');
    const { loadTls } = await import('../config/tls.js');
    const tls = await loadTls(host, resolved, await secrets());
    const opened = gotTransport({ tls, proxy: proxySettings(host.env, resolved.values.proxy) });
    closing.push(() => opened.close());
    return opened;
  });

  const tokens = once(async () => {
    const { fileTokenStore, fingerprintOf } = await import('../config/token-store.js');
    const fingerprint = fingerprintOf(await connection());
    return fileTokenStore(host, paths.tokens, fingerprint, (text) => void note(`warning: ${text}`));
  });

  const caller = once(async () => {
    const { createCaller } = await import('../client/caller.js');
    const { timeout } = (await profile()).resolved.values;
    const observe =
      globals.verbose > 1
        ? (await import('./wire-log.js')).wireLog((line) => void note(line))
        : undefined;
    return createCaller({
      connection: await connection(),
      transport: await transport(),
      store: await tokens(),
      clock: host.clock,
      random: host.random,
      timeoutMs: millisecondsOf(timeout ?? '') ?? TIMEOUT_MS,
      retries: globals.retries ?? RETRIES,
      observe,
    });
  });

  let asked = false;
  const journal = once(async () => {
    asked = true;
    const { createJournal } = await import('../journal/journal.js');
    const { loadOperation } = await import('../api/catalogue.js');
    const { files, clock, random, process } = host;
    const warn = (message: string) => void note(`warning: ${message}`);
    return createJournal({
      stateDir: paths.state,
      files,
      clock,
      random,
      process,
      loadOperation,
      warn,
    });
  });

  return {
    paths,
    profile,
    connection,
    caller,
    secrets,
    tokens,
    transport,
    journal,
    hasJournal: () => asked,
    bank,
    async charge(operation, input, options) {
      const { chargeWithNotes } = await import('./charging.js');
      const parts = {
        journal: await journal(),
        caller: await caller(),
        connection: await connection(),
      };
      return chargeWithNotes({ ...parts, operation, input, options, signals, note });
    },
    async wasm() {
      const { readAsset } = await import('../host/assets.js');
      return { reader: readAsset('zxing_reader.wasm'), webp: readAsset('webp.wasm') };
    },
    async close() {
      for (const end of closing.reverse()) await end();
    },
  };
}

async function openSandbox(
  { files, clock, random }: Host,
  paths: Paths,
  settings?: Partial<BankSettings>,
): Promise<Bank> {
  const { openBank } = await import('../sandbox/bank.js');
  files.makeDirectory(paths.state);
  const path = `${paths.state}/sandbox.db`;
  // An empty database of ours, because SQLite would make one that others can read.
  if (files.stat(path) === undefined) files.create(path, new Uint8Array());
  return openBank({
    path,
    clock,
    random,
    ...(settings && { settings }),
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
