import { type ErrorFacts, PayctlError } from '../core/errors.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Text } from '../core/message.js';
import type { Link } from './chain.js';
import type { LockOptions, LockResult } from './lock.js';
import type { ClaimPermission } from './permission.js';

/**
 * What payctl must not forget, wherever it is kept. All of it is asynchronous but one
 * question, `ClaimHandle.checkOwnership`.
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
  /** From now on this machine makes its claims here; the id of the store. Rejects with CONFIG where it may not. */
  enter(): Promise<string>;
  /** A moment that has passed by now. Rejects with UNAVAILABLE. */
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
 * A claim is a row of parts, numbered from 1. Each appears at once and whole, and for a number only
 * one can: its creation is the claim. Only its creator ever appends to it; others who learn or decide
 * something create the next one, on the evidence of all that came before. So creation alone orders
 * every decision about a claim; no lock could go stale, and no two processes write to one place.
 */
export interface Claims {
  /** Rejects with CONFIG where nothing can be kept. */
  prepare(): Promise<void>;
  /** All parts of a claim, their faults as values. `newest` is the number of its newest part, where a listing told it. */
  read(key: string, newest?: number): Promise<StoredClaim>;
  /**
   * Adds the very first part; undefined where there is one. Rejects
   * with `MayHaveForgotten` where the store may have lost a claim.
   */
  begin(key: string, first: NewPart): Promise<ClaimHandle | undefined>;
  /**
   * Adds the next part. undefined where another process was first: then all must be read again.
   * Rejects with `MayHaveForgotten` as `begin`, for a part that a call goes out on.
   */
  add(after: Position, next: NewPart): Promise<ClaimHandle | undefined>;
  list(): Promise<Map<string, PartCount>>;
  /** Makes sure that a part of the claim which somebody takes away is missed. */
  protect(claim: Position): Promise<void>;
  /** Where what `protect` keeps lies; undefined where the store itself misses what is taken away. */
  readonly secondNamesIn?: string;
  /** Where what `protect` keeps of a part is not what the part holds, and of how many parts it keeps nothing. */
  secondNames(claim: Position): Promise<{ faults: Fault[]; unprotected: number }>;
  /** From now on a part of which `protect` keeps nothing has lost that. */
  noteAllProtected(): Promise<void>;
  /** Rejects with CONFIG where the user of this machine may take no lines away. */
  refuseArchiving(): Promise<void>;
  /**
   * Takes away the one part that the newest stands for, where that is an archived one and still the
   * newest; false where nothing went. Where there were more parts all of them stay: what an earlier one
   * said is not how the charge ended, and it would count again for who has no later one. May be killed at
   * any point, and run again: at each, the claim forbids what it forbade before.
   */
  compact(claim: Position): Promise<boolean>;
  /** Forgets a claim, from its newest part on. */
  remove(key: string, newest: number): Promise<void>;
  /** Where people find a part. */
  placeOf(key: string, number: number): string;
  /** The fault that a part is missing, and how it can be put back. */
  missing(key: string, number: number): Promise<Fault>;
}

/** Lines that appear together, and what goes with them. */
export interface NewPart {
  lines: readonly JsonObject[];
  /** A call goes out on it. */
  sends?: boolean;
  /** The line that counts where it is never known whether the part was made: nothing was sent. */
  unsent?: () => JsonObject;
  /** For each line what is not masked, where the store can keep that sealed. */
  originals?: readonly (Original | undefined)[];
  /** How the charge has ended with them. */
  end?: EndValues | undefined;
}

/** What no reader may see without the key of the store. */
export interface Original {
  /** The address of the bank that it is of. */
  bank: string;
  value: Json;
}

/** A store that was restored or failed over: it may not know what was claimed before. */
export class MayHaveForgotten extends PayctlError {}

/** The end of a claim as its reader knows it: what is added goes after it. */
export interface Position {
  key: string;
  /** Number of the newest part; 0 where there is none. */
  newest: number;
  tail?: Link | undefined;
}

export interface StoredClaim extends Position {
  parts: StoredPart[];
  /** In a shared store: how long the holder of the newest part has given no sign, in milliseconds. */
  silentMs?: number;
  /** A part that must be there and is not. */
  missing?: Fault;
}

export interface StoredPart {
  /** Where people find it. */
  place: string;
  lines: JsonObject[];
  faults: Fault[];
  /** Its last line was cut off when its writer died: no fault. */
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
  why: Text;
  /** The command that repairs it, where there is one. */
  fix?: string;
}

/** The command that runs `protect` on every claim. */
export const PROTECTED_BY = 'payctl doctor --fix';

/** The parts of a claim: how many are there, and the number of the newest that ever was. */
export interface PartCount {
  there: number;
  newest: number;
}

/** A part that this process created. */
export interface ClaimHandle {
  /** Where people find it. */
  readonly place: string;
  /** Its last line. */
  readonly tail: Link;
  /** In a shared store: when its last line was written at the latest. */
  readonly at?: Moment | undefined;
  /** In a shared store: how often it wants to be looked at, so that others see that its holder lives. */
  readonly signMs?: number;
  /** Appends to it; recreates the file if it was deleted meanwhile. */
  append(line: JsonObject, more?: Omit<NewPart, 'lines'>): Promise<void>;
  /**
   * Looks at the claim where the last look is older than `fresh` milliseconds, and tells all others
   * that its holder lives. Rejects with UNAVAILABLE where the store cannot be asked.
   */
  heartbeat(fresh?: number): Promise<void>;
  /**
   * How the claim stands for its creator. Synchronous: between this and the first byte of the call
   * nothing may be awaited. Files are read in that very turn; of a shared store the last look counts,
   * and is too old (`unseen`) long before anyone else may send.
   */
  checkOwnership(): ClaimStanding;
}

export type ClaimStanding = 'ours' | 'taken' | 'gone' | 'changed' | 'unseen';

/** The ends of charges, so that a list of very many need not read every claim. Only a cache: no decision reads it. */
export interface Ends {
  /** Never fails: the claim itself is what counts. */
  add(ends: readonly EndValues[]): Promise<void>;
  /** Forgets those of claims. */
  drop(keys: ReadonlySet<string>): Promise<void>;
}

/** The end of a claim, its values without their names: there may be very many. */
export interface EndValues {
  key: string;
  /** Number of the newest part that it rests on. */
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

/** To be closed. */
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
  /** Also those that have nothing to show: their lines lie under another key. */
  all?: boolean;
}

export interface OpenClaim {
  key: string;
  /** Number of the newest part that is known of; 0 where that is none. */
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

  constructor(message: Text, facts: ErrorFacts = {}) {
    super('CONFIG', message, { executed: 'no', ...facts });
  }
}

/** The shared store cannot be used for now. */
export class StoreUnavailable extends PayctlError {
  /** What was asked for may have been carried out all the same. */
  sent = false;

  constructor(message: Text, facts: ErrorFacts = {}) {
    super('UNAVAILABLE', message, { executed: 'no', safeToRetry: true, ...facts });
  }
}

/** Whether a statement that failed in the end may have been carried out. */
export function mayHaveHappened(error: unknown): boolean {
  return (error instanceof StoreUnavailable || error instanceof StoreRefusal) && error.sent;
}
