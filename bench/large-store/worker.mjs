// @ts-check
// Fills pages of a store, every WORKERS-th of them, the newest first, until it is told to stop: so that
// whatever is there by then is a store. What it fills, a message of fill.mjs says.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { load } from '../../scripts/bundle.mjs';
import { PARTS } from './recorder.mjs';
import { COLUMNS, claimRows, copyText, inboxRowOf } from './rows.mjs';
import { connect } from './server.mjs';
import { shopOf } from './shop.mjs';
import { chargerOf } from './template.mjs';

const PAGE = 1_000;

let isStopped = false;

process.once('message', (/** @type {any} */ work) => {
  process.once('message', () => {
    isStopped = true;
  });
  void fill(work).then(() => process.disconnect());
});
// Whoever started this process says when it is over.
process.on('SIGINT', () => {});

// Each charge aborts its heartbeats, which would capture a stack.
Error.stackTraceLimit = 0;

async function fill({ url, key, server, size, filled, first, workers }) {
  const parts = /** @type {any} */ (await load(PARTS));
  const random = pooled();
  const sealer = new parts.seal.Sealer(random, parts.seal.StoreKey.parse(key));
  const store = { sealer, random, server };
  const linesOf = chargerOf(parts, store);
  const inboxRow = inboxRowOf(parts, store);
  const shop = shopOf(size);
  const database = connect(url);
  // Neither triggers nor foreign keys: what is written is whole.
  await database.unsafe(`SET session_replication_role = replica; SET synchronous_commit = off`);
  for (let end = shop.all - filled - first * PAGE; end > 0 && !isStopped; end -= workers * PAGE) {
    const begin = Math.max(0, end - PAGE);
    const page = new Map(Object.keys(COLUMNS).map((table) => [table, /** @type {any[]} */ ([])]));
    for (let number = begin + 1; number <= end; number += 1) {
      const charge = shop.charge(number);
      const rows = { ...claimRows(parts, store, await linesOf(charge)), inbox: [inboxRow(charge)] };
      for (const [table, more] of Object.entries(rows)) page.get(table)?.push(...more);
    }
    for (const [table, rows] of page) await copy(database, table, rows);
    process.send?.(end - begin);
  }
  await database.end();
}

/** Few bytes at a time would cost more than what they are for. */
function pooled() {
  let pool = randomBytes(65_536);
  let used = 0;
  return {
    bytes(count) {
      if (used + count > pool.length) [pool, used] = [randomBytes(65_536), 0];
      used += count;
      return pool.subarray(used - count, used);
    },
  };
}

async function copy(database, table, rows) {
  const statement = `COPY payctl.${table} (${COLUMNS[table].join(', ')}) FROM STDIN`;
  const stream = await database.unsafe(statement).writable();
  await pipeline(Readable.from([copyText(rows)]), stream);
}
