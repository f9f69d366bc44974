import type { Sealer } from '../seal.js';
import type { Server } from './server.js';
import {
  bytesIn,
  list,
  momentIn,
  numberOf,
  type Row,
  type Sql,
  sql,
  textIn,
  together,
} from './sql.js';

/** What belongs to a job, the same for all who work on it. */
export interface JobTerms {
  operation: string;
  /** Hash of the input and of all that decides what a row comes to. */
  identity: string;
  /** Of the rest, in the words of its user; sealed. */
  details: string;
}

/** A row as it was loaded. */
export interface JobRow {
  /** From 1. */
  number: number;
  /** Sealed. */
  fields: string;
  /** In satang, where the row gives it. */
  amount?: bigint;
}

export interface TakenRow {
  number: number;
  /** Who else takes the row has another: a late result of this one is not kept. */
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

export interface JobStatus {
  rows: number | undefined;
  done: number;
  /** Open rows that a living worker has. */
  leased: number;
  /** Finished rows by class. */
  classes: ReadonlyMap<string, number>;
  /** Satang of all rows, of those that are open, and of those that succeeded; rows that give one. */
  amounts: { rows: number; all: bigint; open: bigint; succeeded: bigint };
  /** Finished in the last minute. */
  perMinute: number;
  /** ISO 8601 in UTC. */
  startedAt: string;
  /** Since then. */
  seconds: number;
  endedAt?: string;
  workers: JobWorkerStatus[];
}

export interface JobWorkerStatus {
  machine: string;
  leased: number;
  done: number;
  alive: boolean;
  /** ISO 8601 in UTC. */
  seenAt: string;
}

/** How often a worker says that it lives, and after which silence its rows are taken over. */
export const RENEW_MS = 5_000;
export const WORKER_LEASE_MS = 40_000;

const PAGE = 500;
const LEASE = sql`${WORKER_LEASE_MS} * interval '1 ms'`;

interface JobsParts {
  server: Pick<Server, 'query'>;
  sealer: Sealer;
  machine: string;
  /** A new name each time. */
  name: () => string;
}

/** Jobs of all machines. What a row says is sealed; how it ended and its amount stand in clear. */
export class Jobs {
  readonly #parts: JobsParts;

  constructor(parts: JobsParts) {
    this.#parts = parts;
  }

  /** The job of this name: that of these terms, or the one that was there first. */
  async begin(name: string, terms: JobTerms): Promise<Job> {
    const { server, sealer } = this.#parts;
    const { operation, identity } = terms;
    const details = sealer.seal(aboutOf(name, 'details'), Buffer.from(terms.details));
    await server.query(sql`
      INSERT INTO payctl.job (name, operation, identity, details)
      VALUES (${name}, ${operation}, ${identity}, ${details}) ON CONFLICT DO NOTHING`);
    return (await this.find(name)) ?? new Job(this.#parts, name, terms, undefined);
  }

  async find(name: string): Promise<Job | undefined> {
    const { server, sealer } = this.#parts;
    const [row] = await server.query(sql`
      SELECT operation, identity, details, rows FROM payctl.job WHERE name = ${name}`);
    if (row === undefined) return undefined;
    const details = sealer.open(aboutOf(name, 'details'), bytesIn(row, 'details')).toString();
    const terms = {
      operation: textIn(row, 'operation'),
      identity: textIn(row, 'identity'),
      details,
    };
    return new Job(this.#parts, name, terms, countIn(row, 'rows'));
  }
}

export class Job {
  readonly name: string;
  readonly terms: JobTerms;
  readonly #parts: JobsParts;
  #rows: number | undefined;

  constructor(parts: JobsParts, name: string, terms: JobTerms, rows: number | undefined) {
    this.#parts = parts;
    this.name = name;
    this.terms = terms;
    this.#rows = rows;
  }

  /** undefined until all are loaded. */
  get rows(): number | undefined {
    return this.#rows;
  }

  /** Adds rows; those that are there stay as they are. */
  async load(rows: readonly JobRow[]): Promise<void> {
    const { sealer } = this.#parts;
    for (let from = 0; from < rows.length; from += PAGE) {
      const values = rows.slice(from, from + PAGE).map(({ number, fields, amount }) => {
        const sealed = sealer.seal(aboutOf(this.name, `fields ${number}`), Buffer.from(fields));
        return sql`(${this.name}, ${number}, ${sealed}, ${amountOf(amount)})`;
      });
      await this.#query(sql`
        INSERT INTO payctl.job_row (job, number, fields, amount) VALUES ${list(values)}
        ON CONFLICT DO NOTHING`);
    }
  }

  /** No more follow: from now on they are worked on. */
  async loaded(rows: number): Promise<void> {
    await this.#query(sql`UPDATE payctl.job SET rows = ${rows} WHERE name = ${this.name}`);
    this.#rows = rows;
  }

  /** A new worker, which counts as alive for as long as it renews. */
  async join(): Promise<JobWorker> {
    const worker = new JobWorker(this.#parts, this.name);
    await worker.renew();
    return worker;
  }

  async status(): Promise<JobStatus> {
    const counts = await this.#query(sql`
      SELECT class, count(*)::float8 AS rows, count(amount)::float8 AS amounts,
        coalesce(sum(amount), 0)::text AS amount,
        count(*) FILTER (WHERE done_at > clock_timestamp() - interval '1 minute')::float8 AS recent,
        max(done_at) AS last
      FROM payctl.job_row WHERE job = ${this.name} GROUP BY class`);
    const [job] = await this.#query(sql`
      SELECT rows, started_at,
        extract(epoch FROM clock_timestamp() - started_at)::float8 AS seconds
      FROM payctl.job WHERE name = ${this.name}`);
    const workers = await this.#workers();
    const done = counts.filter((row) => row.class !== null);
    const open = counts.filter((row) => row.class === null);
    const rows = countIn(job, 'rows');
    const finished = sum(done, 'rows');
    const last = done
      .map((row) => momentIn(row, 'last'))
      .sort()
      .at(-1);
    return {
      rows,
      done: finished,
      leased: workers.reduce((all, { alive, leased }) => all + (alive ? leased : 0), 0),
      classes: new Map(done.map((row) => [textIn(row, 'class'), numberOf(row, 'rows')])),
      amounts: {
        rows: sum(counts, 'amounts'),
        all: satang(counts),
        open: satang(open),
        succeeded: satang(done.filter((row) => row.class === 'SUCCESS')),
      },
      perMinute: sum(done, 'recent'),
      startedAt: momentIn(job, 'started_at'),
      seconds: numberOf(job, 'seconds'),
      ...(finished === rows && last !== undefined && { endedAt: last }),
      workers,
    };
  }

  /** The finished rows after this number, in order, some at a time. None: the end. */
  async results(after: number): Promise<{ number: number; result: string }[]> {
    const rows = await this.#query(sql`
      SELECT number, result FROM payctl.job_row
      WHERE job = ${this.name} AND number > ${after} AND done_at IS NOT NULL
      ORDER BY number LIMIT ${PAGE}`);
    return rows.map((row) => {
      const number = numberOf(row, 'number');
      const sealed = bytesIn(row, 'result');
      const about = aboutOf(this.name, `result ${number}`);
      return { number, result: this.#parts.sealer.open(about, sealed).toString() };
    });
  }

  async #workers(): Promise<JobWorkerStatus[]> {
    const rows = await this.#query(sql`
      SELECT machine, seen_at, seen_at > clock_timestamp() - ${LEASE} AND NOT over AS alive,
        count(number) FILTER (WHERE done_at IS NULL)::float8 AS leased,
        count(done_at)::float8 AS done
      FROM payctl.job_worker LEFT JOIN payctl.job_row USING (job, worker)
      WHERE job = ${this.name} GROUP BY worker, machine, seen_at, over ORDER BY seen_at DESC`);
    return rows.map((row) => ({
      machine: textIn(row, 'machine'),
      leased: numberOf(row, 'leased'),
      done: numberOf(row, 'done'),
      alive: row.alive === true,
      seenAt: momentIn(row, 'seen_at'),
    }));
  }

  #query(statement: Sql): Promise<readonly Row[]> {
    return this.#parts.server.query(statement);
  }
}

export class JobWorker {
  readonly #parts: JobsParts;
  readonly #job: string;
  readonly #worker: string;

  constructor(parts: JobsParts, job: string) {
    this.#parts = parts;
    this.#job = job;
    this.#worker = parts.name();
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
              AND holder.seen_at > clock_timestamp() - ${LEASE}) END
        ORDER BY number LIMIT ${most} FOR UPDATE SKIP LOCKED
      )
      UPDATE payctl.job_row AS taken SET worker = ${worker}, attempt = attempt + 1
      FROM free WHERE taken.job = ${job} AND taken.number = free.number
      RETURNING taken.number, taken.attempt, taken.fields`);
    return rows
      .map((row) => {
        const number = numberOf(row, 'number');
        const about = aboutOf(job, `fields ${number}`);
        const fields = this.#parts.sealer.open(about, bytesIn(row, 'fields')).toString();
        return { number, attempt: numberOf(row, 'attempt'), fields };
      })
      .sort((one, other) => one.number - other.number);
  }

  async finish(results: readonly JobResult[]): Promise<void> {
    const { sealer } = this.#parts;
    const given = results.map(({ number, attempt, class: ended, result }) => {
      const about = aboutOf(this.#job, `result ${number}`);
      return sql`(${number}, ${attempt}, ${ended}, ${sealer.seal(about, Buffer.from(result))})`;
    });
    await this.#query(sql`
      UPDATE payctl.job_row AS known
      SET class = given.class, result = given.result, done_at = clock_timestamp()
      FROM (VALUES ${list(given)}) AS given (number, attempt, class, result)
      WHERE known.job = ${this.#job} AND known.number = given.number AND known.done_at IS NULL
        AND known.worker = ${this.#worker} AND known.attempt = given.attempt`);
  }

  /** Says on that it lives, every few seconds; other workers take the rows of one that does not. */
  async renew(): Promise<void> {
    await this.#query(sql`
      INSERT INTO payctl.job_worker (job, worker, machine, seen_at)
      VALUES (${this.#job}, ${this.#worker}, ${this.#parts.machine}, clock_timestamp())
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
    return { open: sum(rows, 'open'), renewed: new Map(renewed) };
  }

  /** Gives back what it has not finished. */
  async leave(): Promise<void> {
    const [job, worker] = [this.#job, this.#worker];
    await this.#query(
      together(
        sql`UPDATE payctl.job_row SET worker = NULL
          WHERE job = ${job} AND worker = ${worker} AND done_at IS NULL`,
        sql`UPDATE payctl.job_worker SET over = true WHERE job = ${job} AND worker = ${worker}`,
      ),
    );
  }

  #query(statement: Sql): Promise<readonly Row[]> {
    return this.#parts.server.query(statement);
  }
}

function aboutOf(job: string, name: string) {
  return { bank: `job ${job}`, name };
}

function amountOf(amount: bigint | undefined): Sql {
  return amount === undefined ? sql`NULL::bigint` : sql`${String(amount)}::bigint`;
}

function countIn(row: Row | undefined, name: string): number | undefined {
  return row?.[name] === null ? undefined : numberOf(row, name);
}

function sum(rows: readonly Row[], name: string): number {
  return rows.reduce((all, row) => all + numberOf(row, name), 0);
}

function satang(rows: readonly Row[]): bigint {
  return rows.reduce((all, row) => all + BigInt(textIn(row, 'amount')), 0n);
}
