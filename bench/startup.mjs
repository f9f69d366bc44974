// @ts-check
// npm run bench: what one command costs, as a ratio to bare Node in the same rounds.
//   --rounds N   how often each row is counted (25)
//   --only TEXT  only the rows whose name contains it
//   --node LINE  under the newest Node of that line, from the npm registry, without the peers
//   --write      put the table into docs/performance.md
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measure, median, ratios } from './measure.mjs';
import { nodeOf } from './nodes.mjs';
import {
  document,
  fixed,
  flag,
  machine,
  markdown,
  openScratch,
  output,
  spread,
  startServer,
  surface,
  table,
  writeResults,
} from './shared.mjs';
import { ownRows, peerRows, prepare } from './startup-rows.mjs';

const HEAD = ['command', 'bar', 'cpu', 'cpu ms', 'wall', 'wall ms', 'min', 'peak MB'];

async function main(line) {
  const rounds = Number(flag('rounds', 25));
  const scratch = openScratch();
  const bank = await startServer('loopback-bank.mjs');
  try {
    prepare(scratch.env, bank.url);
    const [base, ...peers] = peerRows(scratch.env, bank.url);
    const others = [...(line ? [] : peers), ...ownRows(scratch.env, bank.url)];
    const chosen = others.filter(({ name }) => name.includes(flag('only', ''))).filter(works);
    const results = await measure([base, ...chosen], rounds, (round) => progress(round, rounds));
    report(results, rounds, line ? `start-up on Node ${line}` : 'start-up');
  } finally {
    bank.close();
    scratch.close();
  }
}

/** The same under another Node: it runs the benchmark, and so all that is measured. */
function underNode(line) {
  const binary = nodeOf(line);
  if (binary === process.execPath) return false;
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exitCode = spawnSync(binary, args, { stdio: 'inherit' }).status ?? 1;
  return true;
}

/** A row that does not do its work is not timed, and said so. */
function works({ name, argv, env, expect = /(?:)/ }) {
  try {
    if (expect.test(output(argv, env))) return true;
    console.error(`left out: ${name} did not print ${expect}`);
  } catch (error) {
    console.error(`left out: ${name}: ${error}`);
  }
  return false;
}

function progress(round, rounds) {
  if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `);
}

function report(results, rounds, name) {
  const figures = results.map((row) => summarise(row, results[0]));
  const cells = figures.map((row) => [
    row.name,
    row.bar === undefined ? '' : `≤ ${row.bar}${barFigure(row) > row.bar ? ', missed' : ''}`,
    spread(row.ofCpu),
    fixed(row.cpu, 1),
    spread(row.ofWall),
    fixed(row.wall, 1),
    fixed(row.min, 1),
    fixed(row.rss, 0),
  ]);
  console.log(`\n${caption(rounds)}\n\n${table(HEAD, cells)}`);
  document(name, `${caption(rounds)}\n\n${markdown(HEAD, cells)}`);
  writeResults(name.replaceAll(' ', '-'), { rounds, figures });
}

/** Without Python nothing is known of processor time. */
function barFigure({ ofCpu, ofWall }) {
  return Number.isNaN(ofCpu.median) ? ofWall.median : ofCpu.median;
}

function caption(rounds) {
  const [load = 0] = loadavg();
  return `${surface(machine())}, load ${load.toFixed(1)} at the end: medians of ${rounds} interleaved rounds in random order. "cpu" and "wall" are ratios to node -e 0 of the same round, with the half of the rounds around the median; the bar is for processor time. A command finds the code that an earlier run of it compiled, but for a "first run".`;
}

function summarise(row, base) {
  const { name, bar, runs } = row;
  return {
    name,
    bar,
    wall: median(runs.map(({ wall }) => wall)),
    min: Math.min(...runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    rss: median(runs.map(({ rss }) => rss)),
    ofCpu: ratios(row, base, 'cpu'),
    ofWall: ratios(row, base, 'wall'),
  };
}

const line = flag('node');
if (line === undefined || !underNode(line)) await main(line);
