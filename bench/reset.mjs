// npm run bench:reset: how long a test waits for a new bank: /_sandbox/reset over HTTP, with more and
// more trades in the store that it empties.
//   --rounds N   how often each is measured (15)
//   --write      put the table into docs/performance.md
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxBank } from './banks.mjs';
import { document, surface } from './document.mjs';
import { fill } from './fill.mjs';
import { median, shuffled } from './measure.mjs';
import { flag, machine, openScratch, writeResults } from './surroundings.mjs';
import { fixed, markdown, table } from './table.mjs';

const SIZES = [0, 100, 1000, 10_000];
const rounds = Number(flag('rounds', 15));

const scratch = openScratch();
const state = join(scratch.home, 'state');
const bank = await sandboxBank(scratch.env, state, undefined, ['--control']);
try {
  const times = new Map(SIZES.map((trades) => [trades, []]));
  for (let round = -1; round < rounds; round++) {
    for (const trades of shuffled(SIZES)) {
      if (trades > 0) fill(join(state, 'sandbox.db'), trades);
      const found = await reset();
      if (round >= 0) times.get(trades).push(found);
    }
  }
  report(times);
} finally {
  await bank.close();
  scratch.close();
}

/** After another call, so that no connection has to be opened, as between two tests. */
async function reset() {
  await control('GET', 'log?limit=1');
  const [began, before] = [performance.now(), processorMs()];
  await control('POST', 'reset');
  return { took: performance.now() - began, cpu: processorMs() - before };
}

/** Of the server's main thread, to the nanosecond: a reset takes less than a tick. */
function processorMs() {
  return Number(readFileSync(`/proc/${bank.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function control(method, call) {
  const response = await fetch(`${bank.url}/_sandbox/${call}`, {
    method,
    headers: { 'X-Sandbox-Key': bank.settings.PAYCTL_SANDBOX_KEY },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${call} ended with ${response.status}`);
}

function report(times) {
  const head = ['trades in the store', 'ms', 'least', 'CPU ms', 'bar'];
  const rows = [...times].map(([trades, all]) => [
    String(trades),
    fixed(median(all.map(({ took }) => took)), 1),
    fixed(Math.min(...all.map(({ took }) => took)), 1),
    fixed(median(all.map(({ cpu }) => cpu)), 1),
    '≤ 5',
  ]);
  console.log(table(head, rows));
  writeResults('reset', { rounds, times: Object.fromEntries(times) });
  document(
    'reset',
    `\`npm run bench:reset\`: \`POST /_sandbox/reset\` over loopback, medians of ${rounds} interleaved rounds; ${surface(machine())}. CPU, to which the bar applies, is that of the server.\n\n${markdown(head, rows)}`,
  );
}
