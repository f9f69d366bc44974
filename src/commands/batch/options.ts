import { usageError } from '../../core/errors.js';
import { isSameFile, outputPath } from '../../host/output-file.js';
import { batchMessages as messages } from '../../messages/batch.js';
import { expectedAmount, rawFields, wait } from '../../runtime/call-parameters.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { argument, choice, flag, option, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath } from '../../runtime/user-file.js';
import { count } from '../../runtime/value-parsers.js';
import { FORMATS, type InputFormat } from './row-reader.js';
import { parseShard, type Shard, shardFromIndex, WHOLE } from './row-source.js';

/** The limit of the bank, per operation and application. */
const BANK_RATE = 5;
const MOST_AT_ONCE = 256;
export const CONCURRENT_ROWS = 4;

const PACE = { group: 'Pace' };
const RESULT = { group: 'Result' };
const WRITTEN = { ...RESULT, effect: 'writes' } as const;
const ROWS = { group: "Fields for every row (a row's own value wins)" };
const MONEY = { group: 'Money' };

export const CONCURRENCY = option(
  '--concurrency <n>',
  'rows in flight at once (4)',
  parseConcurrency,
  PACE,
);

export const BATCH_PARAMETERS = {
  name: argument('operation', 'operation id or command words, or investigate'),
  file: argument('file', 'CSV or JSON Lines, for tickets also xlsx; - for standard input', {
    effect: 'reads',
  }),
  format: choice('--format <format>', 'format of FILE, if its name does not say', FORMATS),
  concurrency: CONCURRENCY,
  rate: option(
    '--rate <n>',
    "rows per second (5, the bank's limit); 0 for no limit; slows down after a 429",
    parseRate,
    PACE,
  ),
  shard: option(
    '--shard <part/parts>',
    'only this part of the rows, e.g. 2/8: every eighth row, starting with the second',
    parseShard,
    PACE,
  ),
  shards: text(
    '--shards <n>',
    'only the part for this pod of a Kubernetes Indexed Job (JOB_COMPLETION_INDEX)',
    PACE,
  ),
  job: option(
    '--job <name>',
    'keep rows and results in the shared store, where any machine can help',
    checkedName,
    PACE,
  ),
  out: text('--out <file>', 'write the results to this file, each row exactly once', WRITTEN),
  bom: flag('--bom', 'begin CSV with a byte order mark, as spreadsheets want it', RESULT),
  report: text('--report <file>', 'investigate: write one HTML page with all tickets', WRITTEN),
  referenceColumn: text(
    '--reference-column <name>',
    'investigate, slip verify: the column of FILE that has the reference',
    ROWS,
  ),
  once: flag('--once', 'slip verify: accept each slip, unless it was accepted before', {
    ...ROWS,
    effect: 'acts',
  }),
  unordered: flag('--unordered', 'write results as they arrive, not in the order of FILE', RESULT),
  resume: flag('--resume', 'continue where the last run of the same batch ended', RESULT),
  checkpoint: text(
    '--checkpoint <file>',
    'where to keep the progress (OUT.checkpoint, or in the state directory)',
    WRITTEN,
  ),
  raw: rawFields(
    {
      text: 'a field, as a string',
      typed: 'a field, typed: number, true, false, null, @file',
      data: 'fields as JSON: @file.json or the text',
    },
    ROWS,
  ),
  waitMs: wait(
    'inquire about each row until it is final (default: 60s, after a lost answer)',
    MONEY,
  ),
  expectAmount: expectedAmount('stop if the total is different', MONEY),
  ...MONITORED,
};

type BatchValues = Omit<ValuesOf<typeof BATCH_PARAMETERS>, 'name'>;

export interface BatchOptions
  extends Pick<BatchValues, 'file' | 'resume' | 'bom' | 'once' | 'raw'>,
    Partial<
      Pick<BatchValues, 'referenceColumn' | 'format' | 'report' | 'waitMs' | 'expectAmount' | 'job'>
    > {
  /** Absolute; undefined for standard input. */
  path?: string;
  concurrency: number;
  /** undefined: no limit. */
  rate?: number;
  /** Whether the rate is the default, the limit of the bank. */
  isUsualRate: boolean;
  shard: Shard;
  ordered: boolean;
  output: ResultFormat;
  /** The file itself, links followed. */
  out?: string;
  /** By default beside `out`; undefined if it is kept in the state directory. */
  checkpoint?: string;
}

export function readOptions(services: Services, given: BatchValues): BatchOptions {
  const { file, format, resume, bom, once, report, waitMs, expectAmount, raw } = given;
  const { referenceColumn } = given;
  const path = file === '-' ? undefined : absolutePath(services.host, file);
  if (services.options.output.query !== undefined) {
    throw usageError(messages.queryIsForOneCall);
  }
  if (file === '-' && raw.data === '-') {
    throw usageError(messages.bothFromStandardInput);
  }
  const out = resultsPath(services, 'out', given.out);
  const checkpoint =
    resultsPath(services, 'checkpoint', given.checkpoint) ?? (out && `${out}.checkpoint`);
  refuseSameFile({ path, out, checkpoint });
  const output = resultFormat(services, out);
  if (bom && output !== 'csv') {
    throw usageError(messages.bomIsForCsv, messages.bomNeedsCsv);
  }
  return {
    ...{ file, path, format, resume, output, bom, out, checkpoint },
    ...{ once, report, waitMs, expectAmount, raw, referenceColumn },
    concurrency: given.concurrency ?? CONCURRENT_ROWS,
    rate: (given.rate ?? BANK_RATE) || undefined,
    isUsualRate: given.rate === undefined,
    shard: chooseShard(services, given),
    ordered: !given.unordered,
    job: checkJob(given),
  };
}

/** Its rows and results lie in the store: nothing that is about files goes with it. */
function checkJob(given: BatchValues): string | undefined {
  const { job, out, checkpoint, shard, shards, resume, unordered } = given;
  const ofFiles = { out, checkpoint, shard, shards, resume, unordered };
  const flag = Object.entries(ofFiles).find(([, value]) => value !== undefined && value !== false);
  if (job === undefined || flag === undefined) return job;
  throw usageError(messages.notWithJob(`--${flag[0]}`), messages.jobGoesOn(job));
}

/** The name by which machines know a job. */
export function checkedName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return name;
  throw usageError(messages.jobName(JSON.stringify(name)));
}

/** A file to write to, checked before anything is asked or sent. */
function resultsPath(
  services: Services,
  name: 'out' | 'checkpoint',
  given: string | undefined,
): string | undefined {
  if (given === undefined) return undefined;
  return outputPath(`--${name} ${JSON.stringify(given)}`, absolutePath(services.host, given));
}

/** Throws USAGE where two of input, results and checkpoint are one file. */
function refuseSameFile({
  path,
  out,
  checkpoint,
}: Pick<BatchOptions, 'path' | 'out' | 'checkpoint'>) {
  const input = { name: messages.input, file: path ?? STANDARD_INPUT };
  const results = { name: out ? '--out' : messages.standardOutput, file: out ?? STANDARD_OUTPUT };
  const progress = { name: messages.checkpoint, file: checkpoint };
  const pairs = [
    [results, input],
    [progress, results],
    [progress, input],
  ] as const;
  for (const [written, other] of pairs) {
    // A redirection of the shell is not ours to check.
    if (written.file === undefined || typeof written.file === 'number') continue;
    if (!isSameFile(written.file, other.file)) continue;
    const same = { one: written.name, other: other.name, file: written.file };
    throw usageError(messages.sameFile(same), messages.differentFiles);
  }
}

const STANDARD_INPUT = 0;
const STANDARD_OUTPUT = 1;

function parseConcurrency(text: string): number {
  const rows = count(text, '--concurrency');
  if (rows >= 1 && rows <= MOST_AT_ONCE) return rows;
  throw usageError(messages.concurrency(rows, MOST_AT_ONCE));
}

function parseRate(text: string): number {
  if (/^[0-9]{1,6}(\.[0-9]{1,3})?$/.test(text)) return Number(text);
  throw usageError(messages.rate(JSON.stringify(text)));
}

function chooseShard(
  { host }: Services,
  { shard, shards }: { shard?: Shard; shards?: string },
): Shard {
  if (shard !== undefined && shards !== undefined) {
    throw usageError(messages.shardOrShards);
  }
  if (shards !== undefined) return shardFromIndex(shards, host.env.JOB_COMPLETION_INDEX);
  return shard ?? WHOLE;
}

/** As result lines are written; a table is for a terminal alone. */
export type ResultFormat = InputFormat | 'table';

/** Other formats take a single result; PAYCTL_OUTPUT is meant for those, so it is ignored here. */
export function resultFormat({ host, options: { output } }: Services, out?: string): ResultFormat {
  const { requested, columns } = output;
  if (requested === 'csv' || requested === 'jsonl') return requested;
  if (requested === 'table' && out === undefined && columns === undefined) return requested;
  if (requested === undefined || requested === host.env.PAYCTL_OUTPUT?.toLowerCase()) {
    const isRead = out === undefined && columns === undefined && host.stdout.isTTY;
    return isRead ? 'table' : out?.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
  }
  const hint = requested === 'json' ? messages.oneArray : undefined;
  throw usageError(messages.output(JSON.stringify(requested)), hint);
}
