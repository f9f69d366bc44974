import { createHash } from 'node:crypto';
import { configError, PayctlError, usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { oneByOne, readAhead, readPages } from '../core/pages.js';
import { tolerate } from '../core/tolerate.js';
import { journalMessages } from '../messages/journal.js';
import type { Retirement, StoredClaim } from '../state/claims.js';
import { revisionHeads } from '../state/revision-heads.js';
import { type Contents, readClaims, verifyArchive, writeLines } from './archive-file.js';
import type { Journal } from './journal.js';
import { planCompletion, planRetirement, type Retirable, retirable, wasRetired } from './retire.js';
import { SealedFileWriter } from './sealed-file.js';

/** The file of an archive; reading and writing it unpacks and packs its text. */
export interface ArchiveFile {
  /** The name of the file, as people and the journal have it. */
  readonly name: string;
  isThere(): boolean;
  read(): AsyncIterable<Uint8Array>;
  /** Fsyncs the file and its directory. */
  flush(): void;
  /**
   * Creates the file whole and flushed, after `check` has read it back; if anything fails there is no
   * file. Rejects with USAGE if another process has created one meanwhile.
   */
  write(
    text: AsyncIterable<string>,
    check: (text: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
}

export interface ArchiveRequest {
  file: ArchiveFile;
  /** Charges that ended before; milliseconds since the epoch. */
  before: number;
  /** The charges that the file is to have, if it is not there yet; unless given, all that may go into it. */
  charges?: AsyncIterable<Retirable> | Iterable<Retirable>;
  /** Called with the number of charges that were written to the file, then with those that were taken out of so many. */
  onProgress?: (done: number, total?: number) => void;
  stopping?: AbortSignal;
}

export interface ArchiveReport extends Contents {
  /** Claims that this run removed from the journal; an earlier run may have removed others. */
  taken: number;
  /** Claims that have changed since they were written to it: they stay in the journal. */
  stayed: number;
}

/** Claims that are read at once: what is made of more lives long enough for the collector to copy it. */
const CLAIMS_READ_AT_ONCE = 100;
/** Claims in a shared store that are retired at once, in one transaction. */
const RETIRED_AT_ONCE_SHARED = 500;
/** Claims in files that are retired at once: each takes several flushes of the disk, and a signal waits for all of them. */
const RETIRED_AT_ONCE_FILES = 10;

/** Charges of one archive that are held in memory until it is on disk; of a larger one all are read again. */
const MOST_HELD = 100_000;

/**
 * Moves old charges that are final into a file. The file is whole and on disk before the first line leaves
 * the journal, and a claim that has changed since it was written stays. So this can be killed at any
 * point: a second run with the same file completes it. undefined if there is nothing to move.
 */
export async function archive(
  journal: Journal,
  request: ArchiveRequest,
): Promise<ArchiveReport | undefined> {
  const written = await writeArchive(journal, request);
  return written && removeArchived(journal, request, written);
}

/** The first half: the file is whole and on disk. undefined if there is nothing to move. */
export async function writeArchive(
  journal: Journal,
  request: ArchiveRequest,
): Promise<WrittenArchive | undefined> {
  const { file } = request;
  await journal.store.claims.refuseArchiving();
  const written = file.isThere()
    ? { contents: await readContents(file), held: undefined }
    : await write(journal, request);
  // The run that wrote it may have been killed before it was on disk.
  if (written) file.flush();
  return written;
}

/** The other half: its claims leave the journal. */
export async function removeArchived(
  journal: Journal,
  request: ArchiveRequest,
  { contents, held }: WrittenArchive,
): Promise<ArchiveReport> {
  const pages = held ? pagesToRetire(journal, held) : pagesFromFile(journal, request);
  return { ...contents, ...(await retirePages(journal, request, contents.claims, pages)) };
}

export interface WrittenArchive {
  contents: Contents;
  /** How each claim of the file is retired; undefined where they are too many to hold. */
  held: Retirement[] | undefined;
}

/** Writes the archive and reads it back; undefined if there is nothing to write. */
async function write(
  journal: Journal,
  request: ArchiveRequest,
): Promise<WrittenArchive | undefined> {
  const { file, before } = request;
  const archive: WrittenArchive = { contents: { claims: 0, lines: 0, sha256: '' }, held: [] };
  const claims = currentClaims(journal, request, archive);
  const first = await claims.next();
  if (first.done) return undefined;
  const header = {
    at: new Date(journal.clock.now()).toISOString(),
    before: new Date(before).toISOString(),
  };
  const writer = new SealedFileWriter();
  const text = writeLines(header, prepend(first.value, claims), archive.contents, writer);
  await file.write(text, async (back) => {
    const read = createHash('sha256');
    for await (const bytes of back) read.update(bytes);
    if (read.digest('hex') === writer.digest()) return;
    throw configError(journalMessages.readBackOtherwise(file.name));
  });
  return archive;
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** The claims as they are now, a page at a time; those that changed since they were listed are left out. */
async function* currentClaims(
  journal: Journal,
  request: ArchiveRequest,
  written: WrittenArchive,
): AsyncGenerator<StoredClaim[]> {
  const { file, before, charges = retirable(journal, before), onProgress } = request;
  let done = 0;
  const read = (page: Retirable[]) => journal.store.claims.readMany(page);
  for await (const page of readAhead(readPages(charges, CLAIMS_READ_AT_ONCE), read)) {
    throwIfStopped(request);
    const leaving = page.filter((claim) => {
      const retirement = planRetirement(journal, claim, file.name, before);
      if (retirement === undefined) return false;
      if (written.held && written.held.push(retirement) > MOST_HELD) written.held = undefined;
      return true;
    });
    if (leaving.length > 0) yield leaving;
    done += page.length;
    onProgress?.(done);
  }
}

/** The contents of the file. Throws USAGE for a file that is not a whole archive: it is not overwritten. */
function readContents(file: ArchiveFile): Promise<Contents> {
  return tolerate(
    () => verifyArchive(file.read()),
    ({ said }) => {
      throw usageError(journalMessages.notWhole(file.name, said), journalMessages.newFile);
    },
  );
}

/** Takes the claims of the file out of the journal, unless they have changed since. */
async function retirePages(
  journal: Journal,
  request: ArchiveRequest,
  total: number,
  pages: AsyncIterable<readonly Retirement[]>,
) {
  let [done, taken, before] = [0, 0, 0];
  const retire = async (page: readonly Retirement[]) => ({
    size: page.length,
    retired: await journal.store.claims.retire(page),
  });
  // The server takes out two pages while the next one is packed. In files there is nobody to wait for.
  const all = journal.store.shared ? readAhead(pages, retire, 2) : oneByOne(pages, retire);
  for await (const { size, retired } of all) {
    for (const how of retired.values()) {
      if (how === 'now') taken += 1;
      if (how === 'before') before += 1;
    }
    done += size;
    request.onProgress?.(done, total);
    throwIfStopped(request);
  }
  return { taken, stayed: total - taken - before };
}

export function pagesToRetire<T>(
  { store }: Journal,
  claims: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T[]> {
  return readPages(claims, store.shared ? RETIRED_AT_ONCE_SHARED : RETIRED_AT_ONCE_FILES);
}

/** Out of the file: those of its claims that are in the journal as they are in it, or marked by an earlier run. */
async function* pagesFromFile(
  journal: Journal,
  { file }: ArchiveRequest,
): AsyncGenerator<Retirement[]> {
  for await (const page of pagesToRetire(journal, readClaims(file.read()))) {
    const claims = await journal.store.claims.readMany(page);
    yield claims.flatMap((claim, index) => {
      if (wasRetired(claim)) return planCompletion(journal, claim) ?? [];
      if (revisionHeads(claim.revisions) !== page[index]?.heads) return [];
      return planRetirement(journal, claim, file.name, Number.POSITIVE_INFINITY) ?? [];
    });
  }
}

/** Throws UNAVAILABLE after a signal: the same command goes on where this run stopped. */
export function throwIfStopped(
  { stopping }: Pick<ArchiveRequest, 'stopping'>,
  said: Message = journalMessages.stoppedArchiving,
): void {
  if (!stopping?.aborted) return;
  throw new PayctlError('UNAVAILABLE', said, {
    hint: journalMessages.runAgain,
  });
}
