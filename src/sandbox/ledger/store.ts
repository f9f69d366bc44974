import { openSqlite, type Sqlite, SqliteError } from '../../host/sqlite.js';

/** How long a process waits for another one's transaction. */
const BUSY_MS = 30_000;
const MAPPED_BYTES = 4 * 2 ** 30;
/** Two are enough, unless a third process has the lock by then. */
const WAL_ATTEMPTS = 10;
/** Pages that gather beside the file before they go into it: that waits for the disk, so it should be rare. */
const CHECKPOINT_PAGES = 4000;

/** Opens the state of a bank, one file that processes share; creates it on first use. */
export async function openStore(path: string): Promise<Sqlite> {
  return openSqlite(path, BUSY_MS, (store) => {
    switchToWal(store);
    // A killed process loses nothing under NORMAL; only a power cut could, which a sandbox can bear.
    // A large store is read where the kernel keeps it: a call costs the same with a million trades as
    // with a thousand. The file never shrinks, so no page goes away from under a reader.
    store.exec(
      `PRAGMA synchronous=NORMAL; PRAGMA mmap_size=${MAPPED_BYTES};
       PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`,
    );
  });
}

/** Whether another connection has the file open: then it cannot leave WAL mode. */
export async function isInUse(path: string): Promise<boolean> {
  try {
    (await openSqlite(path, 0, (store) => store.exec('PRAGMA journal_mode=DELETE'))).close();
    return false;
  } catch (error) {
    // A file that is no database any more serves nobody.
    if (error instanceof SqliteError) return error.kind === 'busy';
    throw error;
  }
}

/**
 * SQLite ignores the timeout here: of two processes that switch a new file at the same moment, both
 * hold a read lock and want the write lock, and one gets SQLITE_BUSY at once. It waits for the other
 * as for any writer, and finds the file switched.
 */
function switchToWal(store: Sqlite): void {
  for (let attempt = 1; ; attempt++) {
    try {
      store.exec('PRAGMA journal_mode=WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof SqliteError && error.kind === 'busy';
      if (!isBusy || attempt === WAL_ATTEMPTS) throw error;
    }
    store.exec('BEGIN IMMEDIATE; ROLLBACK');
  }
}
