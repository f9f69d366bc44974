// @ts-check
// Fills a database with claims and confirmations: bare tables first, then their indexes.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { output, payctl, root } from '../shared.mjs';
import { environmentProfile } from '../startup-rows.mjs';
import { copyOlder, DROP_NEWEST, keepNewest } from './copy.mjs';
import { BASE_URL } from './shop.mjs';

const DAY_MS = 24 * 3_600_000;
const WORKERS = 2;
/** Claims in one transaction. */
const PAGE = 2_000;

/**
 * The environment of a machine that shares this store.
 *
 * @param {{ home: string, url: string, key: string, bank?: string }} store
 */
export function sharing({ home, url, key, bank = BASE_URL }) {
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', NO_COLOR: '1' };
  return {
    ...environmentProfile(env, bank),
    PAYCTL_STATE_DIR: join(home, 'state'),
    PAYCTL_STORE: url,
    PAYCTL_STORE_KEY: key,
  };
}

/**
 * Makes a database and fills it; returns what opens it. `before`: what it returned when it was stopped,
 * to go on from there.
 */
export async function fillStore(server, database, home, { claims, days, made }, before) {
  const began = Date.now();
  const store = before ?? (await newStore(server, database, home, { claims, days }));
  const { key, size } = store;
  const bare = await dropIndexes(server, database);
  const work = { url: server.url(database), key, size, filled: store.filled, made };
  const more = await copyAll({ ...work, server: await serverName(server, database) });
  const filled = store.filled + more;
  const copies = filled >= made ? Math.ceil(claims / filled) - 1 : 0;
  if (copies > 0) await server.sql(keepNewest({ filled, ...size }), database);
  for (let number = 1; number <= copies; number += 1) {
    step(`copy ${number} of ${copies}`, began);
    await server.sql(copyOlder({ filled, ...size }, number), database);
  }
  if (copies > 0) await server.sql(DROP_NEWEST, database);
  await server.sql(SEQUENCES, database);
  for (const statement of bare) {
    step(statement.slice(0, 100), began);
    await server.sql(`SET session_replication_role = replica; ${statement}`, database);
  }
  step('vacuum', began);
  await server.sql('VACUUM (FREEZE, ANALYZE)', database);
  step('done', began);
  return { ...store, filled, claims: filled >= made ? claims : filled };
}

async function newStore(server, database, home, { claims, days }) {
  const key = randomBytes(32).toString('base64');
  await server.sql(`CREATE DATABASE ${database}`);
  const url = server.url(database);
  output([...payctl, 'store', 'init', '--yes'], sharing({ home, url, key }));
  await server.sql(monthsSince(Date.now() - days * DAY_MS), database);
  return { database, key, size: { all: claims, days, until: Date.now() }, filled: 0 };
}

/** A store has a partition for each month that it has been used; a new one has one for all of the past. */
function monthsSince(begun) {
  const [first, now] = [begun, Date.now()].map((at) => new Date(at).toISOString().slice(0, 7));
  const suffix = now?.replace('-', '_');
  return `DROP TABLE payctl.original_${suffix}, payctl.entry_${suffix};
    SELECT payctl.make_month(month::date)
      FROM generate_series('${first}-01'::date, '${now}-01'::date, interval '1 month') AS month`;
}

async function serverName(server, database) {
  const [row] = await server.sql('SELECT payctl.server() AS name', database);
  return row.name;
}

/** Numbers of rows that were given go on where they end. */
const SEQUENCES = `SELECT setval(pg_get_serial_sequence('payctl.inbox', 'seq'), max(seq)) FROM payctl.inbox`;

/**
 * Resolves to how many claims were added. The newest come first, so that what is there when SIGINT ends
 * it is a store.
 */
async function copyAll(work) {
  const began = Date.now();
  let left = work.size.all - work.filled;
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  const nextPage = () => {
    const end = work.size.all - work.made;
    if (isStopped || left <= end) return {};
    const page = { first: Math.max(end + 1, left - PAGE + 1), last: left };
    left = page.first - 1;
    const added = work.size.all - work.filled - left;
    const rate = Math.round((1000 * added) / (Date.now() - began));
    process.stderr.write(`\r${work.filled + added} of ${work.size.all}, ${rate} a second `);
    return page;
  };
  await Promise.all(Array.from({ length: WORKERS }, () => runWorker(work, nextPage)));
  return work.size.all - work.filled - left;
}

function runWorker(work, nextPage) {
  const child = fork(join(root, 'bench/large-store/worker.mjs'), {
    execArgv: ['--max-semi-space-size=64'],
  });
  child.send(work);
  child.on('message', () => child.send(nextPage()));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`a worker ended with exit ${code}`)),
    );
  });
}

function step(what, began) {
  console.error(`\n${Math.round((Date.now() - began) / 1000)} s: ${what}`);
}

/** Foreign keys first, because they rest on the keys. A partition has those of its table. */
const CONSTRAINTS = `SELECT format('ALTER TABLE %s', conrelid::regclass) AS "table", quote_ident(conname) AS name,
    pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE connamespace = 'payctl'::regnamespace AND contype IN ('f', 'p', 'u')
    AND conparentid = 0 AND coninhcount = 0
  ORDER BY contype <> 'f', conrelid`;
const INDEXES = `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'payctl'::regnamespace AND NOT relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

/** Drops what COPY would have to maintain row by row; returns the statements that make it again. */
async function dropIndexes(server, database) {
  const indexes = await server.sql(INDEXES, database);
  const constraints = await server.sql(CONSTRAINTS, database);
  for (const { name } of indexes) await server.sql(`DROP INDEX ${name}`, database);
  for (const { table, name } of constraints) {
    await server.sql(`${table} DROP CONSTRAINT ${name}`, database);
  }
  return [
    ...constraints
      .toReversed()
      .map(({ table, name, definition }) => `${table} ADD CONSTRAINT ${name} ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ];
}
