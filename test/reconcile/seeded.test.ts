import { describe, expect, it } from 'vitest';
import { CLASSES } from '../../src/reconcile/classes.js';
import { expectConserved, type Printed, reconciled } from './night.js';
import { type Seeded, seeded } from './seeded.js';

const FULL = process.env.PAYCTL_RECONCILE === 'full';
const [ROWS, BREAKS] = FULL ? [200_000, 2_000] : [4_000, 260];

/** The classes of each planted reference but the lines beside it that are sound. */
function expectPlanted({ breaks, inputs }: Printed, { planted }: Seeded): void {
  const found = new Map<string, string[]>();
  for (const { class: kind, reference, where } of breaks) {
    // A line that cannot be read has no reference: it is known by its place.
    const key = where === undefined ? (reference ?? '') : `${where.file}:${where.line}`;
    if (kind !== 'matched') found.set(key, [...(found.get(key) ?? []), kind]);
  }
  const bad = [...planted.values()].filter((kind) => kind === 'bad-line').length;
  expect(inputs.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(bad);
  expect(breaks.filter(({ class: kind }) => kind === 'bad-line')).toHaveLength(bad);
  const expected = new Map(
    [...planted].flatMap(([reference, kind]) => (kind === 'bad-line' ? [] : [[reference, [kind]]])),
  );
  const read = [...found].filter(([, [kind]]) => kind !== 'bad-line');
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(expected));
}

/** Lines of equal reference change places; all others stay where they are. */
function permuted(csv: string): string {
  const [head = '', ...lines] = csv.trimEnd().split('\n');
  const places = new Map<string, number[]>();
  lines.forEach((line, at) => {
    const reference = line.split(',', 1).join('');
    places.set(reference, [...(places.get(reference) ?? []), at]);
  });
  const moved = [...lines];
  for (const all of places.values()) {
    all.forEach((to, index) => {
      moved[to] = lines[all[all.length - 1 - index] ?? 0] ?? '';
    });
  }
  return [head, ...moved, ''].join('\n');
}

function withoutPlaces({ inputs, summary, breaks }: Printed) {
  return {
    inputs: inputs.map((input) => ({ ...input, sha256: '' })),
    summary,
    breaks: breaks.map((one) => ({ ...one, rows: {}, where: one.where?.message })),
  };
}

describe(`${ROWS} orders in which ${BREAKS} breaks were planted`, {
  timeout: FULL ? 3_600_000 : 120_000,
}, () => {
  it('each get their class, nothing else is a break, and no satang is lost', async () => {
    const night = seeded(ROWS, BREAKS, 1);
    const { orders, bank, charges, from, to } = night;
    const printed = await reconciled({ orders, bank, from, to, more: { charges } });
    expectPlanted(printed, night);
    expectConserved(printed);
    const kinds = CLASSES.filter((kind) => kind !== 'not-in-journal');
    expect(kinds.filter((kind) => printed.summary[kind]?.count === 0)).toEqual([]);
  });

  it('the same without orders, where the journal stands in', async () => {
    const night = seeded(ROWS, BREAKS, 2, false);
    const { bank, charges, refunds, from, to } = night;
    const printed = await reconciled({ bank, from, to, more: { charges, refunds } });
    expectPlanted(printed, night);
    expectConserved(printed);
  });

  it('print the same bytes twice, and where lines of equal reference change places only their numbers differ', async () => {
    const { orders, bank, charges, from, to } = seeded(ROWS, BREAKS, 3);
    const more = { charges };
    const first = await reconciled({ orders, bank, from, to, more });
    const again = await reconciled({ orders, bank, from, to, more: { ...more, seed: () => 99 } });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    const moved = await reconciled({
      orders: permuted(orders),
      bank: permuted(bank),
      from,
      to,
      more,
    });
    expect(withoutPlaces(moved)).toEqual(withoutPlaces(first));
  });
});
