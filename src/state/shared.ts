/** What makes sense only for several machines; files of one have none of it. */
export interface Shared {
  readonly jobs: Jobs;
  readonly paces: Paces;
}

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

/** Batches that any number of machines work on, by their name. */
export interface Jobs {
  /** The job of this name: that of these terms, or the one that was there first. */
  begin(name: string, terms: JobTerms): Promise<Job>;
  find(name: string): Promise<Job | undefined>;
}

export interface Job {
  readonly name: string;
  readonly terms: JobTerms;
  /** undefined until all are loaded. */
  readonly rows: number | undefined;
  /** Adds rows; those that are there stay as they are. */
  load(rows: readonly JobRow[]): Promise<void>;
  /** No more follow: from now on they are worked on. */
  loaded(rows: number): Promise<void>;
  /** A new worker, which counts as alive for as long as it renews. */
  join(): Promise<JobWorker>;
  status(): Promise<JobStatus>;
  /** The finished rows after this number, in order; how many at a time is its own affair. None: the end. */
  results(after: number): Promise<{ number: number; result: string }[]>;
}

export interface JobWorker {
  /** Leases up to so many free rows; `working`: those that it has and works on. */
  take(most: number, working: readonly number[]): Promise<TakenRow[]>;
  finish(results: readonly JobResult[]): Promise<void>;
  /** Says on that it lives, every few seconds; other workers take the rows of one that does not. */
  renew(): Promise<void>;
  /** The workers that hold open rows, itself excluded; when each renewed last, as an opaque text. */
  holders(): Promise<{ open: number; renewed: ReadonlyMap<string, string> }>;
  /** Gives back what it has not finished. */
  leave(): Promise<void>;
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

/** Turns of calls that several machines make of one application and operation. */
export interface Paces {
  /** `key` names application and operation. */
  run(key: string): PaceRun;
}

/** A run that takes part, from its first reservation on. */
export interface PaceRun {
  reserve(wanted: Wanted): Promise<Reserved>;
  /** Its rate counts no longer. */
  end(): Promise<void>;
}

export interface Wanted {
  turns: number;
  /** What this run allows, a second; Infinity for no limit. */
  rate: number;
  /** The bank said 429: nobody begins before so many milliseconds have passed. */
  holdMs: number;
}

export interface Reserved {
  /** Milliseconds from the reservation to the first turn. */
  inMs: number;
  /** Between one turn and the next. */
  apartMs: number;
}
