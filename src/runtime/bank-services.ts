import { isInClear, proxySettings } from '../client/address.js';
import type { Caller } from '../client/caller.js';
import type { Connection, TokenStore } from '../client/connection.js';
import type { Transport } from '../client/transport.js';
import { bankFromEnvironment } from '../config/names.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { parseDuration } from '../core/time.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { running } from '../messages/running.js';
import type { Bank } from '../sandbox/bank.js';
import type { Server } from '../state/postgres/server.js';
import type { TokenRows } from '../state/token-rows.js';
import type { Interaction } from './door.js';
import type { BankOpening } from './open-sandbox.js';
import type { Recording } from './recording.js';
import type { RunOptions } from './run-options.js';
import { StoreServices } from './store-services.js';

const TIMEOUT_MS = { read: 15_000, money: 60_000 };
const RETRIES = 2;

/** How a run reaches its bank: over the network, in the program, or in a recording. */
export class BankServices extends StoreServices {
  readonly #opened: (() => Promise<Bank>) | undefined;
  #bankName: string | undefined;

  /** @param opened the embedded bank, where it is open already; whoever opened it closes it */
  constructor(
    host: Host,
    options: RunOptions,
    signals: Signals,
    door: Interaction,
    opened?: () => Promise<Bank>,
  ) {
    super(host, options, signals, door);
    this.#opened = opened;
  }

  /** Where the bank is and who calls, with the key of direct debit where there is one. */
  readonly connection = once(async (): Promise<Connection> => {
    const { resolved } = await this.profile();
    const { resolveConnection, replayedConnection } = await import('../config/connection.js');
    if (this.isReplay) return replayedConnection(resolved);
    return resolveConnection(this.host, resolved, await this.secrets());
  });

  /** What is recorded of this run, or answers it. */
  readonly recording = once(async (): Promise<Recording> => {
    const { PAYCTL_RECORD: record, PAYCTL_REPLAY: replay } = this.host.env;
    if (!record && !replay) return {};
    return (await import('./recording.js')).openRecording(this.signals, this.host, this.door.tell);
  });

  readonly tokens = once(async (): Promise<TokenStore> => {
    const { tokens } = await this.recording();
    if (tokens) return tokens;
    const { requesterFingerprint, openTokenStore } = await import('../state/token-store.js');
    const { createSecretIdentity } = await import('../config/secret-identity.js');
    const { host, paths } = this;
    const { resolved } = await this.profile();
    const connection = await this.connection();
    const server = await this.server();
    const salt = (await server?.sealer())?.salt;
    const secrets = await this.secrets();
    const identity = createSecretIdentity(host, paths.tokens, connection, resolved, secrets, salt);
    const warn = (text: Message) => void this.warn(text);
    const fingerprint = requesterFingerprint(connection, server !== undefined);
    return openTokenStore(host, await this.#tokenRows(server), fingerprint, warn, identity);
  });

  async #tokenRows(server: Server | undefined): Promise<TokenRows> {
    if (server === undefined) {
      const { fileTokenRows } = await import('../state/token-rows.js');
      return fileTokenRows(this.host, this.paths.tokens);
    }
    const { postgresTokenRows } = await import('../state/postgres/tokens.js');
    return postgresTokenRows(this.host, server, (await this.connection()).baseUrl);
  }

  readonly caller = once(async (): Promise<Caller> => {
    const { withWholeLists } = await import('../client/whole-lists.js');
    const { createCaller } = await import('../client/caller.js');
    const { rememberingCodes } = await import('./remember-codes.js');
    const { clock, random } = this.host;
    const { selection, output } = this.options;
    const { timeout } = (await this.profile()).resolved.values;
    const caller = createCaller({
      connection: await this.connection(),
      transport: await this.transport(),
      store: await this.tokens(),
      clock,
      random,
      timeoutMs: parseDuration(timeout ?? '') ?? TIMEOUT_MS,
      retries: selection.retries ?? RETRIES,
      ending: this.signals.first,
      observe: this.door.observe,
      ...(await this.recording()),
    });
    const remembering = rememberingCodes(caller, {
      bankNow: () => this.bankNow(),
      codes: this.codes,
      baseUrl: async () => (await this.connection()).baseUrl,
    });
    // -o raw shows a single answer, byte for byte.
    return output.format === 'raw' ? remembering : withWholeLists(remembering, clock);
  });

  readonly transport = once(async (): Promise<Transport> => {
    if (this.isReplay) return (await import('../client/recording/no-transport.js')).NO_TRANSPORT;
    const { name } = await this.profile();
    if (name !== 'sandbox') return this.#openNetwork();
    const { sandboxTransport } = await import('../sandbox/server/transport.js');
    // Opened by the first call: --dry-run makes none, and leaves no database behind.
    return {
      send: async (request, options) => sandboxTransport(await this.bank()).send(request, options),
      close: async () => {},
    };
  });

  async #openNetwork(): Promise<Transport> {
    const { resolved } = await this.profile();
    const url = new URL((await this.connection()).baseUrl);
    if (isInClear(url)) void this.warn(running.inClear(url.origin));
    const { gotTransport } = await import('../client/transport-got.js');
    const { loadTls } = await import('../config/tls.js');
    const { connectionFixes } = await import('../config/provenance.js');
    const network = gotTransport({
      tls: await loadTls(this.host, resolved, await this.secrets()),
      proxy: proxySettings(this.host.env, resolved.values.proxy),
      fixes: () => connectionFixes(resolved, this.host.env),
    });
    // Connections end with the process by themselves; closing them takes half a millisecond.
    this.onClose((endsProcess) => (endsProcess ? undefined : network.close()));
    return network;
  }

  /** From now on the embedded bank is the one of this name. */
  chooseBank(name: string): void {
    this.#bankName = name;
  }

  /** The name of the embedded bank; undefined for the one that all share. */
  bankName(): string | undefined {
    return this.#bankName ?? bankFromEnvironment(this.host.env);
  }

  /** The embedded bank; only its own profile has one. */
  readonly bank = once(
    (opening: BankOpening = {}): Promise<Bank> => this.#opened?.() ?? this.#openBank(opening),
  );

  /**
   * Now by the clock of the bank, in milliseconds since the epoch: relative days count from it. Only
   * the embedded bank's clock is known, and it differs once somebody has set it.
   */
  async bankNow(): Promise<number> {
    const { clock, files } = this.host;
    if (this.isReplay || (await this.profile()).name !== 'sandbox') return clock.now();
    const { bankPath } = await import('./open-sandbox.js');
    const isThere = this.#opened || files.stat(bankPath(this.paths, this.bankName()));
    return isThere ? (await this.bank()).now() : clock.now();
  }

  async #openBank(opening: BankOpening): Promise<Bank> {
    const { openSandbox } = await import('./open-sandbox.js');
    const bank = await openSandbox(this.host, this.paths, this.bankName(), opening);
    this.onClose(() => bank.close());
    return bank;
  }
}
