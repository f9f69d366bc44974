// @ts-check
// Fills the pages of a store that fill.mjs gives it, one after the other.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { load } from '../../scripts/bundle.mjs';
import { openRecorder, PARTS } from './recorder.mjs';
import { COLUMNS, claimRows, copyText, inboxRowMaker } from './rows.mjs';
import { connect } from './server.mjs';
import { openShop } from './shop.mjs';

process.once('message', (/** @type {any} */ work) => void fill(work));
// Whoever started this process says when it is over.
process.on('SIGINT', () => {});

// Each charge aborts its heartbeats, which would capture a stack.
Error.stackTraceLimit = 0;

async function fill({ url, key, server, size }) {
  const parts = /** @type {any} */ (await load(PARTS));
  const random = pooled();
  const sealer = new parts.seal.Sealer(random, parts.seal.StoreKey.parse(key));
  const store = { sealer, random, server };
  const record = openRecorder(parts, store);
  const inboxRow = inboxRowMaker(parts, store);
  const shop = openShop(size);
  const database = connect(url);
  // Neither triggers nor foreign keys: what is written is whole.
  await database.unsafe(`SET session_replication_role = replica; SET synchronous_commit = off`);
  let writing = Promise.resolve();
  for (;;) {
    process.send?.('next');
    const [{ first, last }] = await once(process, 'message');
    if (last === undefined) break;
    const page = new Map(Object.keys(COLUMNS).map((table) => [table, /** @type {any[]} */ ([])]));
    for (let number = first; number <= last; number += 1) {
      const charge = shop.charge(number);
      const rows = { ...claimRows(parts, store, await record(charge)), inbox: [inboxRow(charge)] };
      for (const [table, more] of Object.entries(rows)) page.get(table)?.push(...more);
    }
    // The server writes one page while the next is made.
    await writing;
    writing = copyPage(database, page);
  }
  await writing;
  await database.end();
  process.disconnect();
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

async function copyPage(database, page) {
  await database.begin(async (transaction) => {
    for (const [table, rows] of page) await copy(transaction, table, rows);
  });
}

async function copy(database, table, rows) {
  const statement = `COPY payctl.${table} (${COLUMNS[table].join(', ')}) FROM STDIN`;
  const stream = await database.unsafe(statement).writable();
  await pipeline(Readable.from([copyText(rows)]), stream);
}
