import { once } from '../../core/once.js';
import type { Host } from '../../host/host.js';
import { hasTables } from '../../host/sqlite.js';
import { deskMessages } from '../../messages/desk.js';
import { stateMessages } from '../../messages/state.js';
import { previousSum } from '../book-rows.js';
import type { DeskEvent } from '../desk.js';
import { openUntil } from '../desk-event.js';
import { statePath } from '../paths.js';
import { type DatabaseRow, orNull, readText } from '../rows.js';
import { type DeskValue, StoredDesk } from '../stored-desk.js';
import { type DatabasePlace, type Holding, makeTables, OwnDatabase } from './own-database.js';

const DESK: Holding = {
  version: 1,
  tables: `
CREATE TABLE event (kind TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL,
  line TEXT NOT NULL, sum TEXT NOT NULL, details TEXT, PRIMARY KEY (kind, subject, seq)) WITHOUT ROWID;
CREATE INDEX event_at ON event (at);
CREATE TABLE head (kind TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, sum TEXT NOT NULL,
  at TEXT NOT NULL, open_until INTEGER, PRIMARY KEY (kind, subject)) WITHOUT ROWID;
CREATE INDEX head_at ON head (kind, at, subject);
CREATE INDEX head_open ON head (kind, open_until) WHERE open_until IS NOT NULL`,
  words: { ...deskMessages, restore: stateMessages.restore },
};

const NAMES = {
  ...{ event: 'event', head: 'head', details: 'details' },
  texts: (json: string) => `SELECT value FROM json_each(${json})`,
};

/** One SQLite file. Touches no file before its first use, and makes none to read. */
export class FileDesk extends StoredDesk {
  readonly #place: DatabasePlace;
  readonly #onOpen: (database: OwnDatabase) => void;

  /** @param onOpen takes what is to be closed */
  constructor(
    { files, clock }: Pick<Host, 'files' | 'clock'>,
    stateDir: string,
    onOpen: (database: Pick<OwnDatabase, 'close'>) => void = () => {},
  ) {
    super(NAMES);
    this.#place = { files, clock, path: statePath(stateDir, 'desk.db'), holding: DESK };
    this.#onOpen = onOpen;
  }

  async append(event: DeskEvent): Promise<boolean> {
    const { kind, subject, seq, at, line, sum, details } = event;
    const database = await this.#database({ makesFile: true });
    return database.write(async (tables) => {
      if (!hasTables(tables)) makeTables(tables, DESK);
      const found = 'SELECT seq, sum FROM head WHERE kind = ? AND subject = ?';
      const [[known = 0, last] = []] = tables.all(found, kind, subject);
      if (last === sum) return true;
      const follows = known === seq - 1 && (seq === 1 || last === previousSum(event));
      if (!follows) return false;
      tables.run(
        `INSERT OR REPLACE INTO head (kind, subject, seq, sum, at, open_until)
          VALUES (?, ?, ?, ?, ?, ?)`,
        ...[kind, subject, seq, sum, at, openUntil(event) ?? null],
      );
      tables.run(
        `INSERT INTO event (kind, subject, seq, at, line, sum, details)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[kind, subject, seq, at, line, sum, details],
      );
      return true;
    });
  }

  protected async rows(text: string, ...values: DeskValue[]): Promise<readonly DatabaseRow[]> {
    if (!this.#isThere()) return [];
    const database = await this.#database();
    return (await database.isEmpty()) ? [] : database.rows(text, ...values);
  }

  protected change(text: string, ...values: DeskValue[]): Promise<number> {
    return this.#change([text], values);
  }

  protected removeHeads(condition: string, ...values: DeskValue[]): Promise<number> {
    const subjects = `SELECT kind, subject FROM head WHERE ${condition}`;
    const events = `DELETE FROM event WHERE (kind, subject) IN (${subjects})`;
    return this.#change([events, `DELETE FROM head WHERE ${condition}`], values);
  }

  protected async readDetails(row: DatabaseRow): Promise<string | null> {
    return orNull(row, 'details', readText);
  }

  /** In one transaction; resolves to how many rows the last statement has changed. */
  async #change(statements: readonly string[], values: readonly DeskValue[]): Promise<number> {
    if (!this.#isThere()) return 0;
    let changed = 0;
    await (await this.#database()).write(async (tables) => {
      if (!hasTables(tables)) return false;
      for (const text of statements) changed = tables.run(text, ...values);
      return true;
    });
    return changed;
  }

  #isThere(): boolean {
    return this.#place.files.stat(this.#place.path) !== undefined;
  }

  readonly #database = once(async ({ makesFile = false } = {}): Promise<OwnDatabase> => {
    const database = await (makesFile ? OwnDatabase.make : OwnDatabase.open)(this.#place);
    this.#onOpen(database);
    return database;
  });
}
