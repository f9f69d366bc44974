import { damage } from '../messages/damage.js';
import { BACKUP_COMMAND, type Fault } from '../state/store.js';
import {
  addFindings,
  checkClaim,
  type Findings,
  type KnownClaim,
  knownClaim,
  noFindings,
} from './check.js';
import { type Inspection, inspectHistory } from './history.js';
import type { Journal } from './journal.js';
import { currentView, inspectClaim } from './list.js';
import { recordFaults } from './transfer-record.js';

export type Verification = Pick<Findings, 'claims' | 'lines' | 'faults' | 'torn'>;

interface VerifyOptions {
  /** Only charges started at or after, and those that are open: milliseconds since the epoch. */
  since?: number | undefined;
  /** Called with each claim as it was read. */
  onClaim?: ((inspection: Inspection) => void) | undefined;
  /** Called after some charges, in the order of their start; `at` is that of the last. */
  onProgress?: (claims: number, at: number) => void;
  stopping?: AbortSignal;
}

/** Claims between two reports of progress, and two looks at signals. */
const BATCH = 200;

/**
 * Reads every file and checks every checksum and every link, and that nothing is gone which the
 * memory of ends, or a second name, still holds. The chain shows edits; it is no proof against who
 * writes it anew: a checkpoint is.
 */
export async function verify(
  journal: Journal,
  { since, onClaim, onProgress, stopping }: VerifyOptions = {},
): Promise<Verification> {
  const all = noFindings();
  const verification = (more: Fault[] = []): Verification => {
    const { claims, lines, faults, torn } = all;
    return { claims, lines, faults: [...faults, ...unprotected(journal, all), ...more], torn };
  };
  for await (const { inspection, known, at } of inspectAll(journal, since)) {
    onClaim?.(inspection);
    addFindings(all, await checkClaim(journal, inspection, known));
    if (at === undefined) {
      if (stopping?.aborted) return verification();
      continue;
    }
    if (all.claims % BATCH !== 0) continue;
    onProgress?.(all.claims, at);
    // A signal is heard when the event loop turns.
    await new Promise(setImmediate);
    if (stopping?.aborted) return verification();
  }
  if (since !== undefined) return verification();
  return verification(await recordFaults(journal, new Map(all.initiated)));
}

interface Inspected {
  inspection: Inspection;
  /** What the index says of it. */
  known: KnownClaim | undefined;
  /** When it was started, in milliseconds since the epoch; undefined for one that is open. */
  at?: number;
}

/** Every claim, read: open ones first, then in the order of their start. */
export async function* inspectAll(journal: Journal, since?: number): AsyncGenerator<Inspected> {
  const view = await currentView(journal, { exact: true });
  try {
    for (const claim of view.open) {
      const last = await view.last(claim.key);
      // Its process may have been killed before the second name was there.
      await journal.store.claims.protect(claim);
      const inspection = await inspectClaim(journal, claim);
      yield { inspection, known: last && knownClaim(last) };
    }
    for await (const claim of view.ended({ since })) {
      const inspection = await inspectHistory(journal, claim.key, claim.newest);
      yield { inspection, known: knownClaim(claim), at: claim.at };
    }
  } finally {
    view.close();
  }
}

/** One fault, however many files it is about. */
function unprotected({ store }: Journal, { unprotected: count }: Findings): Fault[] {
  const { backupDirectory: file } = store.claims;
  if (file === undefined || count === 0) return [];
  return [{ file, line: 1, why: damage.noSecondNames(count), fix: BACKUP_COMMAND }];
}

/** Gives every file of the journal its second name again; how many there are. */
export async function protectAll({ store: { claims } }: Journal): Promise<number> {
  let files = 0;
  for (const [key, { newest }] of await claims.list()) {
    await claims.protect({ key, newest });
    files += newest;
  }
  await claims.noteAllBackedUp();
  return files;
}
