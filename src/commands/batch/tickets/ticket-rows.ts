import { csvRecords } from '../../../core/records.js';
import { decodeText } from '../../../reconcile/decode.js';
import { unpack } from '../../../reconcile/unpack.js';
import {
  type ColumnsOf,
  csvReader,
  guessFormat,
  jsonlReader,
  type Row,
  readRows,
  rowFromCells,
} from '../row-reader.js';
import type { ReadRows } from '../row-source.js';
import type { TicketColumns } from './ticket-columns.js';

/** Lines among which the header is; a help desk puts a title above it. */
const HEADER_WITHIN = 20;

/** What a spreadsheet saves with, by its country. */
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Rows of what a help desk exports: CSV with any delimiter and in any encoding of a spreadsheet, the
 * first sheet of a workbook, JSON Lines.
 */
export function ticketRows(columns: TicketColumns): ReadRows {
  return async function* (chunks, columnsOf, { file, format }) {
    const unpacked = await unpack(file, chunks);
    if ('workbook' in unpacked) {
      yield workbookRows(await readSheet(file, unpacked.workbook), columns, columnsOf);
      return;
    }
    yield* readRows(utf8(decodeText(unpacked.chunks, undefined)), (beginning) => {
      if ((format ?? guessFormat(file, beginning)) === 'jsonl') {
        return jsonlReader((key) => columns.isOwn(key));
      }
      const { delimiter, above } = headerIn(beginning, columns);
      let left = above;
      return csvReader((cells) => (left-- > 0 ? undefined : columnsOf(cells)), delimiter);
    });
  };
}

/** The delimiter by which one of the first records has a column of references, and how many stand above it. */
function headerIn(beginning: string, columns: TicketColumns): { delimiter: string; above: number } {
  const lines = wholeLines(beginning);
  const read = DELIMITERS.map((delimiter) => {
    const records = csvRecords(lines, delimiter).slice(0, HEADER_WITHIN);
    return { delimiter, records: records.map(({ cells = [] }) => cells) };
  });
  for (const { delimiter, records } of read) {
    const above = records.findIndex((cells) => cells.length > 1 && columns.isHeader(cells));
    if (above >= 0) return { delimiter, above };
  }
  // Without one, the refusal names the columns as most of them can be told apart.
  const cellCount = ({ records }: (typeof read)[number]) => records[0]?.length ?? 0;
  const widest = read.toSorted((one, other) => cellCount(other) - cellCount(one))[0];
  return { delimiter: widest?.delimiter ?? ',', above: 0 };
}

/** Whole lines, which the header is among; all of a text that has just one. */
function wholeLines(beginning: string): string {
  const end = beginning.lastIndexOf('\n');
  return end < 0 ? beginning : beginning.slice(0, end + 1);
}

interface SheetRow {
  cells: readonly string[];
  line: number;
}

async function readSheet(
  file: string,
  workbook: Extract<Awaited<ReturnType<typeof unpack>>, { workbook: unknown }>['workbook'],
): Promise<SheetRow[]> {
  const { eachRow } = await import('../../../reconcile/statement/xlsx.js');
  const rows: SheetRow[] = [];
  await eachRow(file, workbook, undefined, ({ cells, line }) => {
    rows.push({ cells: [...cells], line });
  });
  return rows;
}

/** A row of a sheet ends with its last cell that is filled in. */
function workbookRows(
  rows: readonly SheetRow[],
  tickets: TicketColumns,
  columnsOf: ColumnsOf,
): Row[] {
  const found = rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => tickets.isHeader(cells));
  const above = Math.max(0, found);
  const columns = columnsOf(rows[above]?.cells ?? []);
  return rows.slice(above + 1).map(({ cells, line }) => {
    const whole = columns.map((_, at) => cells[at] ?? '');
    return { line, ...rowFromCells([...whole, ...cells.slice(columns.length)], columns) };
  });
}

async function* utf8(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
