// @ts-check
// npm run bench:growth: what reading and charging cost after years.
//   --sizes A,B     how many charges, and as many confirmations (1000,1000000); fewer leave days empty
//   --rounds N      how often each row is counted at each size (9)
//   --keep DIR      where the years are kept for the next run; else they are made in a temporary directory
//   --write         put the tables into docs/performance.md
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, measureOnce, median } from './measure.mjs';
import {
  fixed,
  flag,
  machine,
  openScratch,
  output,
  payctl,
  publish,
  startServer,
} from './shared.mjs';
import { environmentProfile } from './startup-rows.mjs';
import { BASE_URL, fill, parts, reference, transactionId } from './years.mjs';

/**
 * `bar` times what it costs at the smallest size; `mb`, `seconds`: at most, at the largest.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {(numberOrDay: any) => string[]} args
 * @property {number} [code] the exit that it has to have
 * @property {boolean} [connected] whether it calls the bank
 * @property {number} [bar]
 * @property {number} [mb]
 * @property {number} [seconds]
 */

/** @type {Row[]} */
const LIGHT = [
  { name: 'journal show REF', args: (n) => ['journal', 'show', reference(n)], bar: 1.3 },
  { name: 'journal recover, none open', args: () => ['journal', 'recover'], bar: 1.3 },
  { name: 'journal recover --ref REF', args: (n) => ['journal', 'recover', '--ref', reference(n)] },
  { name: '__complete investigate', args: () => ['__complete', 'investigate', ''], bar: 1.3 },
  { name: 'investigate REF', args: (n) => ['investigate', reference(n)], bar: 1.3 },
  {
    name: 'investigate, a transaction id',
    args: (n) => ['investigate', transactionId(n)],
    bar: 1.3,
  },
  {
    name: 'investigate, known to nobody',
    args: () => ['investigate', 'NOBODY00000001'],
    code: 9,
  },
  { name: 'listen list --limit 20', args: () => ['listen', 'list', '--limit', '20'], bar: 1.3 },
  {
    name: 'journal list --limit 100',
    args: () => ['journal', 'list', '--limit', '100'],
    ...{ bar: 1.5, mb: 100 },
  },
  {
    name: 'journal list --since 1h',
    args: () => ['journal', 'list', '--since', '-1h'],
    ...{ bar: 1.5, mb: 100 },
  },
  { name: 'a new charge', args: () => charge(), connected: true, bar: 1.3 },
];
/** @type {Row[]} */
const HEAVY = [
  {
    name: 'journal list -o jsonl',
    args: () => ['journal', 'list', '-o', 'jsonl'],
    ...{ seconds: 20, mb: 150 },
  },
  { name: 'journal verify', args: () => ['journal', 'verify', '--quiet'], seconds: 120, mb: 200 },
  {
    name: 'journal list --columns reference,amount -o table',
    args: () => ['journal', 'list', '--columns', 'reference,amount', '-o', 'table'],
    mb: 200,
  },
  {
    name: 'listen list -o jsonl',
    args: () => ['listen', 'list', '-o', 'jsonl'],
    mb: 200,
  },
  {
    name: 'find, the payments of one day',
    args: (day) => ['find', '--kind', 'ewallet', '--from', day, '--to', day, '--limit', '20'],
    mb: 200,
  },
];
const HEAD = ['command', 'bar'];

async function main() {
  const sizes = flag('sizes', '1000,1000000').split(',').map(Number);
  const rounds = Number(flag('rounds', 9));
  const kept = flag('keep');
  const place = kept ?? mkdtempSync(join(tmpdir(), 'payctl-years-'));
  const scratch = openScratch();
  const bank = await startServer('loopback-bank.mjs');
  try {
    const years = [];
    for (const size of sizes) years.push(await prepareYear(size, place, scratch.env, bank.url));
    const small = await measured(years, rounds);
    const large = [];
    for (const row of HEAVY) large.push(await once(row, years));
    report({ years, small, large, rounds });
  } finally {
    bank.close();
    scratch.close();
    if (kept === undefined) rmSync(place, { recursive: true, force: true });
  }
}

/** The state of so many charges; made where it is not there. */
async function prepareYear(size, place, env, url) {
  const state = join(place, String(size), 'payctl');
  const done = join(place, String(size), 'done');
  if (!existsSync(done)) {
    console.log(`making ${size} charges`);
    await fill(await parts(), state, { to: size });
    writeFileSync(done, '');
  }
  const own = { ...env, PAYCTL_STATE_DIR: state };
  const offline = environmentProfile(own, BASE_URL);
  const connected = environmentProfile(own, url);
  output([...payctl, 'token'], connected);
  const made = [];
  for (const [args, index] of INDEXES) {
    // The first reader makes it.
    rmSync(join(state, index), { recursive: true, force: true });
    made.push(await measureOnce({ name: index, argv: [...payctl, ...args], env: offline }));
  }
  return { size, state, day: lastDay(done), offline, connected, made };
}

/** In Bangkok, the one before that on which the year was made: it is whole. */
function lastDay(done) {
  return new Date(statSync(done).mtimeMs - 17 * 3_600_000).toISOString().slice(0, 10);
}

/** @type {[args: string[], index: string][]} */
const INDEXES = [
  [['journal', 'list', '--limit', '1'], 'index'],
  [['listen', 'list', '--limit', '1'], 'callbacks/environment/index'],
];

/** Each command at each size, all of them in random order in each round. */
async function measured(years, rounds) {
  const rows = LIGHT.flatMap(({ name, args, code, connected, bar, mb }) =>
    years.map(({ size, ...year }) => {
      let round = 0;
      return {
        ...{ name, size, code, bar, mb },
        argv: [''],
        env: connected ? year.connected : year.offline,
        // Another reference each time: nothing is warm but what any reader leaves.
        before() {
          round += 1;
          this.argv = [...payctl, ...args(1 + ((round * 7919) % size))];
        },
      };
    }),
  );
  const results = await measure(rows, rounds, (round) => {
    process.stderr.write(`\rround ${round} of ${rounds}`);
  });
  process.stderr.write('\n');
  return LIGHT.map(({ name, bar, mb }) => {
    const own = results.filter((row) => row.name === name);
    const [first] = own;
    return {
      name,
      bar,
      mb,
      sizes: own.map(({ size, runs }) => ({
        size,
        ms: median(runs.map(({ wall }) => wall)),
        cpu: median(runs.map(({ cpu }) => cpu)),
        mb: Math.max(...runs.map(({ rss }) => rss)),
        ...ratioSpread(runs.map(({ cpu }, round) => cpu / first.runs[round].cpu)),
      })),
    };
  });
}

function ratioSpread(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  const at = (part) => sorted[Math.round(part * (sorted.length - 1))];
  return { ratio: median(ratios), low: at(0.1), high: at(0.9) };
}

async function once({ name, args, ...bars }, years) {
  const sizes = [];
  for (const { size, day, offline } of years) {
    const { wall, cpu, rss } = await measureOnce({
      name,
      argv: [...payctl, ...args(day)],
      env: offline,
    });
    sizes.push({ size, seconds: wall / 1000, cpu: cpu / 1000, mb: rss });
  }
  return { name, ...bars, sizes };
}

let charges = 0;

function charge() {
  const reference = `NEW${process.pid}${String(++charges).padStart(6, '0')}`;
  return [
    ...['ewallet', 'close', '--tran-type', 'W', '--out-trade-no', reference],
    ...['--company-id', '00100', '--terminal-id', '100000000000001', '--yes'],
  ];
}

function report({ years, small, large, rounds }) {
  const named = ({ size }) => size.toLocaleString('en');
  const smallHead = [
    ...HEAD,
    ...years.map((year) => `cpu ms / MB at ${named(year)}`),
    'cpu, largest to smallest (10 to 90 %)',
  ];
  const smallRows = small.map(({ name, bar, mb, sizes }) => {
    const last = sizes.at(-1);
    const missed = (bar && last.ratio > bar) || (mb && last.mb > mb);
    const bars = [bar && `≤ ${bar} ×`, mb && `≤ ${mb} MB`].filter(Boolean).join(', ');
    return [
      name,
      missed ? `${bars}, missed` : bars,
      ...sizes.map((one) => `${fixed(one.cpu, 0)} / ${fixed(one.mb, 0)}`),
      `${fixed(last.ratio, 2)} (${fixed(last.low, 2)} to ${fixed(last.high, 2)})`,
    ];
  });
  const largeHead = [...HEAD, ...years.map((year) => `s / cpu s / MB at ${named(year)}`)];
  const figures = ({ seconds, cpu, mb }) =>
    `${fixed(seconds, 1)} / ${fixed(cpu, 1)} / ${fixed(mb, 0)}`;
  const largeRows = [
    ...large.map(({ name, seconds, mb, sizes }) => {
      const last = sizes.at(-1);
      const missed = (seconds && last.seconds > seconds) || (mb && last.mb > mb);
      const bars = [seconds && `≤ ${seconds} s`, mb && `≤ ${mb} MB`].filter(Boolean).join(', ');
      return [name, missed ? `${bars}, missed` : bars, ...sizes.map(figures)];
    }),
    ...['the index of the journal is made anew', 'the index of the inbox is made anew'].map(
      (name, which) => [
        name,
        '',
        ...years.map(({ made }) => {
          const { wall, cpu, rss } = made[which];
          return figures({ seconds: wall / 1000, cpu: cpu / 1000, mb: rss });
        }),
      ],
    ),
  ];
  const caption = `${machine()}: as many charges and confirmations, made by the product's own code. Medians of processor time over ${rounds} interleaved rounds, each with another reference, and the most memory.`;
  publish('growth', caption, [smallHead, smallRows], [largeHead, largeRows]);
}

await main();
