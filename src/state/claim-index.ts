/** A cache of how charges ended, so that lists need not read every claim. No decision is based on it. */
export interface OutcomeCache {
  /** Never fails, because the claim itself is what counts. */
  add(outcomes: readonly CachedOutcome[]): Promise<void>;
  /** Drops the outcomes of these claims. */
  drop(keys: ReadonlySet<string>): Promise<void>;
}

/** The outcome of a charge for a list: values without names, because there may be very many. */
export interface CachedOutcome {
  key: string;
  /** Number of the newest revision of the claim when it was made; it is valid for that one only. */
  newest: number;
  values: readonly (string | number | null | readonly string[])[];
}

/**
 * Finds claims by their start and by the texts in them, without reading the others. It is derived from
 * the claims: brought up to date before it answers, and built again where it cannot be trusted.
 */
export interface ClaimIndex {
  /** The index as of now. `exact`: also compares it with the claims themselves, however long that takes. */
  open(options?: { exact?: boolean }): Promise<ClaimView>;
}

/** The index at one moment; must be closed. */
export interface ClaimView {
  /** Claims that must be read: they have no cached outcome, or have changed since. */
  readonly open: readonly OpenClaim[];
  /** All others, in the order of their start, then of their keys. */
  ended(query?: ClaimQuery): AsyncIterable<EndedClaim>;
  /** The last cached outcome of a claim, also of one that must be read. */
  last(key: string): Promise<EndedClaim | undefined>;
  close(): void;
}

export interface ClaimQuery {
  /** A text of the claim, or its key; claims without it may be among the results. */
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
  /** The values of the cached outcome; undefined where it cannot be trusted. */
  values?: readonly unknown[];
}
