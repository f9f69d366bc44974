import { createHash } from 'node:crypto';
import { createPace } from '../../batch/pace.js';
import { type PrepareParts, preparer } from '../../batch/prepare.js';
import { resultLines } from '../../batch/result-lines.js';
import { Results, type Target } from '../../batch/results.js';
import { runBatch } from '../../batch/run.js';
import { digestOf, type Survey } from '../../batch/survey.js';
import { createProgress, type Progress } from '../../host/progress.js';
import { fromPlain, stringifyJson } from '../../json.js';
import type { Result } from '../command.js';
import type { Context } from '../context.js';
import { rowCalls } from './batch-call.js';
import type { RowsInput } from './batch-input.js';
import { type Kept, withKept } from './batch-keep.js';
import type { BatchOptions } from './batch-options.js';
import { resultOf, summaryOf } from './batch-summary.js';

export interface Sending {
  input: RowsInput;
  parts: PrepareParts;
  options: BatchOptions;
  /** Of money: what was agreed to. */
  total: Survey | undefined;
}

export async function sendRows(context: Context, sending: Sending): Promise<Result> {
  const { input, options, total } = sending;
  // A stream that is read once can be neither named nor resumed.
  if (!input.again) return send(context, sending, {}, undefined);
  const { digest, lines } = await digestOf(input.chunks());
  const rows = total?.mine.rows ?? Math.ceil(lines / options.shard.of);
  const identity = await identityOf(context, sending, digest);
  return withKept(context, options, identity, (kept) => send(context, sending, kept, rows));
}

/** What must be the same for --resume to go on. */
async function identityOf(
  { wiring }: Context,
  { parts, options }: Sending,
  digest: string,
): Promise<string> {
  const { baseUrl } = await wiring.connection();
  const { part, of } = options.shard;
  const shape = options.out === undefined ? null : options.output;
  const facts = [
    parts.operation.id,
    baseUrl,
    digest,
    `${part}/${of}`,
    shape,
    fromPlain(parts.base),
  ];
  return createHash('sha256').update(stringifyJson(facts)).digest('hex');
}

async function send(
  context: Context,
  { input, parts, options, total }: Sending,
  { checkpoint, out }: Kept,
  rows: number | undefined,
): Promise<Result> {
  const { host, globals, stopping, signals } = context;
  const { operation } = parts;
  const before = checkpoint?.before?.rows.size ?? 0;
  const label = operation.command.join(' ');
  const progress = globals.quiet
    ? undefined
    : createProgress(host, label, rows === undefined ? undefined : Math.max(0, rows - before));
  const fault = new AbortController();
  const results = new Results({
    lines: resultLines(options.output, globals.columns),
    target: out ?? standardOutput(context, progress),
    checkpoint,
    clock: host.clock,
    ordered: options.ordered,
    onWritten: async () => {
      const { failed } = results.tally;
      const note = failed > 0 ? `${failed} not successful` : undefined;
      await progress?.update(results.tally.total - before, note);
    },
    onFailure: (error) => fault.abort(error),
  });
  const pace = createPace(host.clock, options.rate);
  const calls = await rowCalls(context, operation, pace, options.waitMs);
  const startedAt = host.clock.now();
  try {
    const ending = await runBatch({
      rows: input.rows(),
      shard: options.shard,
      prepare: preparer(parts),
      call: calls.call,
      pace,
      results,
      concurrency: options.concurrency,
      stopping,
      fault: fault.signal,
    });
    const run = {
      operation,
      ending,
      tally: results.tally,
      before,
      ms: host.clock.now() - startedAt,
      total,
      resumable: checkpoint !== undefined,
      signal: signals.received,
    };
    await progress?.clear();
    await context.note(summaryOf(run));
    return resultOf(run);
  } finally {
    calls.end();
    await progress?.clear();
  }
}

function standardOutput({ host: { stdout } }: Context, progress: Progress | undefined): Target {
  return {
    size: 0,
    async write(text) {
      if (stdout.isTTY) await progress?.clear();
      await stdout.write(text);
    },
    flush: () => {},
  };
}
