// npm run bench:tickets: `batch investigate` beside a shell loop of `investigate`, at an embedded
// bank without a rate limit. Of the loop a few tickets are timed, of the batch all.
//   --tickets N  how many (1000)
//   --loop N     how many of them the loop has (20)
//   --rounds N   how often each is timed, one after the other (3)
//   --write      put the table into docs/performance.md
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { document, surface } from './document.mjs';
import { median } from './measure.mjs';
import {
  ended,
  flag,
  machine,
  openScratch,
  output,
  payctl,
  writeResults,
} from './surroundings.mjs';
import { fixed, markdown, table } from './table.mjs';

const tickets = Number(flag('tickets', 1000));
const loop = Number(flag('loop', 20));
const rounds = Number(flag('rounds', 3));
const PAID = 50;
/** Of so many references, ten are nobody's. */
const KNOWN = PAID + 10;
const PARTIAL = 11;

const scratch = openScratch();
try {
  const run = (...args) => output([...payctl, ...args], scratch.env);
  run('sandbox', 'settings', 'rateLimit=0');
  for (let at = 1; at <= PAID; at++) {
    const create = ['--sandbox', 'qr', 'create', '--ref1', `ORDER${at}`, '--amount', `${at}.00`];
    run('sandbox', 'pay', JSON.parse(run(...create, '-o', 'json', '-q', 'data.qrRawData')));
  }
  const references = Array.from({ length: tickets }, (_, at) => `ORDER${(at % KNOWN) + 1}`);
  const file = join(scratch.home, 'tickets.csv');
  writeFileSync(file, `ticket,id\n${references.map((id, at) => `${at},${id}\n`).join('')}`);
  const all = [...payctl, '--sandbox', 'batch', 'investigate', file, '-o', 'csv'];
  const page = join(scratch.home, 'all.html');
  const rows = [
    {
      name: `investigate in a shell loop, of ${loop}`,
      count: loop,
      work: () => references.slice(0, loop).map((id) => run('--sandbox', 'investigate', id)),
    },
    {
      name: `batch investigate, of ${tickets}`,
      count: tickets,
      work: () => ended(all, scratch.env, PARTIAL),
    },
    {
      name: `batch investigate --report, of ${tickets}`,
      count: tickets,
      work: () => ended([...all, '--report', page], scratch.env, PARTIAL),
    },
  ];
  const times = rows.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { work, count }] of rows.entries()) {
      const start = process.hrtime.bigint();
      work();
      times[index].push(Number(process.hrtime.bigint() - start) / 1e6 / count);
    }
    process.stderr.write('.');
  }
  report(rows.map(({ name }, index) => ({ name, each: times[index] })));
} finally {
  scratch.close();
}

function report(results) {
  const [single] = results;
  const head = ['run', 'ms a ticket', 'times as fast'];
  const cells = results.map(({ name, each }) => [
    name,
    fixed(median(each), 2),
    fixed(median(each.map((ms, round) => single.each[round] / ms)), 1),
  ]);
  console.log(`\n${table(head, cells)}`);
  writeResults('tickets', { rounds, tickets, loop, results });
  document(
    'tickets',
    [
      `\`npm run bench:tickets\`: tickets at an embedded bank without a rate limit, medians of ${rounds} interleaved rounds; ${surface(machine())}.`,
      markdown(head, cells),
    ].join('\n\n'),
  );
}
