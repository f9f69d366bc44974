import { payctl } from '../../core/command-line.js';
import { sha256 } from '../../core/hash.js';
import { readPages } from '../../core/pages.js';
import { storeSchema } from '../../messages/store-connection.js';
import {
  type InboxEntries,
  type InboxEntry,
  type InboxPage,
  type InboxQuery,
  messageKey,
  messagesInPage,
  type TimeRange,
} from '../inbox.js';
import { StoreRefusal } from '../store-errors.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import {
  beyondSql,
  fillAmounts,
  fromSql,
  hasAmounts,
  idsMarked,
  MARKS,
  PAID,
  paidInSql,
  UNDATED_ORDER,
} from './inbox-paid.js';
import { AMOUNTS_SINCE } from './schema/version.js';
import {
  type DatabaseRow,
  list,
  raw,
  readBoolean,
  readNumber,
  readText,
  type Sql,
  sql,
} from './sql.js';

export class InboxReader {
  readonly #context: InboxContext;

  constructor(context: InboxContext) {
    this.#context = context;
  }

  async read(): Promise<InboxEntries> {
    const entries: InboxEntry[] = [];
    const damaged: string[] = [];
    for (let after = 0; ; ) {
      const rows = await this.#query(
        sql`${this.#selected()} AND seq > ${after} ORDER BY seq LIMIT ${PAGE}`,
      );
      for (const row of rows) {
        after = readNumber(row, 'seq');
        const read = this.#context.rows.readEntries(row);
        if (read) entries.push(...read);
        else damaged.push(this.#context.rows.locate(row));
      }
      if (rows.length < PAGE) return { entries, damaged };
    }
  }

  async *pages({ paid, ...query }: InboxQuery = {}): AsyncGenerator<InboxPage> {
    if (paid === undefined || paid === 'unknown') {
      yield* this.#arrivals(query, paid === 'unknown');
      return;
    }
    if (query.byAmount) await this.#fillAmounts();
    yield* this.#paidWithin(paid, query);
  }

  /** In the order of their arrival; `undated`: only those of which it is not known when they were paid. */
  async *#arrivals(
    { newestFirst, state, forwarding, ...query }: InboxQuery,
    undated: boolean,
  ): AsyncGenerator<InboxPage> {
    const most = messagesInPage(query, PAGE);
    const direction = newestFirst ? 'DESC' : 'ASC';
    const beyond = raw(newestFirst ? '<' : '>');
    const order = undated ? UNDATED_ORDER[direction] : raw(`seq ${direction}`);
    const wanted = sql`${state ? sql`AND state = ${state}` : raw('')}
      ${forwarding ? sql`AND forwarding = ${forwarding}` : raw('')}
      ${raw(undated ? 'AND paid_at IS NULL' : '')}`;
    for (let after: number | undefined; ; ) {
      const rest = after === undefined ? raw('') : sql`AND seq ${beyond} ${after}`;
      const rows = await this.#query(
        sql`${this.#selected()} ${wanted} ${rest} ORDER BY ${order} LIMIT ${most}`,
      );
      if (rows.length > 0) yield await this.#readPage(rows);
      if (rows.length < most) return;
      after = readNumber(rows.at(-1), 'seq');
    }
  }

  async *#paidWithin(paid: TimeRange, query: InboxQuery): AsyncGenerator<InboxPage> {
    const most = messagesInPage(query, PAGE);
    const columns = query.byAmount ? ['amount', 'paid_at', 'seq'] : ['paid_at', 'seq'];
    const direction = query.newestFirst ? 'DESC' : 'ASC';
    const order = raw(columns.map((name) => `inbox.${name} ${direction}`).join());
    const isWanted = await this.#isMentioning(query.mentioning);
    const payment = raw(`, ${PAID} ${query.byAmount ? ', amount::text AS amount' : ''}`);
    for (let last: DatabaseRow | undefined; ; ) {
      const rows = await this.#query(sql`${this.#selected(payment)} AND ${paidInSql(paid)}
        AND ${isWanted} AND ${fromSql(query)} ${last ? sql`AND ${beyondSql(last, query)}` : raw('')}
        ORDER BY ${order} LIMIT ${most}`);
      if (rows.length > 0) yield await this.#readPage(rows);
      if (rows.length < most) return;
      last = rows.at(-1);
    }
  }

  /** Whether a message has a text as a reference; one that has no marks yet is named by its id. */
  async #isMentioning(text: string | undefined): Promise<Sql> {
    if (text === undefined) return raw('true');
    const unmarked = await this.#markRest(text, []);
    return sql`(id = ANY(${unmarked}) OR marks && ${this.#context.marks.forTexts([text])})`;
  }

  /** Programs for the schema before leave it out. Throws StoreRefusal where this schema is not there yet. */
  async #fillAmounts(): Promise<void> {
    const { server } = this.#context;
    if (!(await hasAmounts(server))) {
      throw new StoreRefusal(storeSchema.amountsNeed(AMOUNTS_SINCE), {
        hint: payctl`store init`,
      });
    }
    for await (const _ of fillAmounts(this.#context));
  }

  async *mentioningAny(texts: readonly string[], except: TimeRange): AsyncGenerator<InboxPage> {
    const damaged: string[] = [];
    await this.#markRest('', damaged);
    for await (const some of readPages(this.#context.marks.forTexts(texts), MARKS)) {
      const rows = await idsMarked(this.#context, some, except);
      yield* this.#pagesWithIds(rows);
    }
  }

  async mentioning(text: string): Promise<InboxEntries> {
    const found: InboxEntries = { entries: [], damaged: [] };
    for await (const page of this.#pagesAbout(text, found.damaged)) {
      const about = new Set(
        page.entries
          .filter((entry) => this.#context.marks.mayHold(entry, text))
          .map(({ id }) => id),
      );
      const isFound = (entry: InboxEntry) => about.has(entry.id) && page.own.has(messageKey(entry));
      found.entries.push(...page.entries.filter(isFound));
      found.damaged.push(...page.damaged.filter((place) => !found.damaged.includes(place)));
    }
    return found;
  }

  /** Found by their marks. */
  async *#pagesAbout(text: string, damaged: string[]): AsyncGenerator<InboxPage> {
    const unmarked = await this.#markRest(text, damaged);
    const rows = await this.#query(sql`
      SELECT id FROM payctl.inbox WHERE inbox = ${this.#context.inbox}
      AND (id = ANY(${[sha256(text), ...unmarked]}) OR marks && ${this.#context.marks.forSearch(text)}) ORDER BY seq`);
    yield* this.#pagesWithIds(rows);
  }

  async *#pagesWithIds(rows: readonly DatabaseRow[]): AsyncGenerator<InboxPage> {
    for await (const some of readPages(new Set(rows.map((row) => readText(row, 'id'))), PAGE)) {
      const about = await this.#messagesWithIds(some);
      yield this.#page(about, about);
    }
  }

  /**
   * Adds the marks that an exchange of the key, or an erasure, has removed. Returns the hashed ids of those
   * messages that may hold the text.
   */
  async #markRest(text: string, damaged: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (let after = 0; ; ) {
      const rows = await this.#query(
        sql`${this.#selected()} AND marks IS NULL AND seq > ${after} ORDER BY seq LIMIT ${PAGE}`,
      );
      const marked: Sql[] = [];
      for (const row of rows) {
        after = readNumber(row, 'seq');
        const [arrival] = this.#context.rows.readEntries(row) ?? [];
        if (arrival?.type !== 'received') damaged.push(this.#context.rows.locate(row));
        else marked.push(sql`(${after}::bigint, ${this.#context.marks.forBody(arrival.body)})`);
        if (arrival && this.#context.marks.mayHold(arrival, text)) ids.push(readText(row, 'id'));
      }
      if (marked.length > 0) await this.#query(this.#marking(marked));
      if (rows.length < PAGE) return ids;
    }
  }

  /** Skips rows that are locked: another reader marks them too, or a listener is at work on them. */
  #marking(marked: readonly Sql[]): Sql {
    return sql`WITH made (seq, marks) AS (VALUES ${list(marked)}), free AS (
        SELECT known.seq FROM payctl.inbox AS known JOIN made USING (seq)
        WHERE known.inbox = ${this.#context.inbox} AND known.marks IS NULL
        FOR UPDATE OF known SKIP LOCKED)
      UPDATE payctl.inbox AS known SET marks = made.marks FROM made, free
      WHERE known.inbox = ${this.#context.inbox} AND known.seq = made.seq AND free.seq = made.seq`;
  }

  /** These rows, and other messages of the same ids, in the order in which they came. */
  async #readPage(rows: readonly DatabaseRow[]): Promise<InboxPage> {
    const alone = rows.filter((row) => !readBoolean(row, 'contradicts'));
    const contradicting = rows.filter((row) => readBoolean(row, 'contradicts'));
    const ids = [...new Set(contradicting.map((row) => readText(row, 'id')))];
    const all = ids.length > 0 ? [...alone, ...(await this.#messagesWithIds(ids))] : alone;
    return this.#page(
      rows,
      all.sort((one, other) => readNumber(one, 'seq') - readNumber(other, 'seq')),
    );
  }

  #messagesWithIds(ids: readonly string[]): Promise<readonly DatabaseRow[]> {
    return this.#query(sql`${this.#selected()} AND id = ANY(${ids}) ORDER BY seq`);
  }

  /** The start of a query over this inbox, up to its first condition. */
  #selected(more = raw('')): Sql {
    return sql`SELECT seq, id, fingerprint, at, machine, message, state, judged_at, judgement,
      forwarding, forwarded_at, forwarded, contradicts ${more} FROM payctl.inbox
      WHERE inbox = ${this.#context.inbox}`;
  }

  #page(rows: readonly DatabaseRow[], all: readonly DatabaseRow[]): InboxPage {
    const own = new Set<string>();
    const page: InboxPage = { entries: [], damaged: [], own };
    const seqs = new Set(rows.map((row) => readNumber(row, 'seq')));
    for (const row of all) {
      const read = this.#context.rows.readEntries(row);
      if (read) page.entries.push(...read);
      const isOwn = seqs.has(readNumber(row, 'seq'));
      if (isOwn && read) for (const entry of read) own.add(messageKey(entry));
      if (isOwn && !read) page.damaged.push(this.#context.rows.locate(row));
    }
    return page;
  }

  #query(statement: Sql): Promise<readonly DatabaseRow[]> {
    return this.#context.server.query(statement);
  }
}
