import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chance, chanceOf } from '../faults/chance.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { Fleet } from './fleet.js';
import type { FleetMachine } from './machine.js';

interface Size {
  clerks: number;
  nights: number;
  /** Of each night. */
  payments: number;
}

const SIZES: readonly Size[] = FULL
  ? [
      { clerks: 5, nights: 30, payments: 2 },
      { clerks: 2, nights: 3, payments: 20_000 },
    ]
  : [{ clerks: 3, nights: 2, payments: 2 }];

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open();
});
afterAll(() => fleet?.close());

/** Somebody at a machine of his own, who is killed at work now and then, and begins again. */
class Clerk {
  readonly name: string;
  readonly #machine: FleetMachine;
  readonly #chance: Chance;
  readonly #book: string;
  readonly #size: Size;
  kills = 0;

  constructor(number: number, book: string, size: Size) {
    this.name = `C${number}`;
    this.#machine = fleet.machine(`${book}-clerk-${number}`);
    this.#chance = chanceOf(number);
    this.#book = book;
    this.#size = size;
  }

  /** Ends as one of these, in the end. */
  async does(exits: readonly number[], ...words: readonly string[]) {
    for (;;) {
      const running = this.#machine.start([...words, '-o', 'json']);
      if (this.#chance.happens(0.3)) {
        await sleep(this.#chance.between(150, 900 + this.#size.payments / 10));
        if (running.child.exitCode === null) this.kills += 1;
        running.child.kill('SIGKILL');
        await running.finished;
      }
      const { code, stdout, stderr } = await running.finished;
      // 12: the others went on being faster.
      if (code === null || code === 137 || code === 12) continue;
      expect([words, exits.includes(code)], stderr).toEqual([words, true]);
      return { code, data: stdout === '' ? undefined : JSON.parse(stdout) };
    }
  }

  /** A night of payments that match, and an order that nobody has paid. */
  night(number: number): string[] {
    const name = `${this.name}-${number}`;
    const day = dayOf(number);
    const write = (file: string, lines: string[]) => {
      const path = join(this.#machine.home, file);
      writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
      return path;
    };
    const payments = Array.from(
      { length: this.#size.payments },
      (_, at) => `${name}-${at},${at + 1}.00,${day}`,
    );
    const head = 'reference,amount,date';
    const orders = [head, ...payments, `${name}x,1.00,${day}`];
    return [
      ...['reconcile', '--book', this.#book],
      ...['--orders', write(`orders-${name}.csv`, orders)],
      ...['--bank', write(`bank-${name}.csv`, [head, ...payments])],
    ];
  }

  async works(): Promise<void> {
    const { nights } = this.#size;
    for (let number = 1; number <= nights; number += 1) {
      await this.does([0, 11], ...this.night(number));
      const { data } = await this.does([0], 'books', 'breaks', this.#book);
      const mine = data.find(
        ({ reference }: { reference: string }) => reference === `${this.name}-${number}x`,
      );
      const how = ['--as', 'explained', '--note', `asked by ${this.name}`];
      // 2: it was taken before the clerk was killed.
      if (mine) await this.does([0, 2], 'books', 'resolve', this.#book, mine.id, ...how);
    }
  }

  async closes(): Promise<void> {
    // 5: another one was first.
    await this.does([0, 5], 'books', 'close', this.#book, dayOf(this.#size.nights));
  }
}

function dayOf(number: number): string {
  return `2026-01-${String(number).padStart(2, '0')}`;
}

describeWith('postgres', 'clerks at one book', () => {
  it.each(SIZES)(
    'lose nothing and write nothing twice: $clerks, of whom some are killed, with $payments payments a night',
    async (size) => {
      const { clerks, nights, payments } = size;
      const book = `shop-${payments}`;
      const desk = fleet.machine(`${book}-desk`);
      const data = async (...words: string[]) =>
        JSON.parse((await desk.payctl([...words, '-o', 'json'])).stdout);
      await desk.payctl(`books create ${book}`);
      const all = Array.from({ length: clerks }, (_, number) => new Clerk(number, book, size));
      await Promise.all(all.map((clerk) => clerk.works()));
      // Once all have sent their nights: what comes for a closed day is late.
      await Promise.all(all.map((clerk) => clerk.closes()));

      const items = clerks * nights;
      const none = { count: 0, amount: '0.00' };
      expect(await data('books', 'verify', book)).toEqual({
        ...{ book, sound: true, findings: [] },
      });
      expect(await data('books', 'status', book)).toMatchObject({
        ...{ carried: none, open: none, closed: dayOf(nights) },
        new: { count: items, amount: `${items}.00` },
      });
      const decisions: Record<string, unknown>[] = await data('books', 'decisions', book);
      const wanted = all.flatMap(({ name }) =>
        Array.from({ length: nights }, (_, at) => [`${name}-${at + 1}x`, `asked by ${name}`, true]),
      );
      const held = decisions.filter(({ as }) => as === 'explained');
      expect(held.map(({ reference, note, holds }) => [reference, note, holds]).sort()).toEqual(
        wanted.sort(),
      );
      expect(decisions.filter(({ as }) => as === 'closed')).toHaveLength(1);
      const { stdout } = await desk.payctl(`books export ${book}`);
      expect(stdout.split('\n').filter((line) => line.includes(',cash,'))).toHaveLength(
        payments * items,
      );
      console.log(
        `${clerks} clerks, ${nights} nights: ${sum(all.map(({ kills }) => kills))} killed`,
      );
    },
    1_200_000,
  );

  it('end with 12 where another goes on writing, and nothing is written', async () => {
    const clerk = fleet.machine('clerk');
    await clerk.payctl('books create held');
    // In place of half a minute.
    const impatient = `ALTER FUNCTION payctl.commit_book SET lock_timeout = '200ms'`;
    await fleet.server.sql(impatient, fleet.database);
    const head = "seq FROM payctl.book WHERE name = 'held'";
    const held = fleet.server
      .sql(`DO $$ BEGIN PERFORM ${head} FOR UPDATE; PERFORM pg_sleep(60); END $$`, fleet.database)
      .catch(String);
    const holder = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    await expect.poll(() => fleet.server.sql(holder)).toHaveLength(1);
    const files = new Clerk(9, 'shop', { clerks: 1, nights: 1, payments: 2 })
      .night(1)
      .map((word) => (word === 'shop' ? 'held' : word));
    const { code, stderr } = await clerk.payctl(files);
    expect([code, stderr]).toEqual([12, expect.stringContaining('nothing was written')]);
    expect(await fleet.server.sql(`SELECT ${head}`, fleet.database)).toEqual([{ seq: 1 }]);
    await fleet.server.sql(`SELECT pg_cancel_backend(pid) FROM (${holder}) AS holder`);
    expect(await held).toContain('cancel');
    expect((await clerk.payctl(files)).code).toBe(11);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
