import { pagesAfter } from '../../core/pages.js';
import type { Host } from '../../host/host.js';
import { hasTables, type SqlValue } from '../../host/sqlite.js';
import { deskMessages } from '../../messages/desk.js';
import { stateMessages } from '../../messages/state.js';
import { previousSum } from '../book-rows.js';
import type {
  Desk,
  DeskEvent,
  DeskHistory,
  DeskKind,
  DeskPlace,
  DeskPosition,
  DeskQuery,
  DeskSubject,
  RecordedEvent,
} from '../desk.js';
import { openUntil } from '../desk-event.js';
import {
  historyIn,
  historyTables,
  misplacedSql,
  newestIn,
  positionIn,
  RECORDED,
  recordedTables,
} from '../desk-rows.js';
import { statePath } from '../paths.js';
import { orNull, type Row, textIn } from '../rows.js';
import { type DatabasePlace, type Holding, makeTables, OwnDatabase } from './own-database.js';

const PAGE = 1_000;

const DESK: Holding = {
  version: 1,
  // `head` has the newest event of each subject, so that what waits is found whatever has been said.
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

const TABLES = { event: 'event', head: 'head' };
const HISTORY = `FROM (SELECT ?1 AS kind, ?2 AS subject) ${historyTables(TABLES)}`;
const MISPLACED = misplacedSql(TABLES);
const EVENT = ['kind', 'subject', 'seq', 'at', 'line', 'sum', 'details'];
const RECORDED_EVENT = [...EVENT, 'head_seq', 'open_until'];
const FROM_RECORDED = `SELECT ${RECORDED_EVENT.join()} FROM ${recordedTables(TABLES)}`;
const FROM_EVENT = `SELECT ${EVENT.join()} FROM event`;

/** One SQLite file. Touches no file before its first use, and makes none to read. */
export class FileDesk implements Desk {
  readonly #place: DatabasePlace;
  readonly #onOpen: (database: OwnDatabase) => void;
  #opened: Promise<OwnDatabase> | undefined;

  /** @param onOpen takes what is to be closed */
  constructor(
    { files, clock }: Pick<Host, 'files' | 'clock'>,
    stateDir: string,
    onOpen: (database: Pick<OwnDatabase, 'close'>) => void = () => {},
  ) {
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
      const place = 'INSERT OR REPLACE INTO head (kind, subject, seq, sum, at, open_until)';
      tables.run(
        `${place} VALUES (?, ?, ?, ?, ?, ?)`,
        kind,
        subject,
        seq,
        sum,
        at,
        openUntil(event) ?? null,
      );
      const row = `INSERT INTO event (${EVENT.join()}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
      tables.run(row, kind, subject, seq, at, line, sum, details);
      return true;
    });
  }

  async read({ kind, subject }: DeskSubject): Promise<DeskHistory> {
    const events = EVENT.map((name) => `event.${name}`).join();
    const text = `SELECT ${events}, ${RECORDED} ${HISTORY} ORDER BY event.seq`;
    const columns = [...EVENT, 'head_seq', 'head_sum'];
    return historyIn(await this.#rows(columns, text, kind, subject), eventIn);
  }

  async misplaced(): Promise<DeskPosition[]> {
    return (await this.#rows(['kind', 'subject', 'seq'], MISPLACED)).map(positionIn);
  }

  async list({ kind, openAt, after, limit }: DeskQuery): Promise<DeskPlace[]> {
    const values: SqlValue[] = [kind];
    let condition = 'kind = ?';
    if (openAt !== undefined) {
      condition += ' AND open_until > ?';
      values.push(openAt);
    }
    if (after) {
      condition += ' AND (at, subject) < (?, ?)';
      values.push(after.at, after.subject);
    }
    const text = `SELECT at, subject FROM head WHERE ${condition} ORDER BY at DESC, subject DESC LIMIT ?`;
    const rows = await this.#rows(['at', 'subject'], text, ...values, limit);
    return rows.map((row) => ({ at: textIn(row, 'at'), subject: textIn(row, 'subject') }));
  }

  since(moment: number): AsyncGenerator<DeskEvent[]> {
    const order = `ORDER BY at, kind, subject, seq LIMIT ${PAGE}`;
    return pagesAfter((last) => {
      if (!last) return this.#events(`WHERE at >= ? ${order}`, new Date(moment).toISOString());
      const { at, kind, subject, seq } = last;
      const after = `WHERE (at, kind, subject, seq) > (?, ?, ?, ?) ${order}`;
      return this.#events(after, at, kind, subject, seq);
    });
  }

  all(): AsyncGenerator<RecordedEvent[]> {
    const order = `ORDER BY kind, subject, seq LIMIT ${PAGE}`;
    return pagesAfter((last) => {
      if (!last) return this.#recorded(order);
      const after = `WHERE (kind, subject, seq) > (?, ?, ?) ${order}`;
      return this.#recorded(after, last.kind, last.subject, last.seq);
    });
  }

  erase(before: number, now: number): Promise<number> {
    const open = `SELECT 1 FROM head WHERE head.kind = event.kind AND head.subject = event.subject
      AND open_until > ?2`;
    const old = `at < ?1 AND details IS NOT NULL AND NOT EXISTS (${open})`;
    const text = `UPDATE event SET details = NULL WHERE ${old}`;
    return this.#change([text], new Date(before).toISOString(), now);
  }

  remove(kind: DeskKind, before: number, now: number): Promise<number> {
    const old = 'kind = ?1 AND at < ?2 AND (open_until IS NULL OR open_until <= ?3)';
    return this.#removeHeads(old, kind, new Date(before).toISOString(), now);
  }

  async forget(kind: DeskKind, subjects: readonly string[]): Promise<void> {
    const among = 'kind = ?1 AND subject IN (SELECT value FROM json_each(?2))';
    await this.#removeHeads(among, kind, JSON.stringify(subjects));
  }

  #removeHeads(condition: string, ...values: SqlValue[]): Promise<number> {
    const subjects = `SELECT kind, subject FROM head WHERE ${condition}`;
    const events = `DELETE FROM event WHERE (kind, subject) IN (${subjects})`;
    return this.#change([events, `DELETE FROM head WHERE ${condition}`], ...values);
  }

  /** In one transaction; resolves to how many rows the last statement has changed. */
  async #change(statements: readonly string[], ...values: SqlValue[]): Promise<number> {
    if (!this.#isThere()) return 0;
    let changed = 0;
    await (await this.#database()).write(async (tables) => {
      if (!hasTables(tables)) return false;
      for (const text of statements) changed = tables.run(text, ...values);
      return true;
    });
    return changed;
  }

  async #events(condition: string, ...values: SqlValue[]): Promise<DeskEvent[]> {
    return (await this.#rows(EVENT, `${FROM_EVENT} ${condition}`, ...values)).map(eventIn);
  }

  async #recorded(condition: string, ...values: SqlValue[]): Promise<RecordedEvent[]> {
    const rows = await this.#rows(RECORDED_EVENT, `${FROM_RECORDED} ${condition}`, ...values);
    return rows.map((row) => ({ ...eventIn(row), ...newestIn(row) }));
  }

  async #rows(columns: readonly string[], text: string, ...values: SqlValue[]) {
    if (!this.#isThere()) return [];
    const database = await this.#database();
    return (await database.isEmpty()) ? [] : database.rows(columns, text, ...values);
  }

  #isThere(): boolean {
    return this.#place.files.stat(this.#place.path) !== undefined;
  }

  #database({ makesFile = false } = {}): Promise<OwnDatabase> {
    const opening = () => (makesFile ? OwnDatabase.make : OwnDatabase.open)(this.#place);
    this.#opened ??= opening().then((database) => {
      this.#onOpen(database);
      return database;
    });
    return this.#opened;
  }
}

function eventIn(row: Row): DeskEvent {
  const [at, line, sum] = [textIn(row, 'at'), textIn(row, 'line'), textIn(row, 'sum')];
  return { ...positionIn(row), at, line, sum, details: orNull(row, 'details', textIn) };
}
