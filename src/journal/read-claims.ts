import { readPages } from '../core/pages.js';
import type { CachedOutcome, ClaimView, OpenClaim } from '../state/claim-index.js';
import { type History, type Inspection, inspectHistory, inspectStored } from './history.js';
import type { Journal } from './journal.js';
import { type ChargeRow, chargeRow, rowFromCache, toCachedOutcome } from './rows.js';

/** Open claims that are read at once; more of them mean that the index was lost. */
const MANY_OPEN = 10_000;
/** Claims between two turns of the event loop; of a shared store, in one statement. */
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

export function readOpen(journal: Journal, view: ClaimView): Promise<ChargeRow[]> {
  return readAll(journal, view, view.open);
}

/** Reads claims; the outcomes of those that have ended are cached. */
export async function readAll(
  journal: Journal,
  view: ClaimView,
  claims: readonly OpenClaim[],
): Promise<ChargeRow[]> {
  const rows: ChargeRow[] = [];
  const outcomes: CachedOutcome[] = [];
  for await (const page of pagesToRead(journal, claims)) {
    for (const inspection of await inspectPage(journal, page)) {
      const { row, end } = await toRow(journal, view, inspection);
      if (row) rows.push(row);
      if (end) outcomes.push(end);
    }
  }
  if (outcomes.length > 0) await journal.store.outcomes.add(outcomes);
  return rows;
}

/** Claims that are read at once. A file must not change between its reading and that of its backup. */
export async function* pagesToRead<T>(
  { store }: Journal,
  claims: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T[]> {
  for await (const page of readPages(claims, PAGE)) {
    if (store.shared) yield page;
    else for (const claim of page) yield [claim];
  }
}

/** Reads claims, with a fault where revisions are missing that the index knows. */
export async function inspectPage(
  journal: Journal,
  page: readonly OpenClaim[],
): Promise<Inspection[]> {
  const stored = await journal.store.claims.readMany(page.map(({ key }) => ({ key })));
  return Promise.all(
    stored.map(async (claim, index) => {
      const found = inspectStored(claim);
      const { key, newest } = page[index] ?? claim;
      const isWhole = found.faults.length > 0 || found.history.newest >= newest;
      return isWhole ? found : inspectHistory(journal, key, newest);
    }),
  );
}

/** The row of a claim; of a damaged one as much as can still be read. */
async function toRow(
  journal: Journal,
  view: ClaimView,
  { history, faults }: Inspection,
): Promise<{ row?: ChargeRow; end?: CachedOutcome | undefined }> {
  const { key, newest, entries } = history;
  if (faults.length > 0) {
    const row =
      chargeRow(journal, history) ?? (await lastKnownRow(view, key)) ?? unreadableRow(history);
    return { row: asCorrupt(row) };
  }
  if (newest === 0) return {};
  const end = toCachedOutcome(journal, { key, entries }, newest);
  await journal.store.claims.protect(history);
  return { row: chargeRow(journal, history) ?? unreadableRow(history), end };
}

async function lastKnownRow(view: ClaimView, key: string): Promise<ChargeRow | undefined> {
  const charge = (await view.last([key])).get(key)?.charge;
  return charge && rowFromCache(key, charge);
}

function asCorrupt(row: ChargeRow): ChargeRow {
  return { ...row, state: 'corrupt', endedAt: null, class: 'CONFIG', exit: 3 };
}

function unreadableRow({ key }: Pick<History, 'key'>): ChargeRow {
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
    user: '',
  };
}
