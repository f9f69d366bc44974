import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../fixtures/machine.js';

type Shop = Pick<Machine, 'home' | 'payctl'>;

/** A machine with what these stories do with it. */
class Desk {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Writes a file, and returns its path. */
  file(name: string, lines: readonly string[]): string {
    const path = join(this.#shop.home, name);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  }

  orders(name: string, lines: readonly string[]): string {
    return this.file(name, ['reference,amount,date', ...lines]);
  }

  bank(name: string, lines: readonly string[]): string {
    return this.file(name, ['ref1,transRef,amount,transactionDate', ...lines]);
  }

  payctl(...words: readonly string[]) {
    return this.#shop.payctl(words);
  }

  /** The data of a command that ends like this. */
  async data(code: number, ...words: readonly string[]) {
    const run = await this.payctl(...words, '-o', 'json');
    expect([run.code, words], run.stderr).toEqual([code, words]);
    return JSON.parse(run.stdout);
  }

  night(book: string, { orders, bank }: { orders?: string; bank?: string }) {
    const files = [
      ...(orders === undefined ? [] : ['--orders', orders]),
      ...(bank === undefined ? [] : ['--bank', bank]),
    ];
    return ['reconcile', '--book', book, ...files];
  }
}

const figures = (count: number, amount: string) => ({ count, amount });

/** What the commands of books do for a person, wherever books are kept. */
export function tellsStoriesOfBooks(shop: () => Shop): void {
  describe('a book', () => {
    it('begins each night with what earlier ones left open', async () => {
      const desk = new Desk(shop());
      expect((await desk.data(0, 'books', 'create', 'nights')).open).toEqual(figures(0, '0.00'));
      expect((await desk.payctl('books', 'create', 'nights')).code).toBe(12);

      const first = desk.night('nights', {
        orders: desk.orders('n-orders-30.csv', ['A1,100.00,2026-01-30', 'A2,50.00,2026-01-30']),
        bank: desk.bank('n-bank-30.csv', ['A1,T1,100.00,2026-01-30', 'Z1,T9,7.00,2026-01-30']),
      });
      const run = await desk.data(11, ...first);
      expect(run.book).toMatchObject({ new: figures(2, '57.00'), open: figures(2, '57.00') });
      expect(run.breaks).toMatchObject([
        { class: 'missing-in-orders', reference: 'Z1', age: 0, id: expect.any(String) },
        { class: 'missing-at-bank', reference: 'A2', age: 0, id: expect.any(String) },
      ]);

      const again = await desk.data(11, ...first);
      expect(again.skipped).toEqual(['n-orders-30.csv', 'n-bank-30.csv']);
      expect(again.book).toMatchObject({ carried: figures(2, '57.00'), new: figures(0, '0.00') });

      const late = desk.bank('n-bank-31.csv', ['A2,T2,50.00,2026-01-31', 'A3,T3,1.00,2026-01-31']);
      const second = await desk.data(11, ...desk.night('nights', { bank: late }));
      expect(second.book.carried).toEqual(figures(2, '57.00'));
      const status = await desk.data(0, 'books', 'status', 'nights');
      expect(status).toMatchObject({ book: 'nights', through: '2026-01-30', closed: null });
      expect(await desk.data(0, 'books', 'list')).toContainEqual(status);
      expect((await desk.data(0, 'books', 'verify', 'nights')).sound).toBe(true);
    });

    it('is sound whatever characters a file has', async () => {
      const desk = new Desk(shop());
      await desk.payctl('books', 'create', 'odd');
      const night = desk.night('odd', {
        orders: desk.orders('odd-orders.csv', [
          'A\0B,1.00,2026-01-30',
          '"ก\u2028,",2.00,2026-01-30',
        ]),
        bank: desk.bank('odd-bank.csv', ['A\0B,T\0,1.00,2026-01-30', 'Z\0,T2,3.00,2026-01-30']),
      });
      const { breaks } = await desk.data(11, ...night);
      expect(breaks).toHaveLength(2);
      expect((await desk.data(0, 'books', 'verify', 'odd')).sound).toBe(true);
    });

    it('is amended by a file of the same name, and not by one of another night', async () => {
      const desk = new Desk(shop());
      await desk.payctl('books', 'create', 'amended');
      const orders = ['B1,10.00,2026-01-30', 'B2,20.00,2026-01-30'];
      await desk.payctl(...desk.night('amended', { orders: desk.orders('a-orders.csv', orders) }));
      const corrected = desk.orders('a-orders.csv', ['B1,10.00,2026-01-30', 'B2,25.00,2026-01-30']);
      const run = await desk.payctl(...desk.night('amended', { orders: corrected }), '-o', 'json');
      expect(run.stderr).toContain('a-orders.csv:3 added: B2 25.00');
      expect(run.stderr).toContain('a-orders.csv:3 removed: B2 20.00');
      expect(JSON.parse(run.stdout).amendments).toMatchObject([
        { side: 'orders', added: [{ amount: '25.00' }], removed: [{ amount: '20.00' }] },
      ]);

      const other = desk.orders('a-orders.csv', ['B9,1.00,2026-02-01']);
      const refused = await desk.payctl(...desk.night('amended', { orders: other }));
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain("give each night's file its own name");
      expect(await desk.data(0, 'books', 'breaks', 'amended')).toHaveLength(2);
    });

    it('takes the list of open items back as a spreadsheet saves it, whole or not at all', async () => {
      const desk = new Desk(shop());
      await desk.payctl('books', 'create', 'sheet');
      const night = desk.night('sheet', {
        orders: desk.orders('s-orders.csv', ['=1+1,10.00,2026-01-30', 'C2,20.00,2026-01-30']),
        bank: desk.bank('s-bank.csv', ['C9,T9,20.00,2026-01-30', 'C8,T8,5.00,2026-01-30']),
      });
      expect((await desk.payctl(...night)).code).toBe(11);
      const { stdout: csv } = await desk.payctl('books', 'breaks', 'sheet', '-o', 'csv');
      const [header = '', ...rows] = csv.trimEnd().split('\n');
      expect(header.endsWith(',as,note')).toBe(true);
      expect(csv).toContain("'=1+1");
      const row = (reference: string) => rows.find((one) => one.includes(`,${reference},`)) ?? '';
      const idOf = (reference: string) => row(reference).split(',')[0] ?? '';
      const decided = (reference: string, as: string, note: string) =>
        row(reference).replace(/,,$/, `,${as},${note}`);

      const wrong = desk.file('s-wrong.csv', [
        header,
        decided('C8', 'explained', 'found in the till'),
        decided('C9', 'forgotten', 'x'),
        decided('C2', 'written-off', ''),
      ]);
      const refused = await desk.payctl('books', 'resolve', 'sheet', wrong);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`${wrong}:3`);
      expect(refused.stderr).toContain(`${wrong}:4`);
      const unknown = desk.file('s-unknown.csv', ['id,as,note', 'nobody,explained,x']);
      const missed = await desk.payctl('books', 'resolve', 'sheet', unknown);
      expect([missed.code, missed.stderr]).toEqual([2, expect.stringContaining(`${unknown}:2`)]);
      expect(await desk.data(0, 'books', 'breaks', 'sheet')).toHaveLength(4);

      const saved = [header, decided('C8', 'explained', 'found in the till'), row("'=1+1")];
      const pair = decided('C2', `matched-with:${idOf('C9')}`, 'a typing error');
      const sheet = desk.file(
        's-right.csv',
        [...saved, pair].map((line) => line.replaceAll(',', ';')),
      );
      const done = await desk.data(0, 'books', 'resolve', 'sheet', sheet);
      expect(done).toMatchObject({ resolved: figures(3, '45.00'), open: figures(1, '10.00') });
    });

    it('takes a decision by ids, the other one last', async () => {
      const desk = new Desk(shop());
      await desk.payctl('books', 'create', 'ids');
      await desk.payctl(
        ...desk.night('ids', {
          orders: desk.orders('i-orders.csv', ['D1,30.00,2026-01-30', 'D2,20.00,2026-01-30']),
          bank: desk.bank('i-bank.csv', ['D9,T9,50.00,2026-01-30', 'D8,T8,1.00,2026-01-30']),
        }),
      );
      const items: { id: string; reference: string }[] = await desk.data(
        0,
        ...['books', 'breaks', 'ids'],
      );
      const id = (reference: string) => items.find((one) => one.reference === reference)?.id ?? '';
      const resolve = (...words: string[]) => desk.payctl('books', 'resolve', 'ids', ...words);
      const matched = ['--as', 'matched-with', '--note', 'one transfer'];
      expect((await resolve(id('D1'))).code).toBe(2);
      expect((await resolve(id('D1'), '--as', 'explained')).code).toBe(2);
      expect((await resolve(id('D1'), ...matched)).code).toBe(2);
      const differ = await resolve(id('D1'), id('D9'), ...matched);
      expect([differ.code, differ.stderr]).toEqual([2, expect.stringMatching(/30\.00.*50\.00/)]);
      expect((await resolve(id('D1'), id('D2'), id('D9'), ...matched)).code).toBe(0);
      expect(await desk.data(0, 'books', 'breaks', 'ids', '--class', 'missing-in-orders')).toEqual([
        expect.objectContaining({ reference: 'D8', sides: { orders: null, bank: '1.00' } }),
      ]);
      expect(await desk.data(0, 'books', 'breaks', 'ids', '--older', '2d')).toEqual([]);
      const decided = (reference: string) =>
        expect.objectContaining({
          as: 'matched-with',
          reference,
          note: 'one transfer',
          holds: true,
        });
      expect(await desk.data(0, 'books', 'decisions', 'ids')).toEqual(
        expect.arrayContaining(['D1', 'D2', 'D9'].map(decided)),
      );
    });

    it('keeps what comes for a closed day waiting until it is opened again', async () => {
      const desk = new Desk(shop());
      await desk.payctl('books', 'create', 'days');
      await desk.payctl(
        ...desk.night('days', { orders: desk.orders('d-orders.csv', ['E1,10.00,2026-01-30']) }),
      );
      const refused = await desk.payctl('books', 'close', 'days', '2026-01-30');
      expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('2026-01-30')]);
      const bank = desk.bank('d-bank.csv', ['E1,T1,10.00,2026-01-30', 'E5,T5,5.00,2026-01-30']);
      await desk.payctl(...desk.night('days', { bank }));
      const strict = await desk.payctl('books', 'close', 'days', '2026-01-30', '--strict');
      expect(strict.code).toBe(5);
      const closed = await desk.data(0, 'books', 'close', 'days', '2026-01-30');
      expect(closed.closed).toBe('2026-01-30');

      const order = desk.orders('d-late.csv', ['E5,5.00,2026-01-30']);
      const run = await desk.data(11, ...desk.night('days', { orders: order }));
      expect(run.breaks).toContainEqual(
        expect.objectContaining({ class: 'late', reference: 'E5', id: expect.any(String) }),
      );
      expect((await desk.payctl('books', 'reopen', 'days', '2026-01-30')).code).toBe(2);
      const opened = await desk.data(
        0,
        ...['books', 'reopen', 'days', '2026-01-30', '--note', 'the order came late'],
      );
      expect(opened).toMatchObject({ closed: '2026-01-29', open: figures(0, '0.00') });
      expect(await desk.data(0, 'books', 'decisions', 'days')).toMatchObject([
        { as: 'closed', day: '2026-01-30', user: expect.any(String), host: expect.any(String) },
        { as: 'reopened', day: '2026-01-30', note: 'the order came late', id: null },
      ]);
      expect((await desk.data(0, 'books', 'verify', 'days')).sound).toBe(true);
    });

    it('is written for an ERP in entries that balance', async () => {
      const desk = new Desk(shop());
      const map = desk.file('e-map.yaml', [
        'bank:',
        '  settlement: { by: payout, fees: netted, rate: 2% }',
        '  accounts: { cash: 1010, receivable: "1200", fees: "6100" }',
      ]);
      await desk.payctl('books', 'create', 'erp', '--bank-map', map, '--tolerance', '0.05');
      await desk.payctl(
        ...desk.night('erp', {
          orders: desk.file('e-orders.csv', [
            'reference,amount,date,status,payout',
            'F1,100.00,2026-01-30,,P1',
            'F2,50.00,2026-01-30,,P1',
            'F3,10.00,2026-01-30,,',
            'F4,30.00,2026-01-30,reversed,',
          ]),
          bank: desk.bank('e-bank.csv', [
            'P1,T1,147.01,2026-01-30',
            'F3,T3,10.00,2026-01-30',
            'F4,T4,30.00,2026-01-30',
            'F4,T5,-30.00,2026-01-31',
            'F9,T9,4.00,2026-01-31',
          ]),
        }),
      );
      const { code, stdout } = await desk.payctl(
        ...['books', 'export', 'erp', '--from', '2026-01-30', '--to', '2026-01-31'],
        ...['--format', 'journal.csv'],
      );
      expect([code, stdout]).toMatchInlineSnapshot(`
        [
          0,
          "date,account,debit,credit,reference,text
        2026-01-30,1010,10.00,,F3,matched
        2026-01-30,1200,,10.00,F3,matched
        2026-01-30,1010,30.00,,F4,matched
        2026-01-30,1200,,30.00,F4,matched
        2026-01-30,1010,147.01,,P1,matched
        2026-01-30,6100,3.00,,P1,matched
        2026-01-30,1200,,150.00,P1,matched
        2026-01-30,suspense,,0.01,P1,matched
        2026-01-31,1010,,30.00,F4,matched
        2026-01-31,refunds,30.00,,F4,matched
        2026-01-31,1010,4.00,,F9,outside the days of the other side
        2026-01-31,suspense,,4.00,F9,outside the days of the other side
        ",
        ]
      `);
    });

    it('says what it is not, and what does not go with it', async () => {
      const desk = new Desk(shop());
      await desk.payctl('books', 'create', 'rules');
      for (const words of ['status', 'breaks', 'verify', 'export']) {
        expect((await desk.payctl('books', words, 'nobody')).code).toBe(6);
      }
      const orders = desk.orders('r-orders.csv', ['G1,1.00,2026-01-30']);
      expect((await desk.payctl(...desk.night('nobody', { orders }))).code).toBe(6);
      const night = desk.night('rules', { orders });
      for (const more of [
        ['--map', orders],
        ['--tolerance', '1'],
        ['--settle-cutoff', '21:00'],
        ['--inquire', 'breaks'],
        ['--dry-run'],
      ]) {
        const { code, stdout } = await desk.payctl(...night, ...more);
        expect([code, stdout, more]).toEqual([2, '', more]);
      }
      expect((await desk.payctl('reconcile', '--book', 'rules')).code).toBe(2);
      expect((await desk.payctl('books', 'create', '../rules')).code).toBe(2);
      expect((await desk.data(0, 'books', 'status', 'rules')).open.count).toBe(0);
    });
  });
}
