import { associatedData, type JobsContext, JobWorker, WORKER_LEASE } from './job-worker.js';
import {
  type DatabaseRow,
  list,
  readBytes,
  readNumber,
  readText,
  readTime,
  type Sql,
  sql,
  sumNumbers,
} from './sql.js';

/** What belongs to a job, the same for all who work on it. */
export interface JobTerms {
  operation: string;
  /** Hash of the input and of all that decides what a row comes to. */
  identity: string;
  /** Of the rest, in the words of its user; sealed. */
  details: string;
}

export interface JobRow {
  /** From 1. */
  number: number;
  /** Sealed. */
  fields: string;
  /** In satang, where the row gives it. */
  amount?: bigint;
}

export interface JobStatus {
  rows: number | undefined;
  done: number;
  /** Open rows that a living worker has. */
  leased: number;
  classes: ReadonlyMap<string, number>;
  /** Satang of all rows, of those that are open, and of those that succeeded; rows that give one. */
  amounts: { rows: number; all: bigint; open: bigint; succeeded: bigint };
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

const PAGE = 500;

export class Job {
  readonly name: string;
  readonly terms: JobTerms;
  readonly #context: JobsContext;
  #rows: number | undefined;

  constructor(context: JobsContext, name: string, terms: JobTerms, rows: number | undefined) {
    this.#context = context;
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
    const { sealer } = this.#context;
    for (let from = 0; from < rows.length; from += PAGE) {
      const page = rows.slice(from, from + PAGE);
      await sealer.retryWithCurrentKey(() => {
        const values = page.map(({ number, fields, amount }) => {
          const associated = associatedData(this.name, `fields ${number}`);
          const sealed = sealer.seal(associated, Buffer.from(fields));
          return sql`(${this.name}, ${number}, ${sealed}, ${amountSql(amount)})`;
        });
        return this.#query(sql`
          INSERT INTO payctl.job_row (job, number, fields, amount) VALUES ${list(values)}
          ON CONFLICT DO NOTHING`);
      });
    }
  }

  /** All rows are loaded: from now on they are worked on. */
  async loaded(rows: number): Promise<void> {
    await this.#query(sql`UPDATE payctl.job SET rows = ${rows} WHERE name = ${this.name}`);
    this.#rows = rows;
  }

  /** A new worker, which counts as alive for as long as it renews. */
  async join(): Promise<JobWorker> {
    const worker = new JobWorker(this.#context, this.name);
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
    const rows = readCount(job, 'rows');
    const finished = sumNumbers(done, 'rows');
    const last = done
      .map((row) => readTime(row, 'last'))
      .sort()
      .at(-1);
    return {
      rows,
      done: finished,
      leased: workers.reduce((all, { alive, leased }) => all + (alive ? leased : 0), 0),
      classes: new Map(done.map((row) => [readText(row, 'class'), readNumber(row, 'rows')])),
      amounts: {
        rows: sumNumbers(counts, 'amounts'),
        all: satang(counts),
        open: satang(open),
        succeeded: satang(done.filter((row) => row.class === 'SUCCESS')),
      },
      perMinute: sumNumbers(done, 'recent'),
      startedAt: readTime(job, 'started_at'),
      seconds: readNumber(job, 'seconds'),
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
      const number = readNumber(row, 'number');
      const sealed = readBytes(row, 'result');
      const associated = associatedData(this.name, `result ${number}`);
      return { number, result: this.#context.sealer.open(associated, sealed).toString() };
    });
  }

  async #workers(): Promise<JobWorkerStatus[]> {
    const rows = await this.#query(sql`
      SELECT machine, seen_at, seen_at > clock_timestamp() - ${WORKER_LEASE} AND NOT over AS alive,
        count(number) FILTER (WHERE done_at IS NULL)::float8 AS leased,
        count(done_at)::float8 AS done
      FROM payctl.job_worker LEFT JOIN payctl.job_row USING (job, worker)
      WHERE job = ${this.name} GROUP BY worker, machine, seen_at, over ORDER BY seen_at DESC`);
    return rows.map((row) => ({
      machine: readText(row, 'machine'),
      leased: readNumber(row, 'leased'),
      done: readNumber(row, 'done'),
      alive: row.alive === true,
      seenAt: readTime(row, 'seen_at'),
    }));
  }

  #query(statement: Sql): Promise<readonly DatabaseRow[]> {
    return this.#context.server.query(statement);
  }
}

function amountSql(amount: bigint | undefined): Sql {
  return amount === undefined ? sql`NULL::bigint` : sql`${String(amount)}::bigint`;
}

/** undefined where the column is null. */
export function readCount(row: DatabaseRow | undefined, name: string): number | undefined {
  return row?.[name] === null ? undefined : readNumber(row, name);
}

function satang(rows: readonly DatabaseRow[]): bigint {
  return rows.reduce((all, row) => all + BigInt(readText(row, 'amount')), 0n);
}
