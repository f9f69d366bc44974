import { usageError } from '../core/errors.js';
import { groupBy } from '../core/fields.js';
import { visible } from '../core/text.js';
import { bangkokDate, formatDate } from '../core/time.js';
import { books as words } from '../messages/books.js';
import type { Book, BookFile, BookLine } from '../state/books.js';
import { union } from './coverage.js';
import { linesDigest, lineText, sideName, toEvidence } from './lines.js';
import { isOpening } from './opening.js';
import type { Part, PartLine } from './parts.js';
import type { Amendment, BookState } from './state.js';

/** What lines come, go and change before anything is matched. */
export class LineChanges {
  readonly added: BookLine[] = [];
  readonly removed: BookLine[] = [];
  /** As they are from now on. */
  readonly changed = new Map<number, BookLine>();
  readonly addFiles: BookFile[] = [];
  readonly replaceFiles: number[] = [];

  get isEmpty(): boolean {
    return this.addFiles.length + this.removed.length + this.changed.size === 0;
  }
}

export interface Applied {
  changes: LineChanges;
  state: BookState;
  amendments: Amendment[];
  /** Names of parts that were applied before. */
  skipped: string[];
}

/** Adds what is new of the parts, and what a later version of an earlier one changes. */
export async function apply(
  book: Book,
  parts: readonly Part[],
  before: BookState,
  seq: number,
): Promise<Applied> {
  const known = await knownFiles(book, parts);
  requireOneOfEach(parts);
  const state = { ...before };
  const applied: Applied = { changes: new LineChanges(), state, amendments: [], skipped: [] };
  const seen = new Set(
    known.map((file) => identity(file, file.digest === NO_LINES, fileDays(file))),
  );
  for (const part of parts) {
    const key = identity(part, part.lines.length === 0, part);
    if (seen.has(key)) applied.skipped.push(part.name);
    else await applyPart(book, part, known, applied, seq);
    seen.add(key);
  }
  state.covered = await coveredBy(book, applied, before);
  return applied;
}

const NO_LINES = linesDigest([]);

/** Equal for files of the same contents; those of two nights without a payment differ by their days. */
function identity(
  { side, sha256 }: Pick<Part, 'side' | 'sha256'>,
  isEmpty: boolean,
  { days }: Pick<Part, 'days'>,
): string {
  return JSON.stringify([side, sha256, isEmpty ? days : undefined]);
}

async function knownFiles(book: Book, parts: readonly Part[]): Promise<BookFile[]> {
  const names = parts.filter(({ isNamed }) => isNamed).map(({ name }) => name);
  const files = await book.files({ sha256: parts.map(({ sha256 }) => sha256), names });
  return files.filter((file) => !isOpening(file));
}

/** Two files of one name in one night: nobody knows which of them is the later one. */
function requireOneOfEach(parts: readonly Part[]): void {
  const seen = new Map<string, Part[]>();
  for (const part of parts) {
    if (!part.isNamed) continue;
    const key = `${part.side} ${part.name}`;
    const others = seen.get(key) ?? [];
    const rival = others.find(
      (other) => other.sha256 !== part.sha256 && (!part.isStatement || haveCommonDay(part, other)),
    );
    if (rival) throw usageError(words.sameName(visible(part.name)), words.ownName);
    seen.set(key, [...others, part]);
  }
}

async function applyPart(
  book: Book,
  part: Part,
  known: readonly BookFile[],
  { changes, state, amendments }: Applied,
  seq: number,
): Promise<void> {
  const id = state.nextFile;
  state.nextFile += 1;
  const { side, name, sha256, days, lines } = part;
  const file: BookFile = {
    ...{ id, side, name, sha256, digest: linesDigest(lines) },
    ...{ from: days?.from ?? null, to: days?.to ?? null, applied: seq, replaced: null },
  };
  const { earlier, old } = await earlierVersions(book, part, known);
  changes.addFiles.push(file);
  changes.replaceFiles.push(...earlier.map((one) => one.id));
  const amendment: Amendment = {
    ...{ side: sideName(part), file: name },
    ...{ added: [], removed: [], withdrawn: [] },
  };
  const unmatched = byText(old);
  for (const line of lines) {
    const same = unmatched.get(lineText(line))?.shift();
    if (same === undefined) amendment.added.push(toEvidence(add(line, id, changes, state), name));
    else {
      const waits = same.waits === 'withdrawn' ? null : same.waits;
      changes.changed.set(same.id, { ...same, file: id, line: line.line, waits });
    }
  }
  for (const line of [...unmatched.values()].flat()) drop(line, name, state, changes, amendment);
  if (earlier.length > 0) amendments.push(amendment);
}

/** The versions that count so far, and their lines with those that they have withdrawn. */
async function earlierVersions(
  book: Book,
  part: Part,
  known: readonly BookFile[],
): Promise<{ earlier: BookFile[]; old: BookLine[] }> {
  if (!part.isNamed) return { earlier: [], old: [] };
  const versions = known.filter(({ side, name }) => side === part.side && name === part.name);
  const current = versions.filter(
    (one) => one.replaced === null && (!part.isStatement || haveCommonDay(part, fileDays(one))),
  );
  if (current.length === 0) return { earlier: [], old: [] };
  const all = await book.lines({ files: versions.map(({ id }) => id) });
  const ids = new Set(current.map(({ id }) => id));
  const old = all.filter(({ file, waits }) => ids.has(file) || waits === 'withdrawn');
  const [file] = current;
  if (!part.isStatement && file) await requireCommonDay(book, part, file, old);
  return { earlier: current, old };
}

/**
 * A file of the same name with other days is no later version: some job writes each night to the same
 * name, and yesterday would leave the book. An empty one would take all of it out.
 */
async function requireCommonDay(
  book: Book,
  part: Part,
  file: BookFile,
  old: readonly BookLine[],
): Promise<void> {
  const daysWith = (lines: readonly PartLine[]) =>
    new Set(lines.filter(({ fault }) => fault === null).map(({ date }) => date));
  const [before, after] = [daysWith(old), daysWith(part.lines)];
  const { days } = fileDays(file);
  const isOther =
    old.length === 0
      ? days !== undefined && part.days !== undefined && !haveCommonDay({ days }, part)
      : before.size > 0 && ![...after].some((day) => before.has(day));
  if (!isOther) return;
  const its = before.size > 0 ? [...before] : Object.values(days ?? {});
  const range = [Math.min(...its), Math.max(...its)].map(formatDate);
  throw usageError(
    words.otherDays(
      visible(part.name),
      await eventDate(book, file.applied),
      [...new Set(range)].join(' - '),
    ),
    words.ownName,
  );
}

async function eventDate(book: Book, wanted: number): Promise<string> {
  for await (const events of book.events()) {
    const event = events.find(({ seq }) => seq === wanted);
    if (event !== undefined) return bangkokDate(Date.parse(event.at));
  }
  return '';
}

function add(line: PartLine, file: number, changes: LineChanges, state: BookState): BookLine {
  const waits = isClosed(line, state) ? 'late' : null;
  const added: BookLine = { ...line, id: state.nextLine, file, waits, item: null };
  state.nextLine += 1;
  changes.added.push(added);
  return added;
}

/** What a later version no longer has: on a closed day it stays until the day is reopened. */
function drop(
  line: BookLine,
  name: string,
  state: BookState,
  { changed, removed }: LineChanges,
  amendment: Amendment,
): void {
  if (line.waits === 'withdrawn') return;
  if (line.waits === 'late' || !isClosed(line, state)) {
    removed.push(line);
    amendment.removed.push(toEvidence(line, name));
  } else {
    const withdrawn: BookLine = { ...line, waits: 'withdrawn' };
    changed.set(line.id, withdrawn);
    amendment.withdrawn.push(toEvidence(withdrawn, name));
  }
}

function isClosed({ settles }: { settles: number }, { closed }: BookState): boolean {
  return closed !== undefined && settles <= closed;
}

/** Those that still count before those that were withdrawn. */
function byText(lines: readonly BookLine[]): Map<string, BookLine[]> {
  const order = ({ waits }: BookLine) => Number(waits === 'withdrawn');
  const sorted = [...lines].sort((a, b) => order(a) - order(b) || a.id - b.id);
  return groupBy(sorted, lineText);
}

/** Of all files that count now. Where none was replaced, those before need not be looked at. */
async function coveredBy(
  book: Book,
  { changes }: Applied,
  before: BookState,
): Promise<BookState['covered']> {
  const { addFiles, replaceFiles } = changes;
  const gone = new Set(replaceFiles);
  const earlier =
    gone.size === 0
      ? undefined
      : (await book.files()).filter(({ id, replaced }) => replaced === null && !gone.has(id));
  const of = (side: BookFile['side']) => {
    const daysIn = (files: readonly BookFile[]) =>
      files.flatMap((file) => (file.side === side ? (fileDays(file).days ?? []) : []));
    const kept = earlier === undefined ? before.covered[side] : daysIn(earlier);
    return union([...kept, ...daysIn(addFiles)]);
  };
  return { own: of('own'), bank: of('bank') };
}

function fileDays({ from, to }: BookFile): Pick<Part, 'days'> {
  return { days: from === null || to === null ? undefined : { from, to } };
}

function haveCommonDay({ days }: Pick<Part, 'days'>, other: Pick<Part, 'days'>): boolean {
  if (days === undefined || other.days === undefined) return false;
  return days.from <= other.days.to && other.days.from <= days.to;
}
