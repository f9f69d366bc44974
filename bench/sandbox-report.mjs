import { document, surface } from './document.mjs';
import { median } from './measure.mjs';
import { machine, writeResults } from './surroundings.mjs';
import { fixed, markdown, table } from './table.mjs';

const KINDS = ['read', 'write'];
const BARS = { read: '≥ 0.5', write: '≥ 0.25' };

/** Prints what `bench/sandbox.mjs` has measured, keeps the figures and writes the tables down. */
export function report(measured) {
  const { rounds, ms, connections, crowded, few, many, starts, speed, crowd, growth } = measured;
  const tables = [speedTable(speed), crowdTable(crowd), growthTable(measured), startTable(starts)];
  const toPrism = comparedToPrism(speed);
  console.log(`\n${tables.map(([head, rows]) => table(head, rows)).join('\n\n')}\n\n${toPrism}`);
  writeResults('sandbox', { rounds, ms, connections, crowded, speed, crowd, growth, starts });
  const [servers, opened, sizes, first] = tables.map(([head, rows]) => markdown(head, rows));
  document(
    'sandbox',
    [
      `\`npm run bench:sandbox\`: ${connections} connections over loopback, medians of ${rounds} interleaved rounds of ${ms} ms; ${surface(machine())}. A read is an inquiry of a random one of ${few} paid trades, a write makes a QR; the bare server parses, checks with zod and answers${speed[2] ? '; Prism is silent and has the document of `payctl openapi`' : ''}. CPU is that of the server for one call.`,
      servers,
      toPrism,
      `${crowded} connections opened at once, each calling again as soon as it is answered: how long the last of them waits for its first answer.`,
      opened,
      `With ${many} trades in the store and ${connections} connections; the time is the share of one call:`,
      sizes,
      first,
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
}

/** The median of what each round says of two servers. */
function ratio(these, those, figure) {
  return median(these.map((found, round) => found[figure] / those[round][figure]));
}

function speedTable([bare, bank, prism]) {
  const ours = { ...bank, name: 'payctl sandbox serve' };
  const head = [
    ...['server', 'call', 'a second', 'to bare', 'bar'],
    ...['CPU ms', 'CPU to bare', 'p50 ms', 'p99 ms', 'bar'],
  ];
  const row = (server, kind) => {
    const middle = (figure) => median(server[kind].map((found) => found[figure]));
    return [
      server.name,
      kind,
      fixed(middle('perSecond'), 0),
      server === bare ? '' : fixed(ratio(server[kind], bare[kind], 'perSecond'), 2),
      server === ours ? BARS[kind] : '',
      fixed(middle('cpuMs'), 3),
      server === bare ? '' : fixed(ratio(bare[kind], server[kind], 'cpuMs'), 2),
      fixed(middle('p50'), 2),
      fixed(middle('p99'), 2),
      server === ours && kind === 'write' ? '≤ 8' : '',
    ];
  };
  const servers = [bare, ours, prism].filter(Boolean);
  return [head, servers.flatMap((server) => KINDS.map((kind) => row(server, kind)))];
}

function crowdTable([bare, bank]) {
  const head = ['call', 'bare ms', 'sandbox ms', 'to bare', 'bar'];
  const middle = (server, kind) => median(server[kind].map(({ lastFirst }) => lastFirst));
  const rows = KINDS.map((kind) => [
    kind,
    fixed(middle(bare, kind), 0),
    fixed(middle(bank, kind), 0),
    fixed(ratio(bank[kind], bare[kind], 'lastFirst'), 2),
    '≤ 2',
  ]);
  return [head, rows];
}

function comparedToPrism([, bank, prism]) {
  if (!prism) return '';
  const times = KINDS.map(
    (kind) => `${fixed(ratio(bank[kind], prism[kind], 'perSecond'), 1)} times for a ${kind}`,
  );
  return `The sandbox to Prism: ${times.join(', ')} (bar: 5).`;
}

function growthTable({ growth: [small, large], connections, few, many }) {
  const head = ['call', `ms at ${few} trades`, `at ${many}`, 'ratio', 'CPU ratio'];
  const rows = KINDS.map((kind) => {
    const each = (server) => median(server[kind].map(({ p50 }) => p50 / connections));
    return [
      kind,
      fixed(each(small), 3),
      fixed(each(large), 3),
      fixed(ratio(small[kind], large[kind], 'perSecond'), 2),
      fixed(ratio(large[kind], small[kind], 'cpuMs'), 2),
    ];
  });
  return [head, rows];
}

function startTable(starts) {
  const names = {
    bare: 'bare node:http with zod',
    fresh: 'sandbox, its store made for it',
    again: 'sandbox, its store there',
  };
  const toBare = (times) => median(times.map((took, round) => took / starts.bare[round]));
  const rows = Object.entries(names).map(([key, name]) => [
    name,
    fixed(median(starts[key]), 0),
    ...(key === 'bare' ? ['', ''] : [fixed(toBare(starts[key]), 2), '≤ 4']),
  ]);
  return [['start to first answer', 'ms', 'to bare', 'bar'], rows];
}
