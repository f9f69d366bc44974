import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
const write = (name: string, text: string) => writeFileSync(join(machine.home, name), text);

async function reportOf(night: string, options = ''): Promise<string> {
  const files = `--orders orders-${night}.csv --bank bank-${night}.csv`;
  const words = `reconcile --book shop ${files} --report night.html --quiet`;
  const { code, stderr } = await machine.payctl(`--sandbox ${options} ${words}`);
  expect(code, stderr).toBeOneOf([0, 11]);
  return readFileSync(join(machine.home, 'night.html'), 'utf8');
}

/** The cells of each row of a table, by its name. */
function rowsOf(page: string, label: string): string[][] {
  const [, table = ''] = page.split(`aria-label="${label}"`);
  const [body = ''] = table.split('</table>');
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
  );
}

beforeAll(async () => {
  machine = quickMachine();
  await machine.payctl('--sandbox books create shop');
  write('orders-1.csv', 'reference,amount,date\nA1,1000.00,2026-01-01\nA2,5.00,2026-01-01\n');
  write('bank-1.csv', 'reference,amount,date\nA2,5.00,2026-01-01\n');
  write('orders-2.csv', 'reference,amount,date\nA3,7.00,2026-01-05\n');
  write('bank-2.csv', 'reference,amount,date\nB9,2.50,2026-01-05\nA1,1000.00,2026-01-01\n');
  write('orders-3.csv', 'reference,amount,date\nA4,1.00,2026-01-06\n');
  write('bank-3.csv', 'reference,amount,date\nA4,1.00,2026-01-06\nA3,7.00,2026-01-05\n');
});
afterAll(() => machine.dispose());

it('a report has what was carried, new and resolved since the last run, and all that is open by age', async () => {
  await reportOf('1');
  const page = await reportOf('2');
  expect(rowsOf(page, 'Since the last run').at(-1)).toEqual([
    'Total',
    ...['1', '1,000.00'],
    ...['2', '9.50'],
    ...['1', '1,000.00'],
    ...['2', '9.50'],
  ]);
  expect(rowsOf(page, 'Open items by age').slice(1, 3)).toEqual([
    ['0 to 1 days', '2', '9.50'],
    ['2 to 7 days', '0', '0.00'],
  ]);
  const items = rowsOf(page, 'Open items, the oldest first').slice(1);
  expect(items.map(([kind, reference, age]) => [kind, reference, age])).toEqual(
    expect.arrayContaining([
      ['in the orders, not at the bank', 'A3', '0'],
      ['at the bank, not in the orders', 'B9', '0'],
    ]),
  );
  expect(page).not.toMatch(/<script|<form/);
});

it('the oldest item is the first, and a report in Thai is wholly Thai', async () => {
  write('orders-4.csv', 'reference,amount,date\nA5,2.00,2026-01-07\n');
  write('bank-4.csv', 'reference,amount,date\nA6,2.00,2026-01-07\n');
  await reportOf('3');
  const page = await reportOf('4', '--lang th');
  const [first] = rowsOf(page, 'รายการค้าง เก่าที่สุดอยู่บน').slice(1);
  expect(first?.[1]).toBe('B9');
  expect(page).toContain('สมุด shop');
  expect(page).not.toMatch(/Carried|Resolved|Open items|days</);
});
