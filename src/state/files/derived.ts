import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import { sealLine, unsealedJson } from '../../core/sealed-log.js';
import type { Clock, Files } from '../../host/host.js';
import { type Database, openDatabase, SqliteError } from '../../host/sqlite.js';
import { Untrusted } from '../../host/untrusted.js';
import { checkOwn } from '../own-files.js';

/** What a derived database holds, and how it is brought up to date with what it is derived from. */
export interface Derivation<State extends object> {
  /** Rises with every change of the tables, or of what stands in them. */
  version: number;
  tables: string;
  /** Before anything was read. */
  empty: State;
  /** Its checksum fits, and the version is ours. */
  isState(value: object): value is State;
  /** `other`: what was read is not there any more. */
  standing(state: State): 'current' | 'behind' | 'other';
  /** Runs in one transaction. The same state where there was nothing to read. */
  readOn(database: Database, state: State): Promise<State>;
}

/** A database that is up to date; to be closed. */
export interface Derived<State> {
  database: Database;
  state: State;
  /** undefined where it is only in memory. */
  path: string | undefined;
}

/** Where the files lie, and who waits for them. */
export interface Shelf {
  files: Files;
  clock: Clock;
  directory: string;
}

/** Each file has a name of its own, so that no process that still uses an older one can harm it. */
const NAME = /^\d{15}\.db$/;
const DIGITS = 15;
/** How long another process may take to bring it up to date. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/**
 * Opens a derived database and brings it up to date. One that does not fit is thrown away and made
 * anew; where none can be kept, or another process has it for too long, it is made in memory.
 * `failed` is the one of which a part turned out to be damaged. undefined where there is no SQLite.
 */
export async function openDerived<State extends object>(
  shelf: Shelf | undefined,
  derivation: Derivation<State>,
  failed?: Derived<State>,
): Promise<Derived<State> | undefined> {
  try {
    return await openKept(shelf, derivation, failed?.path);
  } catch (error) {
    if (error instanceof Untrusted || !isDisk(error)) throw error;
  }
  return openInMemory(derivation);
}

/** Rejects where the disk, or SQLite, does not let it. */
async function openKept<State extends object>(
  shelf: Shelf | undefined,
  derivation: Derivation<State>,
  failed: string | undefined,
): Promise<Derived<State>> {
  const open = shelf?.files.openDatabase;
  if (shelf === undefined || open === undefined) throw new SqliteError('unavailable', 'no file');
  let path = pathAfter(shelf, failed);
  for (let isSecond = false; ; isSecond = true) {
    checkOwn(shelf.files, path);
    let database: Database | undefined;
    try {
      database = await open(path);
      const opened = database;
      const isNew = await patiently(shelf.clock, () => isEmpty(opened));
      const state = await bringUpToDate(shelf.clock, opened, derivation);
      if (isNew) removeOthers(shelf, path);
      return { database: opened, state, path };
    } catch (error) {
      database?.close();
      if (isSecond || !isDamage(error)) throw error;
    }
    path = pathAfter(shelf, path);
  }
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
    const state = await update(database, derivation);
    return { database, state, path: undefined };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The newest file, or a new one where there is none but the one that failed, and older ones. */
function pathAfter({ files, clock, directory }: Shelf, failed?: string): string {
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

/** Removes older files, and whatever else lies here. */
function removeOthers({ files, directory }: Shelf, path: string): void {
  try {
    for (const name of files.list(directory)) {
      const isNewer = NAME.test(`${name.slice(0, DIGITS)}.db`) && join(directory, name) >= path;
      if (!isNewer) files.remove(join(directory, name));
    }
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
  }
}

async function bringUpToDate<State extends object>(
  clock: Clock,
  database: Database,
  derivation: Derivation<State>,
): Promise<State> {
  const known = await patiently(clock, () => current(database, derivation));
  if (known !== undefined) return known;
  await patiently(clock, () => database.exec('BEGIN IMMEDIATE'));
  try {
    // Another process may have brought it up to date meanwhile.
    const state = current(database, derivation) ?? (await update(database, derivation));
    await patiently(clock, () => database.exec('COMMIT'));
    return state;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** The state where it is up to date. Throws SqliteError where it is not of this version, or of other files. */
function current<State extends object>(
  database: Database,
  derivation: Derivation<State>,
): State | undefined {
  const state = stateIn(database, derivation);
  const standing = state ? derivation.standing(state) : 'behind';
  if (standing === 'other') throw new SqliteError('damaged', 'it was made of other files');
  return standing === 'current' ? state : undefined;
}

async function update<State extends object>(
  database: Database,
  derivation: Derivation<State>,
): Promise<State> {
  const known = stateIn(database, derivation);
  if (known === undefined) {
    database.exec(`${derivation.tables}; CREATE TABLE state (text TEXT NOT NULL);
      PRAGMA user_version = ${derivation.version}`);
  }
  const before = known ?? derivation.empty;
  const state = await derivation.readOn(database, before);
  if (state === known) return state;
  database.run('DELETE FROM state');
  database.run('INSERT INTO state VALUES (?)', sealLine(JSON.stringify(state), 64).text);
  return state;
}

/** undefined in a new file. */
function stateIn<State extends object>(
  database: Database,
  { version, isState }: Derivation<State>,
): State | undefined {
  if (isEmpty(database)) return undefined;
  const [[found] = []] = database.all('PRAGMA user_version');
  if (found !== version) throw new SqliteError('damaged', 'it is of another version');
  const [[text] = []] = database.all('SELECT text FROM state');
  const value = unsealedJson(String(text).trimEnd());
  if (isRecord(value) && isState(value)) return value;
  throw new SqliteError('damaged', 'its state is damaged');
}

function isEmpty(database: Database): boolean {
  return database.all('SELECT 1 FROM sqlite_master LIMIT 1').length === 0;
}

/** Tries again while another connection holds the database, and lets signals be heard meanwhile. */
export async function patiently<T>(clock: Clock, work: () => T): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SqliteError) || error.trouble !== 'busy') throw error;
      if (waited >= PATIENCE_MS) {
        throw new SqliteError('unavailable', 'another process holds it', { cause: error });
      }
    }
    await clock.sleep(PAUSE_MS);
  }
}

/** SQLite has done so by itself where the disk is full. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof SqliteError && error.trouble === 'damaged';
}

function isDisk(error: unknown): boolean {
  return error instanceof SqliteError || error instanceof PayctlError;
}

const BATCH = 2_000;

/** Many at once, and a turn of the event loop after each: then a signal is heard. */
export async function* inBatches<T>(all: Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    await new Promise(setImmediate);
  }
  if (batch.length > 0) yield batch;
}
