import type { Ordering } from './ordering.js';

/** A cache of how charges ended, so that lists need not read every claim. No decision is based on it. */
export interface OutcomeCache {
  /** Never fails, because the claim itself is what counts. */
  add(outcomes: readonly CachedOutcome[]): Promise<void>;
  /** Drops the outcomes of these claims. */
  drop(keys: ReadonlySet<string>): Promise<void>;
}

/** A charge that has ended, as lists show it: its newest attempt. Times are ISO 8601 in UTC. */
export interface EndedCharge {
  operation: string;
  reference: string;
  /** A decimal number in baht; null where the charge has none of its own. */
  amount: string | null;
  state: string;
  requestUId: string;
  startedAt: string;
  endedAt: string;
  attempts: number;
  profile: string;
  baseUrl: string;
  class: string;
  user: string;
  /** In a shared store: the machine that sent it. */
  machine?: string;
  archive?: string;
}

/** How a charge ended, and what it is found by. */
export interface CachedOutcome {
  key: string;
  /** Number of the newest revision of the claim when it was made; it is valid for that one only. */
  newest: number;
  charge: EndedCharge;
  /** `searchHash` of each text that finds it. */
  hashes: readonly string[];
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
  /** The last cached outcomes of claims by their keys, also of those that must be read. */
  last(keys: readonly string[]): Promise<ReadonlyMap<string, EndedClaim>>;
  close(): void;
}

/** All of it must fit. Claims that do not fit may be among the results, so whoever asks looks again. */
export interface ClaimQuery extends Ordering {
  /** One of these is a text of the claim, or its key. */
  texts?: readonly string[] | undefined;
  /** A text of the claim, beside what else is wanted: looked for among the claims of those days. */
  mentioning?: string | undefined;
  /** Started at or after, and before: milliseconds since the epoch. */
  since?: number | undefined;
  until?: number | undefined;
  /** Ended at or after: milliseconds since the epoch. */
  endedSince?: number | undefined;
  /** One of these. */
  states?: readonly string[] | undefined;
  operations?: readonly string[] | undefined;
  /** A decimal number; `100` fits `100.00`. null: charges that have none of their own. */
  amount?: string | null | undefined;
  machine?: string | undefined;
  /** false leaves archived charges out. */
  archived?: false | undefined;
  /** Outcomes as they are noted, though the claim may be damaged: for whoever reads each of them anyway. */
  unchecked?: boolean | undefined;
  /** How many are wanted, so that no more are read at once; whoever goes on gets more. */
  limit?: number | undefined;
}

/** Claims in one page. */
const PAGE = 500;

/** How many claims to read at once for a query. */
export function rowsInPage({ limit = PAGE }: ClaimQuery): number {
  return Math.max(1, Math.min(limit, PAGE));
}

export interface OpenClaim {
  key: string;
  /** Number of the newest known revision; 0 if none is known. */
  newest: number;
}

export interface EndedClaim {
  key: string;
  /** Where it must be read, the newest known revision, as in `OpenClaim`. */
  newest: number;
  /** When it was started: milliseconds since the epoch. */
  at: number;
  /** How it ended; undefined where that must be read. */
  charge?: EndedCharge;
}
