import { describe, expect, it, vi } from 'vitest';
import { closeBook, reopenBook } from '../../src/books/close.js';
import { createBook } from '../../src/books/create.js';
import { linesDigest } from '../../src/books/lines.js';
import { openBook } from '../../src/books/open.js';
import { resolveItems } from '../../src/books/resolve.js';
import { runBook } from '../../src/books/run.js';
import type { NewBook, Night } from '../../src/books/state.js';
import { openItems, readStatus } from '../../src/books/status.js';
import { verifyBook } from '../../src/books/verify.js';
import { sayEnglish } from '../../src/core/message.js';
import { parseDate } from '../../src/core/time.js';
import { books as words } from '../../src/messages/books.js';
import type { Book } from '../../src/state/books.js';
import { fileBooks } from '../fixtures/file-stores.js';
import { clerkOf, type Files, nightOf } from './clerk.js';

const PLAIN: NewBook = {
  ...{ name: 'shop', ordersMap: undefined, bankMap: undefined },
  ...{ tolerance: 0, cutoff: 22 * 3600 },
};

async function opened(given: Partial<NewBook> = {}) {
  const { books, tamper } = await fileBooks();
  const clerk = clerkOf();
  await createBook(books, clerk, { ...PLAIN, ...given });
  const shop = await openBook(books, 'shop');
  const night = (files: Files, more: Partial<Night> = {}) =>
    runBook(shop, clerk, nightOf(files, more));
  const open = async () =>
    (await openItems(shop)).map((item) => `${item.class} ${item.reference} ${item.amount}`);
  const findings = async () => (await verifyBook(shop, () => 1)).map(sayEnglish);
  return { books, clerk, shop, night, open, tamper, findings };
}

function csv(...rows: string[]): string {
  return ['reference,transactionId,amount,date,status', ...rows, ''].join('\n');
}

const day = (date: string) => parseDate(date) ?? 0;

describe('a run', () => {
  it('carries what is open from night to night', async () => {
    const { shop, night, open } = await opened();
    await night({
      orders: { 'o1.csv': csv('A,,10.00,2026-01-01,paid', 'B,,20.00,2026-01-01,paid') },
      bank: { 'b1.csv': csv('A,T1,10.00,2026-01-01,') },
    });
    expect(await open()).toEqual(['missing-at-bank B 2000']);
    const second = await night({
      orders: { 'o2.csv': csv('C,,30.00,2026-01-02,paid') },
      bank: { 'b2.csv': csv('B,T2,20.00,2026-01-02,', 'C,T3,30.00,2026-01-02,') },
    });
    expect(await open()).toEqual(['wrong-day B 2000']);
    expect((await readStatus(shop, 'run')).total).toMatchObject({
      carried: { count: 1, amount: 2000n },
      new: { count: 1, amount: 2000n },
      resolved: { count: 1, amount: 2000n },
      open: { count: 1, amount: 2000n },
    });
    expect(await openItems(shop)).toEqual(second.open);
    expect(second.reconciled.summary.get('matched')?.count).toBe(1);
  });

  it('skips what was applied before, under whatever name, and writes nothing then', async () => {
    const { shop, night } = await opened();
    const orders = csv('A,,10.00,2026-01-01,paid');
    await night({ orders: { 'o1.csv': orders } });
    const { seq } = await shop.head();
    const again = await night({ orders: { 'copy.csv': orders } });
    expect(again.skipped).toEqual(['copy.csv']);
    expect(again.open).toHaveLength(1);
    expect((await shop.head()).seq).toBe(seq);
  });

  it('covers each night on which nothing was paid, though their files are the same', async () => {
    const { shop, night, clerk } = await opened();
    const first = csv('A,T1,10.00,2026-01-01,');
    await night({ orders: { 'o1.csv': first }, bank: { 'b1.csv': first } });
    const empty = (date: string, bank = csv()) => {
      const files = { orders: { [`o-${date}.csv`]: csv() }, bank: { [`b-${date}.csv`]: bank } };
      return night(files, { days: { from: day(date), to: day(date) } });
    };
    await empty('2026-01-02');
    await empty('2026-01-03', csv('B,T2,5.00,2026-01-03,'));
    expect((await empty('2026-01-02')).skipped).toEqual(['o-2026-01-02.csv', 'b-2026-01-02.csv']);
    expect((await readStatus(shop)).through).toBe(day('2026-01-03'));
    await closeBook(shop, clerk, day('2026-01-03'), false);
  });

  it('refuses a file of the name of an empty one of other days', async () => {
    const { night, clerk } = await opened();
    // In Bangkok it is the day after.
    clerk.clock.set(Date.parse('2026-03-02T20:00:00Z') - clerk.clock.now());
    const files = { orders: { 'orders.csv': csv() } };
    await night(files, { days: { from: day('2026-01-01'), to: day('2026-01-01') } });
    const other = night(files, { days: { from: day('2026-01-02'), to: day('2026-01-02') } });
    await expect(other).rejects.toThrow(
      'orders.csv was applied on 2026-03-03 with other days (2026-01-01)',
    );
  });

  it('lists what an amendment changes, and keeps what stays', async () => {
    const { night, open, shop, findings } = await opened();
    await night({ orders: { 'o1.csv': csv('A,,10.00,2026-01-01,', 'B,,20.00,2026-01-01,') } });
    const [before] = await openItems(shop);
    const { amendments } = await night({
      orders: { 'in/o1.csv': csv('A,,10.00,2026-01-01,', 'B,,25.00,2026-01-01,') },
    });
    expect(amendments).toMatchObject([
      { file: 'o1.csv', added: [{ amount: 2500 }], removed: [{ amount: 2000 }], withdrawn: [] },
    ]);
    expect(await open()).toEqual(['timing A 1000', 'timing B 2500']);
    expect((await openItems(shop))[0]?.id).toBe(before?.id);
    expect(await findings()).toEqual([]);
  });

  it('refuses a file of the same name with other days, and one without any', async () => {
    const { night, shop } = await opened();
    await night({ orders: { 'orders.csv': csv('A,,10.00,2026-01-01,') } });
    const other = night({ orders: { 'orders.csv': csv('B,,10.00,2026-01-02,') } });
    await expect(other).rejects.toThrow(
      'orders.csv was applied on 2026-03-02 with other days (2026-01-01)',
    );
    await expect(night({ orders: { 'orders.csv': csv() } })).rejects.toThrow('other days');
    expect((await shop.head()).seq).toBe(2);
  });

  it('takes a statement number of another year for a new statement, and one of the same days for an amendment', async () => {
    const { night, open } = await opened();
    await night({ bank: { 'jan.sta': statement('12/1', '260105', 'A', '10,00') } });
    await night({ bank: { 'next.sta': statement('12/1', '270105', 'B', '20,00') } });
    expect(await open()).toEqual(['timing A 1000', 'timing B 2000']);
    const { amendments } = await night({
      bank: { 'corrected.sta': statement('12/1', '260105', 'A', '11,00') },
    });
    expect(amendments.map(({ file }) => file)).toEqual(['1234567890 12/1']);
    expect(await open()).toEqual(['timing A 1100', 'timing B 2000']);
  });

  it('keeps what is of another currency with its own statement', async () => {
    const { night, open } = await opened();
    const dollars = statement('7/1', '260105', 'U', '3,00')
      .replaceAll('THB', 'USD')
      .replace(':25:1234567890', ':25:9876543210');
    await night({ bank: { 'jan.sta': dollars + statement('12/1', '260105', 'A', '10,00') } });
    expect(await open()).toEqual(['bad-line U 0', 'timing A 1000']);
    const { amendments } = await night({
      bank: { 'corrected.sta': statement('12/1', '260105', 'A', '11,00') },
    });
    expect(amendments).toMatchObject([{ removed: [{ reference: 'A' }] }]);
    expect(await open()).toEqual(['bad-line U 0', 'timing A 1100']);
  });

  it('applies nothing where a statement does not add up', async () => {
    const { night, shop } = await opened();
    const wrong = statement('12/1', '260105', 'A', '10,00').replace(
      'C260105THB10,00',
      'C260105THB9,00',
    );
    const done = night({
      orders: { 'o.csv': csv('A,,10.00,2026-01-05,') },
      bank: { 's.sta': wrong },
    });
    await expect(done).rejects.toMatchObject({ exitClass: 'BAD_DATA' });
    expect((await shop.head()).seq).toBe(1);
  });

  it('keeps what cannot be read until a corrected file comes', async () => {
    const { night, open } = await opened();
    await night({ bank: { 'b.csv': csv('A,T1,ten,2026-01-01,', 'A,T2,5.00,2026-01-01,') } });
    expect(await open()).toEqual(['bad-line A 500']);
    await night({ bank: { 'b.csv': csv('A,T1,10.00,2026-01-01,', 'A,T2,5.00,2026-01-01,') } });
    expect(await open()).toEqual(['timing A 1000', 'timing A 500']);
  });

  it('begins with what is carried over', async () => {
    const text = 'side,reference,transactionId,amount,date,note\norders,A,,10.00,2025-12-30,cash\n';
    const { shop, night, open } = await opened({ opening: { file: 'opening.csv', text } });
    expect((await readStatus(shop)).total.carried).toEqual({ count: 1, amount: 1000n });
    await night({
      orders: { opening: csv('B,,1.00,2025-12-30,') },
      bank: { 'b.csv': csv('A,T1,10.00,2025-12-30,', 'B,T2,1.00,2025-12-30,') },
    });
    expect(await open()).toEqual([]);
    const { total } = await readStatus(shop);
    expect(total.carried.count + total.new.count - total.resolved.count).toBe(0);
  });

  it('leaves alone what was paid out on days that a night only touches', async () => {
    const bankMap = 'bank:\n  settlement: { by: day }\n';
    const { night, open, findings } = await opened({ bankMap });
    const sums = ['12.00', '13.00', '4.00'];
    const orders = [['B,,5.00', 'C,,7.00'], ['A,,10.00', 'B,,3.00'], ['A,,4.00']];
    for (const [at, sum] of sums.entries()) {
      const date = `2026-01-0${at + 5}`;
      const rows = (orders[at] ?? []).map((row) => `${row},${date},`);
      await night({
        orders: { [`o${at}.csv`]: csv(...rows) },
        bank: { [`b${at}.csv`]: csv(`,,${sum},${date},`) },
      });
      expect(await open()).toEqual([]);
    }
    expect(await findings()).toEqual([]);
  });

  it('finds the orders of a payout again when more is said of it', async () => {
    const bankMap = 'bank:\n  settlement: { by: payout }\n';
    const { night, shop, open } = await opened({ bankMap });
    const header = 'reference,amount,date,payout';
    const orders = [header, 'A,10.00,2026-01-01,P', 'B,5.00,2026-01-01,P', ''].join('\n');
    await night({ orders: { 'o.csv': orders }, bank: { 'b1.csv': csv('P,T1,15.00,2026-01-01,') } });
    expect(await open()).toEqual([]);
    await night({ bank: { 'b2.csv': csv('P,T2,-15.00,2026-01-02,') } });
    expect(await openItems(shop)).toMatchObject([
      { class: 'reversed', sides: { orders: 1500, bank: 0 } },
    ]);
  });

  it('reads again where another clerk was faster', async () => {
    const { night, clerk, shop, open, findings } = await opened();
    const commit = shop.commit.bind(shop);
    vi.spyOn(shop, 'commit').mockImplementationOnce(async (change) => {
      await runBook(shop, clerk, nightOf({ bank: { 'b.csv': csv('A,T1,10.00,2026-01-01,') } }));
      return commit(change);
    });
    await night({ orders: { 'o.csv': csv('A,,10.00,2026-01-01,') } });
    expect(await open()).toEqual([]);
    expect((await shop.head()).seq).toBe(3);
    expect(await findings()).toEqual([]);
  });

  it('gives up where others go on being faster', async () => {
    const { night, shop } = await opened();
    vi.spyOn(shop, 'commit').mockResolvedValue(false);
    const done = night({ orders: { 'o.csv': csv('A,,10.00,2026-01-01,') } });
    await expect(done).rejects.toMatchObject({ exitClass: 'CONFLICT' });
  });

  it('writes nothing where the sums do not add up', async () => {
    const { night, tamper, shop } = await opened();
    await night({ orders: { 'o.csv': csv('A,,10.00,2026-01-01,') } });
    await tamper('UPDATE item SET amount = amount + 1');
    const done = night({ orders: { 'p.csv': csv('B,,10.00,2026-01-02,') } });
    await expect(done).rejects.toMatchObject({ exitClass: 'INTERNAL' });
    expect((await shop.head()).seq).toBe(2);
  });
});

describe('a decision', () => {
  it('holds while the lines are those that it was made about', async () => {
    const { night, shop, clerk, open } = await opened();
    await night({ orders: { 'o.csv': csv('A,,10.00,2026-01-01,') } });
    const [item] = await openItems(shop);
    await resolveItems(shop, clerk, [{ ids: [item?.id ?? ''], as: 'explained', note: 'cash' }]);
    expect(await open()).toEqual([]);
    await night({ bank: { 'b.csv': csv('A,T1,9.00,2026-01-01,') } });
    expect(await open()).toEqual(['amount A 900']);
    await night({ bank: { 'b.csv': csv('B,T1,9.00,2026-01-01,') } });
    expect(await open()).toEqual(['missing-in-orders B 900']);
  });

  it('is taken with all others or not at all, and each that is wrong is named', async () => {
    const { night, shop, clerk } = await opened();
    await night({
      orders: { 'o.csv': csv('A,,10.00,2026-01-01,') },
      bank: { 'b.csv': csv('B,T1,9.00,2026-01-01,') },
    });
    const [own, bank] = (await openItems(shop)).sort((a) => (a.reference === 'A' ? -1 : 1));
    const [a = '', b = ''] = [own?.id, bank?.id];
    const done = resolveItems(shop, clerk, [
      { ids: [a], as: 'matched-with', with: b, note: 'same', place: 'f.csv:2' },
      { ids: ['none'], as: 'explained', note: '', place: 'f.csv:3' },
    ]);
    await expect(done).rejects.toMatchObject({
      exitClass: 'USAGE',
      message: '2 decisions cannot be taken; nothing was decided',
      facts: {
        details: [
          { field: 'f.csv:2', message: words.sumsDiffer('10.00', '9.00') },
          { field: 'f.csv:3' },
          { field: 'f.csv:3' },
        ],
      },
    });
    expect(await openItems(shop)).toHaveLength(2);
  });

  it('of items that belong together lapses for all of them, once one is another', async () => {
    const { night, shop, clerk, open } = await opened();
    await night({
      orders: { 'o.csv': csv('X,,10.00,2026-01-01,') },
      bank: { 'b.csv': csv('Y,T1,10.00,2026-01-01,') },
    });
    const [one, other] = await openItems(shop);
    const [a = '', b = ''] = [one?.id, other?.id];
    await expect(
      resolveItems(shop, clerk, [
        { ids: [a], as: 'explained', note: 'cash' },
        { ids: [a], as: 'duplicate', note: 'twice' },
      ]),
    ).rejects.toMatchObject({ facts: { details: [{ message: words.decidedTwice(a) }] } });
    await resolveItems(shop, clerk, [{ ids: [a], as: 'matched-with', with: b, note: 'a typo' }]);
    expect(await open()).toEqual([]);
    await night({ bank: { 'late.csv': csv('X,T2,10.00,2026-01-01,') } });
    expect(await open()).toEqual(['missing-in-orders Y 1000']);
  });
});

describe('a closed day', () => {
  async function closed() {
    const all = await opened();
    await all.night({
      orders: { 'o.csv': csv('A,,10.00,2026-01-01,', 'B,,5.00,2026-01-01,') },
      bank: { 'b.csv': csv('A,T1,10.00,2026-01-01,', 'B,T2,5.00,2026-01-01,') },
    });
    await closeBook(all.shop, all.clerk, day('2026-01-01'), true);
    return all;
  }

  it('makes what files change of it wait, until it is opened again', async () => {
    const { night, open, shop, clerk, findings } = await closed();
    await night({ bank: { 'late.csv': csv('C,T3,7.00,2026-01-01,') } });
    const { amendments } = await night({ orders: { 'o.csv': csv('A,,10.00,2026-01-01,') } });
    expect(amendments).toMatchObject([{ removed: [], withdrawn: [{ reference: 'B' }] }]);
    expect(await open()).toEqual(['late B 500', 'late C 700']);
    expect(await findings()).toEqual([]);
    await reopenBook(shop, clerk, day('2026-01-01'), 'the bank was late');
    expect(await open()).toEqual(['missing-in-orders B 500', 'missing-in-orders C 700']);
    expect(await findings()).toEqual([]);
  });

  it('needs both sides, and with strict nothing open', async () => {
    const { night, shop, clerk } = await closed();
    await night({ orders: { 'o2.csv': csv('D,,1.00,2026-01-02,') } });
    const uncovered = closeBook(shop, clerk, day('2026-01-02'), false);
    await expect(uncovered).rejects.toMatchObject({
      exitClass: 'REJECTED',
      message:
        'the book cannot be closed up to 2026-01-02: files of both sides reach only 2026-01-01: no file of the bank covers 2026-01-02',
    });
    await night({ bank: { 'b2.csv': csv('E,T5,1.00,2026-01-02,') } });
    await expect(closeBook(shop, clerk, day('2026-01-02'), true)).rejects.toThrow('2 items open');
    expect((await closeBook(shop, clerk, day('2026-01-02'), false)).closed).toBe(day('2026-01-02'));
  });
});

describe('verify', () => {
  it('says nothing of a night that is written meanwhile', async () => {
    const { night, shop } = await opened();
    await night({ orders: { 'o.csv': csv('A,,10.00,2026-01-01,') } });
    let isWritten = false;
    const busy: Book = {
      name: shop.name,
      head: () => shop.head(),
      files: (query) => shop.files(query),
      lines: (query) => shop.lines(query),
      items: (query) => shop.items(query),
      allLines: () => shop.allLines(),
      async *allItems() {
        if (!isWritten) await night({ bank: { 'b.csv': csv('A,T1,10.00,2026-01-01,') } });
        isWritten = true;
        yield* shop.allItems();
      },
      events: () => shop.events(),
      commit: (change) => shop.commit(change),
      close: () => shop.close(),
    };
    expect(await verifyBook(busy, () => 1)).toEqual([]);
    expect(isWritten).toBe(true);
  });

  it('names what was changed behind the back of the book', async () => {
    const { night, tamper, findings, shop } = await opened();
    await night({
      orders: { 'o.csv': csv('A,,10.00,2026-01-01,', 'B,,5.00,2026-01-01,') },
      bank: { 'b.csv': csv('A,T1,10.00,2026-01-01,') },
    });
    expect(await findings()).toEqual([]);
    const [item] = await openItems(shop);
    const id = item?.id ?? '';
    await tamper('UPDATE item SET resolved = 1');
    expect(await findings()).toEqual([
      'what the book says of itself is not what its newest event says',
      `item ${id} is not what its lines say`,
    ]);
    await tamper('UPDATE item SET resolved = NULL');
    await tamper("UPDATE line SET amount = amount + 1 WHERE reference = 'A'");
    expect(await findings()).toEqual([
      'the lines of o.csv are not those that were applied',
      'the lines of b.csv are not those that were applied',
    ]);
    const fitDigests = async () => {
      for (const { id } of await shop.files()) {
        const digest = linesDigest(await shop.lines({ files: [id] }));
        await tamper('UPDATE file SET digest = ? WHERE id = ?', digest, id);
      }
    };
    // Also where the row of the file is changed with them.
    await fitDigests();
    const differs = (file: string) => `what the book says of ${file} is not what its event says`;
    expect(await findings()).toEqual([
      ...[differs('o.csv'), 'the lines of o.csv are not those that were applied'],
      ...[differs('b.csv'), 'the lines of b.csv are not those that were applied'],
    ]);
    await tamper("UPDATE line SET amount = amount - 1 WHERE reference = 'A'");
    await fitDigests();
    await tamper("UPDATE event SET line = replace(line, 'somchai', 'somsak') WHERE seq = 1");
    expect(await findings()).toEqual(['event 1 was changed']);
  });
});

describe('verify, of rows that no digest of a file shows', () => {
  it.each([
    {
      what: 'a line that was withdrawn from a file that another replaced',
      finding: 'the lines of the book are not those that its events wrote',
      change: 'UPDATE line SET time = time + 1 WHERE waits IS NOT NULL',
    },
    {
      what: 'a line that was withdrawn, and is gone',
      finding: 'the lines of the book are not those that its events wrote',
      change: 'DELETE FROM line WHERE waits IS NOT NULL',
    },
    {
      what: 'the day on which an item was seen first',
      finding: 'the items of the book are not those that its events wrote',
      change: "UPDATE item SET first_seen = '2026-01-01'",
    },
    {
      what: 'an item that was resolved, and is gone',
      finding: 'the items of the book are not those that its events wrote',
      change: 'DELETE FROM item WHERE resolved IS NOT NULL',
    },
    {
      what: 'the checksum of a file, by which it would be applied again',
      finding: 'what the book says of o.csv is not what its event says',
      change: "UPDATE file SET sha256 = 'other' WHERE replaced IS NULL",
    },
  ])('names $what', async ({ change, finding }) => {
    const { night, tamper, findings, shop, clerk } = await opened();
    const bank = (...lines: string[]) => ({ 'b.csv': csv('Z,T0,1.00,2026-01-01,', ...lines) });
    const orders = (...lines: string[]) => ({ 'o.csv': csv('A,,10.00,2026-01-01,', ...lines) });
    await night({ orders: orders('B,,5.00,2026-01-01,'), bank: bank() });
    await night({ bank: bank('A,T1,10.00,2026-01-01,', 'B,T2,5.00,2026-01-01,') });
    await closeBook(shop, clerk, day('2026-01-01'), false);
    await night({ orders: orders() });
    expect(await findings()).toEqual([]);
    await tamper(change);
    expect(await findings()).toContain(finding);
  });
});

/** An MT940 of one entry. */
function statement(number: string, date: string, reference: string, amount: string): string {
  return [
    ...[':20:START', ':25:1234567890', `:28C:${number}`, `:60F:C${date}THB0,00`],
    ...[`:61:${date}${date.slice(2)}C${amount}NTRF${reference}//X${date}`],
    ...[`:62F:C${date}THB${amount}`, '-', ''],
  ].join('\r\n');
}
