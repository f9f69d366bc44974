import type { Fields, Operation } from '../bank/define.js';
import { isInClear, proxySettings } from '../client/address.js';
import type { Caller } from '../client/caller.js';
import type { Connection, TokenStore } from '../client/connection.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import type { Transport } from '../client/transport.js';
import { bankIn } from '../config/names.js';
import type { SecretStores } from '../config/secrets.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { parseDuration } from '../core/time.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { ChargeOptions } from '../journal/charge-request.js';
import type { Initiated } from '../journal/initiate.js';
import type { Journal } from '../journal/journal.js';
import { running } from '../messages/running.js';
import type { WasmFiles } from '../qr/image.js';
import type { Bank } from '../sandbox/bank.js';
import type { Codes } from '../state/codes.js';
import type { InboxStore } from '../state/inbox.js';
import { findPaths, type Paths } from '../state/paths.js';
import type { ChargePermission, ClaimPermission } from '../state/permission.js';
import type { Server, SharedAccess } from '../state/postgres/server.js';
import type { Shared } from '../state/shared.js';
import type { Store } from '../state/store.js';
import type { TokenRows } from '../state/token-rows.js';
import type { Globals } from './globals.js';
import { sayFor } from './language.js';
import type { BankOpening } from './open-sandbox.js';
import { readProfile } from './profile.js';
import type { Recording } from './recording.js';
import type { Tell } from './tell.js';

export type ChargeWait = Pick<ChargeOptions, 'waitMs' | 'reference' | 'amount'>;

const TIMEOUT_MS = { read: 15_000, money: 60_000 };
const RETRIES = 2;

/** What a run works with. Each part is loaded and made when it is first asked for, and only once. */
export class Services {
  readonly host: Host;
  readonly globals: Globals;
  readonly signals: Signals;
  readonly tell: Tell;
  readonly paths: Paths;
  /** How the calls in flight that can move money would end if this program failed now. */
  readonly inFlight = new Set<Outcome>();
  /** Whether a recording answers in the bank's place. */
  readonly isReplay: boolean;
  readonly #closing: (() => Promise<void> | void)[] = [];
  #network: Transport | undefined;
  readonly #opened: (() => Promise<Bank>) | undefined;
  #bank: Promise<Bank> | undefined;
  #bankName: string | undefined;
  #hasJournal = false;
  #charged: Outcome | undefined;

  /** @param opened the embedded bank, where it is open already; whoever opened it closes it */
  constructor(
    host: Host,
    globals: Globals,
    signals: Signals,
    tell: Tell,
    opened?: () => Promise<Bank>,
  ) {
    this.tell = tell;
    this.#opened = opened;
    this.host = host;
    this.globals = globals;
    this.signals = signals;
    this.paths = findPaths(host);
    this.isReplay = Boolean(host.env.PAYCTL_REPLAY);
  }

  readonly profile = once(() => readProfile(this.host, this.paths, this.globals));

  readonly secrets = once(async (): Promise<SecretStores> => {
    const { SecretStores } = await import('../config/secrets.js');
    return new SecretStores(this.host, this.paths);
  });

  /** Where the bank is and who calls, with the key of direct debit where there is one. */
  readonly connection = once(async (): Promise<Connection> => {
    const { resolved } = await this.profile();
    if (this.isReplay)
      return (await import('../config/connection.js')).replayedConnection(resolved);
    const secrets = await this.secrets();
    const { connectionOf } = await import('../config/connection.js');
    return connectionOf(this.host, resolved, secrets);
  });

  readonly tokens = once(async (): Promise<TokenStore> => {
    const { tokens } = await this.recording();
    if (tokens) return tokens;
    const { fingerprintOf, openTokenStore } = await import('../state/token-store.js');
    const { tokenBond } = await import('../config/token-bond.js');
    const { host, paths } = this;
    const { resolved } = await this.profile();
    const connection = await this.connection();
    const server = await this.server();
    const salt = (await server?.sealer())?.salt;
    const bond = tokenBond(host, paths.tokens, connection, resolved, await this.secrets(), salt);
    const fingerprint = fingerprintOf(connection, server !== undefined);
    const warn = (text: Message) => this.#warn(text);
    return openTokenStore(host, await this.#tokenRows(server), fingerprint, warn, bond);
  });

  readonly transport = once(async (): Promise<Transport> => {
    if (this.isReplay) return (await import('../client/recording/no-transport.js')).NO_TRANSPORT;
    const { name } = await this.profile();
    if (name === 'sandbox') {
      const { sandboxTransport } = await import('../sandbox/server/transport.js');
      // Opened by the first call: --dry-run makes none, and leaves no database behind.
      return {
        send: async (request, options) =>
          sandboxTransport(await this.bank()).send(request, options),
        close: async () => {},
      };
    }
    this.#network = await this.#openNetwork();
    return this.#network;
  });

  readonly caller = once(async (): Promise<Caller> => {
    const { withWholeLists } = await import('../client/pages.js');
    const { createCaller } = await import('../client/caller.js');
    const { clock, random, stderr } = this.host;
    const { verbose, retries = RETRIES, output } = this.globals;
    const { timeout } = (await this.profile()).resolved.values;
    const wireLog = verbose > 1 ? (await import('./wire-log.js')).wireLog : undefined;
    const { rememberingCodes } = await import('./remember.js');
    const calling = createCaller({
      connection: await this.connection(),
      transport: await this.transport(),
      store: await this.tokens(),
      clock,
      random,
      timeoutMs: parseDuration(timeout ?? '') ?? TIMEOUT_MS,
      retries,
      observe: wireLog?.((line) => void stderr.write(`${line}\n`)),
      ...(await this.recording()),
    });
    const made = rememberingCodes(calling, {
      clock,
      codes: this.codes,
      baseUrl: async () => (await this.connection()).baseUrl,
    });
    // -o raw shows a single answer, byte for byte.
    return output === 'raw' ? made : withWholeLists(made, clock);
  });

  /** How messages are worded where something is drawn in a terminal. */
  readonly say = once(() => sayFor(this.host, this.globals));

  /** What is recorded of this run, or answers it. */
  readonly recording = once(async (): Promise<Recording> => {
    const { PAYCTL_RECORD: record, PAYCTL_REPLAY: replay } = this.host.env;
    if (!record && !replay) return {};
    return (await import('./recording.js')).openRecording(this.host, this.signals, this.tell);
  });

  /** The codes that this machine had made, or any of its store. */
  readonly codes = once(async (): Promise<Codes> => {
    const server = await this.server();
    if (server !== undefined) {
      const { PostgresCodes } = await import('../state/postgres/codes.js');
      return new PostgresCodes(server);
    }
    const { FileCodes } = await import('../state/codes.js');
    return new FileCodes(this.host.files, this.paths.state);
  });

  /** Where everything is kept that must not be forgotten. */
  readonly store = once(async (): Promise<Store> => {
    const server = await this.server();
    if (server === undefined) {
      const { openFileStore } = await import('../state/files/store.js');
      return openFileStore(this.host.files, this.paths.state, this.host);
    }
    const { openPostgresStore } = await import('../state/postgres/store.js');
    return openPostgresStore(this.host, server, this.paths.state);
  });

  /** The way to the shared store; undefined where everything is kept in files. */
  readonly storeAccess = once(async (): Promise<SharedAccess | undefined> => {
    // A recording needs no store, and nothing of it may reach one.
    if (this.isReplay) return undefined;
    const { resolved } = await this.profile();
    if (resolved.values.store === undefined) return undefined;
    const { sharedAccess } = await import('../config/shared-store.js');
    return sharedAccess(this.host, resolved, await this.secrets(), (text) => this.#warn(text));
  });

  /** The server of the shared store; undefined where everything is kept in files. */
  readonly server = once(async (): Promise<Server | undefined> => {
    const shared = await this.storeAccess();
    if (shared === undefined) return undefined;
    const { Server } = await import('../state/postgres/server.js');
    const opened = new Server(this.host, shared, this.paths.state);
    opened.onOpen(async () => {
      const { afterOpening } = await import('./after-opening.js');
      await afterOpening(this, opened, (text) => this.#warn(text));
    });
    this.#closing.push(() => opened.close());
    return opened;
  });

  /** What only a shared store has. */
  readonly shared = once(async (): Promise<Shared | undefined> => {
    const server = await this.server();
    if (server === undefined) return undefined;
    const { openShared } = await import('../state/postgres/shared.js');
    return openShared(server, this.host);
  });

  /** The confirmations of the profile, or in a shared store of its company at this bank. */
  readonly inbox = once(async (): Promise<InboxStore> => {
    const { name, settings } = await this.profile();
    const server = await this.server();
    if (server === undefined) {
      const { FileInbox, inboxDirectory } = await import('../state/files/inbox.js');
      return new FileInbox(this.host, inboxDirectory(this.paths.state, name));
    }
    const { bankOf } = await import('../journal/claim.js');
    const { openInbox } = await import('../state/postgres/shared.js');
    const { referencesIn } = await import('../callbacks/confirmation.js');
    const owner = [bankOf(settings('baseUrl') ?? ''), settings('companyId') ?? ''];
    return openInbox(server, this.host, owner, referencesIn);
  });

  readonly journal = once((): Promise<Journal> => {
    this.#hasJournal = true;
    return this.journalToRead();
  });

  /** For commands that send nothing that could move money. */
  readonly journalToRead = once(async (): Promise<Journal> => {
    const store = await this.store();
    const { loadOperation } = await import('../bank/families.js');
    const { clock, random, process } = this.host;
    const warn = (text: Message) => this.#warn(text);
    return { store, clock, random, process, loadOperation, warn };
  });

  /** Whether the journal was used: without it no money can have moved. */
  hasJournal(): boolean {
    return this.#hasJournal;
  }

  /** How the call that can move money ended, or would end now; undefined if none was sent. */
  charged(): Outcome | undefined {
    const [open = this.#charged] = this.inFlight;
    return open;
  }

  /** From now on the embedded bank is the one of this name. */
  chooseBank(name: string): void {
    this.#bankName = name;
  }

  /** The name of the embedded bank; undefined for the one that all share. */
  bankName(): string | undefined {
    return this.#bankName ?? bankIn(this.host.env);
  }

  /** The embedded bank; only its own profile has one. */
  bank(opening: BankOpening = {}): Promise<Bank> {
    this.#bank ??= this.#opened?.() ?? this.#openBank(opening);
    return this.#bank;
  }

  async #openBank(opening: BankOpening): Promise<Bank> {
    const { openSandbox } = await import('./open-sandbox.js');
    const opened = await openSandbox(this.host, this.paths, this.bankName(), opening);
    this.#closing.push(() => opened.close());
    return opened;
  }

  /** That this machine may make claims where this run has its store. Rejects with CONFIG. */
  readonly claimPermission = once(async (): Promise<ClaimPermission> => {
    const { ClaimPermission } = await import('../state/permission.js');
    if ((await this.profile()).name === 'sandbox') return ClaimPermission.ofEmbeddedBank();
    const { StoreMemory } = await import('../state/store-memory.js');
    const { shared } = await this.store();
    return ClaimPermission.of(new StoreMemory(this.host, this.paths.state), shared);
  });

  /** Makes a call that can move money, through the journal. */
  async charge(
    operation: Operation,
    input: Fields,
    permission: ChargePermission,
    options: CallOptions & ChargeWait,
  ): Promise<Outcome> {
    const { chargeWithNotes } = await import('./charging.js');
    const access = await this.#access();
    try {
      this.#charged = await chargeWithNotes({
        ...access,
        operation,
        input,
        permission,
        options: { ...options, onSending: (lost: Outcome) => void this.inFlight.add(lost) },
        signals: this.signals,
        note: (text) => this.tell(text, 'note'),
      });
      return this.#charged;
    } finally {
      this.inFlight.clear();
    }
  }

  /** The initiation of a transfer, once for its reference. */
  async initiate(operation: Operation, input: Fields, options: CallOptions): Promise<Initiated> {
    const { initiateOnce } = await import('../journal/initiate.js');
    const permission = await this.claimPermission();
    return initiateOnce({ ...(await this.#access()), operation, input, permission, options });
  }

  async wasm(): Promise<WasmFiles> {
    const { readAsset } = await import('../host/assets.js');
    return { reader: readAsset('zxing_reader.wasm'), webp: readAsset('webp.wasm') };
  }

  /** Connections to the bank end with the process by themselves; closing them takes half a millisecond. */
  async close(endsProcess: boolean): Promise<void> {
    if (!endsProcess) await this.#network?.close();
    for (const end of this.#closing.reverse()) await end();
  }

  async #access() {
    await this.warnOfFleetingFiles();
    return {
      journal: await this.journal(),
      caller: await this.caller(),
      connection: await this.connection(),
    };
  }

  /** Before the first charge: later ones would repeat what is known. */
  async warnOfFleetingFiles(): Promise<void> {
    if (this.isReplay || (await this.profile()).name === 'sandbox') return;
    if ((await this.server()) !== undefined) return;
    const { ephemeralWarning } = await import('../state/ephemeral.js');
    const warning = ephemeralWarning(this.host.files, this.paths.state);
    if (warning !== undefined) this.#warn(warning);
  }

  async #tokenRows(server: Server | undefined): Promise<TokenRows> {
    if (server === undefined) {
      const { FileTokenRows } = await import('../state/token-rows.js');
      return new FileTokenRows(this.host, this.paths.tokens);
    }
    const { PostgresTokenRows } = await import('../state/postgres/tokens.js');
    return new PostgresTokenRows(this.host, server, (await this.connection()).baseUrl);
  }

  /** Connects to a bank over the network. */
  async #openNetwork(): Promise<Transport> {
    const { resolved } = await this.profile();
    const url = new URL((await this.connection()).baseUrl);
    if (isInClear(url)) {
      this.#warn(running.inClear(url.origin));
    }
    const secrets = await this.secrets();
    const { gotTransport } = await import('../client/transport-got.js');
    const { loadTls } = await import('../config/tls.js');
    const { fixesOf } = await import('../config/provenance.js');
    return gotTransport({
      tls: await loadTls(this.host, resolved, secrets),
      proxy: proxySettings(this.host.env, resolved.values.proxy),
      fixes: fixesOf(resolved, this.host.env),
    });
  }

  #warn(text: Message): void {
    void this.tell(text, 'warning');
  }
}
