import type { Operation } from '../../bank/define.js';
import type { Outcome } from '../../client/outcome.js';
import { fromPlain, type Json } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { batchRun as messages } from '../../messages/batch.js';
import type { Context } from '../../runtime/context.js';
import type { ChargePermission } from '../../state/permission.js';
import type { BatchOptions } from './options.js';
import { createPacing, type Pacing } from './pace.js';
import { type PreparedRow, type PrepareParts, preparer, type RejectedRow } from './prepare.js';
import { endedResult } from './result-lines.js';
import type { Row } from './row-reader.js';
import { type Moves, type RunContext, STOPS, type Task, UNANSWERED, type Work } from './runner.js';

/** Makes the call of an operation for each row. */
export class OperationTask implements Task {
  readonly id: string;
  readonly words: string;
  readonly moves: Moves;
  readonly base: Json;
  readonly prepare: (row: Row) => PreparedRow | RejectedRow;
  readonly #context: Context;
  readonly #operation: Operation;
  readonly #options: BatchOptions;
  readonly #permission: ChargePermission | undefined;

  constructor(
    context: Context,
    parts: PrepareParts,
    options: BatchOptions,
    permission: ChargePermission | undefined,
  ) {
    const { operation, base } = parts;
    this.id = operation.id;
    this.words = operation.command.join(' ');
    this.moves = operation.effect === 'money' ? 'money' : 'something';
    this.base = fromPlain(base);
    this.prepare = preparer(parts);
    this.#context = context;
    this.#operation = operation;
    this.#options = options;
    this.#permission = permission;
  }

  async begin({ cutoff }: RunContext): Promise<Work<PreparedRow, Outcome>> {
    const operation = this.#operation;
    const { waitMs, rate } = this.#options;
    const pacing = await createPacing(this.#context, operation, rate);
    const permission = this.#permission;
    const calls = { operation, permission, waitMs, cutoff, pacing };
    return {
      pace: pacing.before,
      stops: STOPS,
      unanswered: UNANSWERED,
      call: await createRowCall(this.#context, calls),
      result: endedResult,
      end: () => pacing.end(),
    };
  }
}

export type RowCall = (row: PreparedRow) => Promise<Outcome>;

interface RowCalls {
  operation: Operation;
  /** For money. */
  permission: ChargePermission | undefined;
  waitMs: number | undefined;
  /** Cuts all calls off. */
  cutoff: AbortSignal;
  pacing: Pacing;
  /** Why no money may be sent any more. */
  refusal?: () => Message | undefined;
}

/** The call of a row; one that can move money goes through the journal. */
export async function createRowCall(
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
    // A call still waiting for its turn when the run stops is not sent.
    const options = { signal, onWait, ...(turn && { turn, stopping }) };
    return ({ input }) => caller.call(operation, input, options);
  }
  if (permission === undefined) throw new TypeError('nobody permitted to send money');
  const { charge } = await import('../../journal/charge.js');
  await services.warnBeforeFirstCharge();
  const journal = await services.journal();
  const connection = await services.connection();
  const options = { signal, stopping: signals.first, onWait, waitMs, turn, refusal };
  return async ({ input }) => {
    let release: (() => void) | undefined;
    const onSending = (lost: Outcome) => {
      release?.();
      release = services.holdInFlight(lost);
    };
    const parts = { journal, connection, caller, operation, input, permission };
    try {
      return await charge({ ...parts, options: { ...options, onSending } });
    } finally {
      release?.();
    }
  };
}

/** How long the bank may still answer rows in flight after the first signal. --resume repeats what moves no money. */
const GRACE_MS = { money: 5_000, others: 300 };

/** Aborts the calls in flight: a while after the first signal, at once at the second. */
export class Cutoff {
  readonly #context: Context;
  readonly #graceMs: number;
  readonly #cut = new AbortController();
  readonly #over = new AbortController();
  readonly #now = () => this.#cut.abort();
  readonly #soon = () => this.#cutLater();

  constructor(context: Context, moves: Moves) {
    this.#context = context;
    this.#graceMs = moves === 'money' ? GRACE_MS.money : GRACE_MS.others;
    const { first, second } = context.signals;
    first.addEventListener('abort', this.#soon);
    second.addEventListener('abort', this.#now);
  }

  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  end(): void {
    this.#over.abort();
    const { first, second } = this.#context.signals;
    first.removeEventListener('abort', this.#soon);
    second.removeEventListener('abort', this.#now);
  }

  #cutLater(): void {
    const { host, note } = this.#context;
    void note(messages.stopping(this.#graceMs / 1000));
    void host.clock.sleep(this.#graceMs, this.#over.signal).then(this.#now);
  }
}
