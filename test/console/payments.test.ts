import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FindCommand, pageOfPayments, wantedBy } from '../../src/console/payment-search.js';
import { channelDateTime } from '../../src/core/time.js';
import { ORDERS, orderingFor } from '../../src/find/order.js';
import { comparePositions } from '../../src/state/ordering.js';

const NOW = Date.UTC(2026, 2, 2, 3);

interface Known {
  id: string;
  at: number;
  amount: string;
}

/** What `find` prints of these payments in their order: from a place on, so many. */
const findAmong =
  (payments: readonly Known[]): FindCommand =>
  async ({ limit, beginAt = '', sort = 'newest' }) => {
    const ordering = orderingFor(ORDERS.find((order) => order === sort) ?? 'newest');
    const [moment = '', amount = ''] = (typeof beginAt === 'string' ? beginAt : '')
      .split(',')
      .reverse();
    const first = { amount, at: Date.parse(moment) };
    const fitting = payments
      .filter((one) => beginAt === '' || comparePositions(ordering, one, first) >= 0)
      .sort((a, b) => comparePositions(ordering, a, b) || (a.id < b.id ? -1 : 1))
      .slice(0, Number(limit));
    const data = fitting.map(({ id, at, amount }) => ({
      ...{ kind: 'bill', reference: id, transactionId: `T${id}`, amount, payer: 'M***' },
      ...{ at: channelDateTime(at), state: 'paid', sources: ['bank'], contradiction: null },
    }));
    return { exit: data.length === 0 ? 6 : 0, data, notes: [] };
  };

/** Follows the links to older payments until there is none; the references in the order of the pages. */
async function walk(payments: readonly Known[], first = ''): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (let query: URLSearchParams | undefined = new URLSearchParams(first); query; ) {
    const { rows, next } = await pageOfPayments(query, NOW, findAmong(payments));
    expect(rows.length).toBeLessThanOrEqual(50);
    shown.push(...rows.map(({ record }) => record.reference));
    query = next === undefined ? undefined : new URL(next, 'http://localhost').searchParams;
  }
  return shown;
}

const known = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[A-Z0-9]{6}$/),
      // Many at one moment.
      at: fc.integer({ min: 0, max: 40 }).map((steps) => NOW - steps * 500),
      amount: fc.constantFrom('', '1.00', '250.00', '1290.00'),
    }),
    { selector: ({ id }) => id, maxLength: 240 },
  )
  .map((all) => [...all]);

it('shows every payment once on the way from the first to the last, in each order', async () => {
  await fc.assert(
    fc.asyncProperty(known, fc.constantFrom(...ORDERS), async (payments, sort) => {
      const ordering = orderingFor(sort);
      const all = payments.toSorted(
        (a, b) => comparePositions(ordering, a, b) || (a.id < b.id ? -1 : 1),
      );
      expect(await walk(payments, `sort=${sort}`)).toEqual(all.map(({ id }) => id));
    }),
    { numRuns: 30 },
  );
});

it('asks for the days and times of the form', () => {
  const asked = (query: string) => wantedBy(new URLSearchParams(query), NOW);
  expect(
    asked('from=2026-01-31&start=09:00&to=2026-01-31&end=10:30&kind=bill&state=paid&payer='),
  ).toMatchInlineSnapshot(`
    {
      "from": "2026-01-31",
      "kind": "bill",
      "since": "2026-01-31T09:00:00+07:00",
      "state": "paid",
      "to": "2026-01-31",
      "until": "2026-01-31T10:30:00+07:00",
    }
  `);
  expect(asked('start=08:15')).toMatchInlineSnapshot(`
    {
      "from": "2026-03-02",
      "since": "2026-03-02T08:15:00+07:00",
    }
  `);
});
