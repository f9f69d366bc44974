import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import { readPages } from '../core/pages.js';
import { journalMessages } from '../messages/journal.js';
import { wording } from '../messages/wording.js';
import type { ClaimQuery, ClaimView, EndedClaim } from '../state/claim-index.js';
import type { Ordering } from '../state/ordering.js';
import { encodeEntry } from './codec.js';
import { inspectHistory } from './history.js';
import type { Journal } from './journal.js';
import { currentView, readAll, readOpen } from './read-claims.js';
import { type ChargeRow, rowFromCache } from './rows.js';
import { isOpen } from './state.js';

export interface Filter {
  states?: readonly ChargeRow['state'][];
  reference?: string;
  /** One of these texts is in its entries; charges without any may be among the results. */
  texts?: readonly string[];
  /** As `texts`, of those that are looked for by other parts of the filter. */
  mentioning?: string;
  operations?: readonly string[];
  /** Exactly this many baht; `100` fits `100.00`. null: charges that have no amount of their own. */
  amount?: string | null;
  /** In a shared store: sent by this machine. */
  machine?: string;
  /** false leaves archived charges out, unless they are asked for by their reference. */
  archived?: false;
  /** Started at or after, and before: milliseconds since the epoch. */
  since?: number;
  until?: number;
  /** Ended at or after, or not yet: milliseconds since the epoch. */
  endedSince?: number;
}

/** In which order the charges are read, about how many, and whether their lines are counted. */
type Reading = Ordering & Pick<ClaimQuery, 'limit' | 'unchecked'>;

/** The charges of the journal that pass the filter, one by one. */
export async function* charges(
  journal: Journal,
  filter: Filter = {},
  reading: Reading = {},
): AsyncGenerator<ChargeRow> {
  const view = await currentView(journal);
  try {
    const { byAmount } = reading;
    const open = (await readOpen(journal, view)).filter((row) => {
      return passes(row, filter) && (row.amount !== null || !byAmount);
    });
    const precedes = (one: ChargeRow, other: ChargeRow) => isBefore(one, other, reading);
    open.sort((a, b) => (precedes(a, b) ? -1 : 1));
    let next = 0;
    for await (const row of endedRows(journal, view, filter, reading)) {
      for (let one = open[next]; one && precedes(one, row); one = open[++next]) yield one;
      yield row;
    }
    yield* open.slice(next);
  } finally {
    view.close();
  }
}

/** What names charges; by a text others may be found, too. */
export interface Names {
  references: ReadonlySet<string>;
  texts?: ReadonlySet<string>;
}

/** Names that are searched for at once. */
const NAMES = 500;

/** The charges that have one of these names; one may be among them twice. */
export async function* chargesWithNames(
  journal: Journal,
  { references, texts = new Set() }: Names,
  filter: Omit<Filter, 'reference' | 'texts'> = {},
): AsyncGenerator<ChargeRow> {
  const view = await currentView(journal);
  const isNamed = ({ reference }: ChargeRow) => references.has(reference);
  try {
    const open = (await readOpen(journal, view)).filter((row) => passes(row, filter));
    yield* texts.size > 0 ? open : open.filter(isNamed);
    for await (const some of readPages(references, NAMES)) {
      for await (const row of endedRows(journal, view, { ...filter, texts: some })) {
        if (isNamed(row)) yield row;
      }
    }
    for await (const some of readPages(texts, NAMES)) {
      yield* endedRows(journal, view, { ...filter, texts: some });
    }
  } finally {
    view.close();
  }
}

/** As `charges`, as a list, oldest first; with a `limit` only the newest. */
export async function list(
  journal: Journal,
  filter: Filter = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<ChargeRow[]> {
  const rows: ChargeRow[] = [];
  if (limit === 0) return rows;
  const limited = Number.isFinite(limit);
  const reading = limited ? { newestFirst: true, limit } : {};
  for await (const row of charges(journal, filter, reading)) {
    rows.push(row);
    if (rows.length >= limit) break;
  }
  return limited ? rows.reverse() : rows;
}

/** Charges that are not final, for recovery and for completions. */
export async function listOpen(
  journal: Journal,
  filter: Omit<Filter, 'states'> = {},
): Promise<ChargeRow[]> {
  const view = await currentView(journal);
  try {
    const rows = await readOpen(journal, view);
    return rows
      .filter((row) => (row.state === 'corrupt' || isOpen(row.state)) && passes(row, filter))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  } finally {
    view.close();
  }
}

export function unknownReferenceError(reference: string): PayctlError {
  return new PayctlError('NOT_FOUND', journalMessages.unknownReference(reference), {
    hint: wording.pageOfMenu(payctl`journal list`.inCode(journalMessages.rightStore)),
  });
}

export interface ShownCharge {
  row: ChargeRow;
  /** Its entries in order, without the fields of the chain. */
  lines: JsonObject[];
}

/** Everything the journal has on a reference. Rejects with NOT_FOUND where that is nothing. */
export async function show(journal: Journal, reference: string): Promise<ShownCharge[]> {
  const rows = await list(journal, { reference });
  if (rows.length === 0) throw unknownReferenceError(reference);
  const shown: ShownCharge[] = [];
  for (const row of rows) {
    const { history } = await inspectHistory(journal, row.key);
    shown.push({ row, lines: history.entries.map(encodeEntry) });
  }
  return shown;
}

/** Rows of claims with a cached outcome. */
async function* endedRows(
  journal: Journal,
  view: ClaimView,
  filter: Filter,
  reading: Reading = {},
): AsyncGenerator<ChargeRow> {
  const { states, reference, texts = reference === undefined ? undefined : [reference] } = filter;
  if (states?.every((state) => state !== 'corrupt' && isOpen(state))) return;
  const { operations, amount, machine, archived, mentioning } = filter;
  for (const span of texts === undefined ? splitSpans(filter, reading) : [{ texts }]) {
    const query: ClaimQuery = {
      ...{ ...reading, ...span, operations, amount, machine, mentioning },
      // Any charge may turn out to be damaged when it is read.
      states: states?.includes('corrupt') ? undefined : states,
      archived: reference === undefined ? archived : undefined,
    };
    for await (const ended of view.ended(query)) {
      const row = await readRow(journal, view, ended);
      if (row && passes(row, filter) && isInSpan(row, span)) yield row;
    }
  }
}

type Span = Pick<ClaimQuery, 'texts' | 'since' | 'until' | 'endedSince'>;

/** Few charges start before a moment and end after it: only those are searched for by their end. */
function splitSpans({ since, until, endedSince }: Filter, { newestFirst }: Reading): Span[] {
  if (endedSince === undefined) return [{ since, until }];
  const spans = [
    { since, until: endedSince, endedSince },
    { since: endedSince, until },
  ];
  return newestFirst ? spans.reverse() : spans;
}

/** Each charge is in one of two spans, also where its start is not known. */
function isInSpan({ startedAt }: ChargeRow, { since, until, endedSince }: Span): boolean {
  if (endedSince !== undefined) return !(Date.parse(startedAt) >= (until ?? endedSince));
  return since === undefined || Date.parse(startedAt) >= since;
}

async function readRow(
  journal: Journal,
  view: ClaimView,
  { key, newest, charge }: EndedClaim,
): Promise<ChargeRow | undefined> {
  const cached = charge && rowFromCache(key, charge);
  if (cached) return cached;
  const [row] = await readAll(journal, view, [{ key, newest }]);
  return row;
}

function isBefore(
  one: ChargeRow,
  other: ChargeRow,
  { newestFirst = false, byAmount }: Ordering = {},
): boolean {
  const amounts = byAmount ? compareAmounts(one.amount ?? '0', other.amount ?? '0') : 0;
  if (amounts) return amounts < 0 !== newestFirst;
  const name = one.startedAt === other.startedAt ? 'key' : 'startedAt';
  return one[name] < other[name] !== newestFirst;
}

function passes(row: ChargeRow, filter: Omit<Filter, 'texts'>): boolean {
  const { states, reference, operations, amount, machine, archived } = filter;
  const { since, until, endedSince } = filter;
  return (
    (amount === undefined || isAmount(row.amount, amount)) &&
    (machine === undefined || row.machine === machine) &&
    (states === undefined || states.includes(row.state)) &&
    (archived !== false || row.archive === undefined || reference !== undefined) &&
    (reference === undefined || row.reference === reference) &&
    (operations === undefined || operations.includes(row.operation)) &&
    (since === undefined || Date.parse(row.startedAt) >= since) &&
    (until === undefined || Date.parse(row.startedAt) < until) &&
    (endedSince === undefined || row.endedAt === null || Date.parse(row.endedAt) >= endedSince)
  );
}

function isAmount(amount: string | null, wanted: string | null): boolean {
  return amount === null || wanted === null
    ? amount === wanted
    : compareAmounts(amount, wanted) === 0;
}
