import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOfPayments, type Search, wantedBy } from '../../src/console/payment-search.js';
import { channelDateTime } from '../../src/core/time.js';

const NOW = Date.UTC(2026, 2, 2, 3);

interface Known {
  id: string;
  at: number;
  amount: string;
}

/** What `find` prints of these payments: the newest first, those before a moment, so many. */
const findAmong =
  (payments: readonly Known[]): Search =>
  async ({ limit, until }) => {
    const end = typeof until === 'string' ? Date.parse(until) : NOW + 1;
    const fitting = payments
      .filter(({ at }) => at < end)
      .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
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
      amount: fc.constantFrom('1.00', '250.00', '1290.00'),
    }),
    { selector: ({ id }) => id, maxLength: 240 },
  )
  .map((all) => [...all]);

it('shows every payment once on the way from the newest to the oldest', async () => {
  await fc.assert(
    fc.asyncProperty(known, async (payments) => {
      const all = payments.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
      expect(await walk(payments)).toEqual(all.map(({ id }) => id));
    }),
    { numRuns: 30 },
  );
});

it('sorts by amount, and goes on where the page before ended', async () => {
  const payments = Array.from({ length: 120 }, (_, at) => ({
    ...{ id: `ORDER${at}`, at: NOW - at * 1000, amount: `${at + 1}.00` },
  }));
  const shown = await walk(payments, 'sort=largest');
  expect(shown).toEqual(payments.map(({ id }) => id).reverse());
  expect((await walk(payments, 'sort=oldest'))[0]).toBe('ORDER119');
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
