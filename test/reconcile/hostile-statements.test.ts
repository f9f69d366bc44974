import { crc32, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { ContinuedLines } from '../../src/reconcile/table-rows.js';
import { reconciled } from './night.js';
import { FORMATS } from './statement-files.js';

const CAMT = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">';

/** Hardly anything, when it is packed. */
const LONG = Buffer.from(`reference,amount,date\n${`${' '.repeat(999)}\n`.repeat(40_000)}`);

async function refusal(bank: string | Uint8Array): Promise<PayctlError> {
  const error: unknown = await reconciled({ bank }).catch((failure: unknown) => failure);
  if (error instanceof PayctlError) return error;
  throw new Error('it was read');
}

describe('a hostile file', () => {
  it.each<[string, string | Uint8Array, string]>([
    [
      'entities',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>${CAMT}<BkToCstmrStmt>&a;</BkToCstmrStmt></Document>`,
      'declares a document type',
    ],
    [
      'a reference to another file',
      `<!DOCTYPE Document SYSTEM "file:///etc/passwd">${CAMT}</Document>`,
      'declares a document type',
    ],
    [
      'an unknown entity',
      `${CAMT}<BkToCstmrStmt>&a;</BkToCstmrStmt></Document>`,
      'not well-formed',
    ],
    ['depth', `${CAMT}${'<a>'.repeat(100)}`, 'nests more than 64 elements'],
    ['a text without end', `${CAMT}<a>${'x'.repeat(3_000_000)}`, 'more than 1 MB'],
    ...['<!---->', '<![CDATA[x]]>', '<?x?>'].map((mark): [string, string, string] => [
      `a text without end among ${mark}`,
      `${CAMT}<a>${`${'x'.repeat(60_000)}${mark}`.repeat(40)}</a></Document>`,
      'more than 1 MB',
    ]),
    ['a tag without end', `${CAMT}<a ${'x="1" '.repeat(500_000)}`, 'more than 1 MB|well-formed'],
    ['an end that is cut off', `${CAMT}<BkToCstmrStmt><Stmt>`, 'not well-formed'],
    ['much in little gzip', gzipSync(LONG), 'more than 250 times'],
    ['much in a little zip', zipSync({ 'a.csv': LONG }, { level: 9 }), 'more than 250 times'],
    [
      'much in a little workbook',
      workbookWith(`<sst>${`<si><t>${' '.repeat(60_000)}</t></si>`.repeat(400)}</sst>`),
      'more than 250 times',
    ],
  ])('is refused for %s', async (_, bank, message) => {
    const error = await refusal(bank);
    expect(error.message).toMatch(new RegExp(message));
    expect(error.exitClass).toBe('BAD_DATA');
  });

  it('is refused where it is no archive any more', async () => {
    const sound = Buffer.from(
      zipSync({ 'a.csv': Buffer.from('reference,amount,date\nA,1,2026-01-01\n') }),
    );
    const crc = Buffer.alloc(4);
    crc.writeUInt32LE(crc32('reference,amount,date\nA,1,2026-01-01\n'));
    const changed = Buffer.from(sound);
    changed.writeUInt32LE(1, changed.lastIndexOf(crc));
    for (const bank of [
      changed,
      sound.subarray(0, -10),
      zipSync({ 'a.csv': sound, 'b.csv': sound }),
    ]) {
      expect((await refusal(bank)).exitClass).toBe('USAGE');
    }
  });
});

describe('a file of long runs', () => {
  const statement = (line: string) =>
    `:20:S\n:25:123\n:60F:C260131THB1,00\n:61:260201C5,00NTRFA\n${line}\n`;

  it.each([
    ['slashes in the details', statement(`:86:/REMI/a${'/'.repeat(500_000)}x`)],
    ['digits in a balance', statement(`:62F:C260131THB${'1'.repeat(500_000)}x`)],
    ['digits in a total', statement(`:90C:1THB${'1'.repeat(500_000)}x`)],
  ])('is read before the test runs out of time: %s', async (_, bank) => {
    expect((await reconciled({ bank })).inputs[0]?.total).toBe('5.00');
  });

  it('has fields and records of which the beginning is kept', () => {
    const lines = new ContinuedLines('first');
    for (let count = 0; count < 100; count++) lines.add('x'.repeat(100_000));
    lines.add('');
    expect(lines.texts.length).toBeGreaterThan(10);
    expect(lines.texts.join('').length).toBeLessThanOrEqual(1024 * 1024);
  });
});

function workbookWith(strings: string): Uint8Array {
  return zipSync(
    {
      'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet name="A"/></sheets></workbook>'),
      'xl/sharedStrings.xml': Buffer.from(strings),
    },
    { level: 9 },
  );
}

describe('a packed statement', () => {
  const payments = [
    { reference: 'ORDER0001', transactionId: 'T1', satang: 100, date: '2026-01-02' },
  ];

  it.each(FORMATS.map((format) => [format.name, format] as const))(
    'is read: %s',
    async (_, format) => {
      if (format.format === 'fixed') return;
      const written = Buffer.from(format.write(payments));
      const packed = [zipSync({ 'folder/': new Uint8Array(), 'folder/a': written })];
      // A workbook is a zip itself.
      if (format.format === 'xlsx') packed.pop();
      else packed.push(gzipSync(written));
      for (const bank of packed) {
        const printed = await reconciled({ bank });
        expect(printed.inputs[0]).toMatchObject({ format: format.format, rows: 1, total: '1.00' });
      }
    },
  );
});
