import { type ErrorFacts, PayctlError } from '../core/errors.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Link } from './chain.js';
import type { LockOptions, LockResult } from './lock.js';
import type { ClaimPermission } from './permission.js';

/**
 * What payctl must not forget, in files or in a shared store. All of it is asynchronous, except
 * `ClaimHandle.checkOwnership`.
 */
export interface Store {
  /** Of a store that several machines share: its clock, and which of them this is. */
  readonly shared?: SharedClock;
  readonly claims: Claims;
  readonly ends: Ends;
  readonly index: ClaimIndex;
  readonly transfers: Transfers;
  readonly slips: Slips;
}

interface SharedClock {
  /** Names the machine, beside its host name: a process of another is never known to be dead. */
  readonly machine: string;
  /** From now on this machine makes its claims here. Resolves to the id of the store; rejects with CONFIG where it may not. */
  enter(): Promise<string>;
  /** The time now, or shortly before. Rejects with UNAVAILABLE. */
  moment(): Promise<Moment>;
  /** Rejects with `MayHaveForgotten` where the store may have lost what was written to it. */
  refuseForgetful(): Promise<void>;
}

/** A time of a clock that all machines share. */
export interface Moment {
  /** Which clock; two times of different ones cannot be compared. */
  clock: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * A claim is a sequence of revisions, numbered from 1. A revision appears at once and whole, and only one
 * process can create a given number: creating it is the claim. Only its creator ever appends to a
 * revision; a process that learns or decides something else creates the next one, knowing all that came
 * before. So creation alone orders every decision about a claim: no lock can go stale, and no two
 * processes write to one place.
 */
export interface Claims {
  /** Rejects with CONFIG where nothing can be stored. */
  prepare(): Promise<void>;
  /** All revisions of a claim, with their faults as values. `newest`: the newest that must be there, if known from a listing. */
  read(key: string, newest?: number): Promise<StoredClaim>;
  /**
   * Creates the first revision; undefined if there is one. Rejects with `MayHaveForgotten` where the
   * store may have lost a claim.
   */
  create(key: string, first: NewRevision): Promise<ClaimHandle | undefined>;
  /**
   * Creates the next revision; undefined if another process did so first: then the claim must be read
   * again. A revision that a call is sent on is rejected with `MayHaveForgotten`, as in `create`.
   */
  add(after: Position, next: NewRevision): Promise<ClaimHandle | undefined>;
  list(): Promise<Map<string, RevisionCount>>;
  /** Makes sure that a revision which somebody deletes is noticed. */
  protect(claim: Position): Promise<void>;
  /** The directory in which `protect` keeps backup links; undefined where the store itself notices. */
  readonly backupDirectory?: string;
  /** Backups that differ from their revision, and how many revisions have none. */
  checkBackups(claim: Position): Promise<{ faults: Fault[]; unprotected: number }>;
  /** From now on, a revision without a backup has lost it. */
  noteAllBackedUp(): Promise<void>;
  /** Rejects with CONFIG where the user of this machine may not delete lines. */
  refuseArchiving(): Promise<void>;
  /**
   * Deletes the revision before the newest, if the newest is an archived one that stands for it; false
   * if nothing was deleted. If there are more revisions, all stay: an earlier one does not say how the
   * charge ended, and would count again for a reader who misses a later one. May be killed at any point
   * and run again; at every point the claim forbids what it forbade before.
   */
  compact(claim: Position): Promise<boolean>;
  /** Deletes a claim, its newest revision first. */
  remove(key: string, newest: number): Promise<void>;
  /** Where people find a revision. */
  placeOf(key: string, number: number): string;
  /** The fault that a revision is missing, and how it can be restored. */
  missing(key: string, number: number): Promise<Fault>;
}

/** Lines that appear together, and what belongs to them. */
export interface NewRevision {
  lines: readonly JsonObject[];
  /** A call is sent on it. */
  sends?: boolean;
  /** The line to record where it never becomes known whether the revision was created: nothing was sent. */
  unsent?: () => JsonObject;
  /** For each line, the original of what is masked in it; kept sealed, where the store can. */
  originals?: readonly (Original | undefined)[];
  /** How the charge ended with these lines. */
  end?: EndValues | undefined;
}

/** Unmasked data, readable only with the key of the store. */
export interface Original {
  /** The address of the bank that it is of. */
  bank: string;
  value: Json;
}

/** The store was restored or failed over, and may lack claims that were made before. */
export class MayHaveForgotten extends PayctlError {}

/** The end of a claim as its reader saw it: a new revision follows on it. */
export interface Position {
  key: string;
  /** Number of the newest revision; 0 if there is none. */
  newest: number;
  tail?: Link | undefined;
}

export interface StoredClaim extends Position {
  revisions: StoredRevision[];
  /** In a shared store: milliseconds since the last heartbeat of the newest revision's holder. */
  silentMs?: number;
  /** A revision that must be there and is not. */
  missing?: Fault;
}

export interface StoredRevision {
  /** Where people find it. */
  place: string;
  lines: JsonObject[];
  faults: Fault[];
  /** Its last line was cut off when its writer died; not a fault. */
  torn: boolean;
  /** In a shared store: when each line was written at the latest, and what of it is not masked. */
  kept?: readonly KeptLine[];
}

export interface KeptLine {
  at: Moment;
  original?: Json;
  /** The original as it lies there, and the bank that it is bound to. */
  sealed?: { bank: string; bytes: Uint8Array };
}

/** A damaged place, in words for a person. */
export interface Fault {
  file: string;
  line: number;
  why: Message;
  /** The command that repairs it, where there is one. */
  fix?: string;
}

/** The command that runs `protect` on every claim. */
export const BACKUP_COMMAND = 'payctl doctor --fix';

/** How many revisions of a claim exist, and the number of the newest that ever did. */
export interface RevisionCount {
  there: number;
  newest: number;
}

/** A revision that this process created. */
export interface ClaimHandle {
  /** Where people find it. */
  readonly place: string;
  /** Its last line. */
  readonly tail: Link;
  /** In a shared store: when its last line was written at the latest. */
  readonly at?: Moment | undefined;
  /** In a shared store: how often to call `heartbeat`, so that others see that its holder lives; milliseconds. */
  readonly heartbeatMs?: number;
  /** Appends to it; recreates the file if it was deleted meanwhile. */
  append(line: JsonObject, more?: Omit<NewRevision, 'lines'>): Promise<void>;
  /**
   * Checks in the store that the claim is still ours, and shows others that its holder lives; does
   * nothing if the last heartbeat is younger than `fresh` milliseconds. Rejects with UNAVAILABLE.
   */
  heartbeat(fresh?: number): Promise<void>;
  /**
   * Whether the claim is still ours. Synchronous, so that nothing happens between this check and the
   * first byte of the call. Files are read at that moment; in a shared store the last heartbeat counts,
   * and expires (`unseen`) long before anyone else may send.
   */
  checkOwnership(): Ownership;
}

/** `taken`: another process created the next revision. `gone`, `changed`: somebody tampered with it. */
export type Ownership = 'ours' | 'taken' | 'gone' | 'changed' | 'unseen';

/** A cache of how charges ended, so that lists need not read every claim. No decision is based on it. */
export interface Ends {
  /** Never fails, because the claim itself is what counts. */
  add(ends: readonly EndValues[]): Promise<void>;
  /** Drops the ends of these claims. */
  drop(keys: ReadonlySet<string>): Promise<void>;
}

/** The end of a claim, its values without their names: there may be very many. */
export interface EndValues {
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

/**
 * Values by their name that all processes share: tokens and failed token calls. They are a cache:
 * any may be gone at any time.
 */
export interface TokenRows {
  /** Rejects with CONFIG where nothing can be kept. */
  prepare(): Promise<void>;
  read(name: string): Promise<TokenRow | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Runs `work` in one process at a time, or not at all when the wait runs out. It only saves work: money never depends on it. */
  alone<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<LockResult<T>>;
}

/** A value, and how long ago it was written where the clock that tells is not that of this machine. */
export interface TokenRow {
  bytes: Uint8Array;
  ageMs?: number;
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

/** The shared store refuses this program or its settings: no run goes on until that is fixed. */
export class StoreRefusal extends PayctlError {
  /** What was asked for may have been carried out all the same. */
  sent = false;

  constructor(message: Message, facts: ErrorFacts = {}) {
    super('CONFIG', message, { executed: 'no', ...facts });
  }
}

/** The shared store cannot be used for now. */
export class StoreUnavailable extends PayctlError {
  /** What was asked for may have been carried out all the same. */
  sent = false;

  constructor(message: Message, facts: ErrorFacts = {}) {
    super('UNAVAILABLE', message, { executed: 'no', safeToRetry: true, ...facts });
  }
}

/** Whether a statement that failed in the end may have been carried out. */
export function mayHaveHappened(error: unknown): boolean {
  return (error instanceof StoreUnavailable || error instanceof StoreRefusal) && error.sent;
}
