import { setMaxListeners } from 'node:events';
import type { Operation } from '../../bank/define.js';
import type { Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Outcome } from '../../client/outcome.js';
import { sha256 } from '../../core/hash.js';
import { fromPlain, stringifyJson } from '../../core/json.js';
import { createProgress, type Progress } from '../../host/progress.js';
import { digestOf, type Survey } from './check.js';
import { type Kept, withKept } from './keep.js';
import type { BatchOptions, RowsInput } from './options.js';
import { Pace } from './pace.js';
import { type PrepareParts, preparer, type Ready } from './prepare.js';
import { Results, type Target } from './results.js';
import { BatchRun } from './run.js';
import { resultLines, resultOf, summaryOf } from './tell.js';

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
  return sha256(stringifyJson(facts));
}

async function send(
  context: Context,
  { input, parts, options, total }: Sending,
  kept: Kept,
  rows: number | undefined,
): Promise<Result> {
  const { host, stopping, signals } = context;
  const { operation } = parts;
  const before = kept.checkpoint?.before?.rows.size ?? 0;
  const progress = progressOf(context, operation, rows, before);
  const fault = new AbortController();
  const results = resultsOf(context, options, kept, progress, fault);
  const pace = new Pace(host.clock, options.rate);
  const calls = await rowCalls(context, operation, pace, options.waitMs);
  const startedAt = host.clock.now();
  try {
    const ending = await new BatchRun({
      rows: input.rows(),
      shard: options.shard,
      prepare: preparer(parts),
      call: calls.call,
      pace,
      results,
      concurrency: options.concurrency,
      stopping,
      fault: fault.signal,
    }).run();
    const run = {
      operation,
      ending,
      tally: results.tally,
      before,
      ms: host.clock.now() - startedAt,
      total,
      resumable: kept.checkpoint !== undefined,
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

function progressOf(
  { host, globals }: Context,
  { command }: Operation,
  rows: number | undefined,
  before: number,
): Progress | undefined {
  if (globals.quiet) return undefined;
  const left = rows === undefined ? undefined : Math.max(0, rows - before);
  return createProgress(host, command.join(' '), left);
}

function resultsOf(
  context: Context,
  { output, ordered }: BatchOptions,
  { checkpoint, out }: Kept,
  progress: Progress | undefined,
  fault: AbortController,
): Results {
  const { host, globals } = context;
  const before = checkpoint?.before?.rows.size ?? 0;
  return new Results({
    lines: resultLines(output, globals.columns),
    target: out ?? standardOutput(context, progress),
    checkpoint,
    clock: host.clock,
    ordered,
    onWritten: async ({ total, failed }) => {
      const note = failed > 0 ? `${failed} not successful` : undefined;
      await progress?.update(total - before, note);
    },
    onFailure: (error) => fault.abort(error),
  });
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

/** After the first signal the bank gets this long to answer the rows that are in flight. */
const GRACE_MS = 5_000;

export interface RowCalls {
  call: (ready: Ready) => Promise<Outcome>;
  end(): void;
}

/** The calls of the rows; those that can move money go by way of the journal. */
async function rowCalls(
  context: Context,
  operation: Operation,
  pace: Pace,
  waitMs: number | undefined,
): Promise<RowCalls> {
  const { wiring, stopping, signals } = context;
  const caller = await wiring.caller();
  const { signal, end } = cutting(context);
  for (const shared of [signal, stopping]) setMaxListeners(0, shared);
  const onWait = ({ class: ended, retryAfterMs }: Outcome) => {
    if (ended === 'RATE_LIMITED') pace.slower(retryAfterMs);
  };
  if (operation.once) {
    const initiate = async ({ input }: Ready) =>
      (await wiring.initiate(operation, input, { signal, stopping, onWait })).outcome;
    return { call: initiate, end };
  }
  if (operation.effect !== 'money') {
    return { call: ({ input }) => caller.call(operation, input, { signal, onWait }), end };
  }
  const { charge } = await import('../../journal/charge.js');
  const parts = {
    journal: await wiring.journal(),
    connection: await wiring.connection(),
    caller,
    operation,
  };
  const options = { signal, stopping: signals.first, onWait, waitMs };
  const call = async ({ input }: Ready): Promise<Outcome> => {
    let own: Outcome | undefined;
    const onSending = (lost: Outcome) => {
      own = lost;
      wiring.inFlight.add(lost);
    };
    try {
      return await charge({ ...parts, input, options: { ...options, onSending } });
    } finally {
      if (own) wiring.inFlight.delete(own);
    }
  };
  return { call, end };
}

/** Aborts some time after the first signal, and at the second. */
function cutting({ host, signals, note }: Context): { signal: AbortSignal; end(): void } {
  const cut = new AbortController();
  const over = new AbortController();
  const now = () => cut.abort();
  const soon = () => {
    void note(
      `stopping: rows in flight get ${GRACE_MS / 1000} s for their answer (a second signal ends at once)`,
    );
    void host.clock.sleep(GRACE_MS, over.signal).then(now);
  };
  signals.first.addEventListener('abort', soon);
  signals.second.addEventListener('abort', now);
  return {
    signal: cut.signal,
    end() {
      over.abort();
      signals.first.removeEventListener('abort', soon);
      signals.second.removeEventListener('abort', now);
    },
  };
}
