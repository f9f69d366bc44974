import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import { sealLine, unsealedJson } from '../../core/sealed-log.js';
import { tolerateSync } from '../../core/tolerate.js';
import type { Clock, Files } from '../../host/host.js';
import {
  type Database,
  hasTables,
  openDatabase,
  retryWhileBusy,
  rollBack,
  SETTINGS,
  SqliteError,
} from '../../host/sqlite.js';
import { Untrusted } from '../../host/untrusted.js';
import { checkOwn } from '../own-files.js';

/** How a derived database is made, and brought up to date with what it is derived from. */
export interface Derivation<State extends object> {
  /** Must be raised with every change of the tables or of their contents. */
  version: number;
  tables: string;
  /** The state before anything was read. */
  empty: State;
  /** Whether a value, whose checksum and version are right, is a state. */
  isState(value: object): value is State;
  /** Whether the sources are as they were read, have grown, or were replaced. */
  freshness(state: State): 'current' | 'behind' | 'replaced';
  /** Takes in what was added to the sources, in one transaction; returns the same state if that is nothing. */
  catchUp(database: Database, state: State): Promise<State>;
}

/** An open database that is up to date; to be closed. */
export interface Derived<State> {
  database: Database;
  state: State;
  /** undefined for one in memory. */
  path: string | undefined;
}

/** The directory of the database files. */
interface IndexDirectory {
  files: Files;
  clock: Clock;
  directory: string;
}

/** Each database has a file name of its own, so that a process which still uses an older one cannot harm it. */
const NAME = /^\d{15}\.db$/;
const DIGITS = 15;
/** Who reads page by page gains nothing from the large cache that indexes are built in. */
const READING = 'PRAGMA cache_size = -4096';
/** How long another process may hold the database. */
export const PATIENCE_MS = 60_000;

/**
 * Opens a derived database and brings it up to date. A file that does not fit is replaced by a new one;
 * where no file can be used, or another process holds it for too long, the database is made in memory.
 * `failed`: a database that turned out to be damaged. undefined where there is no SQLite.
 */
export async function openDerived<State extends object>(
  place: IndexDirectory | undefined,
  derivation: Derivation<State>,
  failed?: Derived<State>,
): Promise<Derived<State> | undefined> {
  try {
    return await openFile(place, derivation, failed?.path);
  } catch (error) {
    if (error instanceof Untrusted || !isDisk(error)) throw error;
  }
  return openInMemory(derivation);
}

/** Rejects with PayctlError or SqliteError where no file can be used. */
async function openFile<State extends object>(
  place: IndexDirectory | undefined,
  derivation: Derivation<State>,
  failed: string | undefined,
): Promise<Derived<State>> {
  const open = place?.files.openDatabase;
  if (place === undefined || open === undefined) throw new SqliteError('unavailable', 'no file');
  let path = pathAfter(place, failed);
  for (let isSecond = false; ; isSecond = true) {
    checkOwn(place.files, path);
    let database: Database | undefined;
    try {
      database = await open(path);
      const opened = database;
      const isNew = await retryWhileBusy(place.clock, PATIENCE_MS, () => {
        opened.exec(SETTINGS);
        return !hasTables(opened);
      });
      checkLength(opened, place.files.stat(path)?.size ?? 0);
      const state = await bringUpToDate(place.clock, opened, derivation);
      if (isNew) removeOthers(place, path);
      opened.exec(READING);
      return { database: opened, state, path };
    } catch (error) {
      database?.close();
      if (isSecond || !isDamage(error)) throw error;
    }
    path = pathAfter(place, path);
  }
}

/** SQLite reads a page that was cut off as if the rest were zeros, and then an index misses rows. */
function checkLength(database: Database, bytes: number): void {
  const [[page] = []] = database.all('PRAGMA page_size');
  if (bytes % Number(page) !== 0) throw new SqliteError('damaged', 'its last page is cut off');
}

async function openInMemory<State extends object>(
  derivation: Derivation<State>,
): Promise<Derived<State> | undefined> {
  let database: Database;
  try {
    database = await openDatabase(':memory:');
  } catch (error) {
    if (error instanceof SqliteError) return undefined;
    throw error;
  }
  try {
    database.exec(SETTINGS);
    const state = await update(database, derivation);
    return { database, state, path: undefined };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The newest file; a new one where there is none that is newer than the failed one. */
function pathAfter({ files, clock, directory }: IndexDirectory, failed?: string): string {
  files.makeDirectory(directory);
  const newest = files
    .list(directory)
    .filter((name) => NAME.test(name))
    .at(-1);
  if (newest !== undefined && (failed === undefined || join(directory, newest) > failed)) {
    return join(directory, newest);
  }
  const number = Math.max(clock.now(), Number(newest?.slice(0, DIGITS) ?? 0) + 1);
  const path = join(directory, `${String(number).padStart(DIGITS, '0')}.db`);
  // SQLite gives a file that it makes itself the modes of the umask.
  files.create(path, new Uint8Array());
  return path;
}

/** Removes older files, and whatever else is in the directory. */
function removeOthers({ files, directory }: IndexDirectory, path: string): void {
  tolerateSync(() => {
    for (const name of files.list(directory)) {
      const isNewer = NAME.test(`${name.slice(0, DIGITS)}.db`) && join(directory, name) >= path;
      if (!isNewer) files.remove(join(directory, name));
    }
  });
}

async function bringUpToDate<State extends object>(
  clock: Clock,
  database: Database,
  derivation: Derivation<State>,
): Promise<State> {
  const known = await retryWhileBusy(clock, PATIENCE_MS, () => current(database, derivation));
  if (known !== undefined) return known;
  await retryWhileBusy(clock, PATIENCE_MS, () => database.exec('BEGIN IMMEDIATE'));
  try {
    // Another process may have brought it up to date meanwhile.
    const state = current(database, derivation) ?? (await update(database, derivation));
    await retryWhileBusy(clock, PATIENCE_MS, () => database.exec('COMMIT'));
    return state;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** The state if the database is up to date. Throws SqliteError for one of another version or of other files. */
function current<State extends object>(
  database: Database,
  derivation: Derivation<State>,
): State | undefined {
  const state = readState(database, derivation);
  const freshness = state ? derivation.freshness(state) : 'behind';
  if (freshness === 'replaced') throw new SqliteError('damaged', 'it was made of other files');
  return freshness === 'current' ? state : undefined;
}

async function update<State extends object>(
  database: Database,
  derivation: Derivation<State>,
): Promise<State> {
  const known = readState(database, derivation);
  if (known === undefined) {
    database.exec(`${derivation.tables}; CREATE TABLE state (text TEXT NOT NULL);
      PRAGMA user_version = ${derivation.version}`);
  }
  const before = known ?? derivation.empty;
  const state = await derivation.catchUp(database, before);
  if (state === known) return state;
  database.run('DELETE FROM state');
  database.run('INSERT INTO state VALUES (?)', sealLine(JSON.stringify(state), 64).text);
  return state;
}

/** undefined in a new file. */
function readState<State extends object>(
  database: Database,
  { version, isState }: Derivation<State>,
): State | undefined {
  if (!hasTables(database)) return undefined;
  const [[found] = []] = database.all('PRAGMA user_version');
  if (found !== version) throw new SqliteError('damaged', 'it is of another version');
  const [[text] = []] = database.all('SELECT text FROM state');
  const value = unsealedJson(String(text).trimEnd());
  if (isRecord(value) && isState(value)) return value;
  throw new SqliteError('damaged', 'its state is damaged');
}

function isDamage(error: unknown): boolean {
  return error instanceof SqliteError && error.kind === 'damaged';
}

function isDisk(error: unknown): boolean {
  return error instanceof SqliteError || error instanceof PayctlError;
}
