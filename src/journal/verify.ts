import type { Threads } from '../host/host.js';
import { damage } from '../messages/damage.js';
import { type ClaimView, type EndedClaim, type Fault, PROTECTED_BY } from '../state/store.js';
import {
  addFindings,
  checkClaim,
  checkClaims,
  type Findings,
  type KnownClaim,
  knownClaim,
  noFindings,
} from './check.js';
import type { Journal } from './journal.js';
import { currentView, inspectClaim } from './list.js';
import { recordFaults } from './transfer-record.js';

export type Verification = Pick<Findings, 'claims' | 'lines' | 'faults' | 'torn'>;

/** Threads that check claims; undefined where something is wrong: this thread tells what. */
export type Checkers = Threads<readonly KnownClaim[], Findings | undefined>;

interface VerifyOptions {
  /** Only charges started at or after, and those that are open: milliseconds since the epoch. */
  since?: number | undefined;
  /** Called after some charges, in the order of their start; `at` is that of the last. */
  onProgress?: (claims: number, at: number) => void;
  stopping?: AbortSignal;
  /** Asked once there are many claims; undefined where there is one processor. */
  openCheckers?: (() => Promise<Checkers | undefined>) | undefined;
}

/** Claims that are checked together. */
const BATCH = 200;
/** So many are checked before threads would have begun. */
const FEW = 2_000;

/**
 * Reads every file and checks every checksum and every link, and that nothing is gone which the
 * memory of ends, or a second name, still holds. The chain shows edits; it is no proof against who
 * writes it anew.
 */
export async function verify(
  journal: Journal,
  { since, onProgress, stopping, openCheckers }: VerifyOptions = {},
): Promise<Verification> {
  const all = noFindings();
  const verification = (more: Fault[] = []): Verification => {
    const { claims, lines, faults, torn } = all;
    return { claims, lines, faults: [...faults, ...unprotected(journal, all), ...more], torn };
  };
  const view = await currentView(journal, { exact: true });
  try {
    for (const claim of view.open) {
      if (stopping?.aborted) return verification();
      const last = await view.last(claim.key);
      // Its process may have been killed before the second name was there.
      await journal.store.claims.protect(claim);
      const known = last && knownClaim(last);
      addFindings(all, await checkClaim(journal, await inspectClaim(journal, claim), known));
    }
    for await (const { found, at } of checked(journal, view, { since, openCheckers })) {
      addFindings(all, found);
      onProgress?.(all.claims, at);
      if (stopping?.aborted) return verification();
    }
  } finally {
    view.close();
  }
  if (since !== undefined) return verification();
  return verification(await recordFaults(journal, new Map(all.initiated)));
}

/** One fault, however many files it is about. */
function unprotected({ store }: Journal, { unprotected: count }: Findings): Fault[] {
  const { secondNamesIn: file } = store.claims;
  if (file === undefined || count === 0) return [];
  return [{ file, line: 1, why: damage.noSecondNames(count), fix: PROTECTED_BY }];
}

/** Gives every file of the journal its second name again; how many there are. */
export async function protectAll({ store: { claims } }: Journal): Promise<number> {
  let files = 0;
  for (const [key, { newest }] of await claims.list()) {
    await claims.protect({ key, newest });
    files += newest;
  }
  await claims.noteAllProtected();
  return files;
}

interface Checked {
  found: Findings;
  /** The start of the last claim. */
  at: number;
}

/** In the order of their start, whichever thread is done first. */
async function* checked(
  journal: Journal,
  view: ClaimView,
  { since, openCheckers }: Pick<VerifyOptions, 'since' | 'openCheckers'>,
): AsyncGenerator<Checked> {
  const underWay: Promise<Checked>[] = [];
  let checkers: Checkers | undefined;
  let begun = 0;
  try {
    for await (const batch of batchesOf(view.ended({ since, all: true }))) {
      if (begun === FEW) checkers = await openCheckers?.();
      begun += batch.length;
      const checking = check(journal, checkers, batch);
      // It is awaited in its turn.
      checking.catch(() => undefined);
      underWay.push(checking);
      const isFull = underWay.length > 2 * (checkers?.count ?? 0);
      const first = isFull ? underWay.shift() : undefined;
      if (first) yield await first;
    }
    for (const one of underWay) yield await one;
  } finally {
    await checkers?.close();
  }
}

async function* batchesOf(claims: AsyncIterable<EndedClaim>): AsyncGenerator<EndedClaim[]> {
  let batch: EndedClaim[] = [];
  for await (const claim of claims) {
    batch.push(claim);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function check(
  journal: Journal,
  checkers: Checkers | undefined,
  batch: readonly EndedClaim[],
): Promise<Checked> {
  const claims = batch.map(knownClaim);
  // A signal is heard when the event loop turns.
  if (checkers === undefined) await new Promise(setImmediate);
  const found = (await checkers?.run(claims)) ?? (await checkClaims(journal, claims));
  return { found, at: batch.at(-1)?.at ?? 0 };
}
