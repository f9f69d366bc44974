import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRequest } from '../../src/bank/wire.js';
import { type Bank, openBank } from '../../src/sandbox/bank.js';
import type { BankMoment } from '../../src/sandbox/server/request-handler.js';
import { serveBank } from '../../src/sandbox/server/server.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { initStore } from '../../src/state/postgres/administration.js';
import type { SharedAccess } from '../../src/state/postgres/server.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import { BANK_PARTS, environmentOf, MONEY } from '../faults/command/bench.js';
import { PASSWORD } from './address.js';
import { setClock, timePasses } from './clock.js';
import { FleetMachine } from './machine.js';
import { WireProxy } from './proxy.js';
import { PostgresServer, type ServerOptions } from './server.js';
import { host } from './subjects.js';
import { newHome } from './template.js';

/** A call as it came to the bank. */
export interface Arrival {
  at: number;
  path: string;
  body: string;
  requestUId: string;
}

export interface FleetOptions extends ServerOptions {
  /** One that runs already, and goes on when the fleet is closed. */
  server?: PostgresServer;
  /** A server of its own, which may be killed; else the one that all tests share. */
  own?: boolean;
  /** The build that machines run; where none is given, commands that a test awaits run in this process. */
  bin?: string;
  /** They do at full sizes, too: only what is killed has to be a process. */
  isQuick?: boolean;
}

/** Several machines, one shared store, one bank that counts what it did. */
export class Fleet {
  /** In this process, so that the truth is at hand. */
  readonly bank: Bank;
  #server: PostgresServer;
  /** Between the machines and the server of the store. */
  readonly proxy: WireProxy;
  readonly database: string;
  /** As a profile names it. */
  readonly bankUrl: string;
  /** All calls that can move money, in order. */
  readonly arrivals: Arrival[] = [];
  /** All others. */
  readonly reads: Arrival[] = [];
  /** Hears of every call that can move money; what it throws ends the bank's work on it. */
  onMoment: (moment: BankMoment, request: WireRequest) => void = () => undefined;
  readonly #machines: FleetMachine[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #runs: Pick<FleetOptions, 'bin' | 'isQuick'>;
  readonly #close: () => Promise<void>;

  private constructor(parts: {
    bank: Bank;
    server: PostgresServer;
    proxy: WireProxy;
    database: string;
    url: string;
    runs: Pick<FleetOptions, 'bin' | 'isQuick'>;
    close: () => Promise<void>;
  }) {
    const { bank, server, proxy, database, url, runs, close } = parts;
    this.bank = bank;
    this.#server = server;
    this.proxy = proxy;
    this.database = database;
    this.#close = close;
    this.#runs = runs;
    const connection = environmentOf(url);
    this.bankUrl = connection.PAYCTL_BASE_URL ?? url;
    this.#env = {
      ...connection,
      PAYCTL_STORE: proxy.url(database),
      PAYCTL_STORE_PASSWORD: PASSWORD,
      PAYCTL_STORE_KEY: randomBytes(32).toString('base64'),
    };
  }

  /** With the schema in place. */
  static async open(options: FleetOptions = {}): Promise<Fleet> {
    const isOwn =
      options.own === true || options.settings !== undefined || options.tls !== undefined;
    const server =
      options.server ?? (await (isOwn ? PostgresServer.start(options) : PostgresServer.shared()));
    const proxy = await WireProxy.before(server.port);
    const home = await newHome();
    const bank = await openBank({
      ...BANK_PARTS,
      path: join(home, 'bank.db'),
      onMoment: (moment, request) => fleet.#heard(moment, request),
    });
    const listener = await serveBank(bank, { host: '127.0.0.1', port: 0 });
    const close = async () => {
      await listener.close();
      bank.close();
      rmSync(home, { recursive: true });
      await proxy.dispose();
      if (options.server === undefined) await server.dispose();
    };
    const database = await server.database();
    const fleet = new Fleet({
      bank,
      server,
      proxy,
      database,
      url: listener.url,
      runs: options,
      close,
    });
    await setClock(server, database);
    await initStore(host, fleet.#access());
    return fleet;
  }

  /** The server that has the store. */
  get server(): PostgresServer {
    return this.#server;
  }

  /** The store's address leads to another server from now on. */
  moveTo(server: PostgresServer): void {
    this.#server = server;
    this.proxy.retarget(server.port);
  }

  /** A machine that was never seen before. */
  machine(name: string, env: Readonly<Record<string, string>> = {}): FleetMachine {
    const machine = new FleetMachine(name, { ...this.#env, ...env }, this.#runs);
    this.#machines.push(machine);
    return machine;
  }

  /** So much time passes by the clock of the store; below zero it is set back. */
  async passes(minutes: number): Promise<void> {
    await timePasses(this.server, this.database, minutes);
  }

  /** Past the proxy. */
  #access(): SharedAccess {
    const key = StoreKey.parse(this.#env.PAYCTL_STORE_KEY ?? '');
    if (key === undefined) throw new Error('no key');
    const address = parseStoreAddress(this.server.url(this.database));
    return {
      access: async () => ({ address, passwordFor: () => PASSWORD, ca: undefined }),
      sealer: async () => new Sealer(host.random, key),
      shown: address.shown,
      warn: () => undefined,
    };
  }

  async close(): Promise<void> {
    for (const machine of this.#machines) machine.dispose();
    await this.#close();
  }

  #heard(moment: BankMoment, request: WireRequest): void {
    const { requestuid, host } = request.headers;
    // What the test itself prepares at the bank comes in-process, not over HTTP.
    if (requestuid === undefined || host === undefined) return;
    const isMoney = MONEY.test(request.url);
    if (moment === 'received') {
      const { url: path, body = '' } = request;
      const arrival = { at: performance.now(), path, body: String(body), requestUId: requestuid };
      (isMoney ? this.arrivals : this.reads).push(arrival);
    }
    if (isMoney) this.onMoment(moment, request);
  }
}
