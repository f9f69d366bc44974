import { PayctlError, type Problem } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import type { Message } from '../core/message.js';
import { csvRecords } from '../core/records.js';
import { visible, withoutNul } from '../core/text.js';
import { parseDate } from '../core/time.js';
import { books as words } from '../messages/books.js';
import { parseSatang } from '../reconcile/amounts.js';
import { NO_TIME, PAID } from '../reconcile/columns.js';
import { LONGEST_REFERENCE } from '../reconcile/references.js';
import type { BookFile } from '../state/books.js';
import { BEFORE_FIRST } from './event.js';
import type { PartLine } from './parts.js';

export type OpeningLine = PartLine;

/** Whether a file holds what was open before there was a book. */
export function isOpening({ applied }: BookFile): boolean {
  return applied === BEFORE_FIRST.seq + 1;
}

const HEADER = ['side', 'reference', 'transactionId', 'amount', 'date', 'note'];
const SIDES = { orders: 'own', bank: 'bank' } as const;

/** What a book begins with. Throws USAGE, with each line that is wrong. */
export function readOpening(text: string, file: string): OpeningLine[] {
  const lines: OpeningLine[] = [];
  const problems: Problem[] = [];
  const place = (line: number) => `${visible(file)}:${line}`;
  for (const [index, { cells, line }] of csvRecords(withoutNul(text)).entries()) {
    const read = index === 0 ? headerFault(cells) : parseLine(cells, line);
    if (read === undefined) continue;
    if ('side' in read) lines.push(read);
    else problems.push({ field: place(line), message: read });
  }
  if (problems.length === 0) return lines;
  const message = words.badOpening(problems.length);
  throw new PayctlError('USAGE', message, { details: problems, hint: words.openingColumns });
}

function headerFault(cells: readonly string[] | undefined): Message | undefined {
  const isRight = cells?.map((cell) => cell.trim()).join() === HEADER.join();
  return isRight ? undefined : words.openingHeader;
}

function parseLine(cells: readonly string[] | undefined, line: number): OpeningLine | Message {
  if (cells?.length !== HEADER.length) return words.openingLine;
  const [sideName = '', reference = '', transactionId = '', amount = '', date = '', note = ''] =
    cells.map((cell) => cell.trim());
  const side = sideName === 'orders' || sideName === 'bank' ? SIDES[sideName] : undefined;
  if (side === undefined) return words.openingSide;
  const satang = parseSatang(amount, { unit: 'baht', sign: 'leading' });
  if (Number.isNaN(satang)) return words.openingAmount;
  const day = parseDate(date);
  if (day === undefined) return words.openingDate;
  if (reference === '' && transactionId === '') return words.openingName;
  if (Math.max(reference.length, transactionId.length) > LONGEST_REFERENCE)
    return words.openingName;
  return {
    ...{ side, line, reference, transactionId, payout: '', amount: satang || 0, fee: null },
    ...{ date: day, time: NO_TIME, settles: day, status: PAID, currency: '', fault: null },
    contents: Number.parseInt(sha256(note).slice(0, 8), 16) | 0,
  };
}
