import { PayctlError } from '../core/errors.js';
import { type Link, misplaced, ORIGIN, readChain, seal, seqOf } from './chain.js';
import {
  bearWitness,
  type Fault,
  fileOf,
  isWitnessed,
  missingFile,
  renewWitness,
  wasThere,
} from './claim-files.js';
import { decodeEntry, encodeEntry } from './codec.js';
import type { Entry, Journal } from './journal.js';

/**
 * A claim is a row of files, `<key>.<n>.jsonl`. Each appears at once and whole, by exclusive
 * creation, and only its creator ever appends to it: whoever else learns or decides something
 * creates the next one, on the evidence of all that came before. So exclusive creation alone orders
 * every decision about a claim; there is no lock that could go stale, nothing that two processes
 * append to, and no torn line that anyone would have to fix.
 */
export interface History {
  key: string;
  /** Number of the newest file; 0 where there is none. */
  newest: number;
  tail?: Link;
  entries: Entry[];
}

/** Where the creator of a file goes on. */
export interface AppendHandle {
  key: string;
  number: number;
  path: string;
  tail: Link;
  /** All that it wrote. */
  text: string;
}

/** Reads all files of a claim. Throws PayctlError CONFIG where one cannot be trusted. */
export function readHistory(journal: Journal, key: string): History {
  const { history, faults } = inspectHistory(journal, key);
  const [fault] = faults;
  if (fault === undefined) return history;
  throw new PayctlError(
    'CONFIG',
    `the journal cannot be trusted: ${fault.file}, line ${fault.line}: ${fault.why}`,
    { hint: fault.fix ?? 'payctl journal verify', executed: 'unknown' },
  );
}

/**
 * As `readHistory`, with the faults as values. A torn last line is none: its writer died. `newest`
 * is the number of the newest file where it is known from a listing.
 */
export function inspectHistory(
  journal: Journal,
  key: string,
  newest = Number.POSITIVE_INFINITY,
): { history: History; faults: Fault[]; torn: string[] } {
  const history: History = { key, newest: 0, entries: [] };
  const faults: Fault[] = [];
  const torn: string[] = [];
  let before: readonly Link[] = [];
  while (history.newest < newest) {
    const next = history.newest + 1;
    const file = fileOf(journal, key, next);
    const bytes =
      journal.files.read(file) ??
      // Between two looks others may have written it.
      (wasThere(journal, key, next) ? journal.files.read(file) : undefined);
    if (bytes === undefined) {
      const missing = Number.isFinite(newest) || wasThere(journal, key, next);
      if (missing) faults.push(missingFile(journal, key, next));
      break;
    }
    const chain = readChain(bytes);
    history.newest += 1;
    if (chain.torn) torn.push(file);
    if (chain.broken) faults.push({ file, ...chain.broken });
    const [first] = chain.links;
    if (first && !continues(before, first)) {
      faults.push({ file, line: 1, why: 'it does not continue the file before' });
    }
    chain.links.forEach((link, index) => {
      const entry = decodeEntry(link.content);
      if (entry) history.entries.push(entry);
      else faults.push({ file, line: index + 1, why: 'its version or shape is not known here' });
    });
    history.tail = chain.links.at(-1) ?? history.tail;
    before = chain.links;
  }
  return { history, faults, torn };
}

/**
 * Adds the next file of a claim. undefined where another process was first: then all that the
 * entries stand on must be read again.
 */
export function addFile(
  journal: Journal,
  history: History,
  entries: readonly Entry[],
): AppendHandle | undefined {
  const { key } = history;
  const number = history.newest + 1;
  const path = fileOf(journal, key, number);
  const { text, tail } = chained(history.tail, entries);
  journal.files.makeDirectory(journal.directory);
  if (!journal.files.create(path, Buffer.from(text))) return undefined;
  bearWitness(journal, key, number);
  return { key, number, path, tail, text };
}

/** Goes on in a file that this very call created; where it was deleted meanwhile it is written anew, and whole. */
export function append(journal: Journal, handle: AppendHandle, entry: Entry): void {
  const { text, tail } = chained(handle.tail, [entry]);
  const whole = handle.text + text;
  if (journal.files.stat(handle.path) || !createAnew(journal, handle, whole)) {
    journal.files.append(handle.path, Buffer.from(text));
  }
  handle.tail = tail;
  handle.text = whole;
}

/** For all files of a claim, where they have none. */
export function bearWitnesses(journal: Journal, { key, newest }: History): void {
  for (let number = 1; number <= newest; number++) {
    if (!isWitnessed(journal, key, number)) bearWitness(journal, key, number);
  }
}

function createAnew(journal: Journal, { key, number, path }: AppendHandle, text: string): boolean {
  const { files, directory } = journal;
  files.makeDirectory(directory);
  if (!files.create(path, Buffer.from(text))) return false;
  renewWitness(journal, key, number);
  return true;
}

/** How a claim stands for the one who created its newest file. */
export function claimNow(
  journal: Journal,
  { key, number, path, text }: AppendHandle,
): 'ours' | 'taken' | 'gone' | 'changed' {
  if (journal.files.stat(fileOf(journal, key, number + 1))) return 'taken';
  const bytes = journal.files.read(path);
  if (bytes === undefined) return 'gone';
  return Buffer.from(text).equals(bytes) ? 'ours' : 'changed';
}

/**
 * The creator of the file before may have written one more line meanwhile, where it lives on a
 * host that this one cannot see; so any of its lines will do.
 */
function continues(before: readonly Link[], first: Link): boolean {
  if (before.length === 0) return first.content.prev === ORIGIN;
  return before.some((link) => misplaced(link, first) === undefined);
}

function chained(after: Link | undefined, entries: readonly Entry[]): { text: string; tail: Link } {
  let text = '';
  let tail = after;
  for (const entry of entries) {
    const seq = tail === undefined ? 1 : seqOf(tail) + 1;
    const content = { ...encodeEntry(entry), seq: String(seq), prev: tail?.sum ?? ORIGIN };
    const line = seal(content);
    text += line.text;
    tail = { content, sum: line.sum };
  }
  if (tail === undefined) throw new PayctlError('INTERNAL', 'a file of the journal without a line');
  return { text, tail };
}
