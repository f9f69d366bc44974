import { SqliteError } from '../../host/sqlite.js';
import { ENCRYPTED_FIELD, type InboxEntry } from '../inbox.js';
import type { LockHost } from '../lock.js';
import { searchTerm } from './claim-log.js';
import { type Derived, retryWhileBusy } from './derived.js';
import { decodeLine, type InboxFiles, type InboxState } from './inbox-files.js';

/** A line of the inbox as it is found. */
export interface FoundLine {
  entry: InboxEntry;
  /** Its place among all lines: which came first. */
  place: number;
}

/** Messages that one statement brings; of the newest few may be wanted. */
const PAGE = { oldest: 200, newest: 25 };

/** An inbox, up to date when it was opened; to be closed. */
export class InboxView {
  /** Places that cannot be trusted. */
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
   * Messages as they came, those that came twice as well, some at a time; `last` is the place where
   * others stopped. The last page may be empty.
   */
  async *messages(newestFirst: boolean, last?: number): AsyncGenerator<readonly FoundLine[]> {
    const [beyond, order, most] = newestFirst
      ? ['<', 'DESC', PAGE.newest]
      : ['>', 'ASC', PAGE.oldest];
    let place = last ?? (newestFirst ? Number.MAX_SAFE_INTEGER : -1);
    for (;;) {
      const page = await this.#lines(
        `line WHERE is_message AND place ${beyond} ? ORDER BY place ${order} LIMIT ${most}`,
        place,
      );
      place = page.at(-1)?.place ?? place;
      yield page;
      if (page.length < most) return;
    }
  }

  /** Lines of messages that hold a text, and all about them where it is their id; in order. */
  find(text: string): Promise<FoundLine[]> {
    return this.#lines(
      'term JOIN line USING (place) WHERE hash = ? ORDER BY place',
      searchTerm(text),
    );
  }

  /** Lines of messages of which only who has a key can tell what they hold. */
  sealed(): Promise<FoundLine[]> {
    return this.find(ENCRYPTED_FIELD);
  }

  close(): void {
    this.derived.database.close();
    this.#files.close();
  }

  async #lines(from: string, value: number): Promise<FoundLine[]> {
    const rows = await retryWhileBusy(this.#host.clock, () =>
      this.derived.database.all(`SELECT place, length, is_message FROM ${from}`, value),
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
