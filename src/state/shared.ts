import type { Jobs } from './postgres/jobs.js';

/** What makes sense only for several machines; files of one have none of it. */
export interface Shared {
  readonly jobs: Jobs;
  readonly paces: Paces;
}

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
