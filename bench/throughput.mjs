// @ts-check
// npm run bench:throughput: `batch` over loopback beside plain keep-alive loops and one process per
// row, in interleaved rounds; then its peak memory by the number of rows.
//   --rounds N       how often each is counted (5)
//   --rows N         reads of each (10000)
//   --concurrency N  at once, of each (16)
//   --sizes A,B      rows of the batches whose peak memory is taken (10000,100000)
//   --write          put the tables into docs/performance.md
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { measure, measureOnce, median } from './measure.mjs';
import {
  find,
  fixed,
  flag,
  machine,
  node,
  openScratch,
  output,
  payctl,
  publish,
  root,
  startServer,
} from './shared.mjs';
import { environmentProfile } from './startup-rows.mjs';

const GOT = 'a loop of got';
const HTTP = 'a loop of node:http';
const BATCH = 'payctl batch';
const EACH = 'one process per row';

const rows = Number(flag('rows', 10_000));
const rounds = Number(flag('rounds', 5));
const concurrency = flag('concurrency', '16');
/** A process for each of ten thousand rows takes minutes and shows no more. */
const ROWS_BY_PROCESS = 200;
const SIZES = flag('sizes', '10000,100000').split(',').map(Number);

const scratch = openScratch();
const bank = await startServer('loopback-bank.mjs');
try {
  const env = environmentProfile(scratch.env, bank.url);
  output([...payctl, 'token'], env);
  const speed = summariseSpeed(await measure(ways(env), rounds, progress));
  const memory = await measureMemory(env);
  report(speed, memory);
} finally {
  bank.close();
  scratch.close();
}

function ways(env) {
  const loop = (library) => [
    ...[node, join(root, 'bench/read-loop.mjs'), library],
    ...[bank.url, String(rows), concurrency],
  ];
  const one = [...payctl, 'ewallet', 'inquire', '--tran-type', 'A', '--out-trade-no'];
  const each = `seq 1000001 ${1_000_000 + ROWS_BY_PROCESS} | xargs -P ${concurrency} -I{} "$@" SBX{}`;
  return [
    { name: HTTP, rows, argv: loop('http'), env },
    { name: GOT, rows, bar: 0.85, argv: loop('got'), env },
    { name: BATCH, rows, argv: batchCommand(rows), env },
    { name: EACH, rows: ROWS_BY_PROCESS, argv: [find('sh'), '-c', each, 'sh', ...one], env },
  ];
}

function batchCommand(count, ...more) {
  const file = join(scratch.home, `${count}.csv`);
  const fd = openSync(file, 'w');
  writeSync(fd, 'outTradeNo\n');
  for (let row = 1; row <= count; row += 1000) {
    const lines = Array.from(
      { length: Math.min(1000, count - row + 1) },
      (_, index) => row + index,
    );
    writeSync(fd, lines.map((line) => `SBX${String(line).padStart(9, '0')}\n`).join(''));
  }
  closeSync(fd);
  const flags = ['--rate', '0', '--concurrency', concurrency, '--quiet', ...more];
  return [...payctl, 'batch', 'ewallet.inquire', file, '-f', 'tranType=A', ...flags];
}

/** Rows a second, and in each round how that compares with `batch`. */
function summariseSpeed(results) {
  const batch = results.find(({ name }) => name === BATCH);
  return results.map(({ name, rows: done, runs }) => ({
    name,
    rows: done,
    perSecond: median(runs.map(({ wall }) => (done * 1000) / wall)),
    ratio: median(runs.map(({ wall }, round) => rows / batch.runs[round].wall / (done / wall))),
    cpuMsPerRow: median(runs.map(({ cpu }) => cpu / done)),
    peakMB: median(runs.map(({ rss }) => rss)),
  }));
}

/** One run of each size: a peak is a peak. */
async function measureMemory(env) {
  const sizes = [];
  for (const count of SIZES) {
    const out = join(scratch.home, 'results.jsonl');
    const argv = batchCommand(count, '--out', out);
    const { wall, rss } = await measureOnce({ name: BATCH, argv, env });
    rmSync(out);
    rmSync(`${out}.checkpoint`);
    sizes.push({ rows: count, peakMB: rss, perSecond: (count * 1000) / wall });
    progress();
  }
  return sizes;
}

function report(speed, memory) {
  const head = ['way', 'rows', 'rows a second', 'batch is', 'bar', 'CPU ms a row', 'peak MB'];
  const bars = { [GOT]: '≥ 0.85', [EACH]: '≥ 20' };
  const cells = speed.map((way) => [
    way.name,
    way.rows,
    fixed(way.perSecond, 0),
    way.name === BATCH ? '' : `${fixed(way.ratio, 2)} ×`,
    bars[way.name] ?? '',
    fixed(way.cpuMsPerRow, 3),
    fixed(way.peakMB, 0),
  ]);
  const sizeHead = ['rows of a batch', 'peak MB', 'rows a second'];
  const sizeCells = memory.map((size) => [
    size.rows,
    fixed(size.peakMB, 0),
    fixed(size.perSecond, 0),
  ]);
  const caption = `${machine()}: ${rows} reads over loopback, ${concurrency} at once, from start to end of the process; medians of ${rounds} interleaved rounds. One process per row was run with ${ROWS_BY_PROCESS} rows.`;
  publish('throughput', caption, [head, cells], [sizeHead, sizeCells]);
}

function progress(round) {
  if (process.stderr.isTTY) process.stderr.write(round === undefined ? '.' : `\rround ${round} `);
}
