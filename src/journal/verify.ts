import { readAhead } from '../core/pages.js';
import { visible } from '../core/text.js';
import { damage } from '../messages/damage.js';
import type { EndedClaim } from '../state/claim-index.js';
import { BACKUP_COMMAND, type Damage } from '../state/claims.js';
import { type History, type Inspection, inspectStored } from './history.js';
import type { Journal } from './journal.js';
import { currentView, inspectPage, pagesToRead } from './read-claims.js';
import { chargeRow } from './rows.js';
import { listTokenizerIds, recordFaults } from './transfer-record.js';

export type Verification = Pick<Findings, 'claims' | 'lines' | 'faults' | 'torn'>;

interface VerifyOptions {
  /** Only charges started at or after, and those that are open: milliseconds since the epoch. */
  since?: number;
  /** Only that many of the newest charges, and those that are open. */
  newest?: number;
  /** Called with each claim as it was read, those that are open last unless they are very many. */
  onClaim?: (inspection: Inspection) => Promise<void>;
  /** Called after some charges, in the order of their start; `at` is that of the last. */
  onProgress?: (claims: number, at: number) => void;
  stopping?: AbortSignal;
}

/** Claims between two reports of progress. */
const BATCH = 200;
/** Open claims that are held. */
const MOST_OPEN = 10_000;

/**
 * Reads every claim, checks every checksum and every link of its chain, and that nothing is missing
 * which the cached outcomes or the backup links still have. The chain shows edits, but not whoever
 * writes all of it again: a checkpoint does.
 */
export async function verify(
  journal: Journal,
  { since, newest, onClaim, onProgress, stopping }: VerifyOptions = {},
): Promise<Verification> {
  const all = noFindings();
  const verification = (more: Damage[] = []): Verification => {
    const { claims, lines, faults, torn } = all;
    return { claims, lines, faults: [...faults, ...backupFaults(journal, all), ...more], torn };
  };
  const open: Inspection[] = [];
  for await (const { inspection, known, at } of inspectAll(journal, { since, newest })) {
    if (onClaim && at === undefined && open.length < MOST_OPEN) open.push(inspection);
    else await onClaim?.(inspection);
    addFindings(all, await checkClaim(journal, inspection, known));
    if (at === undefined) {
      if (stopping?.aborted) return verification();
      continue;
    }
    if (all.claims % BATCH !== 0) continue;
    onProgress?.(all.claims, at);
    if (stopping?.aborted) return verification();
  }
  for (const inspection of open) await onClaim?.(inspection);
  if (since !== undefined || newest !== undefined) return verification();
  return verification(await recordFaults(journal, new Map(all.initiated)));
}

interface Inspected {
  inspection: Inspection;
  /** What the index says of it. */
  known: KnownClaim | undefined;
  /** When it was started, in milliseconds since the epoch; undefined for one that is open. */
  at?: number;
}

/** Every claim, read: open ones first, then in the order of their start; the newest first if not all are wanted. */
export async function* inspectAll(
  journal: Journal,
  { since, newest = Number.POSITIVE_INFINITY }: Pick<VerifyOptions, 'since' | 'newest'> = {},
): AsyncGenerator<Inspected> {
  const isLimited = Number.isFinite(newest);
  const { claims } = journal.store;
  // Of the claims of some days, each is compared as it is listed.
  const view = await currentView(journal, { exact: since === undefined && !isLimited });
  try {
    for await (const page of pagesToRead(journal, view.open)) {
      const last = await view.last(page.map(({ key }) => key));
      // Their processes may have been killed before they made the backup links.
      for (const claim of page) await claims.protect(claim);
      for (const inspection of await inspectPage(journal, page)) {
        yield { inspection, known: toKnownClaim(last.get(inspection.history.key)) };
      }
    }
    const query = isLimited ? { newestFirst: true, limit: newest } : {};
    const ended = limited(view.ended({ since, ...query }), newest);
    const read = async (page: EndedClaim[]) => {
      return { page, stored: await claims.readMany(page.map(toBeRead)) };
    };
    for await (const { page, stored } of readAhead(pagesToRead(journal, ended), read)) {
      const listed = new Map(page.map((claim) => [claim.key, claim]));
      for (const claim of stored) {
        const known = listed.get(claim.key);
        yield { inspection: inspectStored(claim), known: toKnownClaim(known), at: known?.at };
      }
    }
  } finally {
    view.close();
  }
}

/** Of a claim that must be read there may be more revisions than the index knows. */
function toBeRead({ key, newest, charge }: EndedClaim): { key: string; newest?: number } {
  return charge === undefined ? { key } : { key, newest };
}

async function* limited<T>(all: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let left = most;
  if (left <= 0) return;
  for await (const one of all) {
    yield one;
    left -= 1;
    if (left <= 0) return;
  }
}

/** One fault, however many files it is about. */
function backupFaults({ store }: Journal, { unprotected: count }: Findings): Damage[] {
  const { backupDirectory: file } = store.claims;
  if (file === undefined || count === 0) return [];
  return [{ file, line: 1, why: damage.noBackupLinks(count), fix: BACKUP_COMMAND }];
}

/** Makes the missing backup links of all files; returns how many files there are. */
export async function protectAll({ store: { claims } }: Journal): Promise<number> {
  let files = 0;
  for (const [key, { newest }] of await claims.list()) {
    await claims.protect({ key, newest });
    files += newest;
  }
  await claims.noteAllBackedUp();
  return files;
}

/** A claim as the index knows it. */
interface KnownClaim {
  key: string;
  newest: number;
  /** The archive that its lines went into. */
  archive?: string;
}

/** What the claims themselves say. */
interface Findings {
  claims: number;
  lines: number;
  faults: Damage[];
  /** How many files have no backup link: if one is deleted, nobody notices. */
  unprotected: number;
  /** Files whose last line was cut off when their process died: not a fault, but worth knowing. */
  torn: string[];
  /** By key, the tokenizerIds of transfers that were initiated: one of them is in the record of the claim. */
  initiated: [key: string, tokenizerIds: readonly string[]][];
}

function toKnownClaim(claim: EndedClaim | undefined): KnownClaim | undefined {
  return claim && { key: claim.key, newest: claim.newest, archive: claim.charge?.archive };
}

/** Checks a claim that was read, against what is known of it. */
async function checkClaim(
  journal: Journal,
  { history, faults, torn }: Inspection,
  known: KnownClaim | undefined,
): Promise<Findings> {
  const found = faults.length > 0 ? faults : await findLosses(journal, history, known);
  const { faults: backups, unprotected } = await journal.store.claims.checkBackups(history);
  const tokenizerIds = listTokenizerIds(history);
  return {
    claims: 1,
    lines: history.entries.length,
    faults: withRepairs(found, backups),
    unprotected,
    torn,
    initiated: tokenizerIds.length === 0 ? [] : [[history.key, tokenizerIds]],
  };
}

function noFindings(): Findings {
  return { claims: 0, lines: 0, faults: [], unprotected: 0, torn: [], initiated: [] };
}

function addFindings(all: Findings, more: Findings): void {
  all.claims += more.claims;
  all.lines += more.lines;
  all.faults.push(...more.faults);
  all.unprotected += more.unprotected;
  all.torn.push(...more.torn);
  all.initiated.push(...more.initiated);
}

/** A damaged file gets the fix that its backup link offers; other faults of backups are added. */
function withRepairs(faults: readonly Damage[], backups: readonly Damage[]): Damage[] {
  const repairable = faults.map((fault) => ({
    ...backups.find(({ file }) => file === fault.file),
    ...fault,
  }));
  return [
    ...repairable,
    ...backups.filter(({ file }) => faults.every((fault) => fault.file !== file)),
  ];
}

/** Files and lines can be cut off at their end without a trace in what is left. */
async function findLosses(
  journal: Journal,
  history: History,
  known: KnownClaim | undefined,
): Promise<Damage[]> {
  const { claims } = journal.store;
  const { key, newest, entries } = history;
  // What was remembered of more revisions was so before they went into an archive.
  if (known === undefined || chargeRow(journal, history)?.archive !== undefined) return [];
  if (known.archive !== undefined) {
    const why = damage.archivedLineGone(visible(known.archive));
    return [{ file: claims.locate(key, newest), line: entries.length + 1, why }];
  }
  if (known.newest < newest) return [];
  if (known.newest > newest) return [await claims.missing(key, newest + 1)];
  const isOpen = chargeRow(journal, history)?.endedAt === null;
  if (!isOpen) return [];
  const file = claims.locate(key, newest);
  return [{ file, line: entries.length + 1, why: damage.outcomeGone }];
}
