import { formatAmount, parseAmount } from '../../core/money.js';
import {
  type ClaimIndex,
  type ClaimQuery,
  type ClaimView,
  type EndedClaim,
  type OpenClaim,
  rowsInPage,
} from '../claim-index.js';
import { searchHash } from '../outcome-line.js';
import { orNull } from '../rows.js';
import { hashToNumber } from './outcomes.js';
import type { StoreQueries } from './server.js';
import {
  type DatabaseRow,
  list,
  raw,
  readBoolean,
  readNumber,
  readText,
  readTime,
  type Sql,
  sql,
} from './sql.js';

/**
 * Whether the store has all revisions that the row of the claim counts, or what is left of them, and the
 * outcome is of the newest.
 */
const WHOLE = raw(`charge.part = (SELECT CASE WHEN claim.retired IS NULL THEN
    (SELECT count(DISTINCT entry.part) FROM payctl.entry WHERE entry.key = claim.key
      AND entry.month = claim.month AND entry.part <= claim.part) ELSE claim.part END
  FROM payctl.claim WHERE claim.key = charge.key AND claim.part = charge.part)`);

const COLUMNS = raw(`key, part, started_at, ended_at, state, class, operation, reference,
  amount::text AS amount, attempts, request_uid, profile, base_url, machine, user_name, archive`);

/**
 * Claims in a database. Of each, either `charge` has a row, if it has ended, or `open_claim`: triggers of
 * the schema see to it, whichever program writes. `prepare` uploads what earlier runs could not bring to
 * the store; it is called before the first query.
 */
export function postgresClaimIndex(server: StoreQueries, prepare: () => Promise<void>): ClaimIndex {
  return {
    async open({ exact = false } = {}) {
      await prepare();
      return claimView(server, exact ? await openOfAll(server) : await openNow(server));
    },
  };
}

async function openNow(server: StoreQueries): Promise<OpenClaim[]> {
  const rows = await server.query(raw('SELECT key, part FROM payctl.open_claim ORDER BY key'));
  return rows.map(readOpenClaim);
}

/** Claims that one statement compares with their rows. */
const COMPARED = 5_000;

/** Also those of which a revision is missing, or that no table has: every claim is read, some at a time. */
async function openOfAll(server: StoreQueries): Promise<OpenClaim[]> {
  const open: OpenClaim[] = [];
  for (let after = ''; ; ) {
    const rows = await server.query(sql`WITH page AS MATERIALIZED (
        SELECT key, part FROM payctl.claim WHERE key > ${after} ORDER BY key LIMIT ${COMPARED})
      SELECT * FROM (SELECT page.key, page.part, (${WHOLE}) IS TRUE AS whole FROM page LEFT JOIN
        LATERAL (SELECT * FROM payctl.charge WHERE charge.key = page.key OFFSET 0) AS charge ON true) AS compared
      WHERE NOT whole OR key = (SELECT max(key) FROM page) ORDER BY key`);
    const last = rows.at(-1);
    if (last === undefined) return open;
    after = readText(last, 'key');
    open.push(...rows.filter((row) => !readBoolean(row, 'whole')).map(readOpenClaim));
  }
}

function readOpenClaim(row: DatabaseRow): OpenClaim {
  return { key: readText(row, 'key'), newest: readNumber(row, 'part') };
}

/** The last claim of a page; the next page goes on after it. */
interface Place {
  start: string;
  key: string;
  amount: string | null;
}

/** The claims that were open when the view was made, and all others a page at a time. */
function claimView(server: StoreQueries, open: readonly OpenClaim[]): ClaimView {
  const isOpen = new Set(open.map(({ key }) => key));
  return {
    open,
    async *ended(query = {}) {
      for (let after: Place | undefined; ; ) {
        const rows = await server.query(pageSql(query, after));
        for (const row of rows) {
          const amount = orNull(row, 'amount', readText);
          after = { start: readTime(row, 'started_at'), key: readText(row, 'key'), amount };
          const ended = readEndedClaim(row);
          if (!isOpen.has(ended.key)) yield ended;
        }
        if (rows.length < rowsInPage(query)) return;
      }
    },
    async last(keys) {
      const rows = await server.query(
        sql`SELECT ${COLUMNS}, true AS whole FROM payctl.charge WHERE key = ANY (${keys})`,
      );
      return new Map(rows.map(readEndedClaim).map((ended) => [ended.key, ended]));
    },
    close() {},
  };
}

/** The claims of a page are found first, and only they are compared with their entries. */
function pageSql(query: ClaimQuery, after: Place | undefined): Sql {
  const { texts, unchecked = false } = query;
  const columns = query.byAmount ? ['amount', 'started_at', 'key'] : ['started_at', 'key'];
  const direction = query.newestFirst ? 'DESC' : 'ASC';
  const order = raw(columns.map((name) => `charge.${name} ${direction}`).join());
  const terms = [...queryConditions(query), ...(after ? [beyondSql(after, query)] : [])];
  const wanted = terms.reduce((all, term) => sql`${all} AND ${term}`, raw('true'));
  // What a text finds is little: the index of the starts must not be searched for it.
  const [found, source] =
    texts === undefined
      ? [raw(''), raw('payctl.charge')]
      : [sql`named AS MATERIALIZED (${withTexts(texts)}),`, raw('named')];
  return sql`WITH ${found} page AS MATERIALIZED (SELECT * FROM ${source} AS charge
      WHERE ${wanted} ORDER BY ${order} LIMIT ${rowsInPage(query)})
    SELECT ${COLUMNS}, ${unchecked || WHOLE} AS whole FROM page AS charge ORDER BY ${order}`;
}

/** The indexes have no keys; where two claims were started at the same moment, they are sorted. */
function beyondSql({ start, key, amount }: Place, { newestFirst, byAmount }: ClaimQuery): Sql {
  const beyond = raw(newestFirst ? '<' : '>');
  return byAmount
    ? sql`(amount, started_at) ${beyond}= (${amount}::numeric, ${start})
      AND (amount, started_at, key) ${beyond} (${amount}::numeric, ${start}, ${key})`
    : sql`started_at ${beyond}= ${start} AND (started_at, key) ${beyond} (${start}, ${key})`;
}

/** Each text is searched for by itself: of many at once the server would read the whole table. */
function withTexts(texts: readonly string[]): Sql {
  const each = texts.map((text) => sql`(${text}, ${searchNumber(text)})`);
  return sql`SELECT DISTINCT ON (found.key) found.* FROM (VALUES ${list(each)}) AS wanted (text, hash),
      LATERAL (SELECT * FROM payctl.charge
        WHERE hashes @> ARRAY[wanted.hash] OR key = wanted.text OFFSET 0) AS found`;
}

function searchNumber(text: string): Sql {
  return sql`${hashToNumber(searchHash(text))}::bigint`;
}

function queryConditions(query: ClaimQuery): Sql[] {
  const { since, until, endedSince, states, operations, amount, machine, archived } = query;
  const { byAmount, newestFirst, beginAt, mentioning } = query;
  const terms: Sql[] = [];
  if (since !== undefined) terms.push(sql`started_at >= ${isoTime(since)}`);
  if (until !== undefined) terms.push(sql`started_at < ${isoTime(until)}`);
  if (endedSince !== undefined) terms.push(sql`ended_at >= ${isoTime(endedSince)}`);
  if (states) terms.push(isOneOfSql('state', states));
  if (operations) terms.push(isOneOfSql('operation', operations));
  if (mentioning !== undefined) terms.push(sql`hashes @> ARRAY[${searchNumber(mentioning)}]`);
  if (amount === null) terms.push(raw('amount IS NULL'));
  else if (amount !== undefined) terms.push(sql`amount = ${exactAmount(amount)}`);
  if (byAmount) terms.push(raw('amount IS NOT NULL'));
  if (beginAt) {
    const place = sql`(${exactAmount(beginAt.amount)}::numeric, ${isoTime(beginAt.at)})`;
    terms.push(sql`(amount, started_at) ${raw(newestFirst ? '<=' : '>=')} ${place}`);
  }
  if (machine !== undefined) terms.push(sql`machine = ${machine}`);
  if (archived === false) terms.push(raw('archive IS NULL'));
  return terms;
}

/** One value is named as such, because only then do the indexes give the order, too. */
function isOneOfSql(column: string, values: readonly string[]): Sql {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0
    ? sql`${raw(column)} = ${only}`
    : sql`${raw(column)} = ANY (${[...values]})`;
}

function exactAmount(amount: string): string {
  return formatAmount(parseAmount(amount) ?? -1n);
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function readEndedClaim(row: DatabaseRow): EndedClaim {
  const startedAt = readTime(row, 'started_at');
  const at = Date.parse(startedAt);
  const ended = { key: readText(row, 'key'), newest: readNumber(row, 'part'), at };
  if (!readBoolean(row, 'whole')) return ended;
  const { amount, machine, archive } = row;
  return {
    ...ended,
    charge: {
      operation: readText(row, 'operation'),
      reference: readText(row, 'reference'),
      amount: amount === null ? null : readText(row, 'amount'),
      state: readText(row, 'state'),
      requestUId: readText(row, 'request_uid'),
      startedAt,
      endedAt: readTime(row, 'ended_at'),
      attempts: readNumber(row, 'attempts'),
      profile: readText(row, 'profile'),
      baseUrl: readText(row, 'base_url'),
      class: readText(row, 'class'),
      user: orNull(row, 'user_name', readText) ?? '',
      ...(typeof machine === 'string' && { machine }),
      ...(typeof archive === 'string' && { archive }),
    },
  };
}
