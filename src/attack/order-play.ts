import type { WireRequest } from '../bank/wire.js';
import { formatAmount } from '../core/money.js';
import type { FaultOrder } from '../sandbox/faults.js';
import { type Actor, type AttackEventKind, type Event, Trace } from './events.js';
import { FactCollector, tellsOf } from './facts.js';
import { creationFault, type PlannedOrder } from './history.js';
import type { OrderFacts } from './judge.js';
import { OrderConfirmations } from './order-confirmations.js';
import { OrderFaults } from './order-faults.js';
import type { NewOrder } from './orders.js';
import { ASKS_AGAIN_MS } from './outage.js';
import { isAbout } from './questions.js';
import type { ScenarioStep, SharedStep } from './scenario.js';
import { isNeverUp, type Stage } from './stage.js';
import type { QuestionMoment } from './staged-order.js';

const LOOK_MS = 25;
/** The bank's clock, set to that of the machine, is late by the time that this takes. */
const SAME_TIME_MS = 1_000;
/** Who asks day by day has asked about all of them this long after the last question. */
const NOTICED_MS = 200;
/** Whoever still asks with a token so long after it was refused does not renew it. */
const RENEWS_MS = 6_000;

/** One order: what happens to it, and what is known of it afterwards. */
export class OrderPlay {
  readonly planned: PlannedOrder;
  readonly order: NewOrder;
  /** By which the application may ask about it; ids of its payments come with them. */
  readonly #references: Set<string>;
  readonly #isPayable: boolean;
  readonly #stage: Stage;
  readonly #trace = new Trace();
  readonly #known = new FactCollector();
  readonly #confirmations: OrderConfirmations;
  /** Answers about it; once it is paid, those that tell of a payment. */
  #answers = 0;
  /** How many of them it had when the last step began that was no wait. */
  #answersBefore = 0;
  readonly #faults: OrderFaults;
  /** When the application last asked about it, and whether it got no answer since. */
  #askedAt = 0;
  readonly #madeAt: number;
  #isUnanswered = false;
  /** When it was first told of each token that it is not valid. */
  readonly #refusedAt = new Map<string | undefined, number>();
  #at = 0;
  isCrashed = false;

  constructor(stage: Stage, planned: PlannedOrder, order: NewOrder) {
    this.#stage = stage;
    this.#madeAt = stage.clock.now();
    this.planned = planned;
    this.order = order;
    this.#confirmations = new OrderConfirmations(stage, this, this.#known);
    const known = stage.bank.referencesOf(order.payload);
    this.#references = new Set([order.reference, ...known]);
    this.#faults = new OrderFaults(stage, this, this.#references);
    const creation = creationFault(planned);
    this.#isPayable = known.length > 0 || creation === undefined;
    if (creation) this.note('bank', 'bank', 'failsAnswers', creation.by);
    this.note('application', 'bank', 'creates', formatAmount(order.amount));
    const { timesSet } = stage.application.time;
    const usedWhen = stage.references.get(order.reference);
    if (usedWhen !== undefined) {
      this.#known.isReused = true;
      this.#known.isNumberedAgain = usedWhen !== timesSet;
      this.note('application', 'bank', 'reuses');
    }
    stage.references.set(order.reference, timesSet);
  }

  get confirmation(): string | undefined {
    return this.#known.payments[0]?.confirmation;
  }

  isNamedBy(text: string): boolean {
    return this.#references.has(text);
  }

  get isHung(): boolean {
    return this.#known.isHung;
  }

  get isTold(): boolean {
    return this.#known.isTold;
  }

  get isAsking(): boolean {
    const { clock, questions } = this.#stage;
    return clock.now() - this.#askedAt < NOTICED_MS || questions.isAnswering();
  }

  get isOver(): boolean {
    return this.#at === this.planned.steps.length;
  }

  get events(): readonly Event[] {
    return this.#trace.events;
  }

  note(from: Actor, to: Actor, what: AttackEventKind, detail?: string): void {
    const ms = Math.round(this.#stage.elapsed());
    this.#trace.add({ ms, from, to, what, ...(detail !== undefined && { detail }) });
  }

  facts(): OrderFacts {
    const { bank, application, isPolling, questions, creditedOlderMs } = this.#stage;
    const knowsDay = questions.hasAskedForYesterday && !application.time.isLate;
    const excuses = { mayMissDay: isPolling && !knowsDay, creditedOlderMs };
    return this.#known.facts((payment) => bank.isKept(payment), excuses);
  }

  onAsked(request: WireRequest, moment: QuestionMoment, answer: string): boolean {
    if (moment === 'refused') return !this.#willRenewToken(request.headers.authorization);
    if (moment === 'received') {
      this.#askedAt = this.#stage.clock.now();
      this.onQuestion(request);
    }
    this.#confirmations.onAsked(moment);
    if (moment === 'answered') this.onAnswer(answer);
    if (moment === 'answered' && !this.#faults.isFailing && this.#isUnanswered) {
      this.#isUnanswered = false;
      // It has only now what it can act on.
      this.#stage.lastStepAt = this.#stage.clock.now();
    }
    return !this.#faults.isFailing;
  }

  /** A sound application asks again with a new token. */
  #willRenewToken(token: string | undefined): boolean {
    const now = this.#stage.clock.now();
    const refusedAt = this.#refusedAt.get(token) ?? now;
    this.#refusedAt.set(token, refusedAt);
    this.#isUnanswered = now - refusedAt < RENEWS_MS;
    return this.#isUnanswered;
  }

  isToldBy(answer: string): boolean {
    const { payments } = this.#known;
    return payments.length === 0 || payments.some((payment) => tellsOf(answer, payment));
  }

  faultOf(answer: string, request: WireRequest): FaultOrder | undefined {
    const payment = this.#known.payments.at(-1);
    if (payment === undefined) return undefined;
    if (tellsOf(answer, payment)) return this.#faults.ofTelling();
    return isAbout(request, this) ? this.#faults.ofOther() : undefined;
  }

  takeFailure(isOwn: boolean): boolean {
    const hasFailed = this.#faults.take(isOwn);
    if (hasFailed) this.#isUnanswered = true;
    return hasFailed;
  }

  onGivenUp(): void {
    this.#isUnanswered = true;
  }

  mayAskAgain(): boolean {
    return this.#isUnanswered && this.#stage.clock.now() - this.#askedAt < ASKS_AGAIN_MS;
  }

  onQuestion({ method, url }: WireRequest): void {
    if (!this.isTold) this.#stage.isPolling = true;
    this.#known.onAsked();
    this.note('application', 'bank', 'asks', `${method} ${new URL(url).pathname}`);
  }

  onAnswer(answer: string): void {
    if (!this.isToldBy(answer)) return;
    this.#answers += 1;
    this.#known.onTold(answer);
    if (this.#known.payments.length > 0) this.#faults.onTold();
  }

  onAnswered(): void {
    this.#known.onAnswered();
  }

  onOver(): void {
    this.#faults.onOver();
  }

  onKilled(): void {
    this.#known.onKilled();
  }

  markCrashed(): void {
    this.isCrashed = true;
    this.note('application', 'application', 'crashed');
  }

  markHung(): void {
    this.#known.isHung = true;
    this.note('application', 'application', 'hangs');
  }

  /** Whether it has still to come to this step. */
  willReach(step: SharedStep): boolean {
    return this.planned.steps.indexOf(step, this.#at) !== -1;
  }

  /** The application is killed; one that does not come up again has crashed. */
  async dieNow(): Promise<void> {
    try {
      await this.#stage.kills.inTurn(() => this.#stage.kills.now());
    } catch (error) {
      if (!isNeverUp(error)) throw error;
      this.markCrashed();
    }
  }

  /** Plays all steps. What the application cannot take any more is left out. */
  async play(): Promise<void> {
    const { clock } = this.#stage;
    await clock.sleep(this.planned.delayMs);
    try {
      for (const step of this.planned.steps) {
        if (step.do !== 'wait') this.#answersBefore = this.#answers;
        await this.#do(step);
        this.#at += 1;
        this.#stage.stepped();
      }
    } catch (error) {
      if (!isNeverUp(error)) throw error;
      this.markCrashed();
    } finally {
      this.#at = this.planned.steps.length;
      await this.#stage.leave();
    }
  }

  async #do(step: ScenarioStep): Promise<void> {
    const { bank, clock } = this.#stage;
    switch (step.do) {
      case 'pay':
        return this.#pay(step.less);
      case 'refund':
        return this.#refund(step.of);
      case 'confirm':
        return this.#confirmations.confirm(step.of ?? 0, step.times ?? 1);
      case 'alter':
        return this.#confirmations.alter();
      case 'forge':
        return this.#confirmations.forge(step.as);
      case 'fail':
        return this.#faults.arrange(step);
      case 'kill':
        if (step.at === 'idle') return this.#stage.kills.idle();
        if (step.at !== 'created') this.#confirmations.arm(step.at);
        return;
      case 'revoke':
        await bank.endTokens();
        return this.note('bank', 'bank', 'endsTokens');
      case 'wait':
        if (step.minutes !== undefined) {
          const change = `+${step.minutes}m`;
          await bank.moveClock(change);
          this.note('bank', 'bank', 'clockMoves', change);
        }
        return step.until === undefined ? clock.sleep(step.ms) : this.#waitUntil(step);
      case 'clock':
      case 'stop':
      case 'start':
      case 'outage':
      case 'meet':
        return this.#stage.together(step);
    }
  }

  async #waitUntil({ ms, until }: Extract<ScenarioStep, { do: 'wait' }>): Promise<void> {
    const { clock } = this.#stage;
    const isOver = () => {
      if (until === 'alone') return this.#stage.isAlone(this);
      return until === 'telling' ? this.#faults.isHolding : this.#hasNoticed();
    };
    for (let waited = 0; waited < ms && !isOver(); waited += LOOK_MS) await clock.sleep(LOOK_MS);
  }

  #hasNoticed(): boolean {
    const quietMs = this.#stage.clock.now() - this.#askedAt;
    return this.#answers > this.#answersBefore && quietMs >= NOTICED_MS;
  }

  async #pay(isLess = false): Promise<void> {
    const { amount, payload } = this.order;
    // What the bank never created nobody can pay; otherwise the application was set up wrongly.
    const payment = this.#isPayable
      ? await this.#stage.bank.pay(payload, amount, isLess)
      : undefined;
    this.#stage.touch(this);
    if (payment !== undefined) {
      this.#known.payments.push(payment);
      const { bank, clock } = this.#stage;
      if (bank.isYesterday(clock.now())) this.#known.ofYesterday.add(payment);
      const olderMs = this.#madeAt - bank.now();
      if (olderMs > SAME_TIME_MS) this.#known.older.set(payment, olderMs);
      for (const name of payment.names) this.#references.add(name);
    }
    const what = payment ? 'pays' : 'cannotPay';
    this.note('customer', 'bank', what, formatAmount(payment?.amount ?? amount));
  }

  async #refund(of = -1): Promise<void> {
    const payment = this.#known.payments.at(of);
    if (payment === undefined) return;
    await this.#stage.bank.refund(payment);
    this.#known.onRefunded();
    this.note('bank', 'customer', 'refunds', formatAmount(payment.amount));
  }
}
