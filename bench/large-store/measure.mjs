// @ts-check
// What commands cost this machine, and the server: time, rows, blocks, WAL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureOnce, median, shuffled } from '../measure.mjs';
import { output, payctl, startServer } from '../shared.mjs';
import { chooseSubjects, QUESTIONS } from './commands.mjs';
import { sharing } from './fill.mjs';

/** What takes longer is not waited for, nor asked again. */
const LIMIT_S = 60;

/**
 * Every question to every store in each round, in random order.
 *
 * @param {any} server
 * @param {readonly any[]} stores as `fillStore` returned them
 * @param {{ rounds: number, only: string }} options
 */
export async function measureStores(server, stores, { rounds, only }) {
  const home = mkdtempSync(join(tmpdir(), 'payctl-large-'));
  const bank = await startServer('loopback-bank.mjs');
  try {
    const places = [];
    for (const store of stores) places.push(await openPlace(server, store, home, bank.url));
    const asked = QUESTIONS.filter(({ name }) => new RegExp(only).test(name));
    const runs = asked.flatMap((question) =>
      places.map((place) => ({ question, place, figures: /** @type {any[]} */ ([]), late: false })),
    );
    for (let round = 0; round <= rounds; round += 1) {
      for (const run of shuffled(runs)) {
        if (run.late) continue;
        const figures = await askOnce(server, run);
        run.late = figures === undefined;
        // In the first round caches are filled.
        if (figures && round > 0) run.figures.push(figures);
        progress(round, run, figures);
      }
    }
    return asked.map(({ name }) => ({
      name,
      stores: runs
        .filter(({ question }) => question.name === name)
        .map(({ place, figures }) => ({ claims: place.claims, ...summary(figures) })),
    }));
  } finally {
    bank.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function progress(round, { question, place }, figures) {
  const cost = figures
    ? `${Math.round(figures.cpu)} + ${Math.round(figures.ms)} ms, ${figures.rows} rows`
    : `more than ${LIMIT_S} s`;
  console.error(`${round}: ${question.name} at ${place.claims}: ${cost}`);
}

async function openPlace(server, { database, key, size, claims }, home, bank) {
  const own = join(home, database);
  const url = server.url(database);
  await server.sql('CREATE EXTENSION IF NOT EXISTS pg_stat_statements', database);
  const offline = sharing({ home: own, url, key });
  const connected = sharing({ home: own, url, key, bank });
  output([...payctl, 'token'], connected);
  return { database, claims, subject: chooseSubjects(size), envs: { offline, connected } };
}

/** undefined where it took too long. */
async function askOnce(server, { question, place }) {
  const { name, args, connected, exits } = question;
  const { database, envs } = place;
  const env = connected ? envs.connected : envs.offline;
  const argv = ['/usr/bin/timeout', String(LIMIT_S), ...payctl, ...args(place.subject())];
  await server.sql('SELECT pg_stat_statements_reset()', database);
  const before = await tableCounters(server, database);
  const { code, ...own } = await measureOnce({ name, argv, env, codes: [...(exits ?? [0]), 124] });
  await untilAlone(server, database);
  if (code === 124) return undefined;
  const after = await tableCounters(server, database);
  const statements = await statementCounters(server, database);
  const counted = Object.entries(after).map(([name, value]) => [name, value - before[name]]);
  return { ...own, ...statements, ...Object.fromEntries(counted) };
}

/** A backend adds its counts at its end. */
async function untilAlone(server, database) {
  const others = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}'
    AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  while ((await server.sql(others, database)).length > 0) await sleep(5);
}

async function tableCounters(server, database) {
  const [row] = await server.sql(
    `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows,
       sum(seq_scan)::float8 AS scans, sum(n_tup_upd)::float8 AS updates,
       sum(n_tup_hot_upd)::float8 AS hot
     FROM pg_stat_user_tables WHERE schemaname = 'payctl'`,
    database,
  );
  return row;
}

/** Processor time is what remains of a statement's time without its reading; only the schema counts. */
async function statementCounters(server, database) {
  const [row] = await server.sql(
    `SELECT count(*)::float8 AS statements,
       sum(total_exec_time + total_plan_time - blk_read_time - blk_write_time)::float8 AS ms,
       sum(shared_blks_hit + shared_blks_read)::float8 AS blocks,
       sum(shared_blks_read)::float8 AS "blocksRead", sum(wal_bytes)::float8 AS wal,
       sum(wal_fpi)::float8 AS "wholePages"
     FROM pg_stat_statements(true) AS s JOIN pg_database AS d ON d.oid = s.dbid
     WHERE d.datname = '${database}' AND s.query NOT LIKE '%pg_stat_%'`,
    database,
  );
  return row;
}

function summary(figures) {
  if (figures.length === 0) return { late: true };
  const names = [
    ...[
      'cpu',
      'rss',
      'ms',
      'rows',
      'scans',
      'blocks',
      'blocksRead',
      'statements',
      'wal',
      'wholePages',
    ],
    ...['updates', 'hot'],
  ];
  return Object.fromEntries(names.map((name) => [name, median(figures.map((one) => one[name]))]));
}
