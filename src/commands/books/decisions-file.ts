import type { BookDecision } from '../../books/state.js';
import { chunksOf } from '../../core/bytes.js';
import { PayctlError, type Problem, usageError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { csvRecords, type PlacedRecord } from '../../core/records.js';
import { visible } from '../../core/text.js';
import { undefuse } from '../../format/csv.js';
import type { Host } from '../../host/host.js';
import { books, bookCommands as words } from '../../messages/books.js';
import { unreadFiles } from '../../messages/unread-files.js';
import { decodeText } from '../../reconcile/decode.js';
import { unpack } from '../../reconcile/unpack.js';
import { readUserFile } from '../../runtime/user-file.js';
import { type BookVerdict, notDecision, parseVerdict } from './verdict.js';

const REQUIRED = ['id', 'as', 'note'] as const;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The decisions in a list of open items that was exported, filled in and saved as CSV or xlsx. Rejects with
 * USAGE that names each line which is not one; a line without `as` leaves its item open.
 */
export async function readDecisions(host: Host, path: string): Promise<BookDecision[]> {
  const bytes = await readUserFile(host, path, MAX_BYTES);
  if (bytes === undefined) throw usageError(unreadFiles.notThere(visible(path)));
  const unpacked = await unpack(visible(path), chunksOf([bytes]));
  const { sheetRows } = await import('../../reconcile/statement/xlsx.js');
  const rows =
    'workbook' in unpacked
      ? await sheetRows(visible(path), unpacked.workbook)
      : parseRows(await readNoteText(path, unpacked.chunks));
  const [header, ...lines] = rows;
  if (header === undefined) throw usageError(words.nothingRead(visible(path)));
  const columns = readColumns(path, header);
  const problems: Problem[] = [];
  const decisions: BookDecision[] = [];
  for (const row of lines) {
    const place = `${path}:${row.line}`;
    const read = readDecision(row, columns);
    if (read === undefined) continue;
    if ('as' in read) decisions.push({ ...read, place });
    else problems.push({ field: place, message: read });
  }
  if (problems.length > 0) {
    throw new PayctlError('USAGE', books.badDecisions(problems.length), { details: problems });
  }
  if (decisions.length === 0) throw usageError(words.nothingDecided(visible(path)));
  return decisions;
}

/** undefined where nothing was decided. */
function readDecision(
  { cells = [], problem }: PlacedRecord,
  columns: readonly string[],
): BookDecision | Message | undefined {
  if (problem !== undefined) return problem;
  const cellNamed = (name: string) => undefuse(cells[columns.indexOf(name)] ?? '').trim();
  const given = cellNamed('as');
  if (given === '') return undefined;
  const [id, note] = [cellNamed('id'), cellNamed('note')];
  if (id === '') return words.cellMissing('id');
  const verdict: BookVerdict | undefined = parseVerdict(given);
  if (verdict === undefined) return notDecision(given);
  if (note === '') return words.cellMissing('note');
  return { ids: [id], ...verdict, note };
}

/** The columns by their place; others than those needed are what the export had. */
function readColumns(path: string, { cells = [], problem }: PlacedRecord): string[] {
  if (problem !== undefined) throw usageError(problem);
  const columns = cells.map((name) => name.trim());
  const isWhole = REQUIRED.every((name) => columns.filter((one) => one === name).length === 1);
  if (isWhole) return columns;
  throw usageError(words.columnsNeeded(visible(path), REQUIRED.join(', ')));
}

/** A spreadsheet saves with the delimiter of its country. */
function parseRows(text: string): PlacedRecord[] {
  const [header = ''] = text.split('\n', 1);
  const more = (one: string) => header.split(one).length > header.split(',').length;
  return csvRecords(text, [';', '\t'].find(more));
}

/** A note is kept for ever: it must be what was written. */
async function readNoteText(path: string, chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const part of decodeText(chunks, undefined)) text += part;
  if (text.includes('\ufffd')) throw usageError(unreadFiles.notUtf8(visible(path)));
  return text;
}
