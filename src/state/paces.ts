/** Spaces out the calls that several machines make to one operation, so that together they keep its rate. */
export interface Paces {
  /** `key` names application and operation. */
  run(key: string): PaceRun;
}

/** A run that shares the rate, from its first reservation on. */
export interface PaceRun {
  reserve(wanted: PaceRequest): Promise<Reservation>;
  /** From now on its rate does not count. */
  end(): Promise<void>;
}

export interface PaceRequest {
  turns: number;
  /** Calls a second that this run allows; Infinity for no limit. */
  rate: number;
  /** After a 429: nobody calls within so many milliseconds. */
  holdMs: number;
}

export interface Reservation {
  /** Milliseconds from the reservation to the first turn. */
  inMs: number;
  /** Between one turn and the next. */
  apartMs: number;
}
