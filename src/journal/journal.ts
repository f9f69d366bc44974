import { join } from 'node:path';
import type { Operation } from '../api/operation.js';
import { PayctlError } from '../errors.js';
import type { Clock, Files, ProcessIdentity, Random } from '../host/host.js';
import type { Written } from './records.js';

/** What the journal needs of the world; a simulation owns every part. */
export interface JournalParts {
  stateDir: string;
  files: Files;
  clock: Clock;
  random: Random;
  process: ProcessIdentity;
  /** Finds an operation of the catalogue by id; rejects for one that it does not know. */
  loadOperation: (id: string) => Promise<Operation>;
  /** Takes what a person must know and no exit code can say. */
  warn: (message: string) => void;
}

export interface Journal extends JournalParts {
  readonly directory: string;
  /** Second names of its files, which outlive the deletion of the first. */
  readonly witnesses: string;
}

/** The journal of one state directory. Touches nothing before its first use. */
export function createJournal(parts: JournalParts): Journal {
  const { stateDir } = parts;
  return { ...parts, directory: join(stateDir, 'journal'), witnesses: join(stateDir, 'claims') };
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

/** Who writes a line, and when. */
export function stamp(journal: Journal): Written {
  const { self: by, uptime } = journal.process;
  return { at: new Date(journal.clock.now()).toISOString(), by, up: uptime() };
}
