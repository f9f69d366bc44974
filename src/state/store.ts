import type { ClaimIndex, OutcomeCache } from './claim-index.js';
import type { Claims } from './claims.js';
import type { ClaimPermission } from './permission.js';
import type { SharedStore } from './shared-store.js';

/**
 * What payctl must not forget, in files or in a shared store. All of it is asynchronous, except
 * `ClaimHandle.checkOwnership`.
 */
export interface Store {
  /** Of a store that several machines share: its clock, and which of them this is. */
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
  /** Where people find a record. */
  placeOf(key: string): string;
}

/** What an initiation came to, as its later steps need it. */
export interface TransferRecord {
  /** The partnerTransactionID. */
  reference: string;
  /** Fingerprint of what was initiated. */
  contents: string;
  tokenizerId: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Slips by their hash, confirmed or accepted: each is good for one sale. */
export interface Slips {
  /**
   * Notes that a slip was seen; where that was before, tells when. Of all who ask at the same time,
   * one is the first. Who asks again by the name of the same attempt is still the first.
   */
  firstSeen(slip: string, moment: string, attempt?: string): Promise<string | undefined>;
  /**
   * As `firstSeen`, where goods depend on it. Rejects with `MayHaveForgotten` where the store may have
   * lost a slip, and with CONFIG where slips are accepted elsewhere by now.
   */
  accept(
    slip: string,
    moment: string,
    attempt: string,
    permission: ClaimPermission,
  ): Promise<string | undefined>;
  /** When it was seen, if it was. */
  seen(slip: string): Promise<string | undefined>;
  /** The moment of each. */
  list(): Promise<Map<string, string>>;
}
