import { RecordCutter, takeLine } from '../core/records.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { parseSatang } from './amounts.js';
import { DateReader } from './dates.js';
import {
  type Guess,
  guessAmount,
  guessTimes,
  isIso,
  looksLikeAmounts,
  RULE,
} from './guess-values.js';
import { END_OF_FILE } from './layout.js';
import { BAHT_AMOUNT } from './statement/entry.js';

export const MOST_LINES = 200;

/** Lines of one length, whose first character tells what they are. */
export function fixedGuess(text: string): Guess {
  const lines: string[] = [];
  const cutter = new RecordCutter<{ text: string }>(
    (line) => {
      const isText = line.text.trim() !== '' && line.text !== END_OF_FILE;
      if (isText && lines.length < MOST_LINES) lines.push(line.text);
    },
    () => undefined,
  );
  cutter.cut(text, true, takeLine);
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    const kind = line.slice(0, 1);
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  const [[detail, details] = ['', []]] = [...kinds].sort((a, b) => b[1].length - a[1].length);
  const isMarked = kinds.size > 1 && kinds.size <= 4 && /^[A-Z0-9]$/i.test(detail);
  const mark = (is: string) => ({ at: '[1, 1]', is });
  const [first = '', last = ''] = [lines[0]?.[0], lines.at(-1)?.[0]];
  const records: NonNullable<Guess['records']> = {};
  if (isMarked) {
    if (first !== detail) records.header = mark(first);
    records.detail = mark(detail);
    if (last !== detail && last !== first) records.trailer = mark(last);
  }
  const { columns, ...rest } = guessFields(details, isMarked ? 1 : 0);
  const wanted = (['reference', 'amount', 'date'] as const).filter(
    (one) => columns[one] === undefined,
  );
  return {
    format: 'fixed',
    ...(isMarked && { records }),
    columns,
    ...rest,
    remarks: [
      words.positions,
      ...(records.trailer ? [words.trailerPlaces] : []),
      ...wanted.map((column) => words.placeOf(column)),
    ],
  };
}

/** Runs between columns of spaces, and what their values look like. */
function guessFields(
  lines: readonly string[],
  from: number,
): Pick<Guess, 'columns' | 'amount' | 'date' | 'time'> {
  const columns: Guess['columns'] = {};
  const place = ([start, end]: readonly [number, number]) => `[${start + 1}, ${end}]`;
  let format: Pick<Guess, 'date' | 'time'> = { date: {} };
  let amount: Guess['amount'] = {};
  for (const run of findRuns(lines, from)) {
    const values = lines.map((line) => line.slice(...run).trim()).filter(Boolean);
    const dated = guessTimes(values, []);
    if (columns.date === undefined && (dated.date.format !== undefined || isIso(values))) {
      columns.date = place(run);
      format = { ...format, date: dated.date };
    } else if (columns.date !== undefined && columns.time === undefined && isTimes(values)) {
      columns.time = place(run);
      format = { ...format, time: 'HHMMSS' };
    } else if (columns.amount === undefined && isAmountRun(values)) {
      columns.amount = place(run);
      amount = guessAmount(values);
      if (values.every((value) => /^[0-9]+[+-]?$/.test(value))) amount.unit = 'satang';
    } else if (columns.reference === undefined) columns.reference = place(run);
    else columns.transactionId ??= place(run);
  }
  return { columns, amount, ...format };
}

/** Stretches of the lines that are no column of spaces in all of them. */
function findRuns(lines: readonly string[], from: number): (readonly [number, number])[] {
  const length = Math.max(0, ...lines.map((line) => line.length));
  const runs: (readonly [number, number])[] = [];
  let start = -1;
  for (let at = from; at <= length; at++) {
    const isBlank = lines.every((line) => (line[at] ?? ' ') === ' ');
    if (!isBlank && start < 0) start = at;
    if (!isBlank || start < 0) continue;
    runs.push([start, at]);
    start = -1;
  }
  return runs;
}

function isTimes(values: readonly string[]): boolean {
  return (
    values.length > 0 && values.every((value) => new DateReader(RULE, 'HHMMSS').readTime(value))
  );
}

/** Padded with zeros, or with two decimals; a bare number may be a reference. */
function isAmountRun(values: readonly string[]): boolean {
  const isPadded = values.every((value) => /^0[0-9]{5,}[+-]?$/.test(value));
  const isDecimal = values.every(
    (value) => /\.[0-9]{2}/.test(value) && looksLikeAmounts([value.replaceAll(' ', '')]),
  );
  const isSound = values.every(
    (value) =>
      isPadded ||
      value.includes(',') ||
      /[()+-]/.test(value) ||
      !Number.isNaN(parseSatang(value, BAHT_AMOUNT)),
  );
  return values.length > 0 && isSound && (isPadded || isDecimal);
}
