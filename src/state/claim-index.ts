/** A cache of how charges ended, so that lists need not read every claim. No decision is based on it. */
export interface OutcomeCache {
  /** Never fails, because the claim itself is what counts. */
  add(outcomes: readonly CachedOutcome[]): Promise<void>;
  /** Drops the outcomes of these claims. */
  drop(keys: ReadonlySet<string>): Promise<void>;
}

/** The end of a claim, its values without their names: there may be very many. */
export interface CachedOutcome {
  key: string;
  /** Number of the newest revision that it was made from. */
  newest: number;
  values: readonly (string | number | null | readonly string[])[];
}

/**
 * Claims by their start and by the texts that they hold, found without reading the rest. It is
 * derived: brought up to date before it answers, and made anew where it cannot be trusted.
 */
export interface ClaimIndex {
  /** As of now; `exact`: whatever it costs to be sure that no claim was added or taken away beside it. */
  open(options?: { exact?: boolean }): Promise<ClaimView>;
}

/** Must be closed. */
export interface ClaimView {
  /** Claims that must be read: no end of them is known, or something about them has changed. */
  readonly open: readonly OpenClaim[];
  /** All others, in the order of their start, then of their keys. */
  ended(query?: ClaimQuery): AsyncIterable<EndedClaim>;
  /** The end of a claim that was known last, also where it must be read. */
  last(key: string): Promise<EndedClaim | undefined>;
  close(): void;
}

export interface ClaimQuery {
  /** One of the texts of the claim, its key included; others may come along. */
  text?: string | undefined;
  /** Started at or after, and before: milliseconds since the epoch. */
  since?: number | undefined;
  until?: number | undefined;
  newestFirst?: boolean | undefined;
}

export interface OpenClaim {
  key: string;
  /** Number of the newest known revision; 0 if none is known. */
  newest: number;
}

export interface EndedClaim {
  key: string;
  newest: number;
  /** When it was started: milliseconds since the epoch. */
  at: number;
  /** As they were noted; undefined where they cannot be trusted any more. */
  values?: readonly unknown[];
}
