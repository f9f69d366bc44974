import type { ClaimQuery, EndedClaim } from '../claim-index.js';
import { outcomeIn, searchHash, valuesIn } from '../outcome-line.js';
import type { ClaimReading, Place } from './claim-view.js';
import { numberIn, type Row, raw, type Sql, sql, textIn } from './sql.js';

// To be deleted with schema 4.

/** Claims in one page. */
const PAGE = 500;

/** When a claim was started, from its outcome; lists are in this order. */
const STARTED = raw(`(coalesce(ended::jsonb ->> 9, '') COLLATE "C")`);
/** The hashes by which it is found. */
const HASHES = raw('(ended::jsonb -> -2)');
/** Whether a claim has an outcome with search hashes. */
export const KNOWN_IN_4 = raw(`ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array'`);
/** The claims that must be read. `exact`: also those of which the store lacks a revision. */
export function openInSchema4(exact: boolean): Sql {
  return sql`SELECT key, part FROM payctl.claim
    WHERE NOT (${KNOWN_IN_4}) ${exact ? sql`OR NOT (${WHOLE})` : raw('')} ORDER BY key`;
}

/** Whether the store has all revisions that the row of the claim counts. */
const WHOLE = raw(`part = (SELECT count(DISTINCT entry.part) FROM payctl.entry
  WHERE entry.key = claim.key AND entry.part <= claim.part)`);

/** Claims as a store of schema 4 has them: with their outcomes in their own rows. */
export const SCHEMA_4: ClaimReading = {
  pageOf,
  sizeOf: () => PAGE,
  lastOf: (key) => sql`SELECT key, part, ended, true AS whole, ${STARTED} AS started
    FROM payctl.claim WHERE key = ${key} AND ended IS NOT NULL`,
  startOf: (row) => textIn(row, 'started'),
  endedIn,
};

function pageOf(query: ClaimQuery, after: Place | undefined): Sql {
  const { texts, since, until, newestFirst = false } = query;
  const terms = [
    sql`${KNOWN_IN_4}`,
    ...(texts === undefined ? [] : [finds(texts)]),
    ...(since === undefined ? [] : [sql`${STARTED} >= ${momentOf(since)}`]),
    ...(until === undefined ? [] : [sql`${STARTED} < ${momentOf(until)}`]),
    ...(after === undefined
      ? []
      : [
          newestFirst
            ? sql`(${STARTED}, key) < (${after.start}, ${after.key})`
            : sql`(${STARTED}, key) > (${after.start}, ${after.key})`,
        ]),
  ];
  const [first = raw('true'), ...rest] = terms;
  const wanted = rest.reduce((all, term) => sql`${all} AND ${term}`, first);
  const direction = raw(newestFirst ? 'DESC' : 'ASC');
  return sql`SELECT key, part, ended, ${STARTED} AS started, ${WHOLE} AS whole
    FROM payctl.claim WHERE ${wanted}
    ORDER BY ${STARTED} ${direction}, key ${direction} LIMIT ${PAGE}`;
}

function finds(texts: readonly string[]): Sql {
  const any = texts.reduce(
    (all, text) => sql`${all} OR ${HASHES} @> ${JSON.stringify(searchHash(text))}::jsonb`,
    sql`key = ANY (${texts})`,
  );
  return sql`(${any})`;
}

function momentOf(at: number): string {
  return new Date(at).toISOString();
}

function endedIn(row: Row): EndedClaim {
  const at = Date.parse(textIn(row, 'started')) || 0;
  const ended = { key: textIn(row, 'key'), newest: numberIn(row, 'part'), at };
  const values = row.whole === true ? valuesIn(textIn(row, 'ended')) : undefined;
  const outcome = values && outcomeIn(values);
  return outcome ? { ...ended, charge: outcome.charge } : ended;
}
