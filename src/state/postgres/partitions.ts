import type { StoreQueries } from './server.js';
import { raw, readBoolean, readNumber, sql } from './sql.js';

/** A partition of the lines of charges and of their originals. */
export interface Partition {
  /** The first day of the month in which its claims were made, in UTC; undefined for all months that have no partition of their own. */
  month: string | undefined;
  /** Whether claims of all months before lie there, too. */
  hasAllBefore: boolean;
  /** As the server estimates. */
  lines: number;
  bytes: number;
}

/** How many months ahead partitions are made. */
const MONTHS_AHEAD = 12;

/** From the first to the last month. */
export async function listPartitions(server: StoreQueries): Promise<Partition[]> {
  const rows = await server.query(
    raw(`SELECT month::text, has_all_before, lines::float8, bytes::float8
  FROM payctl.partitions ORDER BY month`),
  );
  return rows.map((row) => ({
    month: typeof row.month === 'string' ? row.month : undefined,
    hasAllBefore: readBoolean(row, 'has_all_before'),
    lines: readNumber(row, 'lines'),
    bytes: readNumber(row, 'bytes'),
  }));
}

/** Makes the partitions of the next months that are missing, and returns how many; none where others hold the locks for that now. */
export async function makePartitions(server: StoreQueries): Promise<number> {
  const [row] = await server.query(sql`SELECT payctl.make_partitions(
    ((clock_timestamp() AT TIME ZONE 'UTC') + make_interval(months => ${MONTHS_AHEAD}))::date) AS made`);
  return readNumber(row, 'made');
}

/** So many bytes a line are enough for a partition that was shrunk; more are of lines that have left it. */
const BYTES_OF_LINE = 8 * 1024;
const MOST_LEFT = 50_000;

/**
 * Gives back the space of months that were over before a moment (milliseconds since the epoch) and have few
 * lines left, and drops those with none; returns them. One that others use now is left to the next run.
 * Needs the rights of the owner.
 */
export async function shrinkPartitions(server: StoreQueries, before: number): Promise<string[]> {
  const over = new Date(before).toISOString().slice(0, 'YYYY-MM'.length);
  const shrunk: string[] = [];
  for (const { month, hasAllBefore, bytes } of await listPartitions(server)) {
    if (month === undefined || month.slice(0, over.length) >= over) continue;
    const [row] = await server.query(sql`SELECT count(*)::float8 AS lines FROM (
      SELECT FROM payctl.entry WHERE month <= ${month} AND (month = ${month} OR ${hasAllBefore})
      LIMIT ${MOST_LEFT + 1}) AS line`);
    const lines = readNumber(row, 'lines');
    if (lines > MOST_LEFT || (lines > 0 && bytes < (lines + 1_000) * BYTES_OF_LINE)) continue;
    const [done] = await server.query(sql`SELECT payctl.shrink_partition(${month}::date) AS done`);
    if (readBoolean(done, 'done')) shrunk.push(month);
  }
  return shrunk;
}

export interface PartitionsAhead {
  /** Months after this one that have a partition. */
  months: number;
  /** Whether lines lie in the partition of all months that have none. */
  hasStray: boolean;
}

export async function partitionsAhead(server: StoreQueries): Promise<PartitionsAhead> {
  const [row] = await server.query(
    raw(`SELECT EXISTS (SELECT FROM payctl.entry_default) AS has_stray,
  (SELECT count(*) FROM payctl.partitions WHERE month > clock_timestamp() AT TIME ZONE 'UTC')::integer AS months`),
  );
  return { months: readNumber(row, 'months'), hasStray: readBoolean(row, 'has_stray') };
}
