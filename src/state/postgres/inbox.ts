import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { isJsonObject, parseJson, stringifyJson, textOf } from '../../core/json.js';
import {
  type Arrival,
  type Forwarding,
  type InboxEntries,
  type InboxEntry,
  type InboxHold,
  type InboxPage,
  type InboxStore,
  type Judgement,
  keyOf,
  type Learnt,
  type Message,
  type MessageName,
} from '../inbox.js';
import type { About, Sealer } from '../seal.js';
import type { DatabaseHost } from './database.js';
import { Lease } from './lease.js';
import type { Server } from './server.js';
import { list, momentIn, numberOf, type Row, raw, type Sql, sql, textIn, together } from './sql.js';

/** As long as a forwarder that renews nothing is believed to be at work. */
const LEASE_MS = 30_000;
const LOOK_MS = 1_000;
/** Messages that one statement takes or brings. */
const MOST = 200;
/** Messages that a forwarder holds in memory. */
const AHEAD = 20;

interface Waiting {
  message: Message;
  done: (arrived: Arrived) => void;
  failed: (error: unknown) => void;
}

type Arrived = Awaited<ReturnType<InboxStore['receive']>>;

/** An inbox that several machines receive into. What a message says is sealed, its id is hashed. */
export class PostgresInbox implements InboxStore {
  readonly place: string;
  readonly lookMs = LOOK_MS;
  readonly #server: Pick<Server, 'query'>;
  readonly #host: DatabaseHost;
  readonly #sealer: Sealer;
  readonly #inbox: string;
  readonly #machine: string;
  readonly #name: string;
  #waiting: Waiting[] = [];
  #receiving = false;
  #lead: { target: string; lease: Lease; renewedAt: number } | undefined;
  /** What this process forwards next, while it has the lease. */
  readonly #ahead = new Map<string, Arrival>();

  /** `inbox` names it on all machines, `name` this process among those that forward. */
  constructor(
    server: Pick<Server, 'query'>,
    host: DatabaseHost,
    sealer: Sealer,
    {
      inbox,
      machine,
      place,
      name,
    }: { inbox: string; machine: string; place: string; name: string },
  ) {
    this.#server = server;
    this.#host = host;
    this.#sealer = sealer;
    this.#inbox = inbox;
    this.#machine = machine;
    this.#name = name;
    this.place = place;
  }

  async read(): Promise<InboxEntries> {
    const entries: InboxEntry[] = [];
    const damaged: string[] = [];
    for (let after = 0; ; ) {
      const rows = await this.#server.query(
        sql`${this.#selected()} AND seq > ${after} ORDER BY seq LIMIT ${MOST}`,
      );
      for (const row of rows) {
        after = numberOf(row, 'seq');
        const read = this.#entriesOf(row);
        if (read) entries.push(...read);
        else damaged.push(this.#placeOf(row));
      }
      if (rows.length < MOST) return { entries, damaged };
    }
  }

  async *pages(newestFirst = false): AsyncGenerator<InboxPage> {
    for (let after: number | undefined; ; ) {
      const rows = await this.#server.query(
        sql`${this.#selected()} ${
          after === undefined
            ? raw('')
            : newestFirst
              ? sql`AND seq < ${after}`
              : sql`AND seq > ${after}`
        } ORDER BY seq ${raw(newestFirst ? 'DESC' : 'ASC')} LIMIT ${MOST}`,
      );
      if (rows.length > 0) yield await this.#pageOf(rows);
      if (rows.length < MOST) return;
      after = numberOf(rows.at(-1), 'seq');
    }
  }

  /** What messages say is sealed: each is opened. */
  async mentioning(text: string): Promise<InboxEntries> {
    const within = JSON.stringify(text).slice(1, -1);
    const found: InboxEntries = { entries: [], damaged: [] };
    for await (const { entries, damaged, own } of this.pages()) {
      const holds = (entry: InboxEntry) =>
        entry.type === 'received' &&
        (entry.id === text || entry.body.includes(within) || entry.body.includes(SEALED));
      const ids = new Set(entries.filter(holds).map(({ id }) => id));
      const isFound = (entry: InboxEntry) => ids.has(entry.id) && own.has(keyOf(entry));
      found.entries.push(...entries.filter(isFound));
      found.damaged.push(...damaged);
    }
    return found;
  }

  /** With other messages of the same ids, in the order in which they came. */
  async #pageOf(rows: readonly Row[]): Promise<InboxPage> {
    const ids = [...new Set(rows.map((row) => textIn(row, 'id')))];
    const all = await this.#server.query(
      sql`${this.#selected()} AND id = ANY(${ids}) ORDER BY seq`,
    );
    const own = new Set<string>();
    const page: InboxPage = { entries: [], damaged: [], own };
    const seqs = new Set(rows.map((row) => numberOf(row, 'seq')));
    for (const row of all) {
      const read = this.#entriesOf(row);
      if (read) page.entries.push(...read);
      const isOwn = seqs.has(numberOf(row, 'seq'));
      if (isOwn && read) for (const entry of read) own.add(keyOf(entry));
      if (isOwn && !read) page.damaged.push(this.#placeOf(row));
    }
    return page;
  }

  #selected(): Sql {
    return sql`SELECT seq::float8, id, fingerprint, at, machine, message, state, judged_at, judgement,
      forwarding, forwarded_at, forwarded FROM payctl.inbox WHERE inbox = ${this.#inbox}`;
  }

  #placeOf(row: Row): string {
    return `row ${numberOf(row, 'seq')} of payctl.inbox, from ${textIn(row, 'machine')}`;
  }

  /** All that comes while the server is at work shares the next statement. */
  receive(message: Message): Promise<Arrived> {
    return new Promise((done, failed) => {
      this.#waiting.push({ message, done, failed });
      if (!this.#receiving) void this.#receiveAll();
    });
  }

  async learn(about: MessageName, learnt: Judgement | Forwarding): Promise<void> {
    const judged = learnt.type === 'judged';
    const name = `${judged ? 'judgement' : 'forwarded'} ${about.fingerprint}`;
    const sealed = this.#seal(name, { ...learnt });
    const [id, { fingerprint }] = [sha256(about.id), about];
    const set = judged
      ? sql`state = ${learnt.state}, judged_at = clock_timestamp(), judgement = ${sealed}`
      : sql`forwarding = ${learnt.type}, forwarded_at = clock_timestamp(), forwarded = ${sealed}`;
    await this.#server.query(sql`
      UPDATE payctl.inbox SET ${set}
      WHERE inbox = ${this.#inbox} AND id = ${id} AND fingerprint = ${fingerprint}`);
    if (!judged) this.#ahead.delete(keyOf(about));
  }

  async isContradicted(id: string): Promise<boolean> {
    const rows = await this.#server.query(sql`
      SELECT seq FROM payctl.inbox WHERE inbox = ${this.#inbox} AND id = ${sha256(id)} LIMIT 2`);
    return rows.length > 1;
  }

  async next(target: string): Promise<Arrival | undefined> {
    if (!(await this.#leads(target))) return undefined;
    if (this.#ahead.size === 0) await this.#look(target);
    const [next] = this.#ahead.values();
    return next;
  }

  /** Rejects where the store cannot be used now: nothing could be acknowledged. */
  async hold(): Promise<InboxHold> {
    await this.#server.query(raw('SELECT 1'));
    return {
      renew: async () => {
        if (this.#lead) await this.#leads(this.#lead.target, true).catch(whileAway);
        return true;
      },
      release: async () => {
        const { lease } = this.#lead ?? {};
        this.#lead = undefined;
        await lease?.release().catch(whileAway);
      },
    };
  }

  async #receiveAll(): Promise<void> {
    this.#receiving = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, MOST);
      try {
        const arrived = await this.#keep(some.map(({ message }) => message));
        some.forEach(({ done }, index) => {
          const one = arrived[index];
          if (one) done(one);
        });
      } catch (error) {
        for (const { failed } of some) failed(error);
      }
    }
    this.#receiving = false;
  }

  /**
   * By the receipt a message is known as new, also where the answer to its insertion was lost: then it
   * is written once more, so that it waits for the standby as the first time.
   */
  async #keep(messages: readonly Message[]): Promise<Arrived[]> {
    const receipt = Buffer.from(this.#host.random.bytes(16)).toString('hex');
    const once = new Map(messages.map((message) => [keyOf(message), message]));
    const given = [...once.values()].map(
      ({ id, fingerprint, body, forwardTo }) => sql`(${this.#inbox}, ${sha256(id)}, ${fingerprint},
        ${receipt}, ${this.#machine}, ${this.#seal(`message ${fingerprint}`, { id, body })},
        ${forwardTo === undefined ? null : 'waiting'},
        ${forwardTo ? sha256(forwardTo) : null})`,
    );
    await this.#server.query(sql`
      INSERT INTO payctl.inbox AS known
        (inbox, id, fingerprint, receipt, machine, message, forwarding, target)
      VALUES ${list(given)} ON CONFLICT (inbox, id, fingerprint)
      DO UPDATE SET receipt = known.receipt WHERE known.receipt = EXCLUDED.receipt`);
    // Only a look after all of it counts sees what another machine kept at the same time.
    const ids = messages.map(({ id }) => sha256(id));
    const rows = await this.#server.query(sql`
      SELECT id, fingerprint, at, machine, receipt, seq::float8
      FROM payctl.inbox WHERE inbox = ${this.#inbox} AND id = ANY(${ids}) ORDER BY seq`);
    const told = new Set<string>();
    return messages.map((message) => this.#arrivedAs(message, receipt, rows, told));
  }

  #arrivedAs(
    { id, fingerprint, body, forwardTo }: Message,
    receipt: string,
    rows: readonly Row[],
    told: Set<string>,
  ): Arrived {
    const same = rows.filter((row) => row.id === sha256(id));
    const own = same.find((row) => row.fingerprint === fingerprint);
    const key = keyOf({ id, fingerprint });
    const isNew = own?.receipt === receipt && !told.has(key);
    told.add(key);
    const contradicts = same[0] !== own;
    const arrival: Arrival = {
      type: 'received',
      at: momentIn(own, 'at'),
      id,
      fingerprint,
      body,
      forward: forwardTo !== undefined,
      contradicts,
      machine: textIn(own, 'machine'),
    };
    return { arrival, as: isNew ? (contradicts ? 'contradiction' : 'new') : 'duplicate' };
  }

  async #leads(target: string, renew = false): Promise<boolean> {
    const now = this.#host.process.uptime();
    const known = this.#lead?.target === target ? this.#lead : undefined;
    const age = known ? now - known.renewedAt : Number.POSITIVE_INFINITY;
    if (known && age < (renew ? LEASE_MS / 6 : LEASE_MS / 2)) return true;
    const lease =
      known?.lease ?? new Lease(this.#server, this.#leaseOf(target), this.#name, LEASE_MS);
    const held = await lease.take();
    // Another one may have forwarded in between.
    if (!held || age >= LEASE_MS) this.#ahead.clear();
    this.#lead = held ? { target, lease, renewedAt: now } : undefined;
    return held;
  }

  #leaseOf(target: string): string {
    return `forward ${this.#inbox} ${sha256(target)}`;
  }

  async #look(target: string): Promise<void> {
    const waiting = sql`inbox = ${this.#inbox} AND forwarding = 'waiting'`;
    const rows = await this.#server.query(
      together(
        sql`UPDATE payctl.inbox SET target = ${sha256(target)} WHERE ${waiting} AND target IS NULL`,
        sql`SELECT fingerprint, at, machine, message, state, judgement, forwarding, forwarded
      FROM payctl.inbox WHERE ${waiting} AND target = ${sha256(target)}
      ORDER BY seq LIMIT ${AHEAD}`,
      ),
    );
    for (const row of rows) {
      const [arrival] = this.#entriesOf(row) ?? [];
      if (arrival?.type === 'received') this.#ahead.set(keyOf(arrival), arrival);
    }
  }

  /** undefined where it cannot be opened. */
  #entriesOf(row: Row): InboxEntry[] | undefined {
    const fingerprint = textIn(row, 'fingerprint');
    const message = this.#open(`message ${fingerprint}`, row.message);
    const [id, body] = [textOf(message?.id), textOf(message?.body)];
    if (id === undefined || body === undefined) return undefined;
    const about = { id, fingerprint };
    const arrival: Arrival = {
      type: 'received',
      ...about,
      at: momentIn(row, 'at'),
      body,
      forward: row.forwarding !== null,
      contradicts: false,
      machine: textIn(row, 'machine'),
    };
    const learnt = [this.#judgementOf(row, about), this.#forwardingOf(row, about)];
    return [arrival, ...learnt.filter((one) => one !== undefined)];
  }

  #judgementOf(row: Row, { id, fingerprint }: MessageName): Learnt | undefined {
    const judgement = this.#open(`judgement ${fingerprint}`, row.judgement);
    const state = STATES.find((known) => known === row.state);
    if (judgement === undefined || state === undefined) return undefined;
    const bankAmount = textOf(judgement.bankAmount);
    const reason = textOf(judgement.reason) ?? '';
    const about = { type: 'judged', at: momentIn(row, 'judged_at'), id, fingerprint } as const;
    return { ...about, state, reason, ...(bankAmount !== undefined && { bankAmount }) };
  }

  #forwardingOf(row: Row, { id, fingerprint }: MessageName): Learnt | undefined {
    const type = ENDS.find((known) => known === row.forwarding);
    const forwarded = this.#open(`forwarded ${fingerprint}`, row.forwarded);
    if (forwarded === undefined || type === undefined) return undefined;
    const about = { type, at: momentIn(row, 'forwarded_at'), id, fingerprint };
    const reason = textOf(forwarded.reason);
    return { ...about, to: textOf(forwarded.to) ?? '', ...(reason !== undefined && { reason }) };
  }

  #seal(name: string, value: Record<string, string>): Buffer {
    return this.#sealer.seal(this.#about(name), Buffer.from(stringifyJson(value)));
  }

  #open(name: string, sealed: unknown) {
    if (!(sealed instanceof Uint8Array)) return undefined;
    try {
      const value = parseJson(this.#sealer.open(this.#about(name), sealed).toString());
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #about(name: string): About {
    return { bank: this.#inbox, name };
  }
}

/** Of a message of which only who has a key can tell what it holds. */
const SEALED = 'encryptedValue';

const STATES = ['hint', 'verified', 'contradicted'] as const;
const ENDS = ['delivered', 'dead'] as const;

/** A lease that is not renewed or given back ends by itself. */
function whileAway(error: unknown): void {
  if (!(error instanceof PayctlError) || error.exitClass !== 'UNAVAILABLE') throw error;
}
