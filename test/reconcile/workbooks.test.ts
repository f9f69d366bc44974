import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { reconciled } from './night.js';

interface Parts {
  rows: string;
  /** Behind the rows. */
  beside?: string;
  strings?: string;
  styles?: string;
}

/** A workbook of one sheet, as small as a reader accepts. */
function workbook({ rows, beside = '', strings = '', styles = '' }: Parts): Uint8Array {
  const files = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${beside}</worksheet>`,
  };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(packed));
}

function cells(...texts: string[]): string {
  return texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
}

const HEADER = `<row>${cells('reference', 'amount', 'date', 'transactionId')}</row>`;
const PAYMENT = `<row>${cells('A', '5.00', '2026-01-01')}</row>`;

function styled(code: string): string {
  return `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`;
}

async function only(parts: Parts): Promise<unknown> {
  const { inputs, breaks } = await reconciled({ bank: workbook(parts) });
  expect(inputs[0]).toMatchObject({ format: 'xlsx', rows: 1, rejected: 0, total: '5.00' });
  return breaks[0];
}

describe('a workbook', () => {
  it('keeps its columns where a cell that is empty does not say where it is', async () => {
    const blanks = ['<c/>', '<c t="s"><v></v></c>', '<c t="inlineStr"/>'];
    for (const blank of blanks) {
      const rows = `${HEADER}<row>${blank}${cells('5.00', '2026-01-01', 'T1')}</row>`;
      const found = await only({ rows, strings: '<si><t>another</t></si>' });
      expect(found).toMatchObject({ reference: null, transactionId: 'T1' });
    }
  });

  it('keeps every digit of whole numbers, which may be references', async () => {
    const ids = ['1234567890123451', '1234567890123452', '98765432109876543210'];
    const rows = ids.map((id) => `<row><c><v>${id}</v></c>${cells('5.00', '2026-01-01')}</row>`);
    const { breaks } = await reconciled({ bank: workbook({ rows: HEADER + rows.join('') }) });
    expect(breaks.map(({ reference }) => reference)).toEqual(ids);
  });

  it('has cells that are true or false, which are no amounts', async () => {
    const rows = `${HEADER}${PAYMENT}<row>${cells('B')}<c t="b"><v>1</v></c>${cells('2026-01-01')}</row>`;
    const { inputs } = await reconciled({ bank: workbook({ rows }) });
    expect(inputs[0]).toMatchObject({ rows: 2, rejected: 1, total: '5.00' });
  });

  it('may divide a heading into credit and debit', async () => {
    const rows = [
      cells('Bank of A'),
      cells('Date', 'Reference', 'Amount'),
      cells('', '', 'Debit', 'Credit'),
      cells('2026-01-01', 'A', '5.00'),
      cells('2026-01-01', 'B', '', '20.00'),
    ].map((row) => `<row>${row}</row>`);
    const { inputs, breaks } = await reconciled({ bank: workbook({ rows: rows.join('') }) });
    expect(inputs[0]).toMatchObject({ rows: 2, rejected: 0, total: '15.00' });
    expect(breaks.map(({ reference, amounts }) => [reference, amounts.bank])).toEqual([
      ['A', '-5.00'],
      ['B', '20.00'],
    ]);
  });

  it('loses no row whose number is not greater than that of the one before', async () => {
    const numbered = (number: string, content: string) => `<row r="${number}">${content}</row>`;
    for (const number of ['7', '1', '0', '', '-1', 'x']) {
      const header = numbered('7', cells('reference', 'amount', 'date'));
      const rows = header + numbered(number, cells('A', '5.00', '2026-01-01'));
      expect(await only({ rows })).toMatchObject({ reference: 'A', rows: { bank: [8] } });
    }
  });

  it('may have thousands of merged cells, styles and blank cells', async () => {
    const merged = `<mergeCells>${'<mergeCell ref="A9:B9"/>'.repeat(20_000)}</mergeCells>`;
    await only({ rows: HEADER + PAYMENT, beside: merged });
    const styles = `<cellXfs>${'<xf numFmtId="0"/>'.repeat(60_000)}</cellXfs>`;
    await only({ rows: HEADER + PAYMENT, styles });
    const wide = PAYMENT.replace('</row>', `${'<c s="0"/>'.repeat(16_000)}</row>`);
    await only({ rows: HEADER + wide });
  });

  it.each([
    ['[Magenta]0.00', '5.00'],
    ['[h]:mm', 'time'],
    ['[mm]:ss', 'time'],
    [`${'['.repeat(500_000)}`, '5.00'],
  ])('tells numbers from dates by the code of their format: %.20s', async (code, kind) => {
    const amount = '<c s="0"><v>5</v></c>';
    const rows = `${HEADER}<row>${cells('A')}${amount}${cells('2026-01-01')}</row>`;
    const before = performance.now();
    const { inputs } = await reconciled({ bank: workbook({ rows, styles: styled(code) }) });
    expect(inputs[0]?.total).toBe(kind === 'time' ? '0.00' : '5.00');
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('is refused where a row would not fit into memory', async () => {
    const rows = `<row>${`<c>${'<a/>'.repeat(9_000)}</c>`.repeat(100)}</row>`;
    await expect(reconciled({ bank: workbook({ rows }) })).rejects.toThrow('more than 128 MB');
  });
});
