import { withoutUndefined } from '../core/fields.js';
import type { FaultOrder } from '../sandbox/faults.js';
import { failForAWhile } from './outage.js';
import type { FailStep } from './scenario.js';
import type { Stage } from './stage.js';
import type { StagedOrder } from './staged-order.js';

/** The faults of the bank's answers about one order. */
export class OrderFaults {
  readonly #stage: Stage;
  readonly #order: Pick<StagedOrder, 'note'>;
  /** By which the application may ask about the order; more may come. */
  readonly #references: ReadonlySet<string>;
  /** How many answers about it have still to fail. */
  #left = 0;
  /** What fails once an answer has told of a payment, and once that answer is over. */
  #afterTold: FailStep | undefined;
  #next: FailStep | undefined;
  /** What fails where an answer tells of its latest payment, and whether the one on its way does. */
  #telling: FailStep | undefined;
  #failsTelling = false;
  /** What fails where an answer about it does not. */
  #other: FailStep | undefined;
  /** An answer that tells of it is on its way, and was made slow. */
  isHolding = false;

  constructor(stage: Stage, order: Pick<StagedOrder, 'note'>, references: ReadonlySet<string>) {
    this.#stage = stage;
    this.#order = order;
    this.#references = references;
  }

  /** Whether the next answer, or the one on its way, is made to fail. */
  get isFailing(): boolean {
    return this.#left > 0 || this.#failsTelling;
  }

  async arrange(step: FailStep): Promise<void> {
    // It was created while this failed.
    if (step.calls === 'creation') return;
    if (step.only === 'telling') this.#telling = step;
    else if (step.only === 'others') this.#other = step;
    else if (step.after === 'told') this.#afterTold = step;
    else await this.#failForAWhile(step);
  }

  /** An answer has told of a payment. */
  onTold(): void {
    this.#next = this.#afterTold;
    this.#afterTold = undefined;
  }

  /** The fault of an answer that tells of the latest payment. */
  ofTelling(): FaultOrder | undefined {
    const step = this.#telling;
    if (step === undefined) return undefined;
    this.#telling = oneLess(step);
    // A slow answer is an answer.
    this.isHolding = step.ms !== undefined;
    this.#failsTelling = !this.isHolding;
    return this.#faultOf(step);
  }

  /** The fault of an answer about it that does not tell of the latest payment. */
  ofOther(): FaultOrder | undefined {
    const step = this.#other;
    if (step === undefined) return undefined;
    this.#other = oneLess(step);
    return this.#faultOf(step);
  }

  #faultOf(step: FailStep): FaultOrder {
    this.#note('failsAnswers', step);
    const { by: name, status, ms } = step;
    return { name, operation: '*', ...withoutUndefined({ status, ms }) };
  }

  /** A question about it, its own or a search for all orders, is over. Returns whether its answer was made to fail. */
  take(isOwn: boolean): boolean {
    const isLeft = isOwn && this.#left > 0;
    const hasFailed = isLeft || this.#failsTelling;
    if (isLeft) this.#left -= 1;
    this.#failsTelling = false;
    this.isHolding = false;
    return hasFailed;
  }

  /** A question that may have been about it is over. */
  onOver(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next) void this.#failForAWhile(next);
  }

  async #failForAWhile(step: FailStep): Promise<void> {
    const { by: name, times, ms, status, calls } = step;
    const { bank, later, questions } = this.#stage;
    const outage = { name, times, ...withoutUndefined({ ms, status }) };
    const isOfTokens = calls === 'token';
    this.#note(isOfTokens ? 'failsTokens' : 'failsAnswers', step);
    if (isOfTokens) return questions.tokenOutages.add(outage);
    if (ms === undefined) this.#left += times;
    const faults = Array.from(this.#references, (reference) => ({
      ...outage,
      ...{ operation: '*', reference },
    }));
    await failForAWhile(bank, later, faults, () => {
      this.#left = 0;
    });
    await questions.failSearches(outage);
  }

  #note(what: 'failsAnswers' | 'failsTokens', { by, status }: FailStep): void {
    const kind = status === undefined ? by : `${by}, HTTP ${status}`;
    this.#order.note('bank', 'bank', what, kind);
  }
}

function oneLess(step: FailStep): FailStep | undefined {
  return step.times > 1 ? { ...step, times: step.times - 1 } : undefined;
}
