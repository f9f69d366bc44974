import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { damage } from '../messages/damage.js';
import type {
  ClaimHandle,
  ClaimPosition,
  Damage,
  NewRevision,
  Original,
  StoredClaim,
  StoredRevision,
} from '../state/claims.js';
import type { Claim } from './claim.js';
import { decodeEntry, encodeEntry } from './codec.js';
import type { Ending, Entry, Intent, Journal, LineMetadata } from './journal.js';
import { toCachedOutcome } from './rows.js';
import { groupAttempts } from './state.js';

export interface History extends ClaimPosition {
  entries: Entry[];
}

/** Reads all revisions of a claim. Rejects with CONFIG where one cannot be trusted. */
export async function readHistory(journal: Journal, key: string): Promise<History> {
  const { history, faults } = await inspectHistory(journal, key);
  const [fault] = faults;
  if (fault === undefined) return history;
  throw new PayctlError('CONFIG', damage.cannotTrust(fault.file, fault.line, fault.why), {
    hint: fault.fix ?? payctl`journal verify`,
    executed: 'unknown',
  });
}

/** A history as far as it can be read. */
export interface Inspection {
  history: History;
  revisions: readonly StoredRevision[];
  faults: Damage[];
  /** Revisions whose last line was cut off when their process died; not a fault. */
  torn: string[];
}

/** As `readHistory`, with the faults as values. `newest`: the newest revision that must be there, if known from a listing. */
export async function inspectHistory(
  { store }: Journal,
  key: string,
  newest?: number,
): Promise<Inspection> {
  return inspectStored(await store.claims.read(key, newest));
}

/** The history of a claim as it was read. */
export function inspectStored(stored: StoredClaim): Inspection {
  const { key, newest, tail, revisions, missing, silentMs } = stored;
  const history: History = { key, newest, tail, entries: [] };
  const faults: Damage[] = [];
  for (const revision of revisions) {
    faults.push(...revision.faults);
    revision.lines.forEach((line, index) => {
      const entry = decodeEntry(line);
      if (entry) {
        const metadata = lineMetadata(revision, index, silentMs);
        history.entries.push(metadata ? { ...entry, metadata } : entry);
      } else {
        const why = damage.laterVersion;
        faults.push({ file: revision.place, line: index + 1, why });
      }
    });
  }
  if (missing) faults.push(missing);
  return {
    history,
    revisions,
    faults,
    torn: revisions.flatMap(({ torn, place }) => (torn ? [place] : [])),
  };
}

/** What the store adds to a line. */
function lineMetadata(
  { metadata }: StoredRevision,
  index: number,
  silentMs: number | undefined,
): LineMetadata | undefined {
  const line = metadata?.[index];
  return line === undefined || silentMs === undefined ? line : { ...line, silentMs };
}

/** Adds the next revision of a claim; undefined if another process did so first. */
export async function addEntries(
  journal: Journal,
  history: History,
  entries: readonly Entry[],
): Promise<ClaimHandle | undefined> {
  const { key, newest, tail } = history;
  return journal.store.claims.add({ key, newest, tail }, buildRevision(journal, history, entries));
}

/** Adds the next revision of several claims, of all or of none: false if another process added to one of them first. */
export async function addToAll(
  journal: Journal,
  additions: readonly { history: History; entries: readonly Entry[] }[],
): Promise<boolean> {
  return journal.store.claims.addAll(
    additions.map(({ history, entries }) => {
      const { key, newest, tail } = history;
      return { after: { key, newest, tail }, next: buildRevision(journal, history, entries) };
    }),
  );
}

/** Adds an intent, on which a call is sent; rejects with `MayHaveForgotten` where the store may have lost a claim. */
export async function addIntent(
  journal: Journal,
  { key, newest, tail }: ClaimPosition,
  intent: Intent,
  unsent: () => Ending,
): Promise<ClaimHandle | undefined> {
  return journal.store.claims.add({ key, newest, tail }, intentRevision(intent, unsent));
}

/** As `addIntent`, for a claim that does not exist yet. */
export async function createClaim(
  { store }: Journal,
  { key }: Claim,
  intent: Intent,
  unsent: () => Ending,
): Promise<ClaimHandle | undefined> {
  return store.claims.create(key, intentRevision(intent, unsent));
}

function intentRevision(intent: Intent, unsent: () => Ending): NewRevision {
  return {
    lines: [encodeEntry(intent)],
    unsent: () => encodeEntry(unsent()),
    originals: collectOriginals([intent], intent.baseUrl),
    sends: true,
  };
}

function buildRevision(
  journal: Journal,
  { key, newest, entries }: History,
  more: readonly Entry[],
): NewRevision {
  const all = [...entries, ...more];
  const bank = groupAttempts(all).at(-1)?.intent.baseUrl ?? '';
  return {
    lines: more.map(encodeEntry),
    originals: collectOriginals(more, bank),
    end: toCachedOutcome(journal, { key, entries: all }, newest + 1),
  };
}

/** The originals of what is masked in lines. */
export function collectOriginals(
  entries: readonly Entry[],
  bank: string,
): (Original | undefined)[] {
  return entries.map(({ metadata }) => {
    const value = metadata?.original;
    return value === undefined ? undefined : { bank, value };
  });
}

/** The history with the revision that was added to it. */
export function extendHistory(
  { key, newest, entries }: History,
  { tail, at }: ClaimHandle,
  more: readonly Entry[],
): History {
  const dated = at
    ? more.map((entry) => ({ ...entry, metadata: { ...entry.metadata, at } }))
    : more;
  return { key, newest: newest + 1, tail, entries: [...entries, ...dated] };
}
