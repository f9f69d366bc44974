import { retryWhileBusy, SqliteError, type SqlValue } from '../../host/sqlite.js';
import {
  ENCRYPTED_FIELD,
  type InboxEntry,
  type InboxQuery,
  messagesInPage,
  type TimeRange,
} from '../inbox.js';
import type { LockHost } from '../lock.js';
import { satangOrNull, searchTerm } from './claim-log.js';
import { besideAmounts } from './claim-view.js';
import { type Derived, PATIENCE_MS } from './derived.js';
import { decodeLine, type InboxFiles, type InboxState } from './inbox-files.js';

export interface FoundLine {
  entry: InboxEntry;
  /** Its place among all lines; a line that came later has a higher one. */
  place: number;
}

/** Messages in one page; the newest are often wanted a few at a time. */
const PAGE = { oldest: 200, newest: 25 };

/** An inbox as it was when the view was made; to be closed. */
export class InboxView {
  readonly damaged: string[];
  readonly derived: Derived<InboxState>;
  readonly #host: Pick<LockHost, 'clock'>;
  readonly #files: InboxFiles;

  constructor(host: Pick<LockHost, 'clock'>, derived: Derived<InboxState>, files: InboxFiles) {
    this.derived = derived;
    this.damaged = [...derived.state.damaged];
    this.#host = host;
    this.#files = files;
  }

  /**
   * Pages of messages in order, with those that came twice. `last`: the place after which to go on. The
   * last page may be empty.
   */
  async *messages(query: InboxQuery, last?: number): AsyncGenerator<readonly FoundLine[]> {
    const { newestFirst = false, state, forwarding, paid } = query;
    if (typeof paid === 'object') return yield* this.#paidWithin(paid, query, last);
    const [beyond, order, most] = newestFirst
      ? ['<', 'DESC', PAGE.newest]
      : ['>', 'ASC', PAGE.oldest];
    const wanted = [
      ...(state ? ['state = ?'] : []),
      ...(forwarding ? ['forwarding = ?'] : []),
      ...(paid ? ['paid IS NULL'] : []),
      `place ${beyond} ?`,
    ].join(' AND ');
    const values = [state ?? [], forwarding ?? []].flat();
    let place = last ?? (newestFirst ? Number.MAX_SAFE_INTEGER : -1);
    for (;;) {
      const page = await this.#lines(
        `message JOIN line USING (place) WHERE ${wanted} ORDER BY place ${order} LIMIT ${most}`,
        ...values,
        place,
      );
      place = page.at(-1)?.place ?? place;
      yield page;
      if (page.length < most) return;
    }
  }

  async *#paidWithin(
    { since, until }: TimeRange,
    query: InboxQuery,
    last?: number,
  ): AsyncGenerator<readonly FoundLine[]> {
    const { newestFirst = false, byAmount = false, beginAt, mentioning } = query;
    const most = messagesInPage(query, PAGE.oldest);
    const [beyond, order] = newestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
    const columns = byAmount ? ['satang', 'paid', 'place'] : ['paid', 'place'];
    const paid = byAmount ? besideAmounts('paid', { since, until }) : 'paid';
    const sorted = columns.map((column) => `${column} ${order}`).join();
    const mentioned =
      mentioning === undefined
        ? ''
        : 'AND EXISTS (SELECT * FROM term WHERE term.place = message.place AND hash = ?)';
    const term = mentioning === undefined ? [] : [searchTerm(mentioning)];
    const begun = beginAt ? `AND (satang, paid) ${beyond}= (?, ?)` : '';
    const first = beginAt ? [satangOrNull(beginAt.amount), beginAt.at] : [];
    for (let place = last; ; ) {
      const after = place === undefined ? [] : await this.#valuesAt(place, columns);
      const marks = after.map(() => '?').join();
      const rest = place === undefined ? '' : `AND (${columns.join()}) ${beyond} (${marks})`;
      const page = await this.#lines(
        `message JOIN line USING (place) WHERE ${paid} >= ? AND ${paid} < ? ${mentioned} ${begun} ${rest}
          ORDER BY ${sorted} LIMIT ${most}`,
        ...[since, until, ...term, ...first, ...after],
      );
      place = page.at(-1)?.place ?? place;
      yield page;
      if (page.length < most) return;
    }
  }

  /** Of a message. */
  async #valuesAt(place: number, columns: readonly string[]): Promise<SqlValue[]> {
    const [row = []] = await retryWhileBusy(this.#host.clock, PATIENCE_MS, () =>
      this.derived.database.all(`SELECT ${columns.join()} FROM message WHERE place = ?`, place),
    );
    return row;
  }

  /** Lines of messages that have one of these texts, of payments that were made at another time. */
  findAny(texts: readonly string[], { since, until }: TimeRange): Promise<FoundLine[]> {
    return this.#lines(
      `(SELECT DISTINCT place FROM term WHERE hash IN (SELECT value FROM json_each(?)))
        JOIN message USING (place) JOIN line USING (place)
        WHERE paid < ? OR paid >= ? ORDER BY place`,
      ...[JSON.stringify(texts.map(searchTerm)), since, until],
    );
  }

  /** Lines of messages that have a text; where it is their id, also what was learnt of them. In order. */
  find(text: string): Promise<FoundLine[]> {
    return this.#lines(
      'term JOIN line USING (place) WHERE hash = ? ORDER BY place',
      searchTerm(text),
    );
  }

  /** Lines of messages that came encrypted: their texts are not in the index. */
  sealed(): Promise<FoundLine[]> {
    return this.find(ENCRYPTED_FIELD);
  }

  close(): void {
    this.derived.database.close();
    this.#files.close();
  }

  async #lines(from: string, ...values: SqlValue[]): Promise<FoundLine[]> {
    const rows = await retryWhileBusy(this.#host.clock, PATIENCE_MS, () =>
      this.derived.database.all(`SELECT place, length, is_message FROM ${from}`, ...values),
    );
    return rows.map((row) => {
      const [place = 0, length = 0, isMessage = 0] = row.map(Number);
      const text = this.#files.read(place, length);
      const entry = text === undefined ? 'damaged' : decodeLine(text);
      if (typeof entry === 'object' && (entry.type === 'received') === (isMessage === 1)) {
        return { entry, place };
      }
      throw new SqliteError('damaged', 'it does not fit the inbox');
    });
  }
}
