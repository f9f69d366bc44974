import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

interface NoColumn {
  file: string;
  /** Those that are missing, and how a mapping names the first. */
  columns: readonly string[];
  header: readonly string[];
  /** How many more the header has. */
  more: number;
  delimiter: string;
}

const rest = (more: number) => (more > 0 ? ` and ${more} more` : '');

/** Why a file cannot be reconciled at all. */
export const unreadFiles = area('unreadFiles', () => ({
  notThere: (file: string) => `no such file: ${file}`,
  notUtf8: (file: string) => `${file} is not UTF-8 text: save it as UTF-8`,
  foreign: (file: string, kind: string) =>
    `${file} is ${kind}; save it as CSV or xlsx, or have the bank send camt.053, MT940 or BAI2`,
  pdf: 'a PDF',
  html: 'a web page (HTML)',
  oldExcel: 'an old Excel workbook (xls), or one with a password',
  otherWorkbook: 'a workbook of another kind than xlsx',
  otherArchive: 'an archive of another kind than zip and gzip',
  picture: 'a picture',
  json: 'JSON',
  otherXml: 'XML of another kind',
  otherIso: (message: string) => `${message}, which is no statement`,
  packedTwice: 'an archive within an archive',

  damaged: (file: string, why: string) => `${file} is damaged gzip: ${why}`,
  damagedZip: (file: string, why: string) => `${file} is a damaged zip archive: ${why}`,
  cutOff: 'a part of it is missing',
  checksum: 'its contents are not what was packed',
  encrypted: 'it has a password',
  method: (method: number) => `it is packed by method ${method}`,
  zip64: 'it has files of more than 4 GB',
  tooManyEntries: (most: number) => `it has more than ${most} files`,
  severalFiles: ({
    file,
    count,
    names,
  }: {
    file: string;
    count: number;
    names: readonly string[];
  }) =>
    count === 0
      ? `${file} is a zip archive without a file`
      : `${file} has ${count} files (${names.join(', ')}${rest(count - names.length)}); unpack it, and give each by itself`,
  largeArchive: (file: string) => `${file} is a zip archive of more than 256 MB; unpack it`,
  bomb: (file: string, most: number) =>
    `${file} unpacks to more than ${most} times its size; unpack it yourself if that is right`,
  empty: (file: string) => `${file} is empty`,

  noHeader: {
    terminal: (file: string) => `${file} is empty: it has no header`,
    page: (file: string) => `${file}: the file is empty.`,
  },
  giveHeader: {
    terminal: 'the first line of CSV names its columns, for example: reference,amount,date',
    page: 'The first line of CSV names its columns, for example: reference,amount,date',
  },
  noColumn: {
    terminal: ({ file, columns, header, more, delimiter }: NoColumn) =>
      `${file} has no column for ${columns.join(', ')}; its header, cut at ${delimiter}, has ${header.join(', ')}${rest(more)}`,
    page: ({ file, columns, header, more, delimiter }: NoColumn) =>
      `${file}: there is no column for ${columns.join(', ')}. The first line, cut at ${delimiter}, has ${header.join(', ')}${rest(more)}.`,
  },
  named: (column: string, name: string) => `${column} (${name})`,
  comma: 'commas',
  cells: 'cells',
  semicolon: 'semicolons',
  tab: 'tabs',
  guess: {
    terminal: (name: string) =>
      phrase`did you mean ${name}? say in a mapping what its columns are: ${payctl.withoutProfile`reconcile guess FILE > map.yaml`}`,
    page: (name: string) =>
      phrase`Did you mean ${name}? Files with other columns are compared by the command, which takes a description of them: ${payctl.withoutProfile`reconcile guess FILE`}`,
  },
  describe: {
    terminal: phrase`say in a mapping what its columns are: ${payctl.withoutProfile`reconcile guess FILE > map.yaml`}`,
    page: phrase`Files with other columns are compared by the command, which takes a description of them: ${payctl.withoutProfile`reconcile guess FILE`}`,
  },
  twice: (file: string, names: readonly string[]) =>
    `${file} has two columns of one name: ${names.join(', ')}`,
  rename: 'rename one of them in the file',
  tooManyColumns: ({ file, count, most }: { file: string; count: number; most: number }) =>
    `${file} has ${count} columns; at most ${most} are read`,
  noSuchColumn: ({ file, name, key }: { file: string; name: string; key: string }) =>
    `${file} has no column ${name}, which ${key} names`,
  seeHeader: 'see the header of the file',

  tooManyLines: (most: number) => `the files of one side have more than ${most} lines`,
  dayByDay: 'reconcile day by day',
  tooManyRejected: (file: string, most: number) =>
    `${file} has more than ${most} lines that cannot be read; is it in another format?`,
  startWithGuess: {
    terminal: (file: string) =>
      phrase`${payctl.withoutProfile`reconcile guess ${file} > map.yaml`}, correct it, then --map map.yaml`,
    page: (file: string) =>
      phrase`Files with other columns are compared by the command, which takes a description of them: ${payctl.withoutProfile`reconcile guess ${file}`}`,
  },
}));
