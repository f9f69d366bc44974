import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finished } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const ORDERS = 'outTradeNo,amount,date\n';
const BANK = 'ref1,transRef,amount,date\n';

const machine = quickMachine();
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

function file(name: string, text: string | Uint8Array): string {
  writeFileSync(join(machine.home, name), text);
  return name;
}

async function sandbox(args: string, code = 0): Promise<string> {
  const finished = await machine.payctl(args);
  expect(finished.code, finished.stderr).toBe(code);
  return finished.stdout.trim();
}

/** A trade that the customer has paid. */
async function paid(reference: string, baht: string): Promise<void> {
  await sandbox(
    `--sandbox ewallet create --tran-type W --out-trade-no ${reference} --total-fee ${baht}`,
  );
  await sandbox(`sandbox pay ${reference}`);
}

/** A charge whose answer was lost, and that nobody has asked about. */
async function unknown(reference: string, baht: string): Promise<void> {
  const buyer = await sandbox('sandbox buyer-code --raw');
  await sandbox('sandbox faults committed-but-reply-lost');
  await sandbox(
    `--sandbox ewallet pay --tran-type W --out-trade-no ${reference} --total-fee ${baht} --buyer-identity-code ${buyer} --wait 0 --yes`,
    10,
  );
  await sandbox('sandbox faults clear');
}

interface Found {
  class: string;
  reference: string | null;
  amounts: Record<string, string | null>;
  learned: Record<string, unknown> | null;
  next: string | null;
}

function breaksIn({ stdout }: Finished): Record<string, Found> {
  const { breaks }: { breaks: Found[] } = JSON.parse(stdout);
  return Object.fromEntries(breaks.map((one) => [one.reference ?? '', one]));
}

const kindsIn = (finished: Finished) =>
  Object.values(breaksIn(finished)).map(({ class: kind, reference }) => `${reference} ${kind}`);

/** Of everything that the journal has on disk. */
function journalHash(): string {
  const directory = join(machine.home, '.local/state/payctl/journal');
  const hash = createHash('sha256');
  for (const name of readdirSync(directory).sort()) {
    hash.update(name).update(readFileSync(join(directory, name)));
  }
  return hash.digest('hex');
}

describe('the bank is asked', () => {
  beforeAll(async () => {
    await paid('SBXA', '100.00');
    await paid('SBXB', '50.00');
    await unknown('SBXC', '70.00');
    // Nothing has moved by it: it is no payment of ours.
    await sandbox(
      '--sandbox transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 7',
    );
  });

  const orders = () =>
    file(
      'orders.csv',
      `${ORDERS}SBXA,100.00,${today}\nSBXB,40.00,${today}\nSBXC,70.00,${today}\nSBXD,5.00,${today}\n`,
    );

  it('about breaks alone, and only what it decides changes a class; the journal stays', async () => {
    const bank = file('bank.csv', `${BANK}SBXB,T2,40.00,${today}\nZZZ,T3,1.00,${today}\n`);
    const before = journalHash();
    const args = `--sandbox reconcile --orders ${orders()} --bank ${bank}`;
    const quiet = breaksIn(await machine.payctl(args));
    expect(quiet.SBXA).toMatchObject({ class: 'missing-at-bank', learned: null });
    const finished = await machine.payctl(`${args} --inquire breaks`);
    expect(finished.code).toBe(11);
    const breaks = breaksIn(finished);
    expect(breaks.SBXA).toMatchObject({
      class: 'success-but-absent',
      amounts: { inquiry: '100.00' },
      learned: {
        amount: '100.00',
        paid: true,
        requestUId: expect.stringMatching(/^[A-Z0-9]{32}$/),
      },
    });
    expect(breaks.SBXC).toMatchObject({
      class: 'unknown-but-paid',
      amounts: { orders: '70.00', journal: '70.00', inquiry: '70.00' },
      next: 'payctl --sandbox journal recover --ref SBXC; if it stays open: payctl --sandbox journal settle SBXC --as executed --note TEXT',
    });
    expect(breaks.SBXD).toMatchObject({ class: 'missing-at-bank', learned: { paid: false } });
    expect(breaks.ZZZ).toMatchObject({ class: 'missing-in-orders' });
    expect(Object.keys(breaks).sort()).toEqual(['SBXA', 'SBXC', 'SBXD', 'ZZZ']);
    expect(journalHash()).toBe(before);
  });

  it('about every own line where there is no file of it', async () => {
    const finished = await machine.payctl(`--sandbox reconcile --orders ${orders()}`);
    expect(finished.code).toBe(11);
    const breaks = breaksIn(finished);
    expect(kindsIn(finished)).toEqual([
      'SBXB amount',
      'SBXC unknown-but-paid',
      'SBXD missing-at-bank',
    ]);
    expect(breaks.SBXB?.amounts).toMatchObject({ orders: '40.00', bank: null, inquiry: '50.00' });
  });

  it('about an order that is there under two days, whose one payment counts once', async () => {
    const twice = `${ORDERS}SBXA,100.00,${today}\nSBXA,100.00,2026-01-31\n`;
    const args = `--sandbox reconcile --orders ${file('twice.csv', twice)} --all`;
    expect(JSON.parse((await machine.payctl(args)).stdout).summary).toMatchObject({
      matched: { count: 1 },
      'missing-at-bank': { count: 1 },
      'duplicate-line': { count: 0 },
    });
  });

  it('not with --inquire none, which then leaves nothing to compare', async () => {
    const finished = await machine.payctl(
      `--sandbox reconcile --orders ${orders()} --inquire none`,
    );
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain('--inquire cannot be none');
  });

  it('about charges of the journal where there are no orders either', async () => {
    const finished = await machine.payctl('--sandbox reconcile --all');
    expect(kindsIn(finished)).toEqual(['SBXC unknown-but-paid']);
  });

  it('goes on where a signal stopped it, and asks nothing twice', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => `SBXR${at},1.00,${today}\n`).join('');
    // Late in the evening, too, a charge of today settles today.
    const args = `--sandbox reconcile --orders ${file('many.csv', ORDERS + lines)} --settle-cutoff 23:59 --out many.jsonl`;
    const asked = join(machine.home, 'many.jsonl.asked');
    const { child, ended } = machine.start(args);
    await expect
      .poll(() => existsSync(asked) && readFileSync(asked, 'utf8').split('\n').length > 4)
      .toBe(true);
    // Besides the orders there is the open charge of today.
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    const known = readFileSync(asked, 'utf8').trimEnd().split('\n').length - 1;
    const finished = await machine.payctl(args);
    expect(finished.code).toBe(11);
    expect(finished.stderr).toContain(`asking the bank about ${13 - known} payments`);
    expect(existsSync(asked)).toBe(false);
    expect(
      readFileSync(join(machine.home, 'many.jsonl'), 'utf8').trimEnd().split('\n'),
    ).toHaveLength(13);
  });
});

describe('files that nobody should send', () => {
  const reconcile = (bank: string, ...more: string[]) =>
    machine.payctl(
      `reconcile --orders ${file('o.csv', `${ORDERS}A,1.00,2026-01-31\n`)} --bank ${bank} ${more.join(' ')}`,
      // A heap that holds none of them.
      { env: { NODE_OPTIONS: '--max-old-space-size=64' } },
    );
  const junk = Uint8Array.from(
    { length: 1_000_000 },
    (_, at) => (Math.imul(at + 1, 2654435761) >>> 13) & 0xff,
  );
  const megabyte = 'x'.repeat(1024 * 1024);
  const FIXED =
    'bank: { format: fixed, columns: { reference: [1, 9], amount: [10, 19], date: [20, 29] } }';

  it.each<[string, string | (() => string), number]>([
    ['random bytes', () => Buffer.from(junk).toString('latin1'), 2],
    ['one line of 100 MB', () => `${BANK}${megabyte.repeat(100)}\nA,T1,1.00,2026-01-31\n`, 14],
    ['a header of 100 MB', () => megabyte.repeat(100), 2],
    ['nothing but quotes', () => `${BANK}${'"'.repeat(5_000_001)}`, 14],
    ['a quote on every line', () => `${BANK}${'"A,T,1.00,2026-01-31\n'.repeat(200_000)}`, 2],
    ['a header of 10,000 columns', () => `${BANK.trim()},${'c,'.repeat(10_000)}\n`, 2],
    ['a line of 10,000 columns', () => `${BANK}A,T1,1.00,2026-01-31${',x'.repeat(10_000)}\n`, 14],
    [
      'a statement of tags that are long, and all different',
      () =>
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">${Array.from({ length: 100 }, (_, at) => `<a b="${at}${megabyte.slice(100)}"/>`).join('')}`,
      14,
    ],
  ])('%s', async (name, text, code) => {
    const bank = file(
      'hostile.csv',
      Buffer.from(typeof text === 'string' ? text : text(), 'latin1'),
    );
    const finished = await reconcile(bank);
    expect(finished.code, `${name}: ${finished.stderr.slice(0, 500)}`).toBe(code);
    expect(finished.stderr).toContain('hostile.csv');
  });

  it('random bytes, as lines of fixed width', async () => {
    const finished = await reconcile(file('hostile.csv', junk), '--map', file('fixed.yaml', FIXED));
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain('more than 1000 lines that cannot be read');
  });
});

describe('what it prints', () => {
  const EVIL = '<script>alert(1)</script>\u202e"\'';

  it('is one record a line for machines, the whole for a script, and a page that runs nothing', async () => {
    const orders = file(
      'e.csv',
      `reference,amount,date,note\n"${EVIL.replaceAll('"', '""')}",1.00,2026-01-31,Jane Roe\n=1+1,2.00,2026-01-31,\n`,
    );
    const bank = file('f.csv', `${BANK}B,T1,7.00,2026-01-31\n`);
    const args = `reconcile --orders ${orders} --bank ${bank}`;
    const csv = await machine.payctl(`${args} -o csv --report night.html --lang th`);
    expect(csv.code).toBe(11);
    expect(csv.stdout.trimEnd().split('\n')).toHaveLength(4);
    expect(csv.stdout).toContain("'=1+1");
    const page = readFileSync(join(machine.home, 'night.html'), 'utf8');
    expect(page).toContain('<html lang="th">');
    expect(page).toContain('<td>31 ม.ค. 2569</td>');
    expect(page).toContain('text-anchor="middle">31 ม.ค.</text>');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toMatch(/<script|<form|<a |https?:|\u202e|Jane Roe/);
    const jsonl = await machine.payctl(`${args} -o jsonl`);
    expect(
      jsonl.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).class),
    ).toEqual([...['missing-in-orders', 'missing-at-bank', 'missing-at-bank']]);
    expect(`${csv.stdout}${jsonl.stdout}`).not.toContain('Jane Roe');
  });

  it('names a broken line and a wrong trailer on standard error, whatever is quiet', async () => {
    const orders = file('g.csv', `${ORDERS}A,1.00,2026-01-31\nB,x,2026-01-31\n`);
    const map = file(
      'g.yaml',
      'bank: { records: { detail: { at: k, is: D }, trailer: { at: k, is: T, count: ref, total: amount } } }',
    );
    const bank = file('h.csv', 'k,ref,amount,date\nD,A,1.00,2026-01-31\nT,2,3.00\n');
    const finished = await machine.payctl(
      `reconcile --orders ${orders} --bank ${bank} --map ${map} --quiet -o json`,
    );
    expect(finished.code).toBe(14);
    const [place, error = ''] = finished.stderr.trimEnd().split('\n');
    expect(place).toMatch(/^warning: g\.csv:3: amount is not an amount/);
    expect(JSON.parse(error).error).toMatchObject({
      class: 'BAD_DATA',
      exit: 14,
      message:
        '1 line cannot be read; h.csv: its trailer says 2 lines and 3.00 baht, but 1 line and 1.00 baht were read',
    });
  });

  it.each([
    [['--orders', 'none.csv', '--bank', 'none.csv'], /none\.csv does not exist/],
    [['--orders', '-', '--bank', '-'], /only one file can come from standard input/],
    [['--orders', 'x.csv', '--from', '2026-02-01', '--to', '2026-01-31'], /--from is after --to/],
    [['--orders', 'x.csv', '--tolerance', '-1'], /--tolerance/],
    [['--orders', 'x.csv', '--settle-cutoff', '25:00'], /--settle-cutoff/],
    [['--orders', 'x.csv', '--out', 'night.txt'], /a name that ends in \.jsonl or \.csv/],
    [
      ['--orders', 'x.csv', '--map', 'none.yaml', '--bank', 'x.csv'],
      /--map names the file "none.yaml", which does not exist/,
    ],
    [['--orders', 'x.csv', '--map', '/tmp', '--bank', 'x.csv'], /\/tmp/],
    [['--orders', 'x.csv', '--map', 'latin.yaml', '--bank', 'x.csv'], /latin\.yaml is not UTF-8/],
    [['--orders', 'x.csv', '--bank', 'x.csv', '--out', 'x.csv'], /would be read and written/],
  ])('refuses %j before it reads', async (args, message) => {
    file('x.csv', `${ORDERS}A,1.00,2026-01-31\n`);
    file('latin.yaml', Buffer.from('orders: { columns: { reference: Ré } }', 'latin1'));
    const finished = await machine.payctl(['reconcile', ...args]);
    expect(finished.code).toBe(2);
    expect(finished.stderr).toMatch(message);
  });

  it('guesses a mapping that reads the file', async () => {
    const bank = file(
      'i.csv',
      'เลขที่ใบแจ้งหนี้;ยอดเงิน;วันที่ชำระ\nA1;1,250.50;31/01/2569\nA2;20.00;01/02/2569\n',
    );
    const guessed = await machine.payctl(['reconcile', 'guess', bank]);
    expect(guessed.stderr).toBe('2 lines of the beginning can be read with it\n');
    expect(guessed.stdout).toMatchInlineSnapshot(`
      "# A guess. Compare it with the description of the file, and correct it.
      bank:
        format: csv
        delimiter: ";"
        columns:
          date: "วันที่ชำระ"
          amount: "ยอดเงิน"
          reference: "เลขที่ใบแจ้งหนี้"
        amount: { thousands: "," }
        date: { format: "DD/MM/YYYY", era: buddhist }
      "
    `);
    const map = file('i.yaml', guessed.stdout);
    const orders = file('j.csv', `${ORDERS}A1,1250.50,2026-01-31\nA2,20.00,2026-02-01\n`);
    const finished = await machine.payctl(
      `reconcile --orders ${orders} --bank ${bank} --map ${map}`,
    );
    expect(finished.code).toBe(0);
  });
});
