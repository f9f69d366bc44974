import { describe, expect, it } from 'vitest';
import { createBook } from '../../src/books/create.js';
import { openBook } from '../../src/books/open.js';
import { runBook } from '../../src/books/run.js';
import { openItems, statusOf } from '../../src/books/status.js';
import { verifyBook } from '../../src/books/verify.js';
import { sha256 } from '../../src/core/hash.js';
import { formatAmount } from '../../src/core/money.js';
import { formatDate, parseDate } from '../../src/core/time.js';
import { MemoryBooks } from '../fixtures/memory-books.js';
import { deskOf, nightOf } from './desk.js';

const isFull = process.env.PAYCTL_RECONCILE === 'full';
const NIGHTS = isFull ? 60 : 10;
const PAYMENTS = isFull ? 20_000 : 50;
const FIRST = parseDate('2026-01-01') ?? 0;

interface Line {
  reference: string;
  transactionId: string;
  satang: number;
  day: number;
  status: '' | 'reversed';
}

interface File {
  side: 'orders' | 'bank';
  name: string;
  lines: Line[];
}

/** Numbers that look random, the same in each run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The files of all nights, and in the order in which a careless shop gives them. */
function shop(seed: number): { files: File[]; given: File[] } {
  const roll = dice(seed);
  const files = Array.from({ length: NIGHTS }, (_, night) =>
    (['orders', 'bank'] as const).map(
      (side): File => ({ side, name: `${side}-${night + 1}.csv`, lines: [] }),
    ),
  );
  for (let night = 0; night < NIGHTS; night++) {
    const day = FIRST + night;
    for (let at = 0; at < PAYMENTS; at++) {
      const line = { ...{ reference: `P${night}-${at}`, transactionId: '' }, status: '' as const };
      const satang = 100 + Math.floor(roll() * 1_000_000);
      const order: Line = { ...line, satang, day };
      const paid = { ...order, transactionId: `T${night}-${at}` };
      const later = files[Math.min(night + 1 + Math.floor(roll() * 5), NIGHTS - 1)]?.[1];
      const fate = roll();
      const [orders, bank] = files[night] ?? [];
      if (fate >= 0.005) orders?.lines.push(order);
      if (fate < 0.98) bank?.lines.push(paid);
      if (fate >= 0.98 && fate < 0.99) later?.lines.push({ ...paid, day: dayOf(later) });
      if (fate >= 0.005 && fate < 0.01) bank?.lines.splice(-1, 1, { ...paid, satang: satang - 1 });
      if (fate >= 0.01 && fate < 0.015)
        bank?.lines.push({ ...paid, transactionId: `U${night}-${at}` });
      if (fate >= 0.015 && fate < 0.02) bank?.lines.push(paid);
      if (fate >= 0.02 && fate < 0.025)
        later?.lines.push({
          ...paid,
          transactionId: `R${night}-${at}`,
          satang: -satang,
          day: dayOf(later),
        });
    }
  }
  return { files: files.flat(), given: careless(files.flat(), roll) };
}

function dayOf({ name }: File): number {
  return FIRST + Number(name.replace(/\D/g, '')) - 1;
}

/** Late, in any order, some twice, and some first in a version that lacks lines or has others. */
function careless(files: readonly File[], roll: () => number): File[] {
  const given = files.flatMap((file) => {
    const at = dayOf(file) + (roll() < 0.2 ? roll() * 8 : roll());
    const sent = [{ file, at }];
    if (roll() < 0.1) sent.push({ file, at: at + roll() * 5 });
    if (roll() < 0.15) {
      const lines = file.lines
        .filter((_, index) => index % 50 !== 7)
        .map((line, index) => (index % 60 === 3 ? { ...line, satang: line.satang + 700 } : line));
      sent.push({ file: { ...file, lines }, at: at - roll() * 3 });
    }
    return sent;
  });
  return given.sort((a, b) => a.at - b.at).map(({ file }) => file);
}

function csvOf({ lines }: File): string {
  const rows = lines.map(({ reference, transactionId, satang, day, status }) =>
    [reference, transactionId, formatAmount(BigInt(satang)), formatDate(day), status].join(),
  );
  return ['reference,transactionId,amount,date,status', ...rows, ''].join('\n');
}

interface Expected {
  class: string;
  reference: string;
  satang: number;
  age: number;
}

/** What must be open of these files, found without the engine: each reference by itself, from the beginning. */
function byHand(files: readonly File[]): Expected[] {
  const covered = { orders: new Set<number>(), bank: new Set<number>() };
  const groups = new Map<string, { orders: Line[]; bank: Line[] }>();
  for (const { side, lines } of files) {
    const days = lines.map(({ day }) => day);
    for (let day = least(days); day <= most(days); day++) covered[side].add(day);
    for (const line of lines) {
      const group = groups.get(line.reference) ?? { orders: [], bank: [] };
      group[side].push(line);
      groups.set(line.reference, group);
    }
  }
  const through = most([...covered.orders].filter((day) => covered.bank.has(day)));
  const open: Expected[] = [];
  for (const [reference, { orders, bank }] of groups) {
    const put = (kind: string, lines: readonly Line[]) => {
      const ofBank = lines.filter((line) => bank.includes(line));
      const counted = ofBank.length > 0 ? ofBank : lines;
      const satang = counted.reduce((sum, line) => sum + line.satang, 0);
      const age = Math.max(0, through - least(counted.map(({ day }) => day)));
      open.push({ class: kind, reference, satang, age });
    };
    const ids = new Set<string>();
    const entries = bank.filter((line) => {
      const text = `${line.transactionId} ${line.satang}`;
      if (ids.has(text)) put('duplicate-line', [line]);
      return !ids.has(text) && ids.add(text) !== undefined;
    });
    const [order, ...more] = orders;
    if (more.length > 0) throw new Error('orders are made once');
    if (entries.some(({ satang }) => satang < 0)) put('reversed', [...orders, ...entries]);
    else if (order === undefined) {
      for (const line of entries) {
        put(covered.orders.has(line.day) ? 'missing-in-orders' : 'timing', [line]);
      }
    } else if (entries.length === 0) {
      put(covered.bank.has(order.day) ? 'missing-at-bank' : 'timing', [order]);
    } else judgePair(order, entries, put);
  }
  return open;
}

/** One order: the entry of its amount and day is its own, and others were paid too often. */
function judgePair(
  order: Line,
  entries: readonly Line[],
  put: (kind: string, lines: readonly Line[]) => void,
): void {
  const distance = (line: Line) =>
    (line.satang === order.satang ? 0 : 10) + (line.day === order.day ? 0 : 1);
  const [own, ...others] = [...entries].sort(
    (a, b) => distance(a) - distance(b) || (a.transactionId < b.transactionId ? -1 : 1),
  );
  if (own === undefined) return;
  if (own.satang !== order.satang) put('amount', [order, own]);
  else if (own.day !== order.day) put('wrong-day', [order, own]);
  for (const line of others) put('paid-twice', [line]);
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** The newest version of each file: an original that comes again after it changes nothing. */
class Drawer {
  readonly #files = new Map<string, File>();
  readonly #seen = new Set<string>();

  put(file: File, text: string): void {
    const sum = sha256(text);
    if (this.#seen.has(sum)) return;
    this.#seen.add(sum);
    this.#files.set(file.name, file);
  }

  get files(): File[] {
    return [...this.#files.values()];
  }
}

describe('nights of a shop', () => {
  it(`${NIGHTS} with ${PAYMENTS} payments are what they are by hand`, async () => {
    const { given } = shop(11);
    const [books, desk, drawer] = [new MemoryBooks(), deskOf(), new Drawer()];
    const maps = { ordersMap: undefined, bankMap: undefined };
    await createBook(books, desk, { name: 'shop', tolerance: 0, cutoff: 79_200, ...maps });
    const book = await openBook(books, 'shop');
    for (const [at, file] of given.entries()) {
      const text = csvOf(file);
      drawer.put(file, text);
      await runBook(book, desk, nightOf({ [file.side]: { [file.name]: text } }));
      if (isFull && at % 12 !== 0 && at < given.length - 1) continue;
      const open = (await openItems(book)).map(
        (item): Expected => ({
          ...{ class: item.class, reference: item.reference },
          ...{ satang: item.amount, age: item.age },
        }),
      );
      const wanted = byHand(drawer.files);
      expect(open.map((one) => JSON.stringify(one)).sort()).toEqual(
        wanted.map((one) => JSON.stringify(one)).sort(),
      );
      const { total } = await statusOf(book);
      const { carried, new: came, resolved } = total;
      const sum = wanted.reduce((all, { satang }) => all + BigInt(satang), 0n);
      expect(total.open).toEqual({ count: wanted.length, amount: sum });
      expect(carried.count + came.count - resolved.count).toBe(wanted.length);
      expect(carried.amount + came.amount - resolved.amount).toBe(sum);
    }
    expect(await verifyBook(book, () => 5)).toEqual([]);
  });

  it('give the same book in whatever order the files come', async () => {
    const files = shop(12).files.slice(0, 16);
    const roll = dice(4);
    const shuffled = files.map((file) => ({ file, at: roll() })).sort((a, b) => a.at - b.at);
    const [one, other] = await Promise.all(
      [files, shuffled.map(({ file }) => file)].map(async (order) => {
        const [books, desk] = [new MemoryBooks(), deskOf()];
        const maps = { ordersMap: undefined, bankMap: undefined };
        await createBook(books, desk, { name: 'shop', tolerance: 0, cutoff: 79_200, ...maps });
        const book = await openBook(books, 'shop');
        for (const file of order) {
          await runBook(book, desk, nightOf({ [file.side]: { [file.name]: csvOf(file) } }));
        }
        return await openItems(book);
      }),
    );
    expect(other?.map(({ id, age }) => ({ id, age }))).toEqual(
      one?.map(({ id, age }) => ({ id, age })),
    );
  });
});
