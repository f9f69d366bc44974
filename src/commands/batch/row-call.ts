import type { Operation } from '../../bank/define.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import { randomName, sha256 } from '../../core/hash.js';
import { stringifyJson } from '../../core/json.js';
import { createProgress, type Progress } from '../../host/progress.js';
import { bankOf } from '../../journal/claim.js';
import type { Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import type { ChargePermission } from '../../state/permission.js';
import { type Kept, withKept } from './checkpoint.js';
import type { BatchOptions, RowsInput } from './options.js';
import { Pace, type Turns } from './pace.js';
import { digestOf, type Ready, type Survey } from './prepare.js';
import { type ResultLines, resultLines, resultOf, summaryOf } from './result-lines.js';
import { Results, type Target } from './results.js';
import { Feed } from './row-source.js';
import { BatchRun, type Ended, type Task } from './runner.js';

export interface Sending<Known extends { line: number }, End extends Ended> {
  input: RowsInput;
  task: Task<Known, End>;
  options: BatchOptions;
  /** For money: what was confirmed. */
  total: Survey | undefined;
}

export async function sendRows<Known extends { line: number }, End extends Ended>(
  context: Context,
  sending: Sending<Known, End>,
): Promise<Result> {
  const { input, task, options, total } = sending;
  const lines = await linesOf(context, sending);
  // A stream that is read once can be neither identified nor resumed.
  if (!input.again) return send(context, sending, lines, {}, undefined);
  const digested = await digestOf(input.chunks());
  const rows = total?.mine.rows ?? Math.ceil(digested.lines / options.shard.of);
  const identity = await identityOf(context, task, options, digested.digest);
  return withKept(context, options, { identity, lines }, (kept) => {
    return send(context, sending, lines, kept, rows);
  });
}

async function linesOf<Known extends { line: number }, End extends Ended>(
  { globals }: Context,
  { input, task, options }: Sending<Known, End>,
): Promise<ResultLines> {
  const own = await input.own();
  const { output, bom } = options;
  return resultLines(output, { columns: globals.columns, fields: task.fields, own, bom });
}

/** What must be the same for --resume. */
async function identityOf(
  { services }: Context,
  { id, base }: Pick<Task, 'id' | 'base'>,
  { shard: { part, of }, out, output }: BatchOptions,
  digest: string,
): Promise<string> {
  const { baseUrl } = await services.connection();
  const shape = out === undefined ? null : output;
  return sha256(stringifyJson([id, baseUrl, digest, `${part}/${of}`, shape, base]));
}

async function send<Known extends { line: number }, End extends Ended>(
  context: Context,
  { input, task, options, total }: Sending<Known, End>,
  lines: ResultLines,
  kept: Kept,
  rows: number | undefined,
): Promise<Result> {
  const { host, stopping, signals } = context;
  const before = kept.checkpoint?.before?.rows.size ?? 0;
  const progress = progressOf(context, task.words, rows, before);
  const fault = new AbortController();
  const results = resultsOf(context, { options, lines, kept, progress, fault });
  const cutoff = new Cutoff(context);
  const name = kept.checkpoint?.name ?? randomName(host);
  const work = await task.begin({ cutoff: cutoff.signal, name });
  try {
    const startedAt = host.clock.now();
    const ending = await new BatchRun({
      source: new Feed(input.rows(), options.shard, results.done),
      prepare: (row) => task.prepare(row),
      work,
      results,
      concurrency: options.concurrency,
      stopping,
      fault,
    }).run();
    const run = {
      task,
      ending,
      tally: results.tally,
      before,
      ms: host.clock.now() - startedAt,
      total,
      goOn: kept.checkpoint && '--resume',
      signal: signals.received,
    };
    await progress?.clear();
    await context.note(summaryOf(run));
    return resultOf(run);
  } finally {
    cutoff.end();
    await work.end();
    await progress?.clear();
  }
}

function progressOf(
  { host, globals }: Context,
  label: string,
  rows: number | undefined,
  before: number,
): Progress | undefined {
  if (globals.quiet) return undefined;
  const left = rows === undefined ? undefined : Math.max(0, rows - before);
  return createProgress(host, label, left);
}

interface Writing {
  options: BatchOptions;
  lines: ResultLines;
  kept: Kept;
  progress: Progress | undefined;
  fault: AbortController;
}

function resultsOf(
  context: Context,
  { options: { ordered }, lines, kept: { checkpoint, out }, progress, fault }: Writing,
): Results {
  const before = checkpoint?.before?.rows.size ?? 0;
  return new Results({
    lines,
    target: out ?? standardOutput(context, progress),
    checkpoint,
    clock: context.host.clock,
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

/** How long rows in flight may still be answered after the first signal. */
const GRACE_MS = 5_000;

export type RowCall = (row: Ready) => Promise<Outcome>;

/** How the calls of a run keep their pace. */
export interface Pacing {
  /** Before a row begins. */
  before: Turns;
  /** Acquired before each attempt where the pace is shared. */
  turn?: () => Promise<void>;
  end(): Promise<void>;
}

/** The pace of this run, or of all that share the store. */
export async function pacingOf(
  { host, services, stopping, note }: Context,
  { id }: Operation,
  wanted: number | undefined,
): Promise<Pacing> {
  const shared = await services.shared();
  if (shared === undefined) return { before: new Pace(host.clock, wanted), end: async () => {} };
  const { SharedPace } = await import('./shared-pace.js');
  const { baseUrl, applicationId } = await services.connection();
  const run = shared.paces.run(sha256(stringifyJson([bankOf(baseUrl), applicationId, id])));
  const warn = (message: string) => void note(`warning: ${message}`);
  const { clock, process: machine } = host;
  const pace = new SharedPace({ run, clock, uptime: () => machine.uptime(), wanted, warn });
  return {
    before: { turn: () => undefined, slower: (ms) => pace.slower(ms) },
    turn: () => pace.turn(stopping),
    end: () => pace.end(),
  };
}

interface RowCalls {
  operation: Operation;
  /** For money. */
  permission: ChargePermission | undefined;
  waitMs: number | undefined;
  /** Cuts all calls off. */
  cutoff: AbortSignal;
  pacing: Pacing;
  /** Why no money may be sent any more. */
  refusal?: () => string | undefined;
}

/** The call of a row; one that can move money goes through the journal. */
export async function rowCallOf(
  { services, stopping, signals }: Context,
  { operation, permission, waitMs, cutoff: signal, pacing, refusal }: RowCalls,
): Promise<RowCall> {
  const { turn } = pacing;
  const onWait = ({ class: ended, retryAfterMs }: Outcome) => {
    if (ended === 'RATE_LIMITED') pacing.before.slower(retryAfterMs);
  };
  if (operation.once) {
    const options = { signal, stopping, onWait, turn };
    return async ({ input }) => (await services.initiate(operation, input, options)).outcome;
  }
  const caller = await services.caller();
  if (operation.effect !== 'money') {
    // One that waits for its turn when the run is stopped is not sent.
    const options = { signal, onWait, ...(turn && { turn, stopping }) };
    return ({ input }) => caller.call(operation, input, options);
  }
  if (permission === undefined) throw new PayctlError('INTERNAL', 'nobody permitted to send money');
  const { charge } = await import('../../journal/charge.js');
  await services.warnOfFleetingFiles();
  const journal = await services.journal();
  const connection = await services.connection();
  const options = { signal, stopping: signals.first, onWait, waitMs, turn, refusal };
  return async ({ input }) => {
    let own: Outcome | undefined;
    const onSending = (lost: Outcome) => {
      own = lost;
      services.inFlight.add(lost);
    };
    const parts = { journal, connection, caller, operation, input, permission };
    try {
      return await charge({ ...parts, options: { ...options, onSending } });
    } finally {
      if (own) services.inFlight.delete(own);
    }
  };
}

/** Aborts the calls some time after the first signal, and at once at the second. */
export class Cutoff {
  readonly #context: Context;
  readonly #cut = new AbortController();
  readonly #over = new AbortController();
  readonly #now = () => this.#cut.abort();
  readonly #soon = () => this.#cutLater();

  constructor(context: Context) {
    this.#context = context;
    const { first, second } = context.signals;
    first.addEventListener('abort', this.#soon);
    second.addEventListener('abort', this.#now);
  }

  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** All rows have ended. */
  end(): void {
    this.#over.abort();
    const { first, second } = this.#context.signals;
    first.removeEventListener('abort', this.#soon);
    second.removeEventListener('abort', this.#now);
  }

  #cutLater(): void {
    const { host, note } = this.#context;
    void note(
      `stopping: waiting up to ${GRACE_MS / 1000} s for rows in flight (a second signal stops at once)`,
    );
    void host.clock.sleep(GRACE_MS, this.#over.signal).then(this.#now);
  }
}
