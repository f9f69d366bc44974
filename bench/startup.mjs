// @ts-check
// npm run bench: what one command costs, as a ratio to bare Node in the same rounds.
//   --rounds N   how often each row is counted (25)
//   --only TEXT  only the rows whose name contains it
//   --write      put the table into docs/performance.md
import { loadavg } from 'node:os';
import { measure, median, ratios } from './measure.mjs';
import {
  fixed,
  flag,
  machine,
  openScratch,
  output,
  publish,
  spread,
  startServer,
} from './shared.mjs';
import { ownRows, peerRows, prepare } from './startup-rows.mjs';

const HEAD = ['command', 'bar', 'cpu', 'cpu ms', 'wall ms', 'peak MB'];

async function main() {
  const rounds = Number(flag('rounds', 25));
  const scratch = openScratch();
  const bank = await startServer('loopback-bank.mjs');
  try {
    prepare(scratch.env, bank.url);
    const [base, ...peers] = peerRows(scratch.env, bank.url);
    const others = [...peers, ...ownRows(scratch.env, bank.url)];
    const chosen = others.filter(({ name }) => name.includes(flag('only', ''))).filter(works);
    const results = await measure([base, ...chosen], rounds, (round) => progress(round, rounds));
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
    console.error(`left out: ${name}: ${error}`);
  }
  return false;
}

function progress(round, rounds) {
  if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `);
}

function report(results, rounds) {
  const [base] = results;
  const cells = results.map(({ name, bar, runs }) => {
    const middle = (field) => median(runs.map((run) => run[field]));
    const ofCpu = ratios({ runs }, base, 'cpu');
    const missed = ofCpu.median > bar ? ', missed' : '';
    return [
      ...[name, bar === undefined ? '' : `≤ ${bar}${missed}`, spread(ofCpu)],
      ...[fixed(middle('cpu'), 1), fixed(middle('wall'), 1), fixed(middle('rss'), 0)],
    ];
  });
  const [load = 0] = loadavg();
  const caption = `${machine()}, load ${load.toFixed(1)} at the end: medians of ${rounds} interleaved rounds. "cpu" and the bar are ratios of processor time to node -e 0 of the same round, with the half of the rounds around the median.`;
  publish('start-up', caption, [HEAD, cells]);
}

await main();
