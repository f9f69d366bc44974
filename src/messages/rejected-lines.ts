import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

type Era = 'buddhist' | 'christian';

/** What is wrong with a line of a file that is reconciled. */
export const rejectedLines = area('rejectedLines', () => ({
  /** `fault` is one of those below. */
  at: {
    terminal: ({ file, line, fault }: { file: string; line: number; fault: string }) =>
      `${file}:${line}: ${fault}`,
    page: ({ file, line, fault }: { file: string; line: number; fault: string }) =>
      `${file}, line ${line}: ${fault}`,
  },
  ofColumn: (column: string, fault: string) => `${column} ${fault}`,

  empty: 'is empty',
  unread: 'cannot be read',
  tooLong: 'is longer than 1 MB',
  cells: (found: number, wanted: number) =>
    `has ${pluralize(found, 'cell')}, but the header has ${wanted}`,
  marked: (mark: string, known: readonly string[]) =>
    `is marked ${mark}, not ${[known.slice(0, -1).join(', '), ...known.slice(-1)].filter(Boolean).join(' or ')}`,
  nameless: 'has neither a reference nor a transaction id',
  notUtf8: 'is not UTF-8 text; a mapping says encoding: windows-874',
  letters: (count: number, most: number) => `has ${count} characters; at most ${most} are read`,

  pointInSatang: 'has a point, but the mapping says satang',
  thousands:
    'has thousands separators; if that is right, a mapping says amount: { thousands: "," }',
  signAtEnd: 'has its sign at the end; if that is right, a mapping says amount: { sign: trailing }',
  brackets: 'stands in brackets; if that is right, a mapping says amount: { sign: brackets }',
  tooManyDigits: (most: number) => `is not an amount: at most ${most} digits and two decimals`,
  decimalComma: 'has a decimal comma; write a point, as in 100.00',
  notAmount: 'is not an amount: use digits with at most two decimals, for example 100.00',
  twoAmounts: (column: string) => `is filled in, and so is ${column}`,
  debit: (mark: string) =>
    phrase`is ${mark}, and the amount has no minus: a mapping says what that means (${payctl.withoutProfile`reconcile guess FILE`})`,
  notCount: 'is not a count of lines',

  notIsoDate:
    'is not a date written YYYY-MM-DD, with or without a time; a mapping names another format',
  notIsoDateOf: (era: Era) =>
    `is not a date written YYYY-MM-DD, with or without a time, ${era} years; a mapping names another format`,
  notDate: (format: string) => `is not a date written ${format}`,
  notDateOf: (format: string, era: Era) => `is not a date written ${format}, ${era} years`,
  notTime: (format: string) => `is not a time written ${format}`,
  anyTime: 'HH:MM or HH:MM:SS',

  notStatus: 'is not a known status; a mapping says which words mean paid, reversed or open',
  notThisStatus: (word: string) =>
    `is not a known status: ${word}; a mapping says which words mean paid, reversed or open`,
  notCurrency: 'is not a currency, for example THB',
  otherCurrency: (currency: string, others: string) =>
    `is ${currency}, and other lines of the file are ${others}`,
  differs: (column: string) =>
    `differs from ${column}, a column of the same meaning; a mapping says which one counts`,

  wrapped:
    'a quoted cell goes over several lines, which hardly any other row has; if a quotation mark is stray, the rows behind it were not read',
}));
