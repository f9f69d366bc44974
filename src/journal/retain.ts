import {
  type ArchiveFile,
  type ArchiveRequest,
  pagesToRetire,
  removeArchived,
  throwIfStopped,
  type WrittenArchive,
  writeArchive,
} from './archive.js';
import type { Journal } from './journal.js';
import { planCompletion, planRetirement, type Retirable, retirable, wasRetired } from './retire.js';

/** A directory of archives. */
export interface Archives {
  /** Archives that a run which was killed has begun. */
  unfinished(): ArchiveFile[];
  /** A new archive, for charges that were started in this month (2026-01). */
  begin(month: string): ArchiveFile;
  /** All of its charges are taken out; one that was never written is not mentioned again. */
  finish(file: ArchiveFile): void;
}

export interface RetainRequest extends Pick<ArchiveRequest, 'before' | 'onProgress' | 'stopping'> {
  /** undefined: the lines are given up. */
  archives: Archives | undefined;
}

export interface Retained {
  archives: string[];
  /** Charges of which only what stands for them is left in the journal. */
  taken: number;
  /** Charges that have changed since they were written to an archive. */
  stayed: number;
}

/**
 * Retires the charges that are final and ended before: their lines go into archives, a file for each
 * month and 25,000 charges, or are given up. It may be killed at any point; the next run goes on.
 */
export async function retain(journal: Journal, request: RetainRequest): Promise<Retained> {
  await journal.store.claims.refuseArchiving();
  const retained: Retained = { archives: [], taken: 0, stayed: 0 };
  const { archives, before, stopping } = request;
  if (archives === undefined) {
    await giveUp(journal, request, retained);
    return retained;
  }
  const leave = async (file: ArchiveFile, written: WrittenArchive | undefined) => {
    if (written) await removeFrom(journal, { ...request, file }, written, retained);
    archives.finish(file);
  };
  const write = { before, stopping };
  for (const file of archives.unfinished()) {
    await leave(file, file.isThere() ? await writeArchive(journal, { ...write, file }) : undefined);
  }
  // The server takes charges out while this process writes the next file.
  let leaving = Promise.resolve();
  try {
    for await (const { month, charges } of byMonth(retirable(journal, before))) {
      const file = archives.begin(month);
      const written = await writeArchive(journal, { ...write, file, charges });
      await leaving;
      leaving = leave(file, written);
      // A failure is thrown where it is awaited; until then it must not count as unhandled.
      leaving.catch(() => undefined);
      if (!journal.store.shared) await leaving;
    }
  } finally {
    await leaving;
  }
  return retained;
}

async function removeFrom(
  journal: Journal,
  request: ArchiveRequest,
  written: WrittenArchive,
  retained: Retained,
): Promise<void> {
  const { taken } = retained;
  const onProgress = (done: number, total?: number) => {
    if (total !== undefined) request.onProgress?.(taken + done);
  };
  const report = await removeArchived(journal, { ...request, onProgress }, written);
  retained.archives.push(request.file.name);
  retained.taken += report.taken;
  retained.stayed += report.stayed;
}

/** Charges in one archive. */
const MOST_IN_FILE = 25_000;

/** Charges in the order of their start, those of a month together, and no more than a file may have. */
async function* byMonth(
  all: AsyncIterable<Retirable>,
): AsyncGenerator<{ month: string; charges: Retirable[] }> {
  let month = '';
  let charges: Retirable[] = [];
  for await (const one of all) {
    const itsMonth = one.startedAt.slice(0, 'YYYY-MM'.length);
    if (charges.length > 0 && (itsMonth !== month || charges.length >= MOST_IN_FILE)) {
      yield { month, charges };
      charges = [];
    }
    month = itsMonth;
    charges.push(one);
  }
  if (charges.length > 0) yield { month, charges };
}

async function giveUp(journal: Journal, request: RetainRequest, retained: Retained): Promise<void> {
  const { before, onProgress } = request;
  for await (const page of pagesToRetire(journal, retirable(journal, before))) {
    throwIfStopped(request);
    const claims = await journal.store.claims.readMany(page);
    const retirements = claims.flatMap((claim) => {
      const retirement = wasRetired(claim)
        ? planCompletion(journal, claim)
        : planRetirement(journal, claim, '', before);
      return retirement ?? [];
    });
    for (const how of (await journal.store.claims.retire(retirements)).values()) {
      if (how === 'now') retained.taken += 1;
      if (how === 'changed') retained.stayed += 1;
    }
    onProgress?.(retained.taken);
  }
}
