// @ts-check
// node bench/large-store.mjs fill|measure|retain: what commands cost at millions of claims in PostgreSQL,
// and whether charges are safe while old ones leave.
//   --directory DIR  where the server and its data are kept between runs; 5 kB a claim
//   --claims N       fill: how many claims, and as many confirmations (5000000); SIGINT ends it with
//                    those that are there, and another fill goes on
//   --made N         fill: how many of them, the newest, are made one by one; the server copies those for
//                    the others, which is ten times as fast (all)
//   --days N         fill: over how many days they are spread (365)
//   --sizes A,B      measure: the stores to compare (10000,5000000); retain: one
//   --rounds N       measure: how often each command is counted at each size (5)
//   --only PATTERN   measure: only commands that match this regular expression
//   --keep TIME      retain: how long claims stay (90d); lines of copies are as new as those they copy
//   --kills N        retain: how often each command of the owner is killed (3)
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillStore } from './large-store/fill.mjs';
import { measureStores } from './large-store/measure.mjs';
import { report } from './large-store/report.mjs';
import { retainWhileCharging } from './large-store/retain.mjs';
import { openServer } from './large-store/server.mjs';
import { flag } from './shared.mjs';

const directory = flag('directory', undefined);
const [, , task] = process.argv;

async function main() {
  if (directory === undefined) throw new Error('--directory is missing');
  if (task === 'fill') return fill();
  if (task === 'measure') return measure();
  if (task === 'retain') return retain();
  throw new Error('fill, measure or retain?');
}

async function fill() {
  const claims = Number(flag('claims', 5_000_000));
  const days = Number(flag('days', 365));
  const home = mkdtempSync(join(tmpdir(), 'payctl-large-'));
  const server = await openServer(directory, 'filling');
  try {
    const database = `claims_${claims}`;
    const file = join(directory, `${database}.json`);
    const before = existsSync(file) ? readStore(claims) : undefined;
    const made = Number(flag('made', claims));
    const store = await fillStore(server, database, home, { claims, days, made }, before);
    writeFileSync(file, JSON.stringify(store));
    console.log(JSON.stringify(store));
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure() {
  const sizes = flag('sizes', '10000,5000000').split(',');
  const rounds = Number(flag('rounds', 5));
  const server = await openServer(directory, 'measuring');
  try {
    const stores = sizes.map(readStore);
    const results = await measureStores(server, stores, { rounds, only: flag('only', '') });
    report(results, { sizes: stores, rounds });
  } finally {
    await server.close();
  }
}

async function retain() {
  const [keep, kills] = [flag('keep', '90d'), Number(flag('kills', 3))];
  const server = await openServer(directory, 'measuring');
  try {
    console.log(
      JSON.stringify(
        await retainWhileCharging(server, readStore(flag('sizes', '')), { keep, kills }),
      ),
    );
  } finally {
    await server.close();
  }
}

function readStore(claims) {
  return JSON.parse(readFileSync(join(directory, `claims_${claims}.json`), 'utf8'));
}

await main();
