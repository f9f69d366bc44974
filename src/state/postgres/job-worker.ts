import type { Sealer } from '../seal.js';
import type { StoreQueries } from './server.js';
import {
  type DatabaseRow,
  joinStatements,
  list,
  readBytes,
  readNumber,
  type Sql,
  sql,
  sumNumbers,
} from './sql.js';

export interface TakenRow {
  number: number;
  /** Counts how often the row was taken: a late result of an earlier attempt is dropped. */
  attempt: number;
  fields: string;
}

export interface JobResult {
  number: number;
  attempt: number;
  class: string;
  /** Sealed. */
  result: string;
}

/** How often a worker shows that it lives, and after how long without that its rows are free; milliseconds. */
export const RENEW_MS = 5_000;
export const WORKER_LEASE_MS = 40_000;

export const WORKER_LEASE = sql`${WORKER_LEASE_MS} * interval '1 ms'`;

export interface JobsContext {
  server: StoreQueries;
  sealer: Sealer;
  machine: string;
  /** Makes a new name each time. */
  name: () => string;
}

export function associatedData(job: string, name: string) {
  return { bank: `job ${job}`, name };
}

/** A process that works on a job: it leases rows, and gives their results. */
export class JobWorker {
  readonly #context: JobsContext;
  readonly #job: string;
  readonly #worker: string;

  constructor(context: JobsContext, job: string) {
    this.#context = context;
    this.#job = job;
    this.#worker = context.name();
  }

  /**
   * Leases up to so many free rows; `working`: those that it has and works on. A row that it has and
   * does not work on was taken by a statement whose answer was lost.
   */
  async take(most: number, working: readonly number[]): Promise<TakenRow[]> {
    const [job, worker] = [this.#job, this.#worker];
    const rows = await this.#query(sql`
      WITH free AS (
        SELECT number FROM payctl.job_row AS open
        WHERE job = ${job} AND done_at IS NULL AND CASE
          WHEN worker IS NULL THEN true
          WHEN worker = ${worker} THEN number <> ALL(${working.map(String)}::integer[])
          ELSE NOT EXISTS (
            SELECT FROM payctl.job_worker AS holder
            WHERE holder.job = open.job AND holder.worker = open.worker
              AND holder.seen_at > clock_timestamp() - ${WORKER_LEASE}) END
        ORDER BY number LIMIT ${most} FOR UPDATE SKIP LOCKED
      )
      UPDATE payctl.job_row AS taken SET worker = ${worker}, attempt = attempt + 1
      FROM free WHERE taken.job = ${job} AND taken.number = free.number
      RETURNING taken.number, taken.attempt, taken.fields`);
    return rows
      .map((row) => {
        const number = readNumber(row, 'number');
        const associated = associatedData(job, `fields ${number}`);
        const fields = this.#context.sealer.open(associated, readBytes(row, 'fields')).toString();
        return { number, attempt: readNumber(row, 'attempt'), fields };
      })
      .sort((one, other) => one.number - other.number);
  }

  async finish(results: readonly JobResult[]): Promise<void> {
    const { sealer } = this.#context;
    await sealer.retryWithCurrentKey(() => {
      const given = results.map(({ number, attempt, class: ended, result }) => {
        const associated = associatedData(this.#job, `result ${number}`);
        return sql`(${number}, ${attempt}, ${ended}, ${sealer.seal(associated, Buffer.from(result))})`;
      });
      return this.#query(sql`
        UPDATE payctl.job_row AS known
        SET class = given.class, result = given.result, done_at = clock_timestamp()
        FROM (VALUES ${list(given)}) AS given (number, attempt, class, result)
        WHERE known.job = ${this.#job} AND known.number = given.number AND known.done_at IS NULL
          AND known.worker = ${this.#worker} AND known.attempt = given.attempt`);
    });
  }

  /** Shows that it lives; to be called every `RENEW_MS`, or other workers take its rows. */
  async renew(): Promise<void> {
    await this.#query(sql`
      INSERT INTO payctl.job_worker (job, worker, machine, seen_at)
      VALUES (${this.#job}, ${this.#worker}, ${this.#context.machine}, clock_timestamp())
      ON CONFLICT (job, worker) DO UPDATE SET seen_at = EXCLUDED.seen_at`);
  }

  /** The workers that hold open rows, itself excluded; when each renewed last, as an opaque text. */
  async holders(): Promise<{ open: number; renewed: ReadonlyMap<string, string> }> {
    const rows = await this.#query(sql`
      SELECT worker, count(*)::float8 AS open, max(seen_at)::text AS renewed
      FROM payctl.job_row LEFT JOIN payctl.job_worker USING (job, worker)
      WHERE job = ${this.#job} AND done_at IS NULL AND worker IS DISTINCT FROM ${this.#worker}
      GROUP BY worker`);
    const renewed = rows.map((row) => [String(row.worker), String(row.renewed)] as const);
    return { open: sumNumbers(rows, 'open'), renewed: new Map(renewed) };
  }

  /** Gives back what it has not finished. */
  async leave(): Promise<void> {
    const [job, worker] = [this.#job, this.#worker];
    await this.#query(
      joinStatements(
        sql`UPDATE payctl.job_row SET worker = NULL
          WHERE job = ${job} AND worker = ${worker} AND done_at IS NULL`,
        sql`UPDATE payctl.job_worker SET over = true WHERE job = ${job} AND worker = ${worker}`,
      ),
    );
  }

  #query(statement: Sql): Promise<readonly DatabaseRow[]> {
    return this.#context.server.query(statement);
  }
}
