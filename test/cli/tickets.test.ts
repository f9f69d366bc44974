import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

let machine: Machine;
let slip = '';

beforeAll(async () => {
  machine = quickMachine();
  await machine.payctl('sandbox settings rateLimit=0');
  for (const name of ['1', '2']) {
    const create = `--sandbox qr create --ref1 ORDER${name} --amount ${name}00 -o json`;
    const { stdout } = await machine.payctl(create);
    const payload = JSON.parse(stdout).data.qrRawData;
    const pay = ['sandbox', 'pay', payload, '--slip', `slip${name}.png`, '-o', 'json'];
    slip = JSON.parse((await machine.payctl(pay)).stdout).slip;
  }
  write('broken.png', 'not a picture');
});
afterAll(() => machine.dispose());

const write = (name: string, text: string) => writeFileSync(join(machine.home, name), text);
const read = (name: string) => readFileSync(join(machine.home, name), 'utf8');
const batch = (args: string, input = '') => machine.payctl(`--sandbox batch ${args}`, { input });

const TICKETS = `ticket,id,customer,amount,date
7,ORDER1,นาย สมชาย ทดสอบ,100.00,today
8,slip2.png,"=cmd|' /C calc'!A0",999,
9,NOBODY77,"<b>""x""</b>, y",,
10,missing.png,,,
11,broken.png,,,
12,,,,
13,ORDER2,,many,
`;

describe('batch investigate', () => {
  it('carries own columns, and adds verdict, exit, amount, time and the next command', async () => {
    write('tickets.csv', TICKETS);
    const { stdout, stderr, code } = await batch('investigate tickets.csv -o csv --bom');
    expect(code, stderr).toBe(11);
    expect(
      stdout.startsWith('\ufeffline,ticket,id,customer,verdict,exit,amount,paidAt,message,next\n'),
    ).toBe(true);
    const rows: Record<string, string>[] = parse(stdout, { columns: true, bom: true });
    const told = rows.map(({ ticket, verdict, exit, amount }) => [ticket, verdict, exit, amount]);
    expect(told).toEqual([
      ['7', 'SUCCESS', '0', '100.00'],
      ['8', 'BAD_DATA', '14', '200.00'],
      ['9', 'NOT_FOUND', '6', ''],
      ['10', 'USAGE', '2', ''],
      ['11', 'BAD_DATA', '14', ''],
      ['12', 'USAGE', '2', ''],
      ['13', 'USAGE', '2', ''],
    ]);
    expect(rows[0]?.customer).toBe('นาย สมชาย ทดสอบ');
    expect(rows[0]?.paidAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+07:00$/);
    expect(rows[0]?.next).toMatch(/^payctl --sandbox investigate ORDER1 --bundle /);
    // A formula stays a text, and the rest is as it came.
    expect(rows[1]?.customer).toBe("'=cmd|' /C calc'!A0");
    expect(rows[2]?.customer).toBe('<b>"x"</b>, y');
    expect(stderr).toContain('investigate: 7 rows: 1 SUCCESS, 3 USAGE, 1 NOT_FOUND, 2 BAD_DATA');
  });

  it('carries columns of any name, and refuses a file whose lines it cannot tell', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'data', 'class'];
    write('names.csv', `id,${names.join(',')}\nNOBODY77,${names.map((_, at) => at).join(',')}\n`);
    for (const format of ['csv', 'jsonl']) {
      const { stdout } = await batch(`investigate names.csv -o ${format}`);
      const [row] = format === 'csv' ? parse(stdout, { columns: true }) : [JSON.parse(stdout)];
      expect(names.map((name) => Object.getOwnPropertyDescriptor(row, name)?.value)).toEqual(
        names.map((_, at) => String(at)),
      );
    }
    write('old.csv', 'id,note\rNOBODY77,1\rNOBODY78,2\r');
    const { code, stdout, stderr } = await batch('investigate old.csv -o csv');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('CR alone')]);
  });

  it('says the verdict of the single command, and ends with 0 where every row does', async () => {
    const { stdout } = await machine.payctl('--sandbox investigate ORDER1 -o json');
    const rows = '{"id":"ORDER1","n":1.50}\n{"id":"ORDER2","deep":{"a":[1]}}\n';
    const found = await batch('investigate -', rows);
    expect(found.code, found.stderr).toBe(0);
    const [first = '', second = ''] = found.stdout.split('\n');
    expect(JSON.parse(first)).toMatchObject({
      ...{ line: 1, id: 'ORDER1', verdict: 'SUCCESS', exit: 0, amount: '100.00' },
      message: JSON.parse(stdout).verdict.sentence,
    });
    expect(first).toContain('"n":1.50');
    expect(JSON.parse(second).deep).toEqual({ a: [1] });
  });

  it.each([
    ['id,verdict\nORDER1,x\n', '"verdict", which is a column of the result'],
    ['{"id":"ORDER1"}\n{"id":"ORDER1","next":1}\n', '"next", which is a column of the result'],
    ['id,bundle\nORDER1,x\n', 'give --bundle'],
    ['id,note,note\nORDER1,x,y\n', 'twice'],
    ['what,where\nORDER1,x\n', 'has no column id or source; it has "what", "where"'],
    ['what,where\nORDER1,x\n', 'say which one has the references: --reference-column NAME'],
  ])('refuses %j before anything is asked', async (input, message) => {
    const { code, stdout, stderr } = await batch('investigate -', input);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('reads no file but pictures, and no standard input in a row', async () => {
    write('secret.txt', 'SBXSECRET0001');
    const input = 'id\nsecret.txt\n./secret.txt\n-\n';
    const { stdout } = await batch('investigate - --columns exit,message', input);
    expect(stdout.split('\n').map((line) => line && JSON.parse(line).exit)).toEqual([
      14,
      14,
      2,
      '',
    ]);
    expect(stdout).not.toContain('SBXSECRET');
  });

  it('writes one page of all tickets, in the order of the file, with an index', async () => {
    write('few.csv', 'id\nORDER1\nslip2.png\nNOBODY77\n');
    const args = 'investigate few.csv --report all.html --concurrency 3';
    const { code, stdout, stderr } = await machine.payctl(`--sandbox --lang th batch ${args}`);
    expect(code, stderr).toBe(11);
    const page = read('all.html');
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name);
    expect(links).toEqual(['ticket-1', 'ticket-2', 'ticket-3']);
    for (const link of links) expect(page).toContain(`<section id="${link}"`);
    expect(page.indexOf('>ORDER1<')).toBeLessThan(page.indexOf('>NOBODY77<'));
    expect(page).not.toMatch(/<script|<form|src="(?!data:)|href="(?!#)/);
    expect(page).not.toContain('slip2');
    expect(stdout).toMatch(/ชำระแล้ว: 100\.00 เมื่อ [0-9]+ \S+ 25/);
  });

  it('writes lines that could not be looked up on the page as well', async () => {
    write('gaps.csv', 'id,date\nORDER1,\nsomebody.png,\nNOBODY77,2026-99-99\n');
    const args = 'investigate gaps.csv --report gaps.html';
    expect((await machine.payctl(`--sandbox batch ${args}`)).code).toBe(11);
    const page = read('gaps.html');
    const lines = [...page.matchAll(/<td>(Line \d+)<\/td><td><span class="bad">([^<]+)</g)];
    expect(lines.map(([, line, said]) => `${line}: ${said}`)).toEqual([
      'Line 3: Could not be looked up',
      'Line 4: Could not be looked up',
    ]);
    expect(page).toContain('Could not be looked up: 2');
    expect(page).not.toContain('somebody');
  });

  it('refuses what does not go together', async () => {
    write('few.csv', 'id\nORDER1\n');
    for (const options of [
      'investigate few.csv --report none/x.html',
      'investigate few.csv --report few.csv',
      'investigate few.csv --report x.html --resume',
      'investigate few.csv --job name',
      'investigate few.csv --bom -o jsonl',
      'investigate few.csv -f amuont=5',
      'ewallet.inquire few.csv --report x.html',
      'ewallet.inquire few.csv --once',
      'slip.verify few.csv --report x.html',
    ]) {
      expect([options, (await batch(options)).code]).toEqual([options, 2]);
    }
  });
});

describe('a file of tickets as a help desk exports it', () => {
  const BOM = '\ufeff';
  const XLSX = [
    ['Tickets of November'],
    ['Ticket No', 'Order ID', 'Customer', 'Subject'],
    ['7', 'ORDER1', 'Mali', 'No receipt'],
  ];
  const row = (cells: string[]) =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const workbook = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Tickets"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${XLSX.map(row).join('')}</sheetData></worksheet>`,
    ),
  });
  it.each<[what: string, bytes: string | Uint8Array]>([
    [
      'semicolons, a mark of UTF-8',
      `${BOM}Ticket No;Order ID;Customer;Subject\r\n7;ORDER1;Mali;"No receipt"\r\n`,
    ],
    [
      'tabs, a title',
      'Tickets of November\t\t\t\nTicket No\tOrder ID\tCustomer\tSubject\n7\tORDER1\tMali\tNo receipt\n',
    ],
    [
      'UTF-16',
      Buffer.from(
        `${BOM}Ticket No,Order ID,Customer,Subject\n7,ORDER1,Mali,No receipt\n`,
        'utf16le',
      ),
    ],
    ['a workbook', workbook],
  ])('is read, and its columns go into the result: %s', async (_, bytes) => {
    writeFileSync(join(machine.home, 'export'), bytes);
    const { code, stdout, stderr } = await batch('investigate export -o csv');
    expect(code, stderr).toBe(0);
    const [header, row] = stdout.split('\n');
    expect(header).toMatch(/^line,Ticket No,Order ID,Customer,Subject,verdict,exit,/);
    expect(row).toMatch(/^[23],7,ORDER1,Mali,No receipt,SUCCESS,0,100\.00,/);
  });

  it.each([
    ['Reference', 'ORDER1'],
    ['เลขที่คำสั่งซื้อ', 'ORDER1'],
    ['Invoice_No.', 'ORDER1'],
  ])('has its reference in the column %s', async (name, reference) => {
    const { stdout } = await batch('investigate - --columns exit', `n;${name}\n1;${reference}\n`);
    expect(JSON.parse(stdout)).toEqual({ line: 2, exit: 0 });
  });

  it('has it in the column that is named, also where another one seems to be it', async () => {
    const input = 'Order;Their number\nNOBODY77;ORDER1\n';
    const args = ['--sandbox', 'batch', 'investigate', '-', '-o', 'csv'];
    const named = await machine.payctl([...args, '--reference-column', 'their number'], { input });
    expect(named.stdout).toMatch(/\n2,NOBODY77,ORDER1,SUCCESS,0,/);
    const missing = await machine.payctl([...args, '--reference-column', 'nowhere'], { input });
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('no column "nowhere"; it has "Order", "Their number"'),
    ]);
    const refused = await batch('ewallet.inquire - --reference-column x', 'outTradeNo\nSBXA\n');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('for tickets')]);
  });

  it('has ticket, customer and subject in the table of a terminal', async () => {
    write('export.csv', 'Ticket;Customer;Subject;Team;Order\nT-7;Mali;No receipt;red;order-1\n');
    const { stdout } = await batch('investigate export.csv -o table');
    const [heading = '', row = ''] = stdout.split('\n');
    const cellsOf = (line: string) => line.split(/ {2,}/);
    const asked = ['TICKET', 'CUSTOMER', 'SUBJECT', 'CLASS', 'REFERENCE', 'MESSAGE'];
    expect(cellsOf(heading)).toEqual(['LINE', ...asked]);
    const told = ['T-7', 'Mali', 'No receipt', 'SUCCESS', 'order-1'];
    expect(cellsOf(row)).toEqual(['2', ...told, expect.stringMatching(/^Paid: 100\.00 /)]);
  });

  it('is a table of ticket, customer and subject in a report of several', async () => {
    write('two.csv', 'Ticket,Customer,Order\n7,Mali <b>,ORDER1\n8,,nothing.png\n');
    await batch('investigate two.csv --report two.html');
    const [, table = ''] = /<table>([\s\S]*?)<\/table>/.exec(read('two.html')) ?? [];
    const rows = table
      .split('</tr>')
      .map((row) => row.replace(/<\/t[dh]>/g, '|').replace(/<[^>]*>/g, ''));
    expect(
      rows.map((row) => row.trim().replace(/\d{4}-\d\d-\d\d [\d:]+/, 'TIME')),
    ).toMatchInlineSnapshot(`
      [
        "|Ticket|Customer|Reference|Verdict|Time|Amount|",
        "1|7|Mali &lt;b&gt;|ORDER1|Paid|TIME|100.00|",
        "|8||Line 3|Could not be looked up|something in this line is wrong||",
        "",
      ]
    `);
  });
});

describe('batch slip.verify', () => {
  it('takes pictures, references and payloads, and compares what the row expects', async () => {
    const rows = `source,who,expect-amount\nslip1.png,a,100\nslip2.png,b,100\n${slip},c,\nmissing.png,d,\nbroken.png,e,\n`;
    const { code, stdout, stderr } = await batch('slip.verify -', rows);
    expect(code, stderr).toBe(11);
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ who, verdict, exit, amount }) => [who, verdict, exit, amount]);
    expect(told).toEqual([
      ['a', 'SUCCESS', 0, '100.00'],
      ['b', 'REJECTED', 5, '200.00'],
      ['c', 'SUCCESS', 0, '200.00'],
      ['d', 'USAGE', 2, ''],
      ['e', 'BAD_DATA', 14, ''],
    ]);
  });

  it('goes by its words, and takes the field of the operation for the reference', async () => {
    const args = ['--sandbox', 'batch', 'slip verify', '-', '-f', 'expect-ref1=ORDER2'];
    const { code, stderr } = await machine.payctl(args, { input: `transRef\n${slip}\n` });
    expect(code, stderr).toBe(0);
  });
});

describe('any batch', () => {
  it('carries columns whose names begin with #', async () => {
    const input = '#ticket,outTradeNo\n7,SBXNONE1\n';
    const csv = await batch('ewallet.inquire - -f tranType=W -o csv', input);
    expect(csv.stdout).toMatch(/^line,#ticket,reference,class,.*\n2,7,SBXNONE1,/);
    const json = await batch('ewallet.inquire - -f tranType=W', input);
    expect(JSON.parse(json.stdout)).toMatchObject({ line: 2, '#ticket': '7' });
  });
});
