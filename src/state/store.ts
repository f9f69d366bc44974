import type { ClaimIndex, OutcomeCache } from './claim-index.js';
import type { Claims } from './claims.js';
import type { ClaimPermission } from './permission.js';
import type { SharedStore } from './shared-store.js';

/**
 * What payctl must not forget, in files or in a shared store. All of it is asynchronous, except
 * `ClaimHandle.checkOwnership`.
 */
export interface Store {
  /** Only in a store that several machines share. */
  readonly shared?: SharedStore;
  readonly claims: Claims;
  readonly outcomes: OutcomeCache;
  readonly index: ClaimIndex;
  readonly transfers: Transfers;
  readonly slips: Slips;
}

/** The initiated transfers, each written once under the key of its claim and never changed. */
export interface Transfers {
  /** Rejects with CONFIG where the record is damaged. */
  read(key: string): Promise<TransferRecord | undefined>;
  /** The record that counts: this one, or the one that was there first. */
  keep(key: string, record: TransferRecord): Promise<TransferRecord>;
  /** All records by their key; undefined for one that is damaged. */
  list(): Promise<Map<string, TransferRecord | undefined>>;
  remove(key: string): Promise<void>;
  locate(key: string): string;
}

/** An initiated transfer, as its confirmation needs it. */
export interface TransferRecord {
  /** The partnerTransactionID. */
  reference: string;
  /** Fingerprint of what was initiated. */
  contents: string;
  tokenizerId: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Slips that were seen or accepted, by their hash: each is good for one sale. */
export interface Slips {
  /**
   * Records that a slip was seen; returns when, if it was seen before. If many ask at the same time,
   * exactly one is the first; the same attempt that asks again is still the first.
   */
  firstSeen(slip: string, moment: string, attempt?: string): Promise<string | undefined>;
  /**
   * As `firstSeen`, where goods are handed over for it. Rejects with `MayHaveForgotten` where the store may have
   * lost a slip, and with CONFIG where this machine no longer accepts slips in this store.
   */
  accept(
    slip: string,
    moment: string,
    attempt: string,
    permission: ClaimPermission,
  ): Promise<string | undefined>;
  /** When a slip was first seen; undefined if never. */
  seen(slip: string): Promise<string | undefined>;
  /** When each slip was first seen, by its hash. */
  list(): Promise<Map<string, string>>;
}
