import type { Outcome } from '../../client/outcome.js';
import type { ExitClass } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import type { Turns } from './pace.js';
import type { Ready, Wrong } from './prepare.js';
import type { Row } from './read.js';
import type { Moves, RowResult } from './tell.js';

/** How the work on a row ended. */
export interface Ended
  extends Pick<Outcome, 'message' | 'hint' | 'code' | 'executed' | 'http' | 'retryAfterMs'> {
  class: ExitClass;
  request?: Pick<Outcome['request'], 'requestUId'>;
}

/** What a batch does with its rows. */
export interface Task<Known extends { line: number } = Ready, End extends Ended = Outcome> {
  /** Names it beside other work on the same rows. */
  readonly id: string;
  /** As a person types it. */
  readonly words: string;
  readonly moves: Moves;
  /** What is the same for all rows, and must be so when the batch is resumed. */
  readonly base: Json;
  /** The fields of its result; unless given, those of an operation. */
  readonly fields?: readonly string[];
  prepare(row: Row): Known | Wrong;
  begin(run: Begun): Promise<Work<Known, End>>;
}

export interface Begun {
  /** Cuts all calls off. */
  cutoff: AbortSignal;
  /** Names this run and those that continue it; nobody else has the name. */
  name: string;
}

/** The task while it runs. */
export interface Work<Known extends { line: number }, End extends Ended> {
  pace: Turns;
  /** Ends that end the batch. */
  stops: ReadonlySet<ExitClass>;
  /** Ends without an answer; so many in a row end the batch. */
  unanswered: ReadonlySet<ExitClass>;
  /** Anything it throws ends the batch, except USAGE. */
  call(row: Known): Promise<End>;
  result(row: Known, end: End): RowResult;
  end(): Promise<void>;
}
