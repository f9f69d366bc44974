import { setMaxListeners } from 'node:events';
import type { Operation } from '../../bank/define.js';
import type { Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { fromPlain, stringifyJson } from '../../core/json.js';
import { formatAmount } from '../../core/money.js';
import { createProgress, type Progress } from '../../host/progress.js';
import { endedBy, type SignalName } from '../../host/signals.js';
import { digestOf, type Survey } from './check.js';
import { type Kept, type Tally, withKept } from './keep.js';
import type { BatchOptions, RowsInput } from './options.js';
import { createPace, type Pace } from './pace.js';
import { type PrepareParts, preparer, type Ready } from './prepare.js';
import { resultLines } from './result-lines.js';
import { Results, type Target } from './results.js';
import { type Ending, runBatch } from './run.js';

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

export interface Run {
  operation: Operation;
  ending: Ending;
  tally: Tally;
  /** Rows that earlier runs did. */
  before: number;
  ms: number;
  total: Survey | undefined;
  resumable: boolean;
  signal: SignalName | undefined;
}

/** What a person reads at the end, on standard error. */
function summaryOf(run: Run): string {
  const { operation, ending, tally, before, ms, total } = run;
  const rows = total ? `${tally.total} of ${total.mine.rows} rows` : `${tally.total} rows`;
  const speed = ms > 0 ? `, ${(((tally.total - before) * 1000) / ms).toFixed(1)} a second` : '';
  const earlier = before > 0 ? ` (${before} of them before)` : '';
  const lines = [`${operation.command.join(' ')}: ${rows}${earlier}: ${String(tally)}${speed}`];
  if (total && total.mine.amounts > 0) {
    lines.push(`confirmed ${tally.amount} of ${formatAmount(total.mine.satang)} baht`);
  }
  const unknown = tally.count('OUTCOME_UNKNOWN');
  if (unknown > 0) lines.push(`${unknown} outcomes are not known: payctl journal recover`);
  if (!ending.complete && goesOn(run)) lines.push('not all rows are done: go on with --resume');
  return lines.join('\n');
}

/** A header that is mended makes another input, and nothing of this one was done. */
function goesOn({ ending, resumable }: Run): boolean {
  return resumable && ending.stop?.exitClass !== 'USAGE';
}

/** The class that stopped it, the signal, or whether all rows succeeded. */
function resultOf(run: Run): Result {
  const { operation, ending, tally, signal } = run;
  const { stop, complete, unknown } = ending;
  if (stop) {
    const hint = stop.facts.hint ?? (goesOn(run) ? 'mend it, then go on with --resume' : undefined);
    const message = `the batch was stopped: ${stop.message}`;
    // It is the batch that stopped: what its rows of money did stands in the result and the journal.
    const executed = operation.effect === 'money' ? 'unknown' : stop.facts.executed;
    const facts = { ...stop.facts, executed, hint };
    return { text: '', problem: new PayctlError(stop.exitClass, message, facts) };
  }
  if (complete || signal === undefined) {
    return { text: '', exit: tally.failed > 0 ? 'PARTIAL' : 'SUCCESS' };
  }
  return {
    text: '',
    exit: unknown + tally.count('OUTCOME_UNKNOWN') > 0 ? 'OUTCOME_UNKNOWN' : endedBy(signal),
  };
}
