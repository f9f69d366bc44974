import { payctl } from '../../core/command-line.js';
import type { Files } from '../../host/host.js';
import { storeClaims } from '../../messages/store-claims.js';
import type { Claims, RevisionCount } from '../claims.js';
import { openFileStore } from '../files/store.js';
import { StoreRefusal } from '../store-errors.js';
import type { StoreMembership } from '../store-membership.js';
import type { Server } from './server.js';
import { readNumber, readText, sql } from './sql.js';

/** A claim in the files of this machine. */
interface LocalClaim extends RevisionCount {
  key: string;
}

const MOST_KEYS = 5_000;

/**
 * From now on this machine makes its claims in the store; resolves to the id of the store. Rejects with
 * CONFIG while files of this machine have claims that the store lacks: a charge that was made before
 * would be made again. Files that have not changed since the last check are not read again.
 */
export async function enterStore(
  files: Files,
  stateDir: string,
  server: Server,
  membership: StoreMembership,
): Promise<string> {
  const { store } = await server.greeting();
  const isNew = membership.store === undefined;
  if (!isNew) {
    membership.refuseElsewhere(store);
    if (membership.isImportCurrent(store)) return store;
  }
  const { claims } = openFileStore(files, stateDir);
  const refuseUnimported = async (): Promise<void> => {
    // Claims that were imported may differ, which the import reports; here only new ones count.
    const byKeyAlone = membership.wasImported(store);
    const missing = await findMissing(server, await claims.list(), byKeyAlone);
    if ((await ownClaims(claims, missing)).length > 0) throw unimported();
  };
  // Checked before `enter`, so that a refused first try leaves the machine on its files.
  if (isNew) await refuseUnimported();
  membership.enter(store);
  const now = membership.journalVersion();
  await refuseUnimported();
  membership.markImported({ store, files: now });
  return store;
}

function unimported(): StoreRefusal {
  return new StoreRefusal(storeClaims.notImported, {
    hint: payctl`store import`,
  });
}

/** Claims of the files that the store lacks, or has only in part. */
async function findMissing(
  server: Server,
  claims: ReadonlyMap<string, RevisionCount>,
  byKeyAlone = false,
): Promise<LocalClaim[]> {
  const local = [...claims].map(([key, count]) => ({ key, ...count }));
  const known = new Map<string, number>();
  for (let from = 0; from < local.length; from += MOST_KEYS) {
    const keys = local.slice(from, from + MOST_KEYS).map(({ key }) => key);
    const rows = await server.query(
      sql`SELECT key, part FROM payctl.claim WHERE key = ANY (${keys})`,
    );
    for (const row of rows) known.set(readText(row, 'key'), readNumber(row, 'part'));
  }
  return local.filter(({ key, newest }) => {
    const part = known.get(key);
    return part === undefined || (!byKeyAlone && part < newest);
  });
}

/** The embedded bank keeps its charges in files, whatever store is set. */
async function ownClaims(
  claims: Pick<Claims, 'read'>,
  found: readonly LocalClaim[],
): Promise<LocalClaim[]> {
  const own: LocalClaim[] = [];
  for (const claim of found) {
    const { revisions } = await claims.read(claim.key, claim.newest);
    const lines = revisions.flatMap((part) => part.lines);
    const isSandbox = lines.some(({ type, profile }) => type === 'intent' && profile === 'sandbox');
    if (!isSandbox) own.push(claim);
  }
  return own;
}
