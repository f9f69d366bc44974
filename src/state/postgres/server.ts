import { payctl } from '../../core/command-line.js';
import { isRecord } from '../../core/fields.js';
import type { Message } from '../../core/message.js';
import { once } from '../../core/once.js';
import { inSpan } from '../../core/trace.js';
import { VERSION } from '../../core/version.js';
import type { Host } from '../../host/host.js';
import { storeConnection, storeSchema } from '../../messages/store-connection.js';
import type { Sealer } from '../seal.js';
import { SeenTimelines } from '../seen-timelines.js';
import { StoreRefusal, StoreUnavailable } from '../store-errors.js';
import { StoreMembership } from '../store-membership.js';
import { shownHost } from './address.js';
import type { ServerAccess } from './connection.js';
import { Database, type DatabaseHost, type QueryOptions } from './database.js';
import { replica } from './failure.js';
import { OLD_KEY } from './schema/sealed-columns.js';
import { checkSchema } from './schema/version.js';
import { type DatabaseRow, raw, readText, type Sql, sql } from './sql.js';

export type ServerHost = DatabaseHost & Pick<Host, 'files'>;

export interface SharedAccess {
  /** Where the server is, and what opens it. Rejects with CONFIG. */
  access(): Promise<ServerAccess>;
  /** Rejects with CONFIG where there is no key, or none that is one. */
  sealer(): Promise<Sealer>;
  /** As people see it. */
  readonly shown: string;
  /** Once it aborts, nothing waits for the server any more. */
  readonly ending?: AbortSignal;
  warn(message: Message): void;
}

/** What the server answered to the newest connection. */
export interface Greeting {
  store: string;
  /** The version of its schema. */
  schema: number;
  /** System identifier, timeline and tables, as `payctl.server()` names them. */
  server: string;
  /** Whether a commit waits for a standby. */
  synchronous: boolean;
  /** The row of this machine, if the store has one. */
  ownRow: OwnRow | undefined;
}

interface OwnRow {
  /** The keys that the machine has shown. */
  keys: unknown;
  /** Whether it was seen within a minute. */
  isRecent: boolean;
}

const greetingSql = (machine: string) => sql`SELECT pg_is_in_recovery() AS reader,
  CASE WHEN pg_is_in_recovery() THEN '' ELSE payctl.server() END AS server,
  current_setting('synchronous_standby_names', true) <> '' AS synchronous,
  (SELECT json_object_agg(name, value) FROM payctl.meta) AS meta,
  (SELECT json_build_object('keys', keys,
    'isRecent', seen_at > clock_timestamp() - interval '1 minute')
   FROM payctl.machine WHERE name = ${machine}) AS own_row,
  (SELECT json_object_agg(id, json_build_object('proof', encode(proof, 'base64'), 'current', current))
   FROM payctl.key) AS keys`;

/** The associated data of the proof by which a key is checked. */
export const PROOF = { bank: '', name: 'proof' } as const;

/**
 * The server of the shared store. Its schema and key are checked at every connection, before anything
 * else is read or written.
 */
export class Server {
  readonly #shared: SharedAccess;
  readonly #database: Database;
  readonly #timelines: SeenTimelines;
  #greeting: Greeting | undefined;
  /** Work to start with the first query; `#opened` is that work once it runs. */
  #onOpen: (() => Promise<void>) | undefined;
  #opened: Promise<void> | undefined;

  constructor(host: ServerHost, shared: SharedAccess, stateDir: string) {
    this.#shared = shared;
    this.#timelines = new SeenTimelines(host.files, stateDir);
    const membership = new StoreMembership(host, stateDir);
    this.#database = new Database(host, {
      access: async () => {
        await this.sealer();
        return shared.access();
      },
      greeting: () => greetingSql(membership.knownMachine ?? ''),
      greeted: async ([row]) => this.#greeted(row),
      ending: shared.ending,
    });
  }

  /** Rejects with CONFIG or UNAVAILABLE. */
  async query(statement: Sql, options?: QueryOptions): Promise<readonly DatabaseRow[]> {
    const attributes = { 'db.system.name': 'postgresql' };
    return inSpan('postgresql', { kind: 'client', attributes }, () =>
      this.#query(statement, options),
    );
  }

  async #query(statement: Sql, options?: QueryOptions): Promise<readonly DatabaseRow[]> {
    try {
      const rows = await this.#database.query(statement, options);
      const onOpen = this.#onOpen;
      this.#onOpen = undefined;
      if (onOpen) this.#opened = onOpen();
      return rows;
    } catch (error) {
      if (error instanceof StoreRefusal && error.facts.code === OLD_KEY)
        await this.#takeCurrentKey();
      throw error;
    }
  }

  /** Starts work once, after the first query was answered; `close` waits for it. It may not reject. */
  onOpen(work: () => Promise<void>): void {
    this.#onOpen = work;
  }

  readonly sealer = once(() => this.#shared.sealer());

  /** The id of the store; empty before the first connection. */
  get store(): string {
    return this.#greeting?.store ?? '';
  }

  /** Connects first, if necessary. */
  async greeting(): Promise<Greeting> {
    if (this.#greeting === undefined) await this.query(raw('SELECT 1'));
    if (this.#greeting === undefined) throw new StoreUnavailable(storeConnection.silent);
    return this.#greeting;
  }

  /** The host that the newest connection leads to, as people see it. */
  get host(): string {
    return this.#database.at ? shownHost(this.#database.at) : '';
  }

  warn(message: Message): void {
    this.#shared.warn(message);
  }

  async close(): Promise<void> {
    await this.#opened;
    this.#database.close();
  }

  /** The key of the store was exchanged during this connection: from now on the new one is used. */
  async #takeCurrentKey(): Promise<void> {
    const [row] = await this.#database.query(raw('SELECT id FROM payctl.key WHERE current'));
    (await this.sealer()).prefer(readText(row, 'id'));
  }

  async #greeted(row: DatabaseRow | undefined): Promise<void> {
    if (row === undefined || row.reader === true) throw replica();
    const meta = asRecord(row.meta);
    const schema = Number(meta.schema);
    checkSchema(schema, typeof meta.program === 'string' ? meta.program : '', VERSION);
    checkKey(await this.sealer(), asRecord(row.keys));
    this.#greeting = {
      store: String(meta.store),
      schema,
      server: String(row.server),
      synchronous: row.synchronous === true,
      ownRow: readOwnRow(row.own_row),
    };
    this.#timelines.remember(this.#greeting.server);
  }
}

function checkKey(sealer: Sealer, keys: Record<string, unknown>): void {
  const known = Object.entries(keys).map(([id, value]) => ({ id, ...asRecord(value) }));
  const current = known.find((key) => 'current' in key && key.current === true);
  const key = current ?? known[0];
  // A database administrator has made the schema, which gives nobody the key.
  if (key === undefined) throw new StoreRefusal(storeSchema.noKey, { hint: payctl`store init` });
  if (!sealer.ids.includes(key.id)) {
    throw new StoreRefusal(storeSchema.otherKey(sealer.ids, key.id), {
      hint: storeSchema.setKey,
    });
  }
  if ('proof' in key) sealer.open(PROOF, Buffer.from(String(key.proof), 'base64'));
  sealer.prefer(key.id);
}

function readOwnRow(value: unknown): OwnRow | undefined {
  if (!isRecord(value)) return undefined;
  return { keys: value.keys, isRecent: value.isRecent === true };
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** What most parts of a store need of its server. */
export type StoreQueries = Pick<Server, 'query'>;
