import { sha256 } from '../../core/hash.js';
import {
  type InboxEntries,
  type InboxEntry,
  type InboxPage,
  type InboxQuery,
  keyOf,
} from '../inbox.js';
import { type InboxContext, PAGE } from './inbox-context.js';
import { MARKED_SINCE } from './schema/version.js';
import { booleanIn, list, numberIn, type Row, raw, type Sql, sql, textIn } from './sql.js';

/** Reads the messages of an inbox, all of them or those about a text. */
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
        after = numberIn(row, 'seq');
        const read = this.#context.rows.entriesOf(row);
        if (read) entries.push(...read);
        else damaged.push(this.#context.rows.placeOf(row));
      }
      if (rows.length < PAGE) return { entries, damaged };
    }
  }

  async *pages({ newestFirst, state, forwarding }: InboxQuery = {}): AsyncGenerator<InboxPage> {
    const [beyond, order] = newestFirst ? [raw('<'), raw('DESC')] : [raw('>'), raw('ASC')];
    const wanted = sql`${state ? sql`AND state = ${state}` : raw('')}
      ${forwarding ? sql`AND forwarding = ${forwarding}` : raw('')}`;
    const { schema } = await this.#context.server.greeting();
    // Before that version each message may have others.
    const contradicts = raw(schema >= MARKED_SINCE ? ', contradicts' : ', true AS contradicts');
    for (let after: number | undefined; ; ) {
      const rest = after === undefined ? raw('') : sql`AND seq ${beyond} ${after}`;
      const rows = await this.#query(
        sql`${this.#selected(contradicts)} ${wanted} ${rest} ORDER BY seq ${order} LIMIT ${PAGE}`,
      );
      if (rows.length > 0) yield await this.#pageOf(rows);
      if (rows.length < PAGE) return;
      after = numberIn(rows.at(-1), 'seq');
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
      const isFound = (entry: InboxEntry) => about.has(entry.id) && page.own.has(keyOf(entry));
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
      AND (id = ANY(${[sha256(text), ...unmarked]}) OR marks && ${this.#context.marks.wanted(text)}) ORDER BY seq`);
    const ids = [...new Set(rows.map((row) => textIn(row, 'id')))];
    for (let from = 0; from < ids.length; from += PAGE) {
      const some = ids.slice(from, from + PAGE);
      const about = await this.#messagesOf(some);
      yield this.#page(about, about);
    }
  }

  /**
   * Adds the marks that an older program did not write, or an exchange of the key removed. Returns the
   * hashed ids of those messages that may hold the text.
   */
  async #markRest(text: string, damaged: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (let after = 0; ; ) {
      const rows = await this.#query(
        sql`${this.#selected()} AND marks IS NULL AND seq > ${after} ORDER BY seq LIMIT ${PAGE}`,
      );
      const marked: Sql[] = [];
      for (const row of rows) {
        after = numberIn(row, 'seq');
        const [arrival] = this.#context.rows.entriesOf(row) ?? [];
        if (arrival?.type !== 'received') damaged.push(this.#context.rows.placeOf(row));
        else marked.push(sql`(${after}::bigint, ${this.#context.marks.of(arrival.body)})`);
        if (arrival && this.#context.marks.mayHold(arrival, text)) ids.push(textIn(row, 'id'));
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
  async #pageOf(rows: readonly Row[]): Promise<InboxPage> {
    const alone = rows.filter((row) => !booleanIn(row, 'contradicts'));
    const contradicting = rows.filter((row) => booleanIn(row, 'contradicts'));
    const ids = [...new Set(contradicting.map((row) => textIn(row, 'id')))];
    const all = ids.length > 0 ? [...alone, ...(await this.#messagesOf(ids))] : alone;
    return this.#page(
      rows,
      all.sort((one, other) => numberIn(one, 'seq') - numberIn(other, 'seq')),
    );
  }

  #messagesOf(ids: readonly string[]): Promise<readonly Row[]> {
    return this.#query(sql`${this.#selected()} AND id = ANY(${ids}) ORDER BY seq`);
  }

  /** The start of a query over this inbox, up to its first condition. */
  #selected(more = raw('')): Sql {
    return sql`SELECT seq, id, fingerprint, at, machine, message, state, judged_at, judgement,
      forwarding, forwarded_at, forwarded ${more} FROM payctl.inbox
      WHERE inbox = ${this.#context.inbox}`;
  }

  #page(rows: readonly Row[], all: readonly Row[]): InboxPage {
    const own = new Set<string>();
    const page: InboxPage = { entries: [], damaged: [], own };
    const seqs = new Set(rows.map((row) => numberIn(row, 'seq')));
    for (const row of all) {
      const read = this.#context.rows.entriesOf(row);
      if (read) page.entries.push(...read);
      const isOwn = seqs.has(numberIn(row, 'seq'));
      if (isOwn && read) for (const entry of read) own.add(keyOf(entry));
      if (isOwn && !read) page.damaged.push(this.#context.rows.placeOf(row));
    }
    return page;
  }

  #query(statement: Sql): Promise<readonly Row[]> {
    return this.#context.server.query(statement);
  }
}
