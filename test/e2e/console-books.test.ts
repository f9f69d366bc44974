import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Started, startConsole, Visitor, visitConsole } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let started: Started;
let visitor: Visitor;

async function payctl(command: string, code = 0): Promise<string> {
  const { stdout, stderr, code: ended } = await machine.payctl(`--sandbox ${command}`);
  expect(ended, stderr).toBe(code);
  return stdout;
}

const BOOK = '/reconcile/book?name=shop';

/** The ids of the items that the page offers. */
async function offered(): Promise<string[]> {
  const { text } = await visitor.get(BOOK);
  return [...text.matchAll(/type="checkbox" name="item-([^"]+)"/g)].map(([, id = '']) => id);
}

async function idsOf(wanted: string): Promise<string[]> {
  const items: { id: string; reference: string }[] = JSON.parse(
    await payctl('books breaks shop -o json'),
  );
  return items.filter(({ reference }) => reference === wanted).map(({ id }) => id);
}

async function resolve(ids: readonly string[], fields: Record<string, string>) {
  const form = await visitor.hidden(BOOK, '/reconcile/resolve');
  const boxes = Object.fromEntries(ids.map((id) => [`item-${id}`, 'on']));
  return visitor.post('/reconcile/resolve', { ...form, ...boxes, ...fields });
}

beforeAll(async () => {
  machine = quickMachine();
  const files = {
    'orders.csv':
      'reference,amount,date\nA1,100.00,2026-01-10\nA2,1250.00,2026-01-10\nA4,7.00,2026-01-20\n',
    'bank.csv':
      'ref1,transRef,amount,transactionDate\nA1,T1,100.00,2026-01-10\nB3,T3,7.00,2026-01-20\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(machine.home, name), text);
  await payctl('books create shop');
  await payctl('reconcile --book shop --orders orders.csv --bank bank.csv', 11);
  started = await startConsole(machine);
  visitor = await Visitor.at(started);
});
afterAll(async () => {
  await started.stop();
  machine.dispose();
});

it('Reconcile lists the books, and a book shows figures, ages and open items', async () => {
  const list = await visitor.get('/reconcile');
  expect(list.text).toContain('href="/reconcile/book?name=shop"');
  const { text } = await visitor.get(BOOK);
  for (const shown of ['1,250.00', '8 to 30 days', 'in the orders, not at the bank', 'A2', 'B3']) {
    expect(text).toContain(shown);
  }
  expect(await offered()).toHaveLength(3);
});

it('items are resolved with a note, as by the command, and the audit has it', async () => {
  const [id = ''] = await idsOf('A2');
  const unnamed = await resolve([id], { as: 'explained', note: ' ' });
  expect(unnamed.text).toContain('Write down why.');
  expect((await resolve([], { as: 'explained', note: 'x' })).text).toContain('at least one item');
  expect((await resolve(['../orders.csv'], { as: 'explained', note: 'x' })).text).toContain(
    'at least one item',
  );
  const alone = await resolve([id], { as: 'matched-with', note: 'x', with: '' });
  expect(alone.text).toContain('Name the item that they match.');
  const done = await resolve([id], { as: 'written-off', note: 'the customer never came' });
  expect(done.text).toContain('1 item is resolved.');
  expect(await offered()).not.toContain(id);
  const log = join(machine.home, '.local/state/payctl/console');
  const lines = readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'));
  expect(lines.join('')).toMatch(/"action":"book-resolved","what":"shop"/);
});

it('two sides that belong together are matched with one another', async () => {
  const [[order = ''], [payment = '']] = [await idsOf('A4'), await idsOf('B3')];
  const { text } = await resolve([order], {
    ...{ as: 'matched-with', with: payment, note: 'the customer mistyped it' },
  });
  expect(text).toContain('resolved');
  expect(text).toContain('No item is open.');
  expect(JSON.parse(await payctl('books status shop -o json')).open).toEqual({
    count: 0,
    amount: '0.00',
  });
});

it('an unknown book is a message, and a console that only reads resolves nothing', async () => {
  const unknown = await visitor.get('/reconcile/book?name=none');
  expect([unknown.status, unknown.text]).toEqual([
    200,
    expect.stringContaining('there is no book'),
  ]);
  const { reader } = await visitConsole(machine, ['--read-only']);
  const token = await reader.token('/reconcile', '/reconcile');
  expect((await reader.get(BOOK)).text).not.toContain('type="checkbox"');
  const refused = await reader.post('/reconcile/resolve', { token, name: 'shop' });
  expect(refused.status).toBe(403);
});
