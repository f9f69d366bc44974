// @ts-check
// The table of what commands cost in the largest store beside the smallest.
import { fixed, machine, publish } from '../shared.mjs';

/** What the largest store may cost beside the smallest. */
const BAR = 1.3;
const HEAD = [
  ...['command', 'client cpu ms', 'ratio', 'server ms', 'ratio', 'rows read', 'blocks', 'MB'],
  'verdict',
];

export function report(results, { sizes, rounds }) {
  const rows = results.map(({ name, stores }) => {
    const [small, large] = [stores[0], stores.at(-1)];
    const pair = (field, digits) =>
      [small, large].map((one) => shown(one, field, digits)).join(' / ');
    const cells = [
      pair('cpu', 0),
      ratio(small, large, 'cpu'),
      pair('ms', 1),
      ratio(small, large, 'ms'),
    ];
    return [
      name,
      ...cells,
      pair('rows', 0),
      pair('blocks', 0),
      pair('rss', 0),
      verdict(small, large),
    ];
  });
  const counts = sizes.map(({ claims, size: { all, days } }) => {
    const count = claims.toLocaleString('en');
    return `${count} claims of ${fixed((days * claims) / all, 1)} days`;
  });
  const caption = `${machine()}: ${counts.join(' / ')}, medians of ${rounds} rounds in random order.`;
  publish('large store', caption, [HEAD, rows]);
  const charge = results.find(({ name }) => name === 'a charge');
  for (const { claims: all, statements, wal, wholePages, updates, hot } of charge?.stores ?? []) {
    console.log(
      `a charge at ${all}: ${statements} statements, ${wal} bytes of WAL with ${wholePages} whole pages, ${hot} of ${updates} updates HOT`,
    );
  }
}

function shown({ late, ...figures }, field, digits) {
  return late ? 'too long' : fixed(figures[field], digits);
}

function ratio(small, large, field) {
  return large.late || small.late ? '' : fixed(large[field] / small[field], 2);
}

/** By processor time of both programs; where blocks do not grow with it, the machine was busy. */
function verdict(small, large) {
  if (large.late) return 'grows';
  const isMore = (cost) => cost(large) / cost(small) > BAR;
  if (!isMore(({ cpu, ms }) => cpu + ms)) return '';
  return isMore(({ blocks }) => blocks) ? 'grows' : 'time alone';
}
