import { describe, expect, it } from 'vitest';
import { createBook } from '../../src/books/create.js';
import { openBook } from '../../src/books/open.js';
import { runBook } from '../../src/books/run.js';
import type { BookStatus } from '../../src/books/state.js';
import { openItems, readStatus } from '../../src/books/status.js';
import { verifyBook } from '../../src/books/verify.js';
import { sha256 } from '../../src/core/hash.js';
import { formatAmount } from '../../src/core/money.js';
import { formatDate, parseDate } from '../../src/core/time.js';
import { fileBooks } from '../fixtures/file-stores.js';
import { clerkOf, type Files, nightOf } from './clerk.js';

const isFull = process.env.PAYCTL_RECONCILE === 'full';
const NIGHTS = isFull ? 60 : 10;
const PAYMENTS = isFull ? 20_000 : 50;
/** By hand all lines are looked at anew, so at full size not after each run. */
const COMPARED = isFull ? 6 : 1;
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

/** The files of all nights, and those that a careless shop gives in each. */
function shop(seed: number, nights = NIGHTS): { files: File[]; given: File[][] } {
  const roll = dice(seed);
  const files = Array.from({ length: nights }, (_, night) =>
    (['orders', 'bank'] as const).map(
      (side): File => ({ side, name: `${side}-${night + 1}.csv`, lines: [] }),
    ),
  );
  for (let night = 0; night < nights; night++) {
    const day = FIRST + night;
    for (let at = 0; at < PAYMENTS; at++) {
      const line = { ...{ reference: `P${night}-${at}`, transactionId: '' }, status: '' as const };
      const satang = 100 + Math.floor(roll() * 1_000_000);
      const order: Line = { ...line, satang, day };
      const paid = { ...order, transactionId: `T${night}-${at}` };
      const later = files[Math.min(night + 1 + Math.floor(roll() * 5), nights - 1)]?.[1];
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
function careless(files: readonly File[], roll: () => number): File[][] {
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
  const runs: { day: number; files: File[] }[] = [];
  for (const { file, at } of given.sort((a, b) => a.at - b.at)) {
    const day = Math.floor(at);
    const last = runs.at(-1);
    // Two files of one name in one run would be refused: nobody knows which is the later one.
    const isSameRun = last?.day === day && !last.files.some(({ name }) => name === file.name);
    if (last !== undefined && isSameRun) last.files.push(file);
    else runs.push({ day, files: [file] });
  }
  return runs.map((run) => run.files);
}

/** The files of a run as a clerk gives them. */
function filesOf(run: readonly File[]): Files {
  const of = (side: File['side']) =>
    Object.fromEntries(
      run.filter((file) => file.side === side).map((file) => [file.name, csvOf(file)]),
    );
  return { orders: of('orders'), bank: of('bank') };
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

  put(file: File): void {
    const sum = sha256(csvOf(file));
    if (this.#seen.has(sum)) return;
    this.#seen.add(sum);
    this.#files.set(file.name, file);
  }

  get files(): File[] {
    return [...this.#files.values()];
  }
}

async function newBook() {
  const { books } = await fileBooks();
  const maps = { ordersMap: undefined, bankMap: undefined };
  const clerk = clerkOf();
  await createBook(books, clerk, { name: 'shop', tolerance: 0, cutoff: 79_200, ...maps });
  return { book: await openBook(books, 'shop'), clerk };
}

describe('nights of a shop', () => {
  it(`${NIGHTS} with ${PAYMENTS} payments are what they are by hand`, async () => {
    const { given } = shop(11);
    const drawer = new Drawer();
    const { book, clerk } = await newBook();
    for (const [at, run] of given.entries()) {
      for (const file of run) drawer.put(file);
      const { status } = await runBook(book, clerk, nightOf(filesOf(run)));
      expectBalance(status);
      if (at % COMPARED !== 0 && at < given.length - 1) continue;
      const wanted = byHand(drawer.files);
      const open = (await openItems(book)).map(
        (item): Expected => ({
          ...{ class: item.class, reference: item.reference },
          ...{ satang: item.amount, age: item.age },
        }),
      );
      expect(open.map((one) => JSON.stringify(one)).sort()).toEqual(
        wanted.map((one) => JSON.stringify(one)).sort(),
      );
      const all = await readStatus(book);
      expectBalance(all);
      const amount = wanted.reduce((sum, { satang }) => sum + BigInt(satang), 0n);
      expect(all.total.open).toEqual({ count: wanted.length, amount });
    }
    expect(await verifyBook(book, () => 5)).toEqual([]);
    await book.close();
  });

  it('give the same book in whatever order the files come', async () => {
    const { files } = shop(12, 8);
    const roll = dice(4);
    const shuffled = files.map((file) => ({ file, at: roll() })).sort((a, b) => a.at - b.at);
    const [one, other] = await Promise.all(
      [files, shuffled.map(({ file }) => file)].map(async (order) => {
        const { book, clerk } = await newBook();
        for (const file of order) await runBook(book, clerk, nightOf(filesOf([file])));
        return await openItems(book);
      }),
    );
    expect(other?.map(({ id, age }) => ({ id, age }))).toEqual(
      one?.map(({ id, age }) => ({ id, age })),
    );
  });
});

/** carried + new - resolved = open, in each class. */
function expectBalance({ total, classes }: BookStatus): void {
  for (const { carried, new: came, resolved, open } of [total, ...classes.values()]) {
    expect(carried.count + came.count - resolved.count).toBe(open.count);
    expect(carried.amount + came.amount - resolved.amount).toBe(open.amount);
  }
}
