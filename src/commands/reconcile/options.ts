import { strictUtf8 } from '../../core/bytes.js';
import { usageError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { parseDate } from '../../core/time.js';
import { openInput } from '../../host/bulk.js';
import { isSameFile } from '../../host/output-file.js';
import { books, bookCommands as ofBooks } from '../../messages/books.js';
import { inputMessages } from '../../messages/input.js';
import { reconcileMessages as words } from '../../messages/reconcile.js';
import { unreadFiles } from '../../messages/unread-files.js';
import type { DayNumbers } from '../../reconcile/columns.js';
import { type Mapping, PLAIN, type Role } from '../../reconcile/mapping.js';
import type { SourceFile } from '../../reconcile/read.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { outputFile, PAGE_ENDINGS } from '../../runtime/output-file.js';
import { choice, flag, option, text, texts, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath, readUserFile } from '../../runtime/user-file.js';
import { day } from '../../runtime/value-parsers.js';
import { CUTOFF, cutoff, tolerance } from './values.js';

const FILES = { group: 'Files', effect: 'reads' } as const;
const RULES = { group: 'Rules' };
const RESULT = { group: 'Result' };
const WRITTEN = { ...RESULT, effect: 'writes' } as const;

export const RECONCILE = {
  orders: texts(
    '--orders <file>',
    'own orders; -, gzip, zip; several times (the journal and the confirmations stand in)',
    FILES,
  ),
  bank: texts(
    '--bank <file>',
    "the bank's file or statement; -, gzip, zip; several times (the bank is asked about each payment)",
    FILES,
  ),
  map: text(
    '--map <file>',
    'how the files are to be read, as YAML; reconcile guess FILE prints one',
    FILES,
  ),
  book: text(
    '--book <book>',
    'begin with what earlier nights of this book left open, and write down this one',
    { ...FILES, effect: 'acts' },
  ),
  from: option(
    '--from <date>',
    'first day that both sides cover: YYYY-MM-DD, today, yesterday (their earliest)',
    day,
    RULES,
  ),
  to: option('--to <date>', 'last day that both sides cover (their latest)', day, RULES),
  inquire: choice(
    '--inquire <what>',
    'ask the bank about what does not match (none)',
    ['breaks', 'none'],
    RULES,
  ),
  tolerance: option(
    '--tolerance <baht>',
    'by how much amounts may differ (0.00)',
    tolerance,
    RULES,
  ),
  cutoff: option(
    '--settle-cutoff <time>',
    'from when on a payment settles on the next day (22:00)',
    cutoff,
    RULES,
  ),
  all: flag('--all', 'list what matched, too', RESULT),
  out: text(
    '--out <file>',
    'write the records to FILE.jsonl or FILE.csv; a run that was stopped goes on',
    WRITTEN,
  ),
  report: text('--report <file>', 'write a page to read and print, FILE.html', WRITTEN),
  ...MONITORED,
};

export interface Options {
  orders: readonly string[];
  bank: readonly string[];
  map?: string;
  /** Name of the book that the run is written into. */
  book?: string;
  days: Partial<DayNumbers>;
  /** Absent: breaks where there is no file of the bank, else none. */
  inquire?: 'breaks' | 'none';
  /** Satang. */
  tolerance: number;
  /** Seconds of the day. */
  cutoff: number;
  all: boolean;
  out?: string;
  report?: string;
}

export function readOptions(services: Services, given: ValuesOf<typeof RECONCILE>): Options {
  const { orders, bank, map, inquire, all, book } = given;
  if ([...orders, ...bank].filter((file) => file === '-').length + Number(map === '-') > 1) {
    throw usageError(words.oneStandardInput);
  }
  if (book !== undefined) checkBookRun(services, given);
  else if (bank.length === 0 && inquire === 'none') {
    throw usageError(words.mustAsk, words.giveBank);
  }
  const out = given.out && outputFile(services, '--out', given.out, ['.jsonl', '.csv']);
  const report = given.report && outputFile(services, '--report', given.report, PAGE_ENDINGS);
  const written = [out, report].filter((file) => file !== undefined);
  for (const file of [...orders, ...bank, ...(map === undefined ? [] : [map])]) {
    if (file === '-' || !written.some((one) => isSameFile(one, absolutePath(services.host, file))))
      continue;
    throw usageError(words.readAndWritten(visible(file)), words.writeElsewhere);
  }
  return {
    orders,
    bank,
    map,
    book,
    days: parseDays(given),
    inquire,
    tolerance: given.tolerance ?? 0,
    cutoff: given.cutoff ?? CUTOFF,
    all,
    out,
    report,
  };
}

/** What does not go with a book: it has its own rules, and holds what files say. */
function checkBookRun({ options: { dryRun } }: Services, given: ValuesOf<typeof RECONCILE>): void {
  const rules = {
    '--map': given.map,
    '--tolerance': given.tolerance,
    '--settle-cutoff': given.cutoff,
  };
  for (const [flagName, value] of Object.entries(rules)) {
    if (value !== undefined) throw usageError(ofBooks.ruleOfBook(flagName), ofBooks.giveAtCreation);
  }
  if (given.inquire === 'breaks') throw usageError(ofBooks.noInquiry, ofBooks.leaveOutInquire);
  if (dryRun !== false) throw usageError(ofBooks.noDryRun);
  if (given.orders.length + given.bank.length === 0) throw usageError(books.noFiles);
}

function parseDays(given: {
  from: string | undefined;
  to: string | undefined;
}): Partial<DayNumbers> {
  const [from, to] = [given.from, given.to].map((date) => (date ? parseDate(date) : undefined));
  if (from !== undefined && to !== undefined && from > to) throw usageError(words.fromAfterTo);
  return { from, to };
}

/** The files of one side, as they are read. */
export function openSources(
  services: Services,
  role: Role,
  files: readonly string[],
): SourceFile[] {
  const { host } = services;
  return files.map((file, index) => ({
    role,
    file,
    index,
    async *chunks() {
      if (file === '-') {
        yield* host.stdin.chunks();
        return;
      }
      const input = openInput(absolutePath(host, file));
      try {
        yield* input.chunks();
      } finally {
        input.close();
      }
    },
  }));
}

/** A mapping is a page of text. */
const LONGEST_MAPPING = 1024 * 1024;

export async function givenMappings(
  { host }: Services,
  map: string | undefined,
): Promise<Record<Role, Mapping>> {
  if (map === undefined) return { orders: PLAIN, bank: PLAIN };
  const { readMapping } = await import('../../reconcile/mapping-file.js');
  const bytes =
    map === '-'
      ? await host.stdin.readAll(LONGEST_MAPPING)
      : await readUserFile(host, map, LONGEST_MAPPING);
  if (bytes === undefined) {
    throw usageError(inputMessages.noFile('--map', JSON.stringify(map)));
  }
  const text = strictUtf8(bytes);
  if (text === undefined) throw usageError(unreadFiles.notUtf8(visible(map)));
  return readMapping(text, map);
}
