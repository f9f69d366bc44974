import { pagesOf } from '../core/pages.js';
import type { CachedOutcome, ClaimView, OpenClaim } from '../state/claim-index.js';
import type { StoredClaim } from '../state/claims.js';
import { type History, type Inspection, inspectHistory, inspectStored } from './history.js';
import type { Journal } from './journal.js';
import { cachedOutcomeOf, chargeRow, type Row, rowOfEnded } from './rows.js';

/** Open claims that are read at once; more of them mean that the index was lost. */
const MANY_OPEN = 10_000;
/** Claims of a shared store in one statement. */
const PAGE = 200;

/** The index as of now. If very many claims are open, the index was lost: their outcomes are cached first. */
export async function currentView(
  journal: Journal,
  options: { exact?: boolean } = {},
): Promise<ClaimView> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const view = await journal.store.index.open(options);
    const { open } = view;
    if (open.length <= MANY_OPEN || open.length >= before) return view;
    before = open.length;
    for (let from = 0; from < open.length; from += MANY_OPEN) {
      await readAll(journal, view, open.slice(from, from + MANY_OPEN));
    }
    view.close();
  }
}

export function readOpen(journal: Journal, view: ClaimView): Promise<Row[]> {
  return readAll(journal, view, view.open);
}

/** Reads claims; the outcomes of those that have ended are cached. */
export async function readAll(
  journal: Journal,
  view: ClaimView,
  claims: readonly OpenClaim[],
): Promise<Row[]> {
  const rows: Row[] = [];
  const outcomes: CachedOutcome[] = [];
  const { store } = journal;
  // A file must not change between its reading and that of its backup.
  for await (const page of pagesOf(claims, store.shared ? PAGE : 1)) {
    const read = await store.claims.readMany(page.map(({ key }) => ({ key })));
    const stored = new Map(read.map((one) => [one.key, one]));
    for (const claim of page) {
      const { row, end } = await readClaim(journal, view, claim, stored.get(claim.key));
      if (row) rows.push(row);
      if (end) outcomes.push(end);
    }
  }
  if (outcomes.length > 0) await journal.store.outcomes.add(outcomes);
  return rows;
}

/** The row of a claim; of a damaged one as much as can still be read. */
async function readClaim(
  journal: Journal,
  view: ClaimView,
  claim: OpenClaim,
  stored: StoredClaim | undefined,
): Promise<{ row?: Row; end?: CachedOutcome | undefined }> {
  const { history, faults } = await inspectClaim(journal, claim, stored);
  const { key, newest, entries } = history;
  if (faults.length > 0) {
    const row = chargeRow(journal, history) ?? (await remembered(view, key)) ?? unreadable(history);
    return { row: corrupt(row) };
  }
  if (newest === 0) return {};
  const end = cachedOutcomeOf(journal, { key, entries }, newest);
  await journal.store.claims.protect(history);
  return { row: chargeRow(journal, history) ?? unreadable(history), end };
}

/** Reads a claim, unless it was read, with a fault if revisions are missing that the index knows. */
export async function inspectClaim(
  journal: Journal,
  { key, newest }: OpenClaim,
  stored?: StoredClaim,
): Promise<Inspection> {
  const found = stored ? inspectStored(stored) : await inspectHistory(journal, key);
  const isWhole = found.faults.length > 0 || found.history.newest >= newest;
  return isWhole ? found : inspectHistory(journal, key, newest);
}

async function remembered(view: ClaimView, key: string): Promise<Row | undefined> {
  const last = await view.last(key);
  return last?.charge && rowOfEnded(key, last.charge);
}

function corrupt(row: Row): Row {
  return { ...row, state: 'corrupt', endedAt: null, class: 'CONFIG', exit: 3 };
}

function unreadable({ key }: Pick<History, 'key'>): Row {
  return {
    operation: '',
    reference: '',
    amount: null,
    state: 'corrupt',
    requestUId: '',
    startedAt: '',
    endedAt: null,
    attempts: 0,
    profile: '',
    baseUrl: '',
    class: 'CONFIG',
    exit: 3,
    key,
  };
}
