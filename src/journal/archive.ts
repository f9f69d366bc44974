import { isInitiation } from '../bank/transfer/references.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError, usageError } from '../core/errors.js';
import { stringifyJson } from '../core/json.js';
import { DAY_MS } from '../core/time.js';
import { journalMessages } from '../messages/journal.js';
import { isArchived } from '../state/chain.js';
import type { CachedOutcome } from '../state/claim-index.js';
import type { StoredClaim } from '../state/claims.js';
import {
  type ArchivedClaim,
  type Contents,
  readClaims,
  verifyArchive,
  writeLines,
} from './archive-file.js';
import { addEntries, extended, type History, inspectStored } from './history.js';
import { type Attempt, type Entry, type Journal, lifeOf, stamp } from './journal.js';
import { charges } from './list.js';
import { cachedOutcomeOf, type Row, rowOf } from './rows.js';
import { attemptsOf, decisiveIndex, evidenceOf, isOpen, mayRepeat, STATES } from './state.js';
import { tokenizerOf } from './transfer-record.js';

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

interface ArchiveRequest {
  file: ArchiveFile;
  /** Charges that ended before; milliseconds since the epoch. */
  before: number;
  /** Called with the number of claims that were done. */
  onProgress?: (done: number) => void;
}

export interface ArchiveReport extends Contents {
  /** Claims that this run removed from the journal; an earlier run may have removed others. */
  taken: number;
  /** Claims that have changed since they were written to it: they stay in the journal. */
  stayed: number;
}

/**
 * Moves old charges that are final into a file. The file is whole and on disk before the first line leaves
 * the journal, and each claim is compared with the file before it is removed. So this can be killed at
 * any point: a second run with the same file completes it. undefined if there is nothing to move.
 */
export async function archive(
  journal: Journal,
  { file, before, onProgress }: ArchiveRequest,
): Promise<ArchiveReport | undefined> {
  await journal.store.claims.refuseArchiving();
  if (!file.isThere() && !(await write(journal, file, before))) return undefined;
  // The run that wrote it may have been killed before it was on disk.
  file.flush();
  // Nothing is removed before all of the file was checked.
  const contents = await contentsOf(file);
  const report: ArchiveReport = { ...contents, taken: 0, stayed: 0 };
  let outcomes: CachedOutcome[] = [];
  let done = 0;
  for await (const claim of readClaims(file.read())) {
    const { as, history, newest = 1 } = await archiveClaim(journal, claim, file.name);
    if (as !== 'gone') report[as] += 1;
    const end = history && cachedOutcomeOf(journal, history, newest);
    if (end) outcomes.push(end);
    onProgress?.(++done);
    if (outcomes.length < OUTCOMES_AT_ONCE) continue;
    await journal.store.outcomes.add(outcomes);
    outcomes = [];
  }
  if (outcomes.length > 0) await journal.store.outcomes.add(outcomes);
  return report;
}

const OUTCOMES_AT_ONCE = 500;

/** Writes the archive; false if there is nothing to write. */
async function write(journal: Journal, file: ArchiveFile, before: number): Promise<boolean> {
  const claims = claimsOf(journal, await archivable(journal, before), before);
  const first = await claims.next();
  if (first.done) return false;
  const header = {
    at: new Date(journal.clock.now()).toISOString(),
    before: new Date(before).toISOString(),
  };
  const text = writeLines(header, prepend(first.value, claims));
  await file.write(text, async (written) => void (await verifyArchive(written)));
  return true;
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** The contents of the file. Throws USAGE for a file that is not a whole archive: it is not overwritten. */
async function contentsOf(file: ArchiveFile): Promise<Contents> {
  try {
    return await verifyArchive(file.read());
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    throw usageError(journalMessages.notWhole(file.name, error.said), journalMessages.newFile);
  }
}

/** Keys of the claims that an archive would have. */
export async function archivable(journal: Journal, before: number): Promise<string[]> {
  const keys: string[] = [];
  // It ended after it was started.
  const old = charges(journal, { until: before, states: FINAL, archived: false });
  for await (const row of old) if (isOld(row, before)) keys.push(row.key);
  return keys;
}

function isOld(row: Row, before: number): boolean {
  return isFinal(row) && row.endedAt !== null && Date.parse(row.endedAt) < before;
}

/** A charge that may be repeated is not final: its lines are still needed. */
const FINAL = STATES.filter((state) => !isOpen(state) && !mayRepeat(state));

function isFinal({ state, archive: known }: Row): boolean {
  return known === undefined && state !== 'corrupt' && FINAL.includes(state);
}

/** The claims as they are now; those that changed since they were listed are left out. */
async function* claimsOf(
  journal: Journal,
  keys: readonly string[],
  before: number,
): AsyncGenerator<StoredClaim> {
  for (const key of keys) {
    const stored = await journal.store.claims.read(key);
    const { history, faults } = inspectStored(stored);
    const row = rowOf(journal, history);
    if (faults.length > 0 || row === undefined || !isOld(row, before)) continue;
    if (!mayStillWrite(journal, history)) yield stored;
  }
}

/** Whether the process of an attempt, whose outcome others learnt, may still report its own. */
function mayStillWrite(journal: Journal, { entries }: History): boolean {
  return attemptsOf(entries).some(({ ending, intent }) => {
    if (ending) return false;
    const life = lifeOf(journal, intent);
    const isYoung = Math.abs(journal.clock.now() - Date.parse(intent.at)) < DAY_MS;
    return life === 'alive' || (life === 'unknown' && isYoung);
  });
}

interface ArchiveStep {
  /** gone: an earlier run removed it. */
  as: 'taken' | 'stayed' | 'gone';
  /** The history as it is now, if it is archived. */
  history?: History;
  /** Number of its newest revision afterwards. */
  newest?: number;
}

/** Marks a claim as archived if the archive has all of its lines, then compacts it. */
async function archiveClaim(
  journal: Journal,
  claim: ArchivedClaim,
  file: string,
): Promise<ArchiveStep> {
  const { claims } = journal.store;
  const stored = await claims.read(claim.key);
  const { history, faults } = inspectStored(stored);
  if (faults.length > 0) return { as: 'stayed' };
  if (isArchived(stored.revisions.flatMap(({ lines }) => lines))) {
    const compacted = await claims.compact(stored);
    if (!compacted) await claims.protect(stored);
    return { as: compacted ? 'taken' : 'gone', history, newest: compacted ? 1 : stored.newest };
  }
  const row = rowOf(journal, history);
  const mayLeave = row !== undefined && isFinal(row) && isSame(claim, stored);
  const marked = mayLeave ? await markArchived(journal, history, file) : undefined;
  if (marked === undefined) return { as: 'stayed' };
  const compacted = await claims.compact(marked);
  return { as: 'taken', history: marked, newest: compacted ? 1 : marked.newest };
}

function isSame({ lines }: ArchivedClaim, { revisions, missing }: StoredClaim): boolean {
  if (missing !== undefined) return false;
  const there = revisions.flatMap((revision, index) =>
    revision.lines.map((line) => `${index + 1} ${stringifyJson(line)}`),
  );
  const here = lines.map(({ revision, entry }) => `${revision} ${stringifyJson(entry)}`);
  return there.length === here.length && there.every((line, index) => line === here[index]);
}

/** Adds the revision that stands for the whole claim: what was charged, how it ended, and which archive has the rest. */
async function markArchived(
  journal: Journal,
  history: History,
  file: string,
): Promise<History | undefined> {
  const attempts = attemptsOf(history.entries);
  const attempt = attempts[decisiveIndex(journal, attempts)];
  if (attempt === undefined) return undefined;
  const ending = decidingEntry(journal, attempt);
  if (ending === undefined) return undefined;
  const { metadata: _metadata, ...intent } = attempt.intent;
  const entries: Entry[] = [
    { ...intent, input: {} },
    ending,
    { type: 'archived', ...stamp(journal), file, attempts: attempts.length },
  ];
  const handle = await addEntries(journal, history, entries);
  return handle && extended(history, handle, entries);
}

/** The entry that decides how the charge ended, without the bank's response. */
function decidingEntry(journal: Journal, attempt: Attempt): Entry | undefined {
  const { outcome } = evidenceOf(journal, attempt);
  if (outcome === undefined) return attempt.settlement;
  const { ending, resolution } = attempt;
  const entry = [resolution, ending].find((candidate) => candidate?.outcome === outcome);
  if (entry === undefined) return undefined;
  const { metadata: _metadata, ...bare } = entry;
  return { ...bare, outcome: bareOutcome(outcome, attempt) };
}

/** The outcome without the bank's data, except the tokenizerId, by which an initiated transfer is confirmed. */
function bareOutcome({ data, status, ...outcome }: Outcome, { intent }: Attempt): Outcome {
  const tokenizerId = isInitiation(intent.operation) ? tokenizerOf({ data }) : undefined;
  return {
    ...outcome,
    ...(status && { status: { code: status.code, description: status.description } }),
    ...(tokenizerId !== undefined && { data: { tokenizerId } }),
  };
}
