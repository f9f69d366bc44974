import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';
import {
  FIXED_MAP,
  FORMATS,
  FRAME,
  LINE_ENDS,
  type Payment,
  withLineEnds,
} from '../reconcile/statement-files.js';

const machine = quickMachine();

const PAYMENTS: readonly Payment[] = [
  { reference: 'ORDER0001', transactionId: 'TX1', satang: 10_000, date: '2026-01-30' },
  { reference: 'ORDER0002', transactionId: 'TX2', satang: 5_025, date: '2026-01-31' },
];

function file(name: string, text: string | Uint8Array): string {
  writeFileSync(join(machine.home, name), text);
  return name;
}

const ORDERS = 'reference,amount,date\nORDER0001,100.00,2026-01-30\nORDER0002,50.25,2026-01-31\n';
const orders = file('orders.csv', ORDERS);

/** A file of the format whose name begins so. */
function bank(name: string, frame = FRAME): string | Uint8Array {
  const format = FORMATS.find((one) => one.name.startsWith(name));
  if (format === undefined) throw new Error(`no format ${name}`);
  return format.write(PAYMENTS, frame);
}

describe('reconcile', () => {
  it.each(FORMATS.filter(({ format }) => format !== 'fixed'))(
    'reads $name without a mapping',
    async (format) => {
      const { code, stdout } = await machine.payctl([
        ...['reconcile', '--orders', orders],
        ...['--bank', file('bank', format.write(PAYMENTS)), '-o', 'json'],
      ]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).inputs[1]).toMatchObject({
        format: format.format,
        total: '150.25',
      });
    },
  );

  it.each(FORMATS.filter(({ format }) => format !== 'xlsx'))(
    'reads $name whatever ends its lines',
    async (format) => {
      const isFixed = format.format === 'fixed';
      const map = isFixed ? ['--map', file('fixed.yaml', FIXED_MAP)] : [];
      const printed = async (lineEnd: string) => {
        const { code, stdout, stderr } = await machine.payctl([
          ...['reconcile', '--orders', file('o.csv', withLineEnds(ORDERS, lineEnd))],
          ...['--bank', file('bank', withLineEnds(String(format.write(PAYMENTS)), lineEnd))],
          ...['--all', '-o', 'json', ...map],
        ]);
        return { code, stderr, stdout: stdout.replaceAll(/"sha256":"\w+"/g, '') };
      };
      const [lineFeed, ...others] = LINE_ENDS;
      const wanted = await printed(lineFeed);
      expect([wanted.code, wanted.stderr]).toEqual([0, '']);
      for (const other of others) expect(await printed(other)).toEqual(wanted);
    },
  );

  it('names both figures of a balance, and reconciles the rest', async () => {
    const wrong = String(bank('MT940')).replace(/(?<=:62F:.*)1150/, '1160');
    const args = [
      'reconcile',
      '--orders',
      orders,
      '--bank',
      file('wrong.sta', wrong),
      '-o',
      'table',
    ];
    const { code, stdout, stderr } = await machine.payctl(args);
    expect(code).toBe(14);
    expect(stdout).toMatch(/matched +2 +150\.25/);
    expect(stderr).toMatchInlineSnapshot(`
      "error: wrong.sta: statement 12 of 1234567890: the opening balance 1000.00 and its entries make 1150.25, but the closing balance is 1160.25
        hint: the rest is reconciled; correct the file or the mapping, and run again
      "
    `);
    const thai = await machine.payctl([...args, '--lang', 'th']);
    expect(thai.stderr.replace(/wrong\.sta/, '')).not.toMatch(/balance|statement/);
  });

  it('names a page that is missing', async () => {
    const first = file('1.xml', bank('camt.053.001.08', { ...FRAME, isLast: false }));
    const third = file('3.xml', bank('camt.053.001.08', { ...FRAME, page: 3 }));
    const { code, stderr } = await machine.payctl(
      `reconcile --orders ${orders} --bank ${first} --bank ${third} -o table`,
    );
    expect(code).toBe(14);
    expect(stderr).toContain('error: page 2 of statement 12 of 1234567890 is missing\n');
  });

  it('takes the sheet that the mapping names', async () => {
    const book = file('book.xlsx', bank('xlsx'));
    const map = file('sheet.yaml', 'bank:\n  sheet: February\n');
    const { code, stderr } = await machine.payctl(
      `reconcile --orders ${orders} --bank ${book} --map ${map} -o table`,
    );
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'error: book.xlsx has no sheet "February"; it has Bank',
    ]);
  });
});

describe('reconcile guess', () => {
  it.each(['camt.053.001.08', 'MT940', 'BAI2'])('knows a statement: %s', async (name) => {
    const { stdout, stderr, code } = await machine.payctl([
      ...['reconcile', 'guess', file('statement', bank(name))],
    ]);
    expect([code, stderr]).toEqual([0, '2 lines of the beginning can be read with it\n']);
    expect(stdout).toBe(
      `# A guess. Compare it with the description of the file, and correct it.
# ${name} is recognised by its contents; say only which field is your reference, and how it is cut out of it
bank:
  reference: { from: EndToEndId }
`,
    );
  });

  it.each(['CSV', 'fixed width', 'MT940', 'BAI2'])(
    'guesses the same of %s whatever ends its lines',
    async (name) => {
      const guessed = async (lineEnd: string) => {
        const text = withLineEnds(String(bank(name)), lineEnd);
        const { code, stdout, stderr } = await machine.payctl([
          ...['reconcile', 'guess', file('bank', text)],
        ]);
        return { code, stdout, stderr };
      };
      const [lineFeed, ...others] = LINE_ENDS;
      const wanted = await guessed(lineFeed);
      for (const other of others) expect(await guessed(other)).toEqual(wanted);
    },
  );

  it('knows a workbook, and columns for credit and debit', async () => {
    const book = await machine.payctl(['reconcile', 'guess', file('book.xlsx', bank('xlsx'))]);
    expect(book.stdout).toContain('columns:\n    reference: "Ref."\n');
    expect(book.stderr).toBe('2 lines of the beginning can be read with it\n');
    const table = file('two.csv', bank('CSV with debit'));
    const guessed = await machine.payctl(['reconcile', 'guess', table]);
    expect(guessed.stdout).toContain('    credit: "Deposit"\n    debit: "Withdrawal"\n');
    expect(guessed.stderr).toBe('2 lines of the beginning can be read with it\n');
    const text = 'Date,Reference,Amount,D/C\n2026-01-01,A,5.00,C\n2026-01-01,B,2.00,D\n';
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const marked = await machine.payctl(['reconcile', 'guess', file('marked.csv', wide)]);
    expect(marked.stdout).toContain('    amount: "Amount"\n    date: "Date"\n');
    expect(marked.stderr).toBe(
      'to be completed by you: "D/C" tells what came from what went; if so, add columns: { status: "D/C" } and status: { paid: [C], reversed: [D] }\n',
    );
  });
});
