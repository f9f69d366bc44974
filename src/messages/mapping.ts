import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

interface UnknownKey {
  key: string;
  /** The block that it stands in; empty for the whole. */
  within: string;
  guess: string | undefined;
  known: readonly string[];
}

/** What is wrong with a mapping, and what one that was guessed lacks. */
export const mappingMessages = area('mapping', () => ({
  several: (problems: readonly string[]) => {
    const [first = '', ...more] = problems;
    return more.length === 0 ? first : `${first}; and ${more.join('; ')}`;
  },
  seeKeys: phrase`docs/reconciling.md has every key; ${payctl.withoutProfile`reconcile guess FILE`} prints a mapping`,
  aliases: (file: string) =>
    `${file} has anchors or aliases, which are not read; write each value out`,
  unknownKey: ({ key, within, guess, known }: UnknownKey) =>
    [
      `unknown key ${key}${within === '' ? '' : ` in ${within}`}`,
      guess === undefined ? `give ${known.join(', ')}` : `did you mean ${guess}?`,
    ].join('; '),
  oneOf: ({
    key,
    choices,
    guess,
  }: {
    key: string;
    choices: readonly string[];
    guess: string | undefined;
  }) => `${key} is ${choices.join(' or ')}${guess === undefined ? '' : `; did you mean ${guess}?`}`,
  whole: 'the mapping',
  notBlock: (what: string) => `${what} is not a block of keys`,
  notText: (what: string) => `${what} is not text; put it in quotes`,
  notList: (what: string) => `${what} is not a list`,
  notBoolean: (what: string) => `${what} is not true or false`,
  notOfType: (what: string, type: string) => `${what} is not ${type}`,
  other: (key: string, why: string) => `the value of ${key} cannot be used: ${why}`,

  place: (key: string) => `${key} is a header, or [first, last] characters from 1`,
  order: (key: string) => `${key} gives the first and the last character, in this order`,
  delimiter: (key: string) => `${key} is one character, not a quote`,
  thousands: (key: string) => `${key} is one character, and no digit, point or sign`,
  pattern: (key: string) => `${key} is not a regular expression`,
  zone: (key: string) => `${key} is an offset, for example "+07:00", or UTC`,
  cutoff: (key: string) => `${key} is a time of the day in quotes, for example "22:00"`,
  rate: (key: string) => `${key} is a percentage with at most four decimals, for example 1.5%`,
  holiday: (key: string) => `${key} is not a date written YYYY-MM-DD`,
  formatLetters: (key: string, letters: string) => `${key} has unknown letters, ${letters}`,
  formatTwice: (key: string, part: string) => `${key} has the ${part} twice`,
  formatLacks: (key: string, part: string) => `${key} has no ${part}`,
  year: 'year',
  month: 'month',
  day: 'day',
  hour: 'hour',
  minute: 'minute',
  second: 'second',
  zonePart: 'zone',

  fixedNeedsColumns: 'a fixed file needs columns',
  fixedDelimiter: 'a fixed file has no delimiter',
  fromOfStatements:
    'reference.from is for statement files; CSV, xlsx and fixed lines name a column',
  columnsLack: (column: string) => `columns lack ${column}`,
  fixedPlace: (key: string) => `${key} is [first, last] in a fixed file`,
  csvPlace: (key: string) => `${key} is the name of a column; positions are for format: fixed`,

  guessed: 'A guess. Compare it with the description of the file, and correct it.',
  isStatement: (format: string) =>
    `${format} is recognised by its contents; say only which field is your reference, and how it is cut out of it`,
  whichColumn: (column: string, header: readonly string[]) =>
    `${column}: which column? They are ${header.join(', ')}`,
  debitMarks: (column: string, paid: readonly string[], reversed: readonly string[]) =>
    `${column} tells what came from what went; if so, add columns: { status: ${column} } and status: { paid: [${paid.join(', ')}], reversed: [${reversed.join(', ')}] }`,
  positions:
    'the positions are guessed from what the lines look like: compare them with the description of the file',
  trailerPlaces: 'trailer: add count: [first, last] and total: [first, last]',
  placeOf: (column: string) => `${column}: [first, last]`,
  theGuess: 'the guess',
  toComplete: (remarks: readonly string[]) => `to be completed by you: ${remarks.join('; ')}`,
  unreadYet: (why: string) => `the guess does not read it yet: ${why}`,
  reads: (count: number) => `${pluralize(count, 'line')} of the beginning can be read with it`,
  readsSome: ({ count, bad, first }: { count: number; bad: number; first: string }) =>
    `${pluralize(count, 'line')} of the beginning can be read with it, ${pluralize(bad, 'line')} cannot: ${first}`,
}));

/** What the columns of a file that is reconciled are for, by their keys in a mapping. */
export const columnNames = area('columnNames', () => ({
  reference: 'reference',
  transactionId: 'transactionId',
  amount: 'amount',
  credit: 'credit',
  debit: 'debit',
  fee: 'fee',
  date: 'date',
  time: 'time',
  status: 'status',
  payout: 'payout',
  currency: 'currency',
}));
