import type { CachedOutcome, ClaimView, OpenClaim } from '../state/claim-index.js';
import { type History, type Inspection, inspectHistory } from './history.js';
import type { Journal } from './journal.js';
import { cachedOutcomeOf, type Row, rowOf, rowOfEnded } from './rows.js';

/** Open claims that are read at once; more of them mean that the index was lost. */
const MANY_OPEN = 10_000;

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
  for (const claim of claims) {
    const { row, end } = await readClaim(journal, view, claim);
    if (row) rows.push(row);
    if (end) outcomes.push(end);
  }
  if (outcomes.length > 0) await journal.store.outcomes.add(outcomes);
  return rows;
}

/** The row of a claim; of a damaged one as much as can still be read. */
async function readClaim(
  journal: Journal,
  view: ClaimView,
  claim: OpenClaim,
): Promise<{ row?: Row; end?: CachedOutcome | undefined }> {
  const { history, faults } = await inspectClaim(journal, claim);
  const { key, newest, entries } = history;
  if (faults.length > 0) {
    const row = rowOf(journal, history) ?? (await remembered(view, key)) ?? unreadable(history);
    return { row: corrupt(row) };
  }
  if (newest === 0) return {};
  const end = cachedOutcomeOf(journal, { key, entries }, newest);
  await journal.store.claims.protect(history);
  return { row: rowOf(journal, history) ?? unreadable(history), end };
}

/** Reads a claim, with a fault if revisions are missing that the index knows. */
export async function inspectClaim(
  journal: Journal,
  { key, newest }: OpenClaim,
): Promise<Inspection> {
  const found = await inspectHistory(journal, key);
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
