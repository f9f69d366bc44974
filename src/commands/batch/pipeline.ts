import { type ExitClass, PayctlError } from '../../core/errors.js';
import { randomName, sha256 } from '../../core/hash.js';
import { stringifyJson } from '../../core/json.js';
import { joinTexts, type Message, type Text } from '../../core/message.js';
import type { Progress } from '../../host/progress.js';
import { endedBy, type SignalName } from '../../host/signals.js';
import { batchRun as messages } from '../../messages/batch.js';
import type { Paper, Result } from '../../runtime/command.js';
import type { Services } from '../../runtime/services.js';
import { type RunFiles, withFiles } from './checkpoint.js';
import type { BatchOptions } from './options.js';
import type { OutcomeTally } from './progress.js';
import { type ResultLines, readableLines, resultLines } from './result-lines.js';
import { Results, type Target } from './results.js';
import { digestInput, FileRows, type RowsInput } from './row-source.js';
import type { BatchEnding, BatchTask, Moves, RowEnd } from './runner.js';
import { type Survey, totalInBaht } from './survey.js';
import { workOnRows } from './work-on-rows.js';

export interface Sending<Ready extends { line: number }, End extends RowEnd> {
  input: RowsInput;
  task: BatchTask<Ready, End>;
  options: BatchOptions;
  /** For money: what was confirmed. */
  total: Survey | undefined;
  /** Takes the results where no file does. */
  paper: Paper;
}

/** Rows from their input, prepared, sent, and each written as a line of the result. */
export async function sendRows<Ready extends { line: number }, End extends RowEnd>(
  services: Services,
  sending: Sending<Ready, End>,
): Promise<Result> {
  const { input, task, options, total } = sending;
  const lines = await createLines(services, sending);
  // A stream that is read once can be neither identified nor resumed.
  if (!input.isRereadable) return send(services, sending, { lines, files: {}, rows: undefined });
  const digested = await digestInput(input.chunks());
  const rows = total?.mine.rows ?? Math.ceil(digested.lines / options.shard.of);
  const identity = await runIdentity(services, task, options, digested.digest);
  return withFiles(services, options, { identity, lines }, (files) => {
    return send(services, sending, { lines, files, rows });
  });
}

async function createLines<Ready extends { line: number }, End extends RowEnd>(
  {
    options: {
      output: { columns },
    },
  }: Services,
  { input, task, options, paper }: Sending<Ready, End>,
): Promise<ResultLines> {
  const { output, bom } = options;
  const own = await input.own();
  if (output === 'table') return readableLines(paper.screen, own);
  const { say } = paper.screen;
  return resultLines(output, { columns, fields: task.fields, own, bom, say });
}

/** What must be the same for --resume. */
async function runIdentity(
  services: Services,
  { id, base }: Pick<BatchTask, 'id' | 'base'>,
  { shard: { part, of }, out, output }: BatchOptions,
  digest: string,
): Promise<string> {
  const { baseUrl } = await services.connection();
  const shape = out === undefined ? null : output;
  return sha256(stringifyJson([id, baseUrl, digest, `${part}/${of}`, shape, base]));
}

interface OpenedOutput {
  lines: ResultLines;
  files: RunFiles;
  /** How many there are, as far as is known. */
  rows: number | undefined;
}

async function send<Ready extends { line: number }, End extends RowEnd>(
  services: Services,
  sending: Sending<Ready, End>,
  opened: OpenedOutput,
): Promise<Result> {
  const { input, task, options, total } = sending;
  const { checkpoint } = opened.files;
  const { host, signals } = services;
  const before = checkpoint?.before?.rows.size ?? 0;
  const left = opened.rows === undefined ? undefined : Math.max(0, opened.rows - before);
  const progress = services.door.progress(task.words, left);
  const results = openResults(services, sending, opened, progress);
  const startedAt = host.clock.now();
  const ending = await workOnRows(services, task, {
    source: new FileRows(input.rows(), options.shard, results.done),
    ...{ results, progress, concurrency: options.concurrency },
    name: checkpoint?.name ?? randomName(host),
  });
  const goOn = checkpoint && '--resume';
  const ended = { task, ending, tally: results.tally, goOn, signal: signals.received };
  await services.note(summarize({ ...ended, before, ms: host.clock.now() - startedAt, total }));
  return toResult(ended);
}

/** Where results are written, and shown to be. */
function openResults<Ready extends { line: number }, End extends RowEnd>(
  services: Services,
  { options, paper }: Sending<Ready, End>,
  { lines, files: { out, checkpoint } }: OpenedOutput,
  progress: Progress,
): Results {
  const before = checkpoint?.before?.rows.size ?? 0;
  return new Results({
    ...{ lines, checkpoint },
    target: out ?? paperTarget(services, paper, progress),
    clock: services.host.clock,
    ordered: options.ordered,
    async onWritten({ total, failed }) {
      const note = failed > 0 ? paper.screen.say(messages.notSuccessful(failed)) : undefined;
      await progress.update(total - before, note);
    },
  });
}

function paperTarget({ host }: Services, { write }: Paper, progress: Progress): Target {
  return {
    size: 0,
    async write(text) {
      // Results and progress may share the terminal, whose last line is the progress.
      if (host.stdout.isTTY) await progress.clear();
      await write(text);
    },
    flush: () => {},
  };
}

interface FinishedRun {
  task: { words: string; moves: Moves };
  ending: BatchEnding;
  /** Of this run and those that it continued. */
  tally: OutcomeTally;
  /** What continues it, in words for a person; undefined where nothing can. */
  goOn: Text | undefined;
  signal: SignalName | undefined;
}

interface MeasuredRun extends FinishedRun {
  /** Rows done by earlier runs. */
  before: number;
  ms: number;
  total: Survey | undefined;
}

/** What a person reads at the end, on standard error. */
function summarize(run: MeasuredRun): Message {
  const { task, ending, tally, before, ms, total } = run;
  const perSecond = ms > 0 ? (((tally.total - before) * 1000) / ms).toFixed(1) : undefined;
  const lines = [
    messages.ended({
      command: task.words,
      rows: tally.total,
      of: total?.mine.rows,
      earlier: before,
      results: String(tally),
      perSecond,
    }),
  ];
  const planned = total && totalInBaht(total);
  if (planned !== undefined) lines.push(messages.confirmed(tally.amount, planned));
  const unknown = tally.count('OUTCOME_UNKNOWN');
  if (unknown > 0 && task.moves !== 'nothing') lines.push(messages.unknown(unknown));
  const next = continuation(run);
  if (!ending.complete && next !== undefined) lines.push(messages.notAllDone(next));
  return joinTexts(lines, '\n');
}

/** After a wrong header no row was done, and the corrected file is another input. */
function continuation({ ending, goOn }: FinishedRun): Text | undefined {
  return ending.stop?.exitClass === 'USAGE' ? undefined : goOn;
}

/** Exit classes that tell a script that nothing was sent. */
const NOTHING_SENT: ReadonlySet<ExitClass> = new Set(['USAGE', 'CONFIG']);

export function toResult(run: FinishedRun): Result {
  return { ...decideExit(run), tally: run.tally.counts };
}

/** The reason that stopped it, the signal, or whether all rows succeeded. */
function decideExit(run: FinishedRun): Pick<Result, 'exit' | 'problem'> {
  const { task, ending, tally, signal } = run;
  if (ending.stop) return { problem: stopError(run, ending.stop) };
  if (ending.complete || signal === undefined) {
    return { exit: tally.failed > 0 ? 'PARTIAL' : 'SUCCESS' };
  }
  const isOpen = ending.unknown + tally.count('OUTCOME_UNKNOWN') > 0;
  return { exit: isOpen && task.moves !== 'nothing' ? 'OUTCOME_UNKNOWN' : endedBy(signal) };
}

/** The batch stopped; what became of its payments is in the results and the journal. */
function stopError(run: FinishedRun, { exitClass, said, facts }: PayctlError): PayctlError {
  const next = continuation(run);
  const hint = facts.hint ?? (next === undefined ? undefined : messages.fixAndGoOn(next));
  const isMoney = run.task.moves === 'money';
  const executed = isMoney ? 'unknown' : facts.executed;
  const sent = isMoney && run.ending.moved > 0;
  const ended = sent && NOTHING_SENT.has(exitClass) ? 'PARTIAL' : exitClass;
  return new PayctlError(ended, messages.stopped(said), { ...facts, executed, hint });
}
