import type { Operation } from '../../bank/define.js';
import type { Context } from '../../cli/context.js';
import type { Outcome } from '../../client/outcome.js';
import { fromPlain, type Json } from '../../core/json.js';
import type { BatchOptions } from './options.js';
import { type PrepareParts, preparer, type Ready, type Wrong } from './prepare.js';
import type { Row } from './read.js';
import { STOPS, UNANSWERED } from './run.js';
import { pacingOf, rowCallOf } from './send.js';
import type { Begun, Task, Work } from './task.js';
import { endedResult, type Moves } from './tell.js';

/** Makes the call of an operation for each row. */
export class OperationTask implements Task {
  readonly id: string;
  readonly words: string;
  readonly moves: Moves;
  readonly base: Json;
  readonly prepare: (row: Row) => Ready | Wrong;
  readonly #context: Context;
  readonly #operation: Operation;
  readonly #options: BatchOptions;

  constructor(context: Context, parts: PrepareParts, options: BatchOptions) {
    const { operation, base } = parts;
    this.id = operation.id;
    this.words = operation.command.join(' ');
    this.moves = operation.effect === 'money' ? 'money' : 'something';
    this.base = fromPlain(base);
    this.prepare = preparer(parts);
    this.#context = context;
    this.#operation = operation;
    this.#options = options;
  }

  async begin({ cutoff }: Begun): Promise<Work<Ready, Outcome>> {
    const operation = this.#operation;
    const { waitMs, rate } = this.#options;
    const pacing = await pacingOf(this.#context, operation, rate);
    return {
      pace: pacing.before,
      stops: STOPS,
      unanswered: UNANSWERED,
      call: await rowCallOf(this.#context, { operation, waitMs, cutoff, pacing }),
      result: endedResult,
      end: () => pacing.end(),
    };
  }
}
