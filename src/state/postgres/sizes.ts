import { DAY_MS } from '../../core/time.js';
import type { StoreQueries } from './server.js';
import { type DatabaseRow, raw, readNumber, readText } from './sql.js';

/** A table with its indexes; partitions count as their table. */
export interface TableSize {
  table: string;
  bytes: number;
  /** As the server estimates. */
  rows: number;
}

/** What a year adds, as fast as charges came last. */
export interface Growth {
  charges: number;
  bytes: number;
  /** Of them, what stays also of charges that are retired. */
  bytesForEver: number;
}

export interface Sizes {
  tables: TableSize[];
  /** undefined where there are too few charges, or the server has not counted them yet. */
  growth: Growth | undefined;
}

/** A smaller table is not mentioned. */
const LEAST_BYTES = 1024 * 1024;

/** Nothing is counted: the server keeps the sizes, and estimates the rows when it analyzes a table. */
const TABLES = raw(`SELECT coalesce(parent.relname, class.relname)::text AS name,
  sum(pg_total_relation_size(class.oid))::float8 AS bytes,
  sum(greatest(class.reltuples, 0))::float8 AS rows
FROM pg_class AS class LEFT JOIN pg_inherits ON inhrelid = class.oid
  LEFT JOIN pg_class AS parent ON parent.oid = inhparent
WHERE class.relnamespace = 'payctl'::regnamespace AND class.relkind = 'r' GROUP BY 1 ORDER BY 2 DESC, 1`);

/** The newest charges, no more than it takes to tell how fast they come; and how many are not retired. */
const PACE = raw(`SELECT count(*)::float8 AS charges,
  (extract(epoch FROM clock_timestamp() - min(started_at)) * 1000)::float8 AS ms,
  (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'payctl.charge_kept'::regclass)::float8 AS kept
FROM (SELECT started_at FROM payctl.charge ORDER BY started_at DESC LIMIT 5000) AS newest`);

export async function readSizes(server: StoreQueries): Promise<Sizes> {
  const rows = await server.query(TABLES);
  const all = rows.map((row) => ({
    table: readText(row, 'name'),
    bytes: readNumber(row, 'bytes'),
    rows: readNumber(row, 'rows'),
  }));
  const tables = all.filter(({ bytes }) => bytes >= LEAST_BYTES);
  const [pace] = await server.query(PACE);
  return { tables, growth: estimateGrowth(all, pace) };
}

function estimateGrowth(
  tables: readonly TableSize[],
  pace: DatabaseRow | undefined,
): Growth | undefined {
  const findSize = (table: string) => tables.find((one) => one.table === table);
  const sumBytes = (...names: string[]) =>
    names.reduce((sum, name) => sum + (findSize(name)?.bytes ?? 0), 0);
  const [newest, ms, kept] = [readNumber(pace, 'charges'), pace?.ms, readNumber(pace, 'kept')];
  const claims = findSize('claim')?.rows ?? 0;
  if (typeof ms !== 'number' || ms <= 0 || newest === 0 || kept === 0 || claims === 0) {
    return undefined;
  }
  const charges = (newest * 365 * DAY_MS) / ms;
  const forEver = sumBytes('claim', 'charge') / claims;
  const untilRetired = sumBytes('entry', 'original', 'inbox') / kept;
  return {
    charges: Math.round(charges),
    bytes: Math.round(charges * (forEver + untilRetired)),
    bytesForEver: Math.round(charges * forEver),
  };
}
