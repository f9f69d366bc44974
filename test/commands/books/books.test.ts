import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/host/sqlite.js';
import { quickMachine } from '../../fixtures/quick-machine.js';
import { tellsStoriesOfBooks } from './stories.js';

describe('books in files', () => {
  const machine = quickMachine();
  tellsStoriesOfBooks(() => machine);

  it('are found out where somebody changed a line', async () => {
    const orders = join(machine.home, 'v-orders.csv');
    writeFileSync(orders, 'reference,amount,date\nA1,100.00,2026-01-30\n');
    await machine.payctl('books create changed');
    expect((await machine.payctl(`reconcile --book changed --orders ${orders}`)).code).toBe(11);
    const book = join(machine.home, '.local/state/payctl/books/changed.db');
    const database = await openDatabase(book);
    database.exec('UPDATE line SET amount = 1');
    database.close();
    const { code, stdout, stderr } = await machine.payctl('books verify changed -o json');
    expect(code, stderr).toBe(14);
    expect(JSON.parse(stdout)).toMatchObject({ book: 'changed', sound: false });
    expect(stderr).toContain('v-orders.csv');
  });
});
