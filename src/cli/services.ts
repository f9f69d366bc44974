import type { Fields, Operation } from '../bank/define.js';
import { isInClear } from '../client/base-url.js';
import type { Caller } from '../client/caller.js';
import type { Connection, TokenStore } from '../client/connection.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import type { Transport } from '../client/transport.js';
import type { SecretStores } from '../config/secrets.js';
import { visibleLines } from '../core/text.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { ChargeOptions } from '../journal/charge.js';
import type { Initiated } from '../journal/initiate.js';
import type { Journal } from '../journal/journal.js';
import type { WasmFiles } from '../qr/image.js';
import type { Bank } from '../sandbox/bank.js';
import type { Settings as BankSettings } from '../sandbox/settings.js';
import { findPaths, type Paths } from '../state/paths.js';
import type { Store } from '../state/store.js';
import type { Globals } from './globals.js';
import {
  makeCaller,
  makeConnection,
  makeJournal,
  openNetwork,
  openSandbox,
  openStore,
  type Profile,
  readProfile,
} from './parts.js';

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
  store(): Promise<Store>;
  journal(): Promise<Journal>;
  /** Whether it was asked for: without it no money can have moved. */
  hasJournal(): boolean;
  /** What the calls that can move money and are under way end in, should this program fail now. */
  readonly inFlight: Set<Outcome>;
  /** How the call that can move money ended, or would end now; undefined where none was sent. */
  charged(): Outcome | undefined;
  /** The embedded bank; only its own profile has one. */
  bank(settings?: Partial<BankSettings>): Promise<Bank>;
  /** A call that can move money, by way of the journal. */
  charge(operation: Operation, input: Fields, options: CallOptions & ChargeWait): Promise<Outcome>;
  /** The initiation of a transfer, once for its reference. */
  initiate(operation: Operation, input: Fields, options: CallOptions): Promise<Initiated>;
  wasm(): Promise<WasmFiles>;
  close(): Promise<void>;
}

export function createWiring(host: Host, globals: Globals, signals: Signals): Wiring {
  const paths = findPaths(host);
  const closing: (() => Promise<void> | void)[] = [];
  const note = (text: string) => host.stderr.write(`${visibleLines(text)}\n`);
  const warn = (text: string) => void note(`warning: ${text}`);

  const profile = once(() => readProfile(host, paths, globals));

  const secrets = once(async () => {
    const { createSecretStores } = await import('../config/secrets.js');
    return createSecretStores(host, paths);
  });

  const connection = once(async () =>
    makeConnection(host, (await profile()).resolved, await secrets()),
  );

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
    const url = new URL((await connection()).baseUrl);
    if (isInClear(url)) warn(`${url.origin} is not encrypted: secret and payments travel in clear`);
    const opened = await openNetwork(host, resolved, await secrets());
    closing.push(() => opened.close());
    return opened;
  });

  const tokens = once(async () => {
    const { fileTokenStore, fingerprintOf } = await import('../state/token-store.js');
    const { tokenBond } = await import('../config/token-bond.js');
    const { resolved } = await profile();
    const made = await connection();
    const bond = tokenBond(host, paths.tokens, made, resolved, await secrets());
    return fileTokenStore(host, paths.tokens, fingerprintOf(made), warn, bond);
  });

  const caller = once(async () => {
    const { withWholeLists } = await import('../client/pages.js');
    const { timeout } = (await profile()).resolved.values;
    const parts = {
      connection: await connection(),
      transport: await transport(),
      store: await tokens(),
    };
    const made = await makeCaller(host, globals, timeout, parts);
    // The answer as it came is one answer.
    return globals.output === 'raw' ? made : withWholeLists(made, host.clock);
  });

  let asked = false;
  let charged: Outcome | undefined;
  const inFlight = new Set<Outcome>();
  const store = once(() => openStore(host, paths));
  const journal = once(async () => {
    asked = true;
    return makeJournal(host, await store(), warn);
  });

  return {
    paths,
    profile,
    connection,
    caller,
    secrets,
    tokens,
    transport,
    store,
    journal,
    hasJournal: () => asked,
    inFlight,
    charged: () => [...inFlight].at(0) ?? charged,
    bank,
    async charge(operation, input, options) {
      const { chargeWithNotes } = await import('./charging.js');
      const parts = {
        journal: await journal(),
        caller: await caller(),
        connection: await connection(),
      };
      const noticed = { ...options, onSending: (lost: Outcome) => void inFlight.add(lost) };
      try {
        charged = await chargeWithNotes({
          ...parts,
          operation,
          input,
          options: noticed,
          signals,
          note,
        });
        return charged;
      } finally {
        inFlight.clear();
      }
    },
    async initiate(operation, input, options) {
      const { initiateOnce } = await import('../journal/initiate.js');
      const parts = {
        journal: await journal(),
        caller: await caller(),
        connection: await connection(),
      };
      return initiateOnce({ ...parts, operation, input, options });
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

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
