import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../core/time.js';
import type { Clock, OpenFile } from '../../host/host.js';
import { retryWhileBusy, SqliteError, type SqlValue } from '../../host/sqlite.js';
import {
  type ClaimQuery,
  type ClaimView,
  type EndedClaim,
  type OpenClaim,
  rowsInPage,
} from '../claim-index.js';
import type { TimeRange } from '../inbox.js';
import { matchesClaim } from '../outcome-line.js';
import { type ClaimState, outcomeAt, satangOrNull, searchTerm } from './claim-log.js';
import { type Derived, PATIENCE_MS } from './derived.js';
import { PlacedLineReader } from './lines.js';

/** What a view reads from; both are to be closed. */
export interface ViewSources {
  derived: Derived<ClaimState>;
  log: OpenFile | undefined;
}

/** The claims that were open when the view was made, and all others a page at a time. */
export class FileClaimView implements ClaimView {
  #sources: ViewSources;
  #lines: PlacedLineReader | undefined;
  readonly open: readonly OpenClaim[];
  readonly #isOpen: ReadonlySet<string>;
  /** The newest revision, by key, of claims that became open when the index was built again. */
  #reopened: ReadonlyMap<string, number> = new Map();
  readonly #clock: Clock | undefined;
  /** Builds the index again if a part of it is damaged; once. */
  #rebuild: ((failed: Derived<ClaimState>) => Promise<ViewSources>) | undefined;

  constructor(
    sources: ViewSources,
    rebuild: (failed: Derived<ClaimState>) => Promise<ViewSources>,
    clock?: Clock,
  ) {
    this.#sources = sources;
    this.#lines = sources.log && new PlacedLineReader(sources.log);
    this.open = sources.derived.state.open.map(([key, newest]) => ({ key, newest }));
    this.#isOpen = new Set(this.open.map(({ key }) => key));
    this.#clock = clock;
    this.#rebuild = rebuild;
  }

  async *ended(query: ClaimQuery = {}): AsyncGenerator<EndedClaim> {
    yield* this.#yieldReopened();
    const yielded: Float64Array[] = [];
    let known: ReadonlySet<number> = new Set();
    const size = rowsInPage(query);
    for (let last: IndexedClaim | undefined; ; ) {
      const page = await this.#orRebuilt(() => this.#page(query, size, last));
      if (page === undefined) {
        last = undefined;
        known = new Set(yielded.flatMap((keys) => [...keys]));
        yield* this.#yieldReopened(known);
        continue;
      }
      yielded.push(Float64Array.from(page, ({ key }) => shortened(key)));
      for (const ended of page) {
        last = ended;
        const { key } = ended;
        if (this.#isOpen.has(key) || this.#reopened.has(key) || known.has(shortened(key))) continue;
        yield ended;
      }
      if (page.length < size) return;
      await nextTurn();
    }
  }

  *#yieldReopened(known: ReadonlySet<number> = new Set()): Generator<EndedClaim> {
    for (const [key, newest] of this.#reopened) {
      if (!known.has(shortened(key))) yield { key, newest, at: 0 };
    }
  }

  async last(keys: readonly string[]): Promise<ReadonlyMap<string, EndedClaim>> {
    const find = () => {
      return this.#select('claim WHERE key IN (SELECT value FROM json_each(?))', [
        JSON.stringify(keys),
      ]);
    };
    // An index that was built again is asked once more; if that fails too, it throws.
    for (;;) {
      const found = await this.#orRebuilt(find);
      if (found) return new Map(found.map((ended) => [ended.key, ended]));
    }
  }

  close(): void {
    this.#sources.derived.database.close();
    this.#sources.log?.close();
  }

  #page(query: ClaimQuery, size: number, last?: IndexedClaim): IndexedClaim[] {
    const { texts, newestFirst = false, byAmount = false, beginAt } = query;
    const [beyond, order] = newestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
    const columns = byAmount ? ['satang', 'at', 'key'] : ['at', 'key'];
    const sorted = columns.map((name) => `${name} ${order}`).join();
    const found = queryConditions(query);
    if (byAmount) found.push(['satang IS NOT NULL']);
    if (beginAt) {
      const { amount, at } = beginAt;
      found.push([`(satang, at) ${beyond}= (?, ?)`, satangOrNull(amount), at]);
    }
    if (last) {
      const { satang, at, key } = last;
      const values = byAmount ? [satang, at, key] : [at, key];
      found.push([`${columns[0]} ${beyond}= ?`, values[0] ?? null]);
      found.push([`(${columns.join()}) ${beyond} (${values.map(() => '?').join()})`, ...values]);
    }
    const from = texts === undefined ? 'claim' : 'term JOIN claim USING (place, at)';
    // Several texts may find one claim.
    const once = (texts?.length ?? 0) > 1 ? 'GROUP BY at, key' : '';
    const where = ['WHERE true', ...found.map(([term]) => term)].join(' AND ');
    return this.#select(
      `${from} ${where} ${once} ORDER BY ${sorted} LIMIT ${size}`,
      found.flatMap(([, ...values]) => values),
    );
  }

  #select(from: string, values: readonly SqlValue[]): IndexedClaim[] {
    const rows = this.#sources.derived.database.all(
      `SELECT key, satang, newest, at, place, length FROM ${from}`,
      ...values,
    );
    return rows.map(([key, satang = null, ...numbers]) => {
      return { ...this.#indexed(String(key), numbers.map(Number)), satang };
    });
  }

  #indexed(key: string, [newest = 0, at = 0, offset = 0, length = 0]: number[]): EndedClaim {
    const outcome = this.#lines && outcomeAt(this.#lines, { offset, length });
    const fits = outcome !== undefined && matchesClaim(outcome, { key, newest, at });
    if (!fits && this.#rebuild) throw new SqliteError('damaged', 'it does not fit the log');
    return { key, newest, at, ...(fits && { charge: outcome.charge }) };
  }

  /** undefined if the index was built again: then the work must be repeated. */
  async #orRebuilt<T>(work: () => T): Promise<T | undefined> {
    const rebuild = this.#rebuild;
    try {
      return await (this.#clock ? retryWhileBusy(this.#clock, PATIENCE_MS, work) : work());
    } catch (error) {
      if (!(error instanceof SqliteError) || rebuild === undefined) throw error;
    }
    this.#rebuild = undefined;
    this.close();
    this.#sources = await rebuild(this.#sources.derived);
    this.#lines = this.#sources.log && new PlacedLineReader(this.#sources.log);
    const { open } = this.#sources.derived.state;
    this.#reopened = new Map(open.filter(([key]) => !this.#isOpen.has(key)));
    return undefined;
  }
}

interface IndexedClaim extends EndedClaim {
  satang: SqlValue;
}

/** SQLite would sort all that is in a span; what is in a long one it shall find in the order of the amounts. */
export function besideAmounts(column: string, span: Partial<TimeRange>): string {
  const { since = 0, until = Number.POSITIVE_INFINITY } = span;
  return until - since > LONG_SPAN_MS ? `+${column}` : column;
}

const LONG_SPAN_MS = 31 * DAY_MS;

type Condition = [term: string, ...values: SqlValue[]];

function queryConditions(query: ClaimQuery): Condition[] {
  const { texts, since, until, endedSince, states, operations, amount, archived } = query;
  const { mentioning } = query;
  const found: Condition[] = [];
  const at = query.byAmount ? besideAmounts('at', query) : 'at';
  if (texts) found.push(...isOneOf('hash', texts.map(searchTerm)));
  if (since !== undefined) found.push([`${at} >= ?`, since]);
  if (until !== undefined) found.push([`${at} < ?`, until]);
  if (endedSince !== undefined) {
    // Also beside the start, which says little here.
    found.push(['likelihood(ended_at >= ?, 0.001)', endedSince]);
  }
  if (states) found.push(...isOneOf('state', states));
  if (operations) found.push(...isOneOf('operation', operations));
  if (mentioning !== undefined) {
    const term = 'term.at = claim.at AND term.place = claim.place AND hash = ?';
    found.push([`EXISTS (SELECT * FROM term WHERE ${term})`, searchTerm(mentioning)]);
  }
  if (amount === null) found.push(['satang IS NULL']);
  else if (amount !== undefined) found.push(['satang = ?', satangOrNull(amount)]);
  if (archived === false) found.push(['NOT archived']);
  return found;
}

/** One value is named as such, because only then do the indexes give the order, too. */
function isOneOf(column: string, values: readonly SqlValue[]): Condition[] {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) {
    const found: Condition[] = [[`${column} = ?`, only]];
    // A partial index is used only where its condition stands in the query.
    if (column === 'state' && only !== 'succeeded') found.push(["state <> 'succeeded'"]);
    return found;
  }
  return [[`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)]];
}

/** The first 48 bits of a key: of a million of them 8 MB are held, in arrays that the collector does not copy. */
function shortened(key: string): number {
  return Number.parseInt(key.slice(0, 12), 16);
}
