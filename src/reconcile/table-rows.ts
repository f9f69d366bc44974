import {
  CsvReader,
  type CsvRecord,
  LONGEST_RECORD,
  RecordCutter,
  takeLine,
} from '../core/records.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import { layoutOfCsv } from './header.js';
import { layoutOfFixed } from './layout.js';
import type { Mapping } from './mapping.js';
import type { RowReader, RowSink } from './rows.js';

/**
 * Reads CSV.
 *
 * @param file its name, for messages
 * @param beginning enough of it to find the header
 */
export function csvReader(
  file: string,
  beginning: string,
  mapping: Mapping,
  sink: RowSink,
): RowReader {
  const { layout, delimiter, headerLine } = layoutOfCsv(file, beginning, mapping);
  sink.begin({ format: 'csv', layout, mapping });
  const csv = new CsvReader(delimiter);
  const read = (cells: readonly string[], line: number) => {
    if (line > headerLine) sink.row(cells, line);
  };
  const cutter = new RecordCutter<CsvRecord>((record, line) => {
    const { cells, problem = words.unread, lines } = record;
    if (line <= headerLine) return;
    if (cells === undefined) sink.reject(line, { column: null, problem });
    else {
      // The last one of a file may have no line end of its own.
      if (lines > 1 || cells.some((cell) => cell.includes('\n'))) sink.wrapped(line);
      sink.row(cells, line);
    }
  }, tooLong(sink));
  const readLine = (text: string, line: number) => read(splitCells(text, delimiter), line);
  const cut = (text: string, ended: boolean) => cutter.cut(text, ended, csv.take, readLine);
  return { take: (text) => cut(text, false), end: () => cut('', true) };
}

/** As `split` does, which takes four times as long: V8 calls out of compiled code for it. */
function splitCells(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let end = line.indexOf(delimiter); end >= 0; end = line.indexOf(delimiter, start)) {
    cells.push(line.slice(start, end));
    start = end + 1;
  }
  cells.push(line.slice(start));
  return cells;
}

/** Reads lines of fixed width. */
export function fixedReader(mapping: Mapping, sink: RowSink): RowReader {
  const { layout, cut } = layoutOfFixed(mapping);
  sink.begin({ format: 'fixed', layout, mapping });
  return lineReader({ line: (text, line) => sink.row(cut(text), line) }, sink);
}

/** Reads a file line by line. */
export function lineReader(
  lines: { line(text: string, line: number): void; end?(): void },
  sink: RowSink,
): RowReader {
  const eachLine = (text: string, line: number) => lines.line(text, line);
  const cutter = new RecordCutter<{ text: string }>(
    ({ text }, line) => eachLine(text, line),
    tooLong(sink),
  );
  const cut = (text: string, ended: boolean) => cutter.cut(text, ended, takeLine, eachLine);
  return {
    take: (text) => cut(text, false),
    end() {
      cut('', true);
      lines.end?.();
    },
  };
}

function tooLong(sink: RowSink): (line: number) => void {
  return (line) => sink.reject(line, { column: null, problem: words.tooLong });
}

/** The lines of a field or record that goes over several; of one that would never end, the beginning. */
export class ContinuedLines {
  readonly texts: string[] = [];
  #length = 0;

  constructor(first: string) {
    this.add(first);
  }

  add(text: string): void {
    // An empty line takes memory, too.
    this.#length += text.length + 1;
    if (this.#length <= LONGEST_RECORD + 1) this.texts.push(text);
  }
}
