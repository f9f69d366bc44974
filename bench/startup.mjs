// npm run bench: what one command costs, as a ratio to bare Node in the same rounds.
//   --rounds N   how often each row is counted (25)
//   --only TEXT  only the rows whose name contains it
//   --write      put the table into docs/performance.md
import { document, surface } from './document.mjs';
import { measure, median } from './measure.mjs';
import { ownRows, peerRows, prepare } from './startup-rows.mjs';
import { flag, machine, openScratch, output, startServer, writeResults } from './surroundings.mjs';
import { fixed, markdown, table } from './table.mjs';

const HEAD = ['command', 'bar', 'wall', 'wall ms', 'min', 'p90', 'cpu', 'cpu ms', 'peak MB'];

async function main() {
  const rounds = Number(flag('rounds', 25));
  const scratch = openScratch();
  const bank = await startServer('loopback-bank.mjs');
  try {
    prepare(scratch.env, bank.url);
    const rows = [...peerRows(scratch.env, bank.url), ...ownRows(scratch.env, bank.url)];
    const chosen = rows.filter(({ name }) => /^node/.test(name) || name.includes(flag('only', '')));
    const working = chosen.filter(works);
    const results = await measure(working, rounds, (round) => progress(round, rounds));
    report(results, rounds);
  } finally {
    bank.close();
    scratch.close();
  }
}

/** A row that does not do its work is not timed, and said so. */
function works({ name, argv, env, expect = /(?:)/ }) {
  try {
    if (expect.test(output(argv, env))) return true;
    console.error(`left out: ${name} did not print ${expect}`);
  } catch (error) {
    console.error(`left out: ${name}: ${error.message}`);
  }
  return false;
}

function progress(round, rounds) {
  if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `);
}

function report(results, rounds) {
  const [base, ...others] = results.map(summarise);
  const figures = [base, ...others].map((row) => ({
    ...row,
    ratio: row.wall / base.wall,
    cpuRatio: row.cpu / base.cpu,
  }));
  const cells = figures.map((row) => [
    row.name,
    row.bar === undefined ? '' : `≤ ${row.bar}${row.ratio > row.bar ? ', missed' : ''}`,
    fixed(row.ratio, 2),
    ...[row.wall, row.min, row.p90].map((value) => fixed(value, 1)),
    fixed(row.cpuRatio, 2),
    fixed(row.cpu, 1),
    fixed(row.rss, 0),
  ]);
  console.log(`\n${said(rounds)}\n\n${table(HEAD, cells)}`);
  document('start-up', `${said(rounds)}\n\n${markdown(HEAD, cells)}`);
  writeResults('startup', { rounds, figures });
}

function said(rounds) {
  return `${surface(machine())}: medians of ${rounds} interleaved rounds in random order; wall and cpu are ratios to node -e 0. A command finds the code that an earlier run of it compiled, but for a "first run".`;
}

function summarise({ name, bar, runs }) {
  const wall = runs.map((run) => run.wall).sort((a, b) => a - b);
  return {
    name,
    bar,
    wall: median(wall),
    min: wall[0],
    p90: wall[Math.floor(wall.length * 0.9)],
    cpu: median(runs.map((run) => run.cpu)),
    rss: median(runs.map((run) => run.rss)),
  };
}

await main();
