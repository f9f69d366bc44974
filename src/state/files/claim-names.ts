import type { Files } from '../../host/host.js';
import type { Database } from '../../host/sqlite.js';
import { inBatches } from './derived.js';

const PART = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})(\.jsonl)?$/;

/** Of a claim that is known to have n parts, 1 to n must be there, and no link to a later one. */
const UNINDEXED = `WITH open AS (SELECT value ->> 0 AS key, value ->> 1 AS newest FROM json_each(?))
  SELECT key FROM (
    SELECT key, newest, 0 AS files, 0 AS last, 0 AS linked FROM open
    UNION ALL SELECT key, newest, 0, 0, 0 FROM claim WHERE key NOT IN (SELECT key FROM open)
    UNION ALL SELECT key, 0, 1, number, 0 FROM part WHERE NOT is_link
    UNION ALL SELECT key, 0, 0, 0, number FROM part WHERE is_link)
  GROUP BY key
  HAVING sum(files) <> max(newest) OR max(last) <> max(newest) OR max(linked) > max(newest)`;

/** Keys of which the names in the two directories say anything else than the index and `open`. */
export async function findUnindexed(
  database: Database,
  files: Pick<Files, 'names'>,
  { claims, links }: { claims: string; links: string },
  open: ReadonlyMap<string, number>,
): Promise<string[]> {
  database.exec('CREATE TEMP TABLE part (key, number, is_link)');
  for (const directory of [claims, links]) {
    for await (const names of inBatches(files.names(directory))) {
      const parts = names.flatMap((name) => {
        const [, key, number] = PART.exec(name) ?? [];
        return key === undefined ? [] : [[key, Number(number)]];
      });
      database.run(
        'INSERT INTO part SELECT value ->> 0, value ->> 1, ? FROM json_each(?)',
        Number(directory === links),
        JSON.stringify(parts),
      );
    }
  }
  const rows = database.all(UNINDEXED, JSON.stringify([...open]));
  database.exec('DROP TABLE part');
  return rows.map(([key]) => String(key));
}
