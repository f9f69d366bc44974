import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeBook, reopenBook } from '../../src/books/close.js';
import { createBook } from '../../src/books/create.js';
import { openBook } from '../../src/books/open.js';
import { resolveItems } from '../../src/books/resolve.js';
import { runBook } from '../../src/books/run.js';
import type { Clerk, OpenItem } from '../../src/books/state.js';
import { openItems } from '../../src/books/status.js';
import { verifyBook } from '../../src/books/verify.js';
import { PayctlError } from '../../src/core/errors.js';
import { parseDate } from '../../src/core/time.js';
import type { Book } from '../../src/state/books.js';
import { fileBooks } from '../fixtures/file-stores.js';
import { runs } from '../fixtures/sizes.js';
import { AT_ONCE, csvOf, type Row, type Settling } from '../reconcile/slow.js';
import { clerkOf, nightOf } from './clerk.js';
import { SlowBook, type SlowItem } from './slow-book.js';

/** Each is a book with several acts. */
const RUNS = Math.ceil(runs(400) / 10);

const JANUARY = parseDate('2025-12-31') ?? 0;

const row = fc.record({
  reference: fc.constantFrom('A', 'A', 'B', 'P', ''),
  transactionId: fc.constantFrom('', '', 'T1', 'T2'),
  amount: fc.constantFrom(100, 100, 200, 300, -100),
  date: fc.constantFrom(1, 1, 2, 3),
  status: fc.constantFrom(
    ...Array.from({ length: 5 }, () => 'paid' as const),
    ...(['reversed', 'open', 'maybe'] as const),
  ),
  payout: fc.constantFrom('', '', 'P', 'Q'),
});

const file = fc
  .record({
    side: fc.constantFrom('own' as const, 'bank' as const),
    name: fc.constantFrom('1', '2', '3'),
    rows: fc.array(row, { maxLength: 5 }),
  })
  .map(({ side, name, rows }) => ({
    ...{ kind: 'file' as const, side, name: `${name}.csv` },
    rows: rows
      .filter(({ reference, transactionId }) => reference !== '' || transactionId !== '')
      .map((one): Row => {
        const isPlain = one.reference === '';
        return {
          ...one,
          ...(isPlain && { amount: Math.abs(one.amount), status: 'paid' as const }),
          // Of a line that cannot be read nothing is known but its reference.
          ...(one.status === 'maybe' && !isPlain && { transactionId: '', amount: 100, date: 1 }),
          ...{ side, line: 0, payout: side === 'own' && one.status !== 'maybe' ? one.payout : '' },
        };
      }),
  }));

const act = fc.oneof(
  { weight: 6, arbitrary: file },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pair' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      day: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reopen' as const),
      day: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const settling = fc
  .record({
    by: fc.constantFrom('payout' as const, 'day' as const, undefined),
    fees: fc.constantFrom('netted' as const, 'separate' as const),
    rate: fc.constantFrom(0, 5000),
    days: fc.constantFrom(0, 1),
  })
  .map(({ by, ...rest }): Settling => ({ ...AT_ONCE, ...rest, ...(by && { by }) }));

function plainFile(side: Row['side'], name: string, row: Partial<Row>) {
  const plain = {
    reference: '',
    transactionId: '',
    date: 1,
    status: 'paid',
    payout: '',
    line: 0,
  } as const;
  return { kind: 'file' as const, side, name, rows: [{ amount: 300, ...plain, side, ...row }] };
}

/** What a person matched lies on two days of payout, and a file comes for one of them. */
const MATCHED_OVER_DAYS: [Settling, Act[]] = [
  { ...AT_ONCE, by: 'day', days: 1 },
  [
    plainFile('bank', '1.csv', { transactionId: 'T2' }),
    plainFile('own', '1.csv', { reference: 'A' }),
    { kind: 'pair' },
    plainFile('own', '3.csv', { reference: 'B', amount: 100 }),
  ],
];

function mapOf({ by, fees, rate, days }: Settling): string {
  const settlement = `{ ${by ? `by: ${by}, ` : ''}fees: ${fees}, rate: "${rate / 100}%", days: ${days} }`;
  return `bank:\n  settlement: ${settlement}\n`;
}

/** A book of the engine and one that is kept by hand, to which the same happens. */
class Twins {
  readonly slow: SlowBook;
  readonly book: Book;
  readonly clerk: Clerk;
  readonly #files: { side: Row['side']; name: string; rows: Row[] }[] = [];

  private constructor(book: Book, clerk: Clerk, rule: Settling) {
    this.book = book;
    this.clerk = clerk;
    this.slow = new SlowBook(rule);
  }

  static async made(rule: Settling): Promise<Twins> {
    const [{ books }, clerk] = [await fileBooks(), clerkOf()];
    const maps = { ordersMap: undefined, bankMap: mapOf(rule) };
    await createBook(books, clerk, { name: 'twin', tolerance: 0, cutoff: 79_200, ...maps });
    return new Twins(await openBook(books, 'twin'), clerk, rule);
  }

  async apply(one: { side: Row['side']; name: string; rows: Row[] }): Promise<void> {
    this.#files.push(one);
    const files = { [one.name]: csvOf(one.rows) };
    const night = nightOf(one.side === 'own' ? { orders: files } : { bank: files });
    const isDone = await succeeds('USAGE', runBook(this.book, this.clerk, night));
    expect(isDone).toBe(this.slow.apply(one.side, one.name, one.rows));
  }

  async again(which: number): Promise<void> {
    const one = this.#files[which % (this.#files.length || 1)];
    if (one) await this.apply(one);
  }

  async decide(which: number): Promise<void> {
    const open = await openItems(this.book);
    const item = open[which % (open.length || 1)];
    // Of items that look alike nobody can say in the slow book which is meant.
    if (item === undefined || isTwin(item, open)) return;
    await resolveItems(this.book, this.clerk, [{ ids: [item.id], as: 'explained', note: 'known' }]);
    this.slow.decide([this.#slowItem(item)]);
  }

  async pair(): Promise<void> {
    const open = (await openItems(this.book)).filter((item, _, all) => !isTwin(item, all));
    const own = open.find(({ sides }) => sides.orders !== null && sides.bank === null);
    const bank = open.find(
      ({ sides }) =>
        sides.orders === null && sides.bank !== null && sides.bank === own?.sides.orders,
    );
    if (own === undefined || bank === undefined) return;
    const decision = { ids: [own.id], as: 'matched-with', with: bank.id, note: 'same' } as const;
    await resolveItems(this.book, this.clerk, [decision]);
    this.slow.decide([this.#slowItem(own), this.#slowItem(bank)]);
  }

  #slowItem(item: OpenItem): SlowItem {
    const found = this.slow.open().find((one) => shown(one) === told(item));
    if (found === undefined) throw new Error(`no ${told(item)}`);
    return found;
  }

  async close(day: number): Promise<void> {
    const done = succeeds('REJECTED', closeBook(this.book, this.clerk, JANUARY + day, false));
    expect(await done).toBe(this.slow.close(day));
  }

  async reopen(day: number): Promise<void> {
    const done = succeeds('REJECTED', reopenBook(this.book, this.clerk, JANUARY + day, 'late'));
    expect(await done).toBe(this.slow.reopen(day));
  }

  async expectEqual(): Promise<void> {
    const open = await openItems(this.book);
    expect(open.map(told).sort()).toEqual(this.slow.open().map(shown).sort());
  }
}

async function succeeds(refusal: string, done: Promise<unknown>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (error instanceof PayctlError && error.exitClass === refusal) return false;
    throw error;
  }
}

/** Of the same lines as another one, or told in the same words. */
function isTwin(item: OpenItem, all: readonly OpenItem[]): boolean {
  const base = item.id.slice(0, 12);
  const alike = all.filter((other) => other.id.startsWith(base) || told(other) === told(item));
  return alike.length > 1;
}

/** An item of the engine, in words that both books have. */
function told({ class: kind, evidence }: OpenItem): string {
  const lines = evidence.map(({ side, reference, transactionId, amount, date }) => {
    const own = side === 'orders' ? 'own' : 'bank';
    return amount === null
      ? `${own} ${reference}?`
      : [own, reference, transactionId, amount, date - JANUARY].join('|');
  });
  return [kind, ...lines.sort()].join(' ');
}

function shown({ class: kind, lines }: SlowItem): string {
  const short = lines.map((line) =>
    line.endsWith('?') ? line : line.split('|').slice(0, 5).join('|'),
  );
  return [kind, ...short.sort()].join(' ');
}

describe('a book', () => {
  it('is what one that is kept by hand would be, whatever happens to both', async () => {
    const property = fc.asyncProperty(
      settling,
      fc.array(act, { minLength: 1, maxLength: 14 }),
      async (rule, acts) => {
        const twins = await Twins.made(rule);
        for (const one of acts) {
          if (one.kind === 'file') await twins.apply(one);
          else if (one.kind === 'again') await twins.again(one.which);
          else if (one.kind === 'decide') await twins.decide(one.which);
          else if (one.kind === 'pair') await twins.pair();
          else if (one.kind === 'close') await twins.close(one.day);
          else await twins.reopen(one.day);
          await twins.expectEqual();
        }
        expect(await verifyBook(twins.book, () => 3)).toEqual([]);
        await twins.book.close();
      },
    );
    await fc.assert(property, { numRuns: RUNS, examples: [MATCHED_OVER_DAYS] });
  });
});
