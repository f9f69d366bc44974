import type { Operation } from '../bank/define.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Message } from '../core/message.js';
import type { Clock, ProcessIdentity, ProcessMark, Random } from '../host/host.js';
import type { Moment } from '../state/shared-store.js';
import type { Store } from '../state/store.js';
import type { Who } from '../state/who.js';

/** Who wrote a line, and when. */
export interface Authorship {
  /** ISO 8601 in UTC. */
  at: string;
  by: ProcessMark;
  /** Milliseconds since the boot of its host; `at` can be wrong, or be set, this cannot. */
  up: number;
  /** Names the machine, where several share the store: clones of one may share its boot. */
  machine?: string;
  /** The account whose process wrote it, and who became that account by sudo. */
  user: string;
  sudoUser?: string;
  /** Who signed in to the console and had it done, by the subject of the provider of identities, and by name. */
  subject?: string;
  name?: string;
  /** What is not part of the line itself, and never encoded with it. */
  metadata?: LineMetadata;
}

export interface LineMetadata {
  /** When it was written at the latest, by the clock of a shared store. */
  at?: Moment;
  /** What is masked in the line, as it was. */
  original?: Json;
  /** In a shared store: milliseconds since the last heartbeat of the claim's newest revision. */
  silentMs?: number;
}

/** What will be sent: the first line of an attempt, on disk before the first byte leaves. */
export interface Intent extends Authorship {
  type: 'intent';
  operation: string;
  reference: string;
  company?: string;
  profile: string;
  baseUrl: string;
  method: string;
  path: string;
  amount?: string;
  /** Fingerprint of what the caller decided. */
  contents: string;
  /** Fingerprint of whose credentials it was sent with: to others the bank may not know it. */
  credentials: string;
  requestUId: string;
  /** `traceparent` of the run, where it is traced. */
  trace?: string;
  proposal?: ReleasedProposal;
  /** Input fields, delicate ones masked. */
  input: JsonObject;
}

/** Who wanted a charge, and who let it go out. */
export interface ReleasedProposal {
  id: string;
  proposedBy: Who;
  releasedBy: Who;
}

/** How the call ended, as far as its own process could tell. */
export interface Ending extends Authorship {
  type: 'outcome';
  outcome: Outcome;
}

/** The result of an inquiry that does not decide yet. */
export interface Inquiry extends Authorship {
  type: 'inquiry';
  operation: string;
  requestUId: string;
  /** absent: the bank does not know it. pending: it knows it, not final. silent: it proves nothing. */
  found: 'absent' | 'pending' | 'silent';
  state?: string;
  /** A moment before it was asked, by the clock of a shared store. */
  asked?: Moment;
}

/** The outcome that inquiries proved. */
export interface Resolution extends Authorship {
  type: 'resolution';
  outcome: Outcome;
}

export type SettledAs = 'executed' | 'not-executed';

/** A person's decision where no inquiry can decide. */
export interface Settlement extends Authorship {
  type: 'settlement';
  as: SettledAs;
  note: string;
}

/** All lines of the claim are in an archive; the entry before this one says how the charge ended. */
export interface Archived extends Authorship {
  type: 'archived';
  /** The archive, as it was named; empty where a person gave the lines up. */
  file: string;
  attempts: number;
  /** Where it was tried more than once: `contents` of each attempt, '' for the one that stands for all. */
  contents?: readonly string[];
}

export type Entry = Intent | Ending | Inquiry | Resolution | Settlement | Archived;

/** One intent, and all that was learnt of it. */
export interface Attempt {
  intent: Intent;
  ending?: Ending;
  inquiries: Inquiry[];
  resolution?: Resolution;
  settlement?: Settlement;
  archived?: Archived;
}

/** What the journal works with; tests simulate every part. */
export interface Journal {
  store: Store;
  clock: Clock;
  random: Random;
  process: ProcessIdentity;
  /** Finds an operation of the catalogue by id; rejects for one that it does not know. */
  loadOperation: (id: string) => Promise<Operation>;
  /**
   * The requestUIds of attempts under way here, in a process that lives on when it has lost one: when the
   * outcome could not be written. Absent where a process makes one run, and its life tells.
   */
  underWay?: Set<string>;
  /** Takes what a person must know and the exit code does not say. */
  warn: (text: Message) => void;
}

/** undefined for raw calls, and for operations that this version does not know. */
export async function knownOperation(journal: Journal, id: string): Promise<Operation | undefined> {
  try {
    return await journal.loadOperation(id);
  } catch (error) {
    if (error instanceof PayctlError) return undefined;
    throw error;
  }
}

/**
 * Whether the process that wrote a line lives, as far as this machine can tell. Clones of a machine may
 * have the same boot id; in a shared store their machine ids tell them apart.
 */
export function processLife(
  { process, store: { shared } }: Journal,
  { by, machine }: Authorship,
): 'alive' | 'dead' | 'unknown' {
  return shared && machine !== shared.machine ? 'unknown' : process.state(by);
}

/** Who writes a line, and when. */
export function stamp(journal: Journal): Authorship {
  const { self: by, operator, uptime } = journal.process;
  const { shared } = journal.store;
  const at = new Date(journal.clock.now()).toISOString();
  const written: Authorship = { at, by, up: uptime(), ...operator };
  return shared ? { ...written, machine: shared.machine } : written;
}
