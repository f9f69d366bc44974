// @ts-check
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string[]} argv the first is a path
 * @property {NodeJS.ProcessEnv} env
 * @property {number} [code] the exit that it must have, 0 unless given
 * @property {readonly number[]} [codes] the exits that it may have instead
 * @property {() => void} [before] done ahead of each run, and not counted
 */

/**
 * Milliseconds and MB.
 *
 * @typedef {{ wall: number, cpu: number, rss: number }} Run
 */

/**
 * Runs every row once per round, in random order, so that a machine that drifts drifts for all.
 *
 * @template {Row} R
 * @param {readonly R[]} rows
 * @param {number} rounds how often each is counted, after one round that is not
 * @param {(round: number) => void} onRound
 * @returns {Promise<(R & { runs: Run[] })[]>}
 */
export async function measure(rows, rounds, onRound = () => {}) {
  const meter = openMeter();
  const results = rows.map((row) => ({ ...row, runs: /** @type {Run[]} */ ([]) }));
  try {
    for (let round = -1; round < rounds; round++) {
      for (const row of shuffled(results)) {
        const figures = await timed(meter, row);
        if (round >= 0) row.runs.push(figures);
      }
      onRound(round + 1);
    }
  } finally {
    meter.close();
  }
  return results;
}

/**
 * One run of one row, without a warm one before.
 *
 * @param {Row} row
 * @returns {Promise<Run & { code: number }>}
 */
export async function measureOnce(row) {
  const meter = openMeter();
  try {
    return await timed(meter, row);
  } finally {
    meter.close();
  }
}

/** A run that fails is not counted but made again: on a busy machine a peer may give up waiting. */
async function timed(meter, row, tries = 3) {
  row.before?.();
  const figures = await meter.run(row.argv, row.env);
  const { code } = figures;
  if ((row.codes ?? [row.code ?? 0]).includes(code)) return figures;
  if (tries === 1) throw new Error(`${row.name} ended with exit ${code}`);
  return timed(meter, row, tries - 1);
}

/** Python, which alone can ask the kernel for the processor time of a child. */
function openMeter() {
  const child = spawn('python3', [join(here, 'rusage.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(argv, env) {
      child.stdin.write(`${JSON.stringify([argv, env])}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`could not run ${argv[0]}`);
      const [wall, cpu, rss, code] = JSON.parse(value);
      return { wall, cpu, rss, code };
    },
    close: () => child.stdin.end(),
  };
}

/**
 * What a row takes to another one, round by round, so that what disturbed both cancels out: the
 * median, and the quarters below and above which the rest lies.
 */
export function ratios(row, base, field) {
  const each = row.runs.map((run, round) => run[field] / base.runs[round][field]);
  each.sort((a, b) => a - b);
  const at = (share) => each[Math.min(each.length - 1, Math.floor(each.length * share))];
  return { median: median(each), low: at(0.25), high: at(0.75) };
}

export function shuffled(items) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
