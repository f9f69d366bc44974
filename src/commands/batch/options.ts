import type { Operation } from '../../bank/define.js';
import type { Option } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { absolute } from '../../cli/input.js';
import { count, duration } from '../../cli/values.js';
import { PayctlError } from '../../core/errors.js';
import { type BulkInput, openInput, spool } from '../../host/bulk.js';
import { isSameFile, outputPath } from '../../host/named-file.js';
import { statePath } from '../../state/paths.js';
import { columnsOf } from './columns.js';
import { csvReader } from './csv.js';
import { parseShard, type Shard, shardOfJob, WHOLE } from './feed.js';
import { FORMATS, type Format, formatOf, jsonlReader, type Row, readRows } from './rows.js';

/** The limit of the bank, per operation and application. */
const BANK_RATE = 5;
const MOST_AT_ONCE = 256;

const PACE = 'Pace:';
const RESULT = 'Result:';
const ROWS = "Fields for every row (a row's own value wins):";

export const BATCH_OPTIONS: readonly Option[] = [
  {
    flags: '--format <format>',
    summary: 'of FILE, where its name does not tell',
    choices: FORMATS,
  },
  { flags: '--concurrency <n>', summary: 'rows under way at once (4)', group: PACE },
  {
    flags: '--rate <n>',
    summary: "rows a second (5, the bank's limit); 0 is no limit; slows down at 429",
    group: PACE,
  },
  {
    flags: '--shard <part/parts>',
    summary: 'only this part of the rows, as 2/8: every eighth, from the second on',
    group: PACE,
  },
  {
    flags: '--shards <n>',
    summary: 'only the part of this pod of a Kubernetes Indexed Job (JOB_COMPLETION_INDEX)',
    group: PACE,
  },
  {
    flags: '--out <file>',
    summary: 'write the results there, each row exactly once',
    group: RESULT,
  },
  {
    flags: '--unordered',
    summary: 'results as they come, not in the order of FILE',
    group: RESULT,
  },
  { flags: '--resume', summary: 'go on where the last run of the same batch ended', group: RESULT },
  {
    flags: '--checkpoint <file>',
    summary: 'how far it is (OUT.checkpoint, else in the state directory)',
    group: RESULT,
  },
  {
    flags: '-f, --raw-field <key=value>',
    summary: 'a field, as a string',
    repeat: true,
    group: ROWS,
  },
  {
    flags: '-F, --field <key=value>',
    summary: 'a field, typed: number, true, false, null, @file',
    repeat: true,
    group: ROWS,
  },
  { flags: '--data <json>', summary: 'fields as JSON: @file.json or the text', group: ROWS },
  {
    flags: '--wait <duration>',
    summary: 'money: inquire each row until final; after a lost answer 60s unless given',
    group: 'Money:',
  },
  { flags: '--expect-amount <amount>', summary: 'refuse any other total', group: 'Money:' },
];

export interface BatchOptions {
  file: string;
  /** Absolute; undefined for standard input. */
  path?: string;
  format?: Format;
  concurrency: number;
  rate?: number;
  shard: Shard;
  ordered: boolean;
  resume: boolean;
  output: Format;
  /** The file itself, links followed. */
  out?: string;
  /** Beside `out` unless given; undefined where it is kept in the state directory. */
  checkpoint?: string;
  waitMs?: number;
}

export function readOptions(context: Context): BatchOptions {
  const { globals, host } = context;
  const file = context.argument('file') ?? '';
  const path = file === '-' ? undefined : absolute(host, file);
  if (globals.query !== undefined) {
    throw new PayctlError('USAGE', '--query is for one call; batch makes many');
  }
  if (file === '-' && context.text('data') === '-') {
    throw new PayctlError('USAGE', 'rows and --data cannot both come from standard input');
  }
  const out = writtenTo(context, 'out');
  const checkpoint = writtenTo(context, 'checkpoint') ?? (out && `${out}.checkpoint`);
  refuseSameFile({ path, out, checkpoint });
  const wait = context.text('wait');
  return {
    file,
    path,
    format: FORMATS.find((format) => format === context.text('format')),
    concurrency: concurrencyOf(context.text('concurrency') ?? '4'),
    rate: rateOf(context.text('rate')),
    shard: shardOf(context),
    ordered: !context.on('unordered'),
    resume: context.on('resume'),
    output: outputOf(context, out),
    out,
    checkpoint,
    waitMs: wait === undefined ? undefined : duration(wait, '--wait'),
  };
}

/** Where a person wants something written; a mistake is found before anything is asked or sent. */
function writtenTo(context: Context, name: 'out' | 'checkpoint'): string | undefined {
  const given = context.text(name);
  if (given === undefined) return undefined;
  return outputPath(`--${name} ${JSON.stringify(given)}`, absolute(context.host, given));
}

/** Each would overwrite what the other holds. */
function refuseSameFile({
  path,
  out,
  checkpoint,
}: Pick<BatchOptions, 'path' | 'out' | 'checkpoint'>) {
  const input = { name: 'the input', file: path ?? STANDARD_INPUT };
  const results = { name: out ? '--out' : 'standard output', file: out ?? STANDARD_OUTPUT };
  const progress = { name: 'the checkpoint', file: checkpoint };
  const pairs = [
    [results, input],
    [progress, results],
    [progress, input],
  ] as const;
  for (const [one, other] of pairs) {
    // What the shell redirects from and to is the shell's.
    if (one.file === undefined || typeof one.file === 'number') continue;
    if (!isSameFile(one.file, other.file)) continue;
    throw new PayctlError('USAGE', `${one.name} and ${other.name} are one file, ${one.file}`, {
      hint: 'give each a file of its own',
    });
  }
}

const STANDARD_INPUT = 0;
const STANDARD_OUTPUT = 1;

function concurrencyOf(text: string): number {
  const rows = count(text, '--concurrency');
  if (rows >= 1 && rows <= MOST_AT_ONCE) return rows;
  throw new PayctlError('USAGE', `--concurrency is ${rows}; give 1 to ${MOST_AT_ONCE}`);
}

function rateOf(text: string | undefined): number | undefined {
  if (text === undefined) return BANK_RATE;
  if (!/^[0-9]{1,6}(\.[0-9]{1,3})?$/.test(text)) {
    throw new PayctlError(
      'USAGE',
      `--rate is ${JSON.stringify(text)}; give rows a second, as 5 or 0.5, or 0 for no limit`,
    );
  }
  return Number(text) || undefined;
}

function shardOf(context: Context): Shard {
  const [shard, shards] = [context.text('shard'), context.text('shards')];
  if (shard !== undefined && shards !== undefined) {
    throw new PayctlError('USAGE', '--shard and --shards exclude each other');
  }
  if (shards !== undefined) return shardOfJob(shards, context.host.env.JOB_COMPLETION_INDEX);
  return shard === undefined ? WHOLE : parseShard(shard);
}

/** Other formats hold one result; PAYCTL_OUTPUT, which speaks of those, is not meant for this one. */
function outputOf({ globals, host }: Context, out: string | undefined): Format {
  const { output } = globals;
  if (output === 'csv' || output === 'jsonl') return output;
  if (output === undefined || output === host.env.PAYCTL_OUTPUT?.toLowerCase()) {
    return out?.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
  }
  throw new PayctlError('USAGE', `-o is ${JSON.stringify(output)}; batch writes jsonl or csv`);
}

export interface RowsInput {
  /** Whether it can be read again, and so be resumed. */
  readonly again: boolean;
  chunks(): AsyncIterable<Uint8Array>;
  rows(): AsyncIterable<readonly Row[]>;
  close(): void;
}

/** Opens FILE. A stream is kept in a file where it must be read twice. */
export async function openRows(
  context: Context,
  operation: Operation,
  options: BatchOptions,
  twice: boolean,
): Promise<RowsInput> {
  const { file, path, format } = options;
  const opened = path === undefined ? standardInput(context) : openInput(path);
  const input = opened.again || !twice ? opened : await kept(context, opened);
  return {
    again: input.again,
    chunks: () => input.chunks(),
    rows: () =>
      readRows(input.chunks(), (beginning) =>
        (format ?? formatOf(file, beginning)) === 'jsonl'
          ? jsonlReader
          : csvReader((header) => columnsOf(operation, header)),
      ),
    close: () => input.close(),
  };
}

function standardInput({ host }: Context): BulkInput {
  return { again: false, chunks: () => host.stdin.chunks(), close: () => {} };
}

async function kept(context: Context, stream: BulkInput): Promise<BulkInput> {
  try {
    context.host.files.makeDirectory(batchDirectory(context));
    return await spool(stream.chunks(), batchDirectory(context));
  } finally {
    stream.close();
  }
}

/** Checkpoints, their locks, and input that came as a stream. */
export function batchDirectory({ wiring }: Context): string {
  return statePath(wiring.paths.state, 'batch');
}
