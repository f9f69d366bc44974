import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDecisions } from '../../../src/commands/books/decisions-file.js';
import { PayctlError } from '../../../src/core/errors.js';
import { nodeHost } from '../../../src/host/node.js';
import { freshMachine } from '../../fixtures/machine.js';

const { home } = freshMachine();

function read(name: string, contents: string | Uint8Array) {
  const path = join(home, name);
  writeFileSync(path, contents);
  return readDecisions(nodeHost(), path);
}

/** What is wrong with a file that is refused, by its lines. */
async function faultsOf(contents: string): Promise<unknown> {
  const error = await read('wrong.csv', contents).catch((thrown: unknown) => thrown);
  if (!(error instanceof PayctlError)) throw new TypeError('it was taken');
  expect(error.exitClass).toBe('USAGE');
  const { details = [] } = error.facts;
  return Array.isArray(details) && details.length > 0
    ? details.map(({ field, message }) => `${String(field).replace(home, '')} ${message}`)
    : String(error.said).replace(home, '');
}

function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const cells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const sheet = rows.map((row, at) => `<row r="${at + 1}">${cells(row)}</row>`).join('');
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  });
}

const DECISIONS = [
  { ids: ['a1'], as: 'explained', note: '=cash', place: expect.stringMatching(/:2$/) },
  { ids: ['a3'], as: 'matched-with', with: 'b4', note: 'one', place: expect.stringMatching(/:4$/) },
];

describe('the decisions in a sheet', () => {
  it('are those whose line has as filled in, whatever else the sheet has', async () => {
    const rows = [
      ['note', 'id', 'amount', 'as'],
      ["'=cash", 'a1', '10.00', 'explained'],
      ['later', 'a2', '1.00', ''],
      ['one', 'a3', '1.00', 'Matched-With: b4'],
    ];
    const csv = (delimiter: string, end: string) =>
      rows.map((row) => `${row.join(delimiter)}${end}`).join('');
    expect(await read('comma.csv', csv(',', '\n'))).toEqual(DECISIONS);
    expect(await read('mac.csv', csv(';', '\r'))).toEqual(DECISIONS);
    expect(await read('semicolon.csv', `\ufeff${csv(';', '\r\n')}`)).toEqual(DECISIONS);
    expect(await read('sheet.xlsx', workbook(rows))).toEqual(DECISIONS);
    const wide = Buffer.from(`\ufeff${csv('\t', '\r\n')}`, 'utf16le');
    expect(await read('unicode.txt.csv', wide)).toEqual(DECISIONS);
  });

  it.each([
    ['Thai', '\xa8\xe8\xd2\xc2\xe1\xc5\xe9\xc7', 'จ่ายแล้ว'],
    ['Thai beside codes', 'A1 \xb7\xd5\xe8\xca\xd2\xa2\xd2 31 \xc1.\xa4.', 'A1 ที่สาขา 31 ม.ค.'],
    ['Western European', 'f\xfcr M\xfcller, pay\xe9 \x80 5', 'für Müller, payé € 5'],
    ['capitals of both', 'CR\xc9\xc9 K\xc4SE', 'CRÉÉ KÄSE'],
    ['damaged UTF-8', '\xe0\xb8\x88\xe0\xb9\x88\xe0\xb8', undefined],
    ['a sign alone', '\xa3 5', undefined],
    ['as much Thai as not', 'caf\xe9 \xa8\xe8\xd2\xc2', undefined],
  ])('have notes in the encoding that their bytes show: %s', async (_, bytes, note) => {
    const text = Buffer.from(`id,as,note\r\na1,explained,"${bytes}"\r\n`, 'latin1');
    const decisions = read('old.csv', text);
    if (note !== undefined) expect(await decisions).toMatchObject([{ ids: ['a1'], note }]);
    else await expect(decisions).rejects.toThrow('is not UTF-8 text: save it as UTF-8');
  });

  it('are none where a line is wrong, and each such line is named', async () => {
    const lines = ['id,as,note', 'a1,explained,x', ',explained,x', 'a2,explained,', 'a3,lost,x'];
    expect(await faultsOf(lines.join('\n'))).toEqual([
      '/wrong.csv:3 id is empty',
      '/wrong.csv:4 note is empty',
      '/wrong.csv:5 as cannot be "lost"; it can be explained, written-off, duplicate, matched-with:ID',
    ]);
    expect(await faultsOf('id,note\na1,x\n')).toBe('/wrong.csv needs the columns id, as, note');
    expect(await faultsOf('id,as,note\na1,,\n')).toBe(
      '/wrong.csv decides nothing: no line has as filled in',
    );
    expect(await faultsOf('')).toBe('/wrong.csv is empty');
  });
});
