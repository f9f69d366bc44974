import { dirname } from 'node:path';
import type { Context } from '../../cli/context.js';
import { absolute } from '../../cli/input.js';
import type { Option } from '../../cli/option.js';
import { day } from '../../cli/values.js';
import { PayctlError } from '../../core/errors.js';
import { parseAmount } from '../../core/money.js';
import { visible } from '../../core/text.js';
import { parseDate } from '../../core/time.js';
import { openInput } from '../../host/bulk.js';
import { isSameFile, outputPath } from '../../host/named-file.js';
import { clockSeconds } from '../../reconcile/dates.js';
import type { Days } from '../../reconcile/lines.js';
import { type Mapping, PLAIN } from '../../reconcile/mapping.js';
import type { Role, Source } from '../../reconcile/read.js';

const FILES = 'Files:';
const RULES = 'Rules:';
const RESULT = 'Result:';

export const OPTIONS: readonly Option[] = [
  {
    flags: '--orders <file>',
    summary: 'own orders; -, gzip; several times (the journal and the confirmations stand in)',
    repeat: true,
    group: FILES,
  },
  {
    flags: '--bank <file>',
    summary: "the bank's file; -, gzip; several times (the bank is asked about each payment)",
    repeat: true,
    group: FILES,
  },
  {
    flags: '--map <file>',
    summary: 'how the files are to be read, as YAML; reconcile guess FILE prints one',
    group: FILES,
  },
  {
    flags: '--from <date>',
    summary: 'first day that both sides cover: YYYY-MM-DD, today, yesterday (their earliest)',
    group: RULES,
  },
  {
    flags: '--to <date>',
    summary: 'last day that both sides cover (their latest)',
    group: RULES,
  },
  {
    flags: '--inquire <what>',
    summary: 'ask the bank about what does not match (none)',
    choices: ['breaks', 'none'],
    group: RULES,
  },
  {
    flags: '--tolerance <baht>',
    summary: 'by how much amounts may differ (0.00)',
    group: RULES,
  },
  {
    flags: '--settle-cutoff <time>',
    summary: 'from when on a payment settles on the next day (22:00)',
    group: RULES,
  },
  { flags: '--all', summary: 'list what matched, too', group: RESULT },
  {
    flags: '--out <file>',
    summary: 'write the records to FILE.jsonl or FILE.csv; a run that was stopped goes on',
    group: RESULT,
  },
  { flags: '--report <file>', summary: 'write a page to read and print, FILE.html', group: RESULT },
];

export interface Options {
  orders: readonly string[];
  bank: readonly string[];
  map?: string;
  days: Partial<Days>;
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

export function readOptions(context: Context): Options {
  const [orders, bank] = [context.list('orders'), context.list('bank')];
  const map = context.text('map');
  if ([...orders, ...bank].filter((file) => file === '-').length + Number(map === '-') > 1) {
    throw new PayctlError('USAGE', 'only one file can come from standard input');
  }
  const inquire = context.text('inquire');
  if (bank.length === 0 && inquire === 'none') {
    throw new PayctlError(
      'USAGE',
      'without --bank the bank must be asked: --inquire cannot be none',
      {
        hint: 'give the file of the bank with --bank, or leave out --inquire',
      },
    );
  }
  const out = writtenTo(context, 'out', /\.(?:jsonl|csv)$/i, 'FILE.jsonl or FILE.csv');
  const report = writtenTo(context, 'report', /\.html?$/i, 'FILE.html');
  const written = [out, report].filter((file) => file !== undefined);
  for (const file of [...orders, ...bank, ...(map === undefined ? [] : [map])]) {
    if (file === '-' || !written.some((one) => isSameFile(one, absolute(context.host, file))))
      continue;
    throw new PayctlError('USAGE', `${visible(file)} would be read and written`, {
      hint: 'write to another file',
    });
  }
  return {
    orders,
    bank,
    ...(map !== undefined && { map }),
    days: daysOf(context),
    ...((inquire === 'breaks' || inquire === 'none') && { inquire }),
    tolerance: toleranceOf(context.text('tolerance') ?? '0.00'),
    cutoff: cutoffOf(context.text('settle-cutoff') ?? '22:00'),
    all: context.on('all'),
    ...(out !== undefined && { out }),
    ...(report !== undefined && { report }),
  };
}

function daysOf(context: Context): Partial<Days> {
  const now = context.host.clock.now();
  const read = (flag: 'from' | 'to') => {
    const text = context.text(flag);
    return text === undefined ? undefined : parseDate(day(text, `--${flag}`, now));
  };
  const [from, to] = [read('from'), read('to')];
  if (from !== undefined && to !== undefined && from > to) {
    throw new PayctlError('USAGE', '--from is after --to');
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function toleranceOf(text: string): number {
  const satang = parseAmount(text);
  if (satang !== undefined && satang <= 10n ** 15n) return Number(satang);
  throw new PayctlError(
    'USAGE',
    `--tolerance is ${JSON.stringify(text)}; give baht with at most two decimals, for example 0.50`,
  );
}

function cutoffOf(text: string): number {
  const seconds = clockSeconds(text);
  if (seconds !== undefined) return seconds;
  throw new PayctlError(
    'USAGE',
    `--settle-cutoff is ${JSON.stringify(text)}; give a time of the day, for example 22:00`,
  );
}

/** Checked before anything is read or asked. */
function writtenTo(
  context: Context,
  flag: 'out' | 'report',
  ending: RegExp,
  wanted: string,
): string | undefined {
  const given = context.text(flag);
  if (given === undefined) return undefined;
  const named = `--${flag} ${JSON.stringify(given)}`;
  if (!ending.test(given)) throw new PayctlError('USAGE', `${named}: give ${wanted}`);
  const path = absolute(context.host, given);
  if (!context.host.files.statForeign(dirname(path))?.isDirectory) {
    const hint = `mkdir -p ${dirname(given)}`;
    throw new PayctlError('USAGE', `${named}: the directory does not exist`, { hint });
  }
  return outputPath(named, path);
}

/** The files of one side, as they are read. */
export function sourcesOf(context: Context, role: Role, files: readonly string[]): Source[] {
  const { host } = context;
  return files.map((file, index) => ({
    role,
    file,
    index,
    async *chunks() {
      if (file === '-') {
        yield* host.stdin.chunks();
        return;
      }
      const input = openInput(absolute(host, file));
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

export async function mappingsOf(
  { host }: Context,
  map: string | undefined,
): Promise<Record<Role, Mapping>> {
  if (map === undefined) return { orders: PLAIN, bank: PLAIN };
  const { readMapping } = await import('../../reconcile/mapping-file.js');
  const bytes =
    map === '-'
      ? await host.stdin.readAll(LONGEST_MAPPING)
      : host.files.readForeign(absolute(host, map), LONGEST_MAPPING);
  if (bytes === undefined) {
    throw new PayctlError('USAGE', `no such file: --map ${JSON.stringify(map)}`);
  }
  return readMapping(new TextDecoder().decode(bytes), map);
}
