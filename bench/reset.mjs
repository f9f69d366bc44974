// npm run bench:reset: how long a test waits for a new bank: /_sandbox/reset over HTTP, with more and
// more trades in the store that it empties.
//   --rounds N   how often each is measured (15)
//   --write      put the table into docs/performance.md
import { join } from 'node:path';
import { sandboxBank } from './banks.mjs';
import { document, surface } from './document.mjs';
import { fill } from './fill.mjs';
import { median, shuffled } from './measure.mjs';
import { flag, machine, openScratch, writeResults } from './surroundings.mjs';
import { fixed, markdown, table } from './table.mjs';

const SIZES = [0, 100, 1000, 10_000, 100_000];
const rounds = Number(flag('rounds', 15));

const scratch = openScratch();
const state = join(scratch.home, 'state');
const bank = await sandboxBank(scratch.env, state, undefined, ['--control']);
try {
  const times = new Map(SIZES.map((trades) => [trades, []]));
  for (let round = -1; round < rounds; round++) {
    for (const trades of shuffled(SIZES)) {
      if (trades > 0) fill(join(state, 'sandbox.db'), trades);
      const took = await reset();
      if (round >= 0) times.get(trades).push(took);
    }
  }
  report(times);
} finally {
  await bank.close();
  scratch.close();
}

async function reset() {
  const began = performance.now();
  const response = await fetch(`${bank.url}/_sandbox/reset`, {
    method: 'POST',
    headers: { 'X-Sandbox-Key': bank.settings.PAYCTL_SANDBOX_KEY },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the reset ended with ${response.status}`);
  return performance.now() - began;
}

function report(times) {
  const head = ['trades in the store', 'ms', 'least', 'most', 'bar'];
  const rows = [...times].map(([trades, all]) => [
    String(trades),
    fixed(median(all), 1),
    fixed(Math.min(...all), 1),
    fixed(Math.max(...all), 1),
    trades <= 1000 ? '≤ 5' : '',
  ]);
  console.log(table(head, rows));
  writeResults('reset', { rounds, times: Object.fromEntries(times) });
  document(
    'reset',
    `\`npm run bench:reset\`: \`POST /_sandbox/reset\` over loopback, medians of ${rounds} interleaved rounds; ${surface(machine())}.\n\n${markdown(head, rows)}`,
  );
}
