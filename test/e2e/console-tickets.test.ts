import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Started, startConsole, Visitor } from '../fixtures/console.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let started: Started;
let visitor: Visitor;

beforeAll(async () => {
  machine = quickMachine();
  await machine.payctl('sandbox settings rateLimit=0');
  const { stdout } = await machine.payctl('--sandbox qr create --ref1 ORDER1 --amount 100 -o json');
  const pay = ['sandbox', 'pay', JSON.parse(stdout).data.qrRawData, '--slip', 'slip.png'];
  expect((await machine.payctl(pay)).code).toBe(0);
  started = await startConsole(machine);
  visitor = await Visitor.at(started);
});
afterAll(async () => {
  await started.stop();
  machine.dispose();
});

async function lookUp(text: string, fields: Record<string, string> = {}) {
  const form = await visitor.hidden('/tickets', '/tickets');
  const file = { field: 'file', name: 'export.csv', bytes: Buffer.from(text) };
  return visitor.uploads('/tickets', form.token ?? '', [file], fields);
}

/** The rows of the table, their cells between bars. */
function rowsIn(page: string): string[] {
  const [, table = ''] = /<table>([\s\S]*?)<\/table>/.exec(page) ?? [];
  return table
    .split('</tr>')
    .map((row) =>
      row
        .replace(/<\/t[dh]>/g, '|')
        .replace(/<[^>]*>/g, '')
        .trim(),
    )
    .map((row) => row.replace(/\d{4}-\d\d-\d\d [\d:]+/g, 'TIME').replace(/\d{4}-\d\d-\d\d/g, 'DAY'))
    .filter(Boolean);
}

const EXPORT = 'Ticket;Customer;Subject;Order ID\n7;Mali <b>;No receipt;ORDER1\n8;;=1+1;NOBODY77\n';

it('the page Tickets tells what became of each row, with links', async () => {
  const { status, text } = await lookUp(EXPORT);
  expect(status).toBe(200);
  expect(rowsIn(text)).toMatchInlineSnapshot(`
    [
      "Reference|Ticket|Customer|Subject|Outcome|Amount|Time|Row|",
      "ORDER1|7|Mali &lt;b&gt;|No receipt|Paid: 100.00 at TIME; no confirmation of it was received on this machine.|100.00|TIME|2|",
      "NOBODY77|8||=1+1|Not found: neither the bank nor this machine knows it; the days searched are DAY to DAY.|||3|",
    ]
  `);
  expect(text).toContain('href="/p/ORDER1"');
});

it('gives the same as a file, whose cells are no formulas', async () => {
  const page = await lookUp(EXPORT);
  const [, csv = ''] = /name="csv" value="([^"]*)"/.exec(page.text) ?? [];
  const [, token = ''] =
    /action="\/tickets\.csv"[\s\S]*?name="token" value="([^"]*)"/.exec(page.text) ?? [];
  const text = csv
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  const file = await visitor.post('/tickets.csv', { token, csv: text });
  expect(file.headers['content-disposition']).toBe('attachment; filename="tickets.csv"');
  const rows: Record<string, string>[] = parse(file.text, { columns: true, bom: true });
  expect(rows.map((row) => [row.Ticket, row.Customer, row.Subject, row.exit])).toEqual([
    ['7', 'Mali <b>', 'No receipt', '0'],
    ['8', '', "'=1+1", '6'],
  ]);
});

it('takes the column that is named, and names those that it saw', async () => {
  const text = 'a,b\nNOBODY77,ORDER1\n';
  expect((await lookUp(text)).text).toContain('&quot;a&quot;, &quot;b&quot;');
  expect(rowsIn((await lookUp(text, { column: 'B' })).text)[1]).toContain('ORDER1');
});

it('reads no file of this machine, and no more rows than somebody waits for', async () => {
  writeFileSync(join(machine.home, 'secret.txt'), 'SBXSECRET0001');
  const named = await lookUp(`id\n${join(machine.home, 'slip.png')}\n./secret.txt\n`);
  expect(rowsIn(named.text).join()).not.toMatch(/100\.00|SBXSECRET/);
  const long = await lookUp(`id\n${'NOBODY77\n'.repeat(101)}`);
  expect([long.status, long.text]).toEqual([422, expect.stringContaining('101 rows')]);
  const none = await visitor.post('/tickets', await visitor.hidden('/tickets', '/tickets'));
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('Choose a file.')]);
});
