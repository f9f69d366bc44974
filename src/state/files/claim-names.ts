import { join } from 'node:path';
import { readPages } from '../../core/pages.js';
import type { Files } from '../../host/host.js';
import type { Database } from '../../host/sqlite.js';

const FILE_NAME = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})(\.jsonl)?$/;

/** Those of the names that differ from the index, and those of claims that are open anyway. */
const DIFFERING_SQL = `WITH name (key, number) AS MATERIALIZED (
    SELECT substr(value, 1, 32), CAST(substr(value, 34) AS INTEGER) FROM json_each(?))
  SELECT name.key, open.key IS NOT NULL
  FROM name LEFT JOIN claim USING (key) LEFT JOIN temp.open USING (key)
  WHERE open.key IS NOT NULL OR claim.newest IS NULL OR name.number > claim.newest`;
const CLOSED_SQL = 'FROM claim WHERE key NOT IN (SELECT key FROM temp.open)';

/** Whether there is a file of a claim, or a link to one. A list of all names would take a kilobyte for each. */
export function hasClaims(
  files: Pick<Files, 'names'>,
  { claims, links }: { claims: string; links: string },
): boolean {
  for (const directory of [claims, links]) {
    for (const name of files.names(directory)) if (FILE_NAME.test(name)) return true;
  }
  return false;
}

/**
 * Keys of claims, except open ones, whose files or links differ from the index: there are revisions that
 * it does not know, or files are gone.
 */
export async function findUnindexed(
  database: Database,
  files: Pick<Files, 'names' | 'stat'>,
  { claims, links }: { claims: string; links: string },
  open: Iterable<string>,
): Promise<Set<string>> {
  database.exec('CREATE TEMP TABLE open (key TEXT PRIMARY KEY) WITHOUT ROWID');
  database.run('INSERT INTO temp.open SELECT value FROM json_each(?)', JSON.stringify([...open]));
  const unindexed = new Set<string>();
  let there = 0;
  for (const directory of [claims, links]) {
    for await (const names of readPages(files.names(directory))) {
      const parts = names.filter((name) => FILE_NAME.test(name));
      const others = database.all(DIFFERING_SQL, JSON.stringify(parts));
      for (const [key, isOpen] of others) if (isOpen === 0) unindexed.add(String(key));
      if (directory === claims) there += parts.length - others.length;
    }
  }
  const [[known] = []] = database.all(`SELECT coalesce(sum(newest), 0) ${CLOSED_SQL}`);
  if (known !== there) {
    for (const [key, newest] of database.all(`SELECT key, newest ${CLOSED_SQL}`)) {
      if (!isWhole(files, join(claims, String(key)), Number(newest))) unindexed.add(String(key));
    }
  }
  database.exec('DROP TABLE temp.open');
  return unindexed;
}

function isWhole(files: Pick<Files, 'stat'>, place: string, newest: number): boolean {
  for (let number = 1; number <= newest; number++) {
    if (!files.stat(`${place}.${number}.jsonl`)) return false;
  }
  return true;
}
