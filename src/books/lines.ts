import * as z from 'zod/mini';
import { sha256 } from '../core/hash.js';
import { wording } from '../messages/wording.js';
import type { BadLine } from '../reconcile/bad-line.js';
import type { Book, BookFile, BookLine, BookSide } from '../state/books.js';
import type { ItemEvidence } from './state.js';

/** What a line says, without where it stands and what became of it. */
export type LineContents = Omit<BookLine, 'id' | 'file' | 'line' | 'waits' | 'item'>;

/** Equal for lines that say the same. */
export function lineText(line: LineContents): string {
  return JSON.stringify([
    ...[line.side, line.reference, line.transactionId, line.payout, line.amount, line.fee],
    ...[line.date, line.time, line.status, line.currency, line.contents, line.fault],
  ]);
}

/** The same in whatever order the lines are. */
export function linesDigest(lines: readonly LineContents[]): string {
  return sha256(lines.map(lineText).sort().join('\n'));
}

const ID_DIGITS = 12;

/**
 * Says what an item consists of; equal items are told apart by a number behind it. It begins with a letter, or a
 * spreadsheet would take some for numbers.
 */
export function itemId(lines: readonly LineContents[]): string {
  const digest = linesDigest(lines);
  const letter = 'abcdefghijklmnop'.charAt(Number.parseInt(digest.charAt(0), 16));
  return letter + digest.slice(1, ID_DIGITS);
}

/** In English, because people of two languages may look at one book. */
const FAULT = z.object({
  column: z.nullable(z.string()),
  message: z.string(),
  discreet: z.string(),
});

export function faultText({ column, message, discreet }: BadLine): string {
  const fault = { column, message: String(message), discreet: String(discreet) };
  return JSON.stringify(fault satisfies z.infer<typeof FAULT>);
}

/** A line that cannot be read, as the matcher takes it. */
export function toBadLine(
  line: BookLine,
  at: { file: string; index: number; reference: number },
): BadLine | undefined {
  if (line.fault === null) return undefined;
  const { column, message, discreet } = FAULT.parse(JSON.parse(line.fault));
  return {
    ...{ ...at, line: line.line, statement: 0, column },
    role: line.side === 'own' ? 'orders' : 'bank',
    message: wording.quoted(message),
    discreet: wording.quoted(discreet),
  };
}

/** Satang of the lines of one side that can be read; undefined where there is none. */
export function sumSide(
  lines: readonly Pick<BookLine, 'side' | 'fault' | 'amount'>[],
  side: BookSide,
): number | undefined {
  const its = lines.filter((line) => line.side === side && line.fault === null);
  return its.length === 0 ? undefined : its.reduce((sum, { amount }) => sum + amount, 0);
}

/** The names of the files of a book by their numbers, and of those that are about to be added. */
export async function fileNames(
  book: Book,
  added: readonly BookFile[] = [],
): Promise<(file: number) => string> {
  const files = [...(await book.files()), ...added];
  const names = new Map(files.map(({ id, name }) => [id, name]));
  return (file) => names.get(file) ?? '';
}

/** @param file the name of its file */
export function toEvidence(line: BookLine, file: string): ItemEvidence {
  const { reference, transactionId, amount, fault, waits } = line;
  return {
    ...{ side: sideName(line), file, line: line.line, reference, transactionId },
    date: fault === null ? line.date : line.settles,
    amount: fault === null ? amount : null,
    ...(fault !== null && { fault: FAULT.parse(JSON.parse(fault)).message }),
    ...(waits !== null && { waits }),
  };
}

export function sideName({ side }: Pick<BookLine, 'side'>): 'orders' | 'bank' {
  return side === 'own' ? 'orders' : 'bank';
}
