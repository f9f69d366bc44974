import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import type { Text } from '../../core/message.js';
import {
  type Arrival,
  type Forwarding,
  type InboxEntries,
  type InboxEntry,
  type InboxHold,
  type InboxPage,
  type InboxStore,
  type IncomingMessage,
  type Judgement,
  keyOf,
  type MessageName,
} from '../inbox.js';
import type { Sealer } from '../seal.js';
import type { DatabaseHost } from './database.js';
import { InboxMarks } from './inbox-marks.js';
import { InboxRows } from './inbox-rows.js';
import { Lease } from './lease.js';
import { MARKED_SINCE } from './schema/version.js';
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
  message: IncomingMessage;
  done: (arrived: Arrived) => void;
  failed: (error: unknown) => void;
}

type Arrived = Awaited<ReturnType<InboxStore['receive']>>;

export interface InboxOptions {
  /** Names it on all machines. */
  inbox: string;
  machine: string;
  place: Text;
  /** Names this process among those that forward. */
  name: string;
  /** The version of the schema of the store. */
  schema(): Promise<number>;
  /** By which people look for a message. */
  referencesIn(body: string): readonly string[];
}

/** An inbox that several machines receive into. What a message says is sealed, its id is hashed. */
export class PostgresInbox implements InboxStore {
  readonly place: Text;
  readonly lookMs = LOOK_MS;
  readonly #server: Pick<Server, 'query'>;
  readonly #host: DatabaseHost;
  readonly #rows: InboxRows;
  readonly #marks: InboxMarks;
  readonly #schema: InboxOptions['schema'];
  readonly #inbox: string;
  readonly #machine: string;
  readonly #name: string;
  #waiting: Waiting[] = [];
  #receiving = false;
  #lead: { target: string; lease: Lease; renewedAt: number } | undefined;
  /** What this process forwards next, while it has the lease. */
  readonly #ahead = new Map<string, Arrival>();

  constructor(
    server: Pick<Server, 'query'>,
    host: DatabaseHost,
    sealer: Sealer,
    { inbox, machine, place, name, schema, referencesIn }: InboxOptions,
  ) {
    this.#server = server;
    this.#host = host;
    this.#rows = new InboxRows(sealer, inbox);
    this.#marks = new InboxMarks(sealer, inbox, referencesIn);
    this.#inbox = inbox;
    this.#machine = machine;
    this.#name = name;
    this.#schema = schema;
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
        const read = this.#rows.entriesOf(row);
        if (read) entries.push(...read);
        else damaged.push(this.#rows.placeOf(row));
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

  async mentioning(text: string): Promise<InboxEntries> {
    const found: InboxEntries = { entries: [], damaged: [] };
    for await (const page of this.#pagesAbout(text, found.damaged)) {
      const about = new Set(
        page.entries.filter((entry) => this.#marks.mayHold(entry, text)).map(({ id }) => id),
      );
      const isFound = (entry: InboxEntry) => about.has(entry.id) && page.own.has(keyOf(entry));
      found.entries.push(...page.entries.filter(isFound));
      found.damaged.push(...page.damaged.filter((place) => !found.damaged.includes(place)));
    }
    return found;
  }

  /** By their marks; without them all are opened. */
  async *#pagesAbout(text: string, damaged: string[]): AsyncGenerator<InboxPage> {
    if (!(await this.#isMarked())) {
      yield* this.pages();
      return;
    }
    const bare = await this.#markRest(text, damaged);
    const rows = await this.#server.query(sql`
      SELECT id FROM payctl.inbox WHERE inbox = ${this.#inbox}
      AND (id = ANY(${[sha256(text), ...bare]}) OR marks && ${this.#marks.wanted(text)}) ORDER BY seq`);
    const ids = [...new Set(rows.map((row) => textIn(row, 'id')))];
    for (let from = 0; from < ids.length; from += MOST) {
      const some = ids.slice(from, from + MOST);
      const about = await this.#server.query(
        sql`${this.#selected()} AND id = ANY(${some}) ORDER BY seq`,
      );
      yield this.#page(about, about);
    }
  }

  async #isMarked(): Promise<boolean> {
    return (await this.#schema()) >= MARKED_SINCE;
  }

  /**
   * Marks what a program without marks received, or a change of the key has left bare. Gives the
   * hashed ids of those that may hold the text.
   */
  async #markRest(text: string, damaged: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (let after = 0; ; ) {
      const rows = await this.#server.query(
        sql`${this.#selected()} AND marks IS NULL AND seq > ${after} ORDER BY seq LIMIT ${MOST}`,
      );
      const marked: Sql[] = [];
      for (const row of rows) {
        after = numberOf(row, 'seq');
        const [arrival] = this.#rows.entriesOf(row) ?? [];
        if (arrival?.type !== 'received') damaged.push(this.#rows.placeOf(row));
        else marked.push(sql`(${after}::bigint, ${this.#marks.of(arrival.body)})`);
        if (arrival && this.#marks.mayHold(arrival, text)) ids.push(textIn(row, 'id'));
      }
      if (marked.length > 0) await this.#server.query(this.#marking(marked));
      if (rows.length < MOST) return ids;
    }
  }

  /** Waits for nobody: another reader does the same, or a listener is at work on the row. */
  #marking(marked: readonly Sql[]): Sql {
    return sql`WITH made (seq, marks) AS (VALUES ${list(marked)}), free AS (
        SELECT known.seq FROM payctl.inbox AS known JOIN made USING (seq)
        WHERE known.inbox = ${this.#inbox} AND known.marks IS NULL
        FOR UPDATE OF known SKIP LOCKED)
      UPDATE payctl.inbox AS known SET marks = made.marks FROM made, free
      WHERE known.inbox = ${this.#inbox} AND known.seq = made.seq AND free.seq = made.seq`;
  }

  /** With other messages of the same ids, in the order in which they came. */
  async #pageOf(rows: readonly Row[]): Promise<InboxPage> {
    const ids = [...new Set(rows.map((row) => textIn(row, 'id')))];
    const all = await this.#server.query(
      sql`${this.#selected()} AND id = ANY(${ids}) ORDER BY seq`,
    );
    return this.#page(rows, all);
  }

  #page(rows: readonly Row[], all: readonly Row[]): InboxPage {
    const own = new Set<string>();
    const page: InboxPage = { entries: [], damaged: [], own };
    const seqs = new Set(rows.map((row) => numberOf(row, 'seq')));
    for (const row of all) {
      const read = this.#rows.entriesOf(row);
      if (read) page.entries.push(...read);
      const isOwn = seqs.has(numberOf(row, 'seq'));
      if (isOwn && read) for (const entry of read) own.add(keyOf(entry));
      if (isOwn && !read) page.damaged.push(this.#rows.placeOf(row));
    }
    return page;
  }

  #selected(): Sql {
    return sql`SELECT seq::float8, id, fingerprint, at, machine, message, state, judged_at, judgement,
      forwarding, forwarded_at, forwarded FROM payctl.inbox WHERE inbox = ${this.#inbox}`;
  }

  /** All that comes while the server is at work shares the next statement. */
  receive(message: IncomingMessage): Promise<Arrived> {
    return new Promise((done, failed) => {
      this.#waiting.push({ message, done, failed });
      if (!this.#receiving) void this.#receiveAll();
    });
  }

  async learn(about: MessageName, learnt: Judgement | Forwarding): Promise<void> {
    const judged = learnt.type === 'judged';
    const name = `${judged ? 'judgement' : 'forwarded'} ${about.fingerprint}`;
    const sealed = this.#rows.seal(name, { ...learnt });
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
  async #keep(messages: readonly IncomingMessage[]): Promise<Arrived[]> {
    const receipt = Buffer.from(this.#host.random.bytes(16)).toString('hex');
    const once = new Map(messages.map((message) => [keyOf(message), message]));
    const isMarked = await this.#isMarked();
    const given = [...once.values()].map(
      ({ id, fingerprint, body, forwardTo }) => sql`(${this.#inbox}, ${sha256(id)}, ${fingerprint},
        ${receipt}, ${this.#machine}, ${this.#rows.seal(`message ${fingerprint}`, { id, body })},
        ${forwardTo === undefined ? null : 'waiting'},
        ${forwardTo ? sha256(forwardTo) : null}${isMarked ? sql`, ${this.#marks.of(body)}` : raw('')})`,
    );
    await this.#server.query(sql`
      INSERT INTO payctl.inbox AS known
        (inbox, id, fingerprint, receipt, machine, message, forwarding, target
        ${raw(isMarked ? ', marks' : '')})
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
    { id, fingerprint, body, forwardTo }: IncomingMessage,
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
      const [arrival] = this.#rows.entriesOf(row) ?? [];
      if (arrival?.type === 'received') this.#ahead.set(keyOf(arrival), arrival);
    }
  }
}

/** A lease that is not renewed or given back ends by itself. */
function whileAway(error: unknown): void {
  if (!(error instanceof PayctlError) || error.exitClass !== 'UNAVAILABLE') throw error;
}
