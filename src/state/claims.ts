import { type CommandLine, payctl } from '../core/command-line.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Link } from './chain.js';
import type { CachedOutcome } from './claim-index.js';
import type { Moment } from './shared-store.js';

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
  /** All revisions of a claim, with their faults as values. `newest`: the newest, if known from a listing; it must be there, and none after it is read. */
  read(key: string, newest?: number): Promise<StoredClaim>;
  /** As `read`, of many claims at once, in this order; their originals stay sealed. */
  readMany(claims: readonly { key: string; newest?: number }[]): Promise<StoredClaim[]>;
  /**
   * Creates the first revision; undefined if there is one. Rejects with `MayHaveForgotten` where the
   * store may have lost a claim.
   */
  create(key: string, first: NewRevision): Promise<ClaimHandle | undefined>;
  /**
   * Creates the next revision; undefined if another process did so first: then the claim must be read
   * again. A revision that a call is sent on is rejected with `MayHaveForgotten`, as in `create`.
   */
  add(after: ClaimPosition, next: NewRevision): Promise<ClaimHandle | undefined>;
  /**
   * Creates the next revision of several claims on which nothing is sent: of all, or where another process
   * has added to one of them meanwhile (false) of none. In files that holds as far as they can be checked
   * before the first is made; what a kill leaves half done, the next `prepare` completes.
   */
  addAll(additions: readonly Addition[]): Promise<boolean>;
  list(): Promise<Map<string, RevisionCount>>;
  /** Makes the backups by which deleted revisions are noticed. */
  protect(claim: ClaimPosition): Promise<void>;
  /** The directory in which `protect` keeps backup links; undefined where the store itself notices. */
  readonly backupDirectory?: string;
  /** Backups that differ from their revision, and how many revisions have none. */
  checkBackups(claim: ClaimPosition): Promise<{ faults: Damage[]; unprotected: number }>;
  /** Records that all revisions have a backup: from now on, one without has lost it. */
  noteAllBackedUp(): Promise<void>;
  /** Rejects with CONFIG where the user of this machine may not delete lines. */
  refuseArchiving(): Promise<void>;
  /**
   * Takes the lines of claims out of the store, and leaves of each what stands for it. A claim that has
   * changed since it was read stays as it is. May be killed at any point and run again; at every point a
   * claim forbids what it forbade before. Resolves to how each claim ended up, by its key.
   */
  retire(claims: readonly Retirement[]): Promise<ReadonlyMap<string, Retired>>;
  /** Deletes a claim, its newest revision first. */
  remove(key: string, newest: number): Promise<void>;
  /** Where people find a revision. */
  locate(key: string, number: number): string;
  /** The fault that a revision is missing, and how it can be restored. */
  missing(key: string, number: number): Promise<Damage>;
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
  end?: CachedOutcome | undefined;
}

/** Unmasked data, readable only with the key of the store. */
export interface Original {
  /** The address of the bank that it is of. */
  bank: string;
  value: Json;
}

/** Where a claim ended when it was read: a new revision is added there. */
export interface ClaimPosition {
  key: string;
  /** Number of the newest revision; 0 if there is none. */
  newest: number;
  tail?: Link | undefined;
}

/** A claim whose lines leave the store. Very many are held at once, so it is small. */
export interface Retirement {
  /** Where it ended when it was read. */
  claim: ClaimPosition;
  /** The name of the archive that has its lines; empty where they are given up. */
  archive: string;
  /**
   * What stands for it from now on: the lines of an archived revision, as a list of JSON. undefined where a
   * run that was killed has written it.
   */
  remains: string | undefined;
  /** What `revisionHeads` its revisions were; a shared store compares where it ended. */
  heads?: string;
  /** The cached outcome of that revision, by its number; a shared store changes its own. */
  endAt?: ((newest: number) => CachedOutcome | undefined) | undefined;
}

/** `before`: an earlier run had retired it whole. `changed`: it stays. */
export type Retired = 'now' | 'before' | 'changed';

export interface Addition {
  after: ClaimPosition;
  next: NewRevision;
}

export interface StoredClaim extends ClaimPosition {
  revisions: StoredRevision[];
  /** In a shared store: milliseconds since the last heartbeat of the newest revision's holder. */
  silentMs?: number;
  /** A revision that must be there and is not. */
  missing?: Damage;
}

export interface StoredRevision {
  place: string;
  lines: JsonObject[];
  faults: Damage[];
  /** Its last line was cut off when its writer died; not a fault. */
  torn: boolean;
  /** In a shared store, for each line. */
  metadata?: readonly StoredLineMetadata[];
}

/** What a shared store knows of a line. */
export interface StoredLineMetadata {
  /** When it was written at the latest. */
  at: Moment;
  /** The line as it is stored. */
  text: string;
  /** What is masked in it, unmasked. */
  original?: Json;
  /** The original as the store has it, and the bank that it is bound to. */
  sealed?: { bank: string; bytes: Uint8Array };
}

/** A damaged place, in words for a person. */
export interface Damage {
  file: string;
  line: number;
  why: Message;
  /** The command that repairs it, where there is one. */
  fix?: CommandLine;
}

/** The command that runs `protect` on every claim. */
export const BACKUP_COMMAND = payctl`doctor --fix`;

/** How many revisions of a claim exist, and the number of the newest that ever did. */
export interface RevisionCount {
  there: number;
  newest: number;
}

export interface ClaimHandle {
  readonly place: string;
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

/**
 * `taken`: another process created the next revision. `gone`, `changed`: somebody tampered with it.
 * `unseen`: the last heartbeat is too old.
 */
export type Ownership = 'ours' | 'taken' | 'gone' | 'changed' | 'unseen';
