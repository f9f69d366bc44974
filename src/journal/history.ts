import { PayctlError } from '../core/errors.js';
import { common } from '../messages/common.js';
import { damage } from '../messages/damage.js';
import type {
  ClaimHandle,
  Fault,
  NewPart,
  Original,
  Position,
  StoredClaim,
  StoredPart,
} from '../state/store.js';
import type { Claim } from './claim.js';
import { decodeEntry, encodeEntry } from './codec.js';
import type { Ending, Entry, Intent, Journal, Kept } from './journal.js';
import { endOf } from './rows.js';
import { attemptsOf } from './state.js';

/** All that is known about a claim. */
export interface History extends Position {
  entries: Entry[];
}

/** Reads all parts of a claim. Rejects with CONFIG where one cannot be trusted. */
export async function readHistory(journal: Journal, key: string): Promise<History> {
  const { history, faults } = await inspectHistory(journal, key);
  const [fault] = faults;
  if (fault === undefined) return history;
  throw new PayctlError('CONFIG', damage.cannotTrust(fault.file, fault.line, fault.why), {
    hint: common.command(fault.fix ?? 'payctl journal verify'),
    executed: 'unknown',
  });
}

/** A history as far as it can be read. */
export interface Inspection {
  history: History;
  faults: Fault[];
  /** Parts whose last line was cut off when their process died: no fault. */
  torn: string[];
}

/** As `readHistory`, with the faults as values. `newest` is the number of the newest part where it is known from a listing. */
export async function inspectHistory(
  { store }: Journal,
  key: string,
  newest?: number,
): Promise<Inspection> {
  return inspectStored(await store.claims.read(key, newest));
}

/** The history of a claim as it was read. */
export function inspectStored(stored: StoredClaim): Inspection {
  const { parts, missing, silentMs, ...position } = stored;
  const history: History = { ...position, entries: [] };
  const faults: Fault[] = [];
  for (const part of parts) {
    faults.push(...part.faults);
    part.lines.forEach((line, index) => {
      const entry = decodeEntry(line);
      if (entry) history.entries.push({ ...entry, ...keptOf(part, index, silentMs) });
      else {
        const why = damage.laterVersion;
        faults.push({ file: part.place, line: index + 1, why });
      }
    });
  }
  if (missing) faults.push(missing);
  return { history, faults, torn: parts.flatMap(({ torn, place }) => (torn ? [place] : [])) };
}

/** What the store adds to a line that it kept. */
function keptOf(
  { kept }: StoredPart,
  index: number,
  silentMs: number | undefined,
): { kept?: Kept } {
  const line = kept?.[index];
  return line === undefined ? {} : { kept: silentMs === undefined ? line : { ...line, silentMs } };
}

/** Adds the next part of a claim; undefined where another process was first. */
export async function addEntries(
  journal: Journal,
  history: History,
  entries: readonly Entry[],
): Promise<ClaimHandle | undefined> {
  const { key, newest, tail } = history;
  return journal.store.claims.add({ key, newest, tail }, partOf(journal, history, entries));
}

/** Adds an intent, on which a call goes out; rejects with `MayHaveForgotten` where none may. */
export async function addIntent(
  journal: Journal,
  { key, newest, tail }: Position,
  intent: Intent,
  unsent: () => Ending,
): Promise<ClaimHandle | undefined> {
  return journal.store.claims.add({ key, newest, tail }, intentPart(intent, unsent));
}

/** As `addIntent`, for a claim that nobody has made. */
export async function beginClaim(
  { store }: Journal,
  { key }: Claim,
  intent: Intent,
  unsent: () => Ending,
): Promise<ClaimHandle | undefined> {
  return store.claims.begin(key, intentPart(intent, unsent));
}

function intentPart(intent: Intent, unsent: () => Ending): NewPart {
  return {
    lines: [encodeEntry(intent)],
    unsent: () => encodeEntry(unsent()),
    originals: originalsOf([intent], intent.baseUrl),
    sends: true,
  };
}

/** Lines to be written after a history, with what the store may want of them. */
function partOf(
  journal: Journal,
  { key, newest, entries }: History,
  more: readonly Entry[],
): NewPart {
  const all = [...entries, ...more];
  const bank = attemptsOf(all).at(-1)?.intent.baseUrl ?? '';
  return {
    lines: more.map(encodeEntry),
    originals: originalsOf(more, bank),
    end: endOf(journal, { key, entries: all }, newest + 1),
  };
}

/** What is masked in lines, as it was. */
export function originalsOf(entries: readonly Entry[], bank: string): (Original | undefined)[] {
  return entries.map(({ kept }) => {
    const value = kept?.original;
    return value === undefined ? undefined : { bank, value };
  });
}

/** The history with the part that was added to it. */
export function extended(
  { key, newest, entries }: History,
  { tail, at }: ClaimHandle,
  more: readonly Entry[],
): History {
  const dated = at ? more.map((entry) => ({ ...entry, kept: { ...entry.kept, at } })) : more;
  return { key, newest: newest + 1, tail, entries: [...entries, ...dated] };
}
