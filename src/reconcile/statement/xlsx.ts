import { PayctlError } from '../../core/errors.js';
import { excerpt, visible } from '../../core/text.js';
import type { ZipArchive } from '../../host/zip.js';
import { statementWords as words } from '../../messages/statements.js';
import { wholeNumber } from '../amounts.js';
import { HEADER_WITHIN, layoutOfTable, type TableRow } from '../header.js';
import { isBlank } from '../layout.js';
import type { Mapping } from '../mapping.js';
import type { RowSink } from '../rows.js';
import { readEntry } from '../unpack.js';
import { CellReader, readCells, richText } from './xlsx-cells.js';
import { XmlReader } from './xml.js';
import { type Element, ElementReader, findChild, findChildren } from './xml-tree.js';

/** Reads the rows of a sheet (ECMA-376) below its header: the one that the mapping names, or the first. */
export async function readWorkbook(
  file: string,
  workbook: ZipArchive,
  mapping: Mapping,
  sink: RowSink,
): Promise<void> {
  const table = new TableRows(file, mapping, sink);
  await eachRow(file, workbook, mapping.sheet, (row) => table.row(row));
  table.end();
}

/** The rows of the first sheet that are not blank. */
export async function sheetRows(
  file: string,
  workbook: ZipArchive,
): Promise<{ cells: string[]; line: number }[]> {
  const rows: { cells: string[]; line: number }[] = [];
  await eachRow(file, workbook, undefined, ({ cells, line }) => {
    rows.push({ cells: [...cells], line });
  });
  return rows;
}

/** Passes on the rows of a sheet that are not blank. */
export async function eachRow(
  file: string,
  workbook: ZipArchive,
  sheet: string | undefined,
  pass: (row: TableRow) => void,
): Promise<void> {
  const parts = new Parts(file, workbook);
  const { path, has1904Dates } = await parts.sheet(sheet);
  const strings = await parts.strings();
  const reader = new CellReader(strings, await parts.dateStyles(), has1904Dates);
  let line = 0;
  await parts.read(path, (element, depth) => {
    // Beside its rows a sheet has merged cells, links and more, each of them by the thousand.
    if (element.name !== 'row') return depth <= 2;
    const stated = wholeNumber(element.attributes.r) ?? 0;
    line = Math.max(stated, line + 1);
    const cells = readCells(element, reader, file);
    if (!isBlank(cells)) pass({ cells, line });
    return true;
  });
}

/** Finds the header, and passes on what is below it. */
class TableRows {
  readonly #file: string;
  readonly #mapping: Mapping;
  readonly #sink: RowSink;
  /** The first rows, among which is the header. */
  #first: TableRow[] | undefined = [];
  #cells = 0;

  constructor(file: string, mapping: Mapping, sink: RowSink) {
    this.#file = file;
    this.#mapping = mapping;
    this.#sink = sink;
  }

  row(row: TableRow): void {
    if (this.#first === undefined) this.#pass(row);
    else if (this.#first.push(row) === HEADER_WITHIN) this.end();
  }

  /** Where there are fewer rows than a header may lie below. */
  end(): void {
    const rows = this.#first;
    if (rows === undefined) return;
    this.#first = undefined;
    const { layout, headerLine } = layoutOfTable(this.#file, rows, this.#mapping);
    this.#cells = layout.cells;
    this.#sink.begin({ format: 'xlsx', layout, mapping: this.#mapping });
    for (const row of rows) if (row.line > headerLine) this.#pass(row);
  }

  /** A row ends with its last cell that is filled in. */
  #pass({ cells, line }: TableRow): void {
    const missing = this.#cells - cells.length;
    const blanks: string[] = missing > 0 ? Array.from({ length: missing }, () => '') : [];
    this.#sink.row([...cells, ...blanks], line);
  }
}

/** Characters of the cells of a workbook that are text. */
const MOST_TEXT = 64 * 1024 * 1024;

type TakeElement = ConstructorParameters<typeof ElementReader>[1];

/** The parts of a workbook, each of which is XML. */
class Parts {
  readonly #file: string;
  readonly #workbook: ZipArchive;

  constructor(file: string, workbook: ZipArchive) {
    this.#file = file;
    this.#workbook = workbook;
  }

  /** Reads a part; one that is not there has no elements. */
  async read(path: string, take: TakeElement): Promise<void> {
    const entry = this.#workbook.entries.find(({ name }) => name === path);
    if (entry === undefined) return;
    const xml = new XmlReader(this.#file, new ElementReader(this.#file, take));
    const decoder = new TextDecoder();
    for await (const piece of readEntry(this.#file, this.#workbook, entry)) {
      xml.take(decoder.decode(piece, { stream: true }));
    }
    xml.take(decoder.decode());
    xml.end();
  }

  /** Where a sheet lies: by the name that people see, or the first. */
  async sheet(wanted: string | undefined): Promise<{ path: string; has1904Dates: boolean }> {
    const workbook = await this.#whole('xl/workbook.xml');
    const sheets = findChildren(findChild(workbook, 'sheets'), 'sheet');
    const names = sheets.map(({ attributes }) => attributes.name ?? '');
    const at = wanted === undefined ? 0 : names.indexOf(wanted);
    const sheet = sheets[at];
    if (sheet === undefined) {
      const message =
        wanted === undefined
          ? words.noSheets(this.#file)
          : words.noSheet({
              file: this.#file,
              sheet: visible(JSON.stringify(wanted)),
              sheets: names.slice(0, 20).map((name) => excerpt(name, 40)),
            });
      throw new PayctlError('USAGE', message);
    }
    const relations = await this.#whole('xl/_rels/workbook.xml.rels');
    const relation = relations.children.find(
      ({ attributes }) => attributes.Id === relationId(sheet),
    );
    const target = relation?.attributes.Target ?? `worksheets/sheet${at + 1}.xml`;
    const properties = findChild(workbook, 'workbookPr');
    return {
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      has1904Dates: ['1', 'true'].includes(properties?.attributes.date1904 ?? ''),
    };
  }

  /** Texts that cells share; without what only tells how they are pronounced. */
  async strings(): Promise<string[]> {
    const strings: string[] = [];
    let size = 0;
    await this.read('xl/sharedStrings.xml', (element) => {
      if (element.name === 'rPh') return true;
      if (element.name !== 'si') return false;
      const text = richText(element);
      size += text.length + 8;
      if (size > MOST_TEXT) throw new PayctlError('BAD_DATA', words.tooManyStrings(this.#file));
      strings.push(text);
      return true;
    });
    return strings;
  }

  /** The numbers of the cell styles that show a number as a date or time. */
  async dateStyles(): Promise<Set<number>> {
    const styles = await this.#whole('xl/styles.xml');
    const formats = new Map(
      findChildren(findChild(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
        attributes.numFmtId,
        attributes.formatCode ?? '',
      ]),
    );
    const cells = findChildren(findChild(styles, 'cellXfs'), 'xf');
    const isDate = (id = '0') => isDateFormat(Number(id), formats.get(id));
    return new Set(
      cells.flatMap(({ attributes }, number) => (isDate(attributes.numFmtId) ? [number] : [])),
    );
  }

  /** A small part, as its root; empty where it is not there. */
  async #whole(path: string): Promise<Element> {
    let root: Element = { name: '', text: '', attributes: {}, children: [] };
    await this.read(path, (element, depth) => {
      if (depth === 0) root = element;
      return false;
    });
    return root;
  }
}

/** `r:id`, under whatever prefix: the only attribute that ends so. */
function relationId({ attributes }: Element): string | undefined {
  const [, id] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? [];
  return id;
}

/** Characters of the code of a format; Excel writes at most as many. */
const LONGEST_CODE = 255;

/** Built-in formats for dates and times; of others the code tells, without what is quoted in it. */
function isDateFormat(id: number, code: string | undefined): boolean {
  const isBuiltIn = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
  if (code === undefined) return isBuiltIn;
  // In brackets stands a time that has passed, such as [mm], or a colour, of which one is [Magenta].
  const shown = code
    .slice(0, LONGEST_CODE)
    .replace(/"[^"]*"|\\.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(shown);
}
