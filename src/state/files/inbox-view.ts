import { retryWhileBusy, SqliteError, type SqlValue } from '../../host/sqlite.js';
import {
  ENCRYPTED_FIELD,
  type InboxEntry,
  type InboxQuery,
  messagesInPage,
  type Span,
} from '../inbox.js';
import type { LockHost } from '../lock.js';
import { searchTerm } from './claim-log.js';
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
    if (typeof paid === 'object') {
      return yield* this.#paidIn(paid, messagesInPage(query, PAGE.oldest), last);
    }
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

  async *#paidIn(
    { since, until }: Span,
    most: number,
    last?: number,
  ): AsyncGenerator<readonly FoundLine[]> {
    for (let place = last; ; ) {
      const before = await this.#paidAt(place);
      const page = await this.#lines(
        `message JOIN line USING (place) WHERE paid >= ? AND paid <= ? AND (paid, place) < (?, ?)
          ORDER BY paid DESC, place DESC LIMIT ${most}`,
        ...[since, Math.min(until - 1, before), before, place ?? Number.MAX_SAFE_INTEGER],
      );
      place = page.at(-1)?.place ?? place;
      yield page;
      if (page.length < most) return;
    }
  }

  /** When the payment of a message was made. */
  async #paidAt(place: number | undefined): Promise<number> {
    if (place === undefined) return Number.MAX_SAFE_INTEGER;
    const [row] = await retryWhileBusy(this.#host.clock, PATIENCE_MS, () =>
      this.derived.database.all('SELECT paid FROM message WHERE place = ?', place),
    );
    return Number(row?.[0]);
  }

  /** Lines of messages that have one of these texts, of payments that were made at another time. */
  findAny(texts: readonly string[], { since, until }: Span): Promise<FoundLine[]> {
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
