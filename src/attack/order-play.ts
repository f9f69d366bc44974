import type { WireRequest } from '../bank/wire.js';
import { formatAmount } from '../core/money.js';
import { withAmount, withOtherId } from '../sandbox/delivery/altered.js';
import type { Answer } from './courier.js';
import { type Actor, type Event, type EventKind, Trace } from './events.js';
import type { PlannedOrder } from './history.js';
import type { Payment } from './hostile-bank.js';
import type { Facts } from './judge.js';
import type { NewOrder } from './orders.js';
import type { ClockMoment, Forgery, KillMoment, Step } from './scenario.js';
import { isNeverUp, type Stage } from './stage.js';

/** What another confirmation under the same id, and what a forged one, says too much: satang. */
const ALTERED_BY = 100n;
const FORGED_BY = 700_00n;
/** So long the application may take until it asks, after it has acknowledged. */
const ASKS_WITHIN_MS = 1_500;
const LOOK_MS = 25;

/** One order: what happens to it, and what is known of it afterwards. */
export class OrderPlay {
  readonly planned: PlannedOrder;
  readonly order: NewOrder;
  readonly references: readonly string[];
  readonly #stage: Stage;
  readonly #trace = new Trace();
  readonly #payments: Payment[] = [];
  readonly #forged: bigint[] = [];
  readonly #altered: bigint[] = [];
  #isAcknowledged = false;
  #isKilledSince = false;
  #hasAsked = false;
  #isRefunded = false;
  #couldKnowRefund = false;
  #armed: KillMoment | undefined;
  #onAsk: ((moment: 'received' | 'answered') => void) | undefined;
  /** Confirmations that are on their way, by bodies. */
  #underway = 0;
  #at = 0;
  /** When the bank last answered the application about it. */
  lastAnswerAt = 0;
  isCrashed = false;
  isHung = false;

  constructor(stage: Stage, planned: PlannedOrder, order: NewOrder) {
    this.#stage = stage;
    this.planned = planned;
    this.order = order;
    this.references = [...new Set([order.reference, ...stage.bank.referencesOf(order.payload)])];
    this.note('application', 'bank', 'creates', formatAmount(order.amount));
  }

  get events(): readonly Event[] {
    return this.#trace.events;
  }

  note(from: Actor, to: Actor, what: EventKind, detail?: string): void {
    const ms = Math.round(this.#stage.elapsed());
    this.#trace.add({ ms, from, to, what, ...(detail !== undefined && { detail }) });
  }

  facts(): Facts {
    const payments = this.#payments.map((payment) => ({
      amount: payment.amount,
      isKept: this.#stage.bank.isKept(payment),
    }));
    return {
      payments,
      forged: this.#forged,
      altered: this.#altered,
      isAcknowledged: this.#isAcknowledged,
      isKilledSince: this.#isKilledSince,
      hasAsked: this.#hasAsked,
      couldKnowRefund: this.#couldKnowRefund,
    };
  }

  onAsked({ method, url }: WireRequest, moment: 'received' | 'answered'): void {
    if (moment === 'received') {
      this.onSearched();
      this.note('application', 'bank', 'asks', `${method} ${new URL(url).pathname}`);
    }
    if (moment === 'answered') this.lastAnswerAt = this.#stage.clock.now();
    this.#onAsk?.(moment);
  }

  /** A search without a reference asks about every order. */
  onSearched(): void {
    if (this.#payments.length > 0) this.#hasAsked = true;
    if (this.#isRefunded) this.#couldKnowRefund = true;
  }

  onKilled(): void {
    if (this.#isAcknowledged || this.#underway > 0) this.#isKilledSince = true;
  }

  markCrashed(): void {
    this.isCrashed = true;
    this.note('application', 'application', 'crashed');
  }

  markHung(): void {
    this.isHung = true;
    this.note('application', 'application', 'hangs');
  }

  /** Whether it has still to come to this moment of the clock. */
  willReach(moment: ClockMoment): boolean {
    return this.planned.steps.some(
      (step, index) => index >= this.#at && step.do === 'clock' && step.at === moment,
    );
  }

  /** Plays all steps. What the application cannot take any more is left out. */
  async play(): Promise<void> {
    const { clock } = this.#stage;
    await clock.sleep(this.planned.delayMs);
    try {
      for (const step of this.planned.steps) {
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

  async #do(step: Step): Promise<void> {
    const { bank, clock } = this.#stage;
    switch (step.do) {
      case 'pay':
        return this.#pay();
      case 'refund':
        return this.#refund();
      case 'confirm':
        return this.#confirm(step.of ?? 0, step.times ?? 1);
      case 'alter':
        return this.#alter();
      case 'forge':
        return this.#forge(step.as);
      case 'fail':
        for (const reference of this.references) {
          const { by: name, times, ms } = step;
          this.#stage.slowAnswer(ms ?? 0);
          await bank.fail({
            name,
            operation: '*',
            reference,
            times,
            ...(ms !== undefined && { ms }),
          });
        }
        return this.note('bank', 'bank', 'failsAnswers', step.by);
      case 'kill':
        if (step.at === 'idle') return this.#stage.inTurn(() => this.#stage.kill());
        this.#armed = step.at;
        return;
      case 'revoke':
        await bank.endTokens();
        return this.note('bank', 'bank', 'endsTokens');
      case 'wait':
        if (step.bank !== undefined) {
          await bank.moveClock(step.bank);
          this.note('bank', 'bank', 'clock', step.bank);
        }
        return clock.sleep(step.ms);
      case 'clock':
        return this.#stage.clockAt(step.at);
    }
  }

  async #pay(): Promise<void> {
    const { amount, payload } = this.order;
    const payment = await this.#stage.bank.pay(payload, amount);
    this.#stage.touch(this);
    if (payment !== undefined) this.#payments.push(payment);
    this.note('customer', 'bank', payment ? 'pays' : 'cannotPay', formatAmount(amount));
  }

  async #refund(): Promise<void> {
    const payment = this.#payments.at(-1);
    if (payment === undefined) return;
    await this.#stage.bank.refund(payment);
    this.#isRefunded = true;
    this.note('bank', 'customer', 'refunds', formatAmount(payment.amount));
  }

  async #confirm(of: number, times: number): Promise<void> {
    const payment = this.#payments[of];
    if (payment === undefined) return;
    const { confirmation, amount } = payment;
    const armed = this.#armed;
    this.#armed = undefined;
    if (armed !== undefined) return this.#confirmKilled(confirmation, amount, armed);
    await Promise.all(
      Array.from({ length: times }, () => this.#deliver(confirmation, amount, 'confirms')),
    );
  }

  async #deliver(
    body: string,
    amount: bigint,
    what: 'confirms' | 'confirmsOther' | 'forges',
    onAnswer?: (answer: Answer) => Promise<void>,
  ): Promise<void> {
    const isTrue = what === 'confirms';
    const from = what === 'forges' ? 'stranger' : 'bank';
    const said = () => this.note(from, 'application', what, formatAmount(amount));
    said();
    this.#stage.touch(this);
    if (isTrue) this.#underway += 1;
    let attempts = 0;
    await this.#stage.courier
      .deliver(
        body,
        async (answer) => {
          if (attempts > 0) said();
          attempts += 1;
          this.#answered(from, answer, isTrue);
          await onAnswer?.(answer);
          if (answer.kind === 'hung') await this.#hang();
        },
        what === 'forges' ? 0 : undefined,
      )
      .finally(() => {
        if (isTrue) this.#underway -= 1;
      });
  }

  #answered(to: Actor, { kind, status }: Answer, isTrue: boolean): void {
    this.#stage.touch(this);
    if (kind === 'acknowledged' && isTrue) {
      this.#isAcknowledged = true;
      if (this.#isRefunded) this.#couldKnowRefund = true;
    }
    const what = {
      acknowledged: 'acknowledges',
      refused: 'refuses',
      silent: 'silent',
      hung: 'hangs',
    } as const;
    this.note('application', to, what[kind], status === undefined ? undefined : String(status));
  }

  async #hang(): Promise<void> {
    this.isHung = true;
    await this.#stage.inTurn(() => this.#stage.kill());
  }

  /** Kills the application in the middle of a confirmation. */
  #confirmKilled(body: string, amount: bigint, at: KillMoment): Promise<void> {
    return this.#stage.inTurn(async () => {
      const { clock } = this.#stage;
      let killing: Promise<void> | undefined;
      const kill = () => {
        killing ??= this.#stage.kill();
        return killing;
      };
      if (at !== 'acknowledged') {
        this.#onAsk = (moment) => {
          if (at === 'asking' && moment === 'received') void kill().catch(() => undefined);
          if (at === 'answered' && moment === 'answered')
            setImmediate(() => void kill().catch(() => undefined));
        };
      }
      await this.#deliver(body, amount, 'confirms', async (answer) => {
        if (at === 'acknowledged' && answer.kind === 'acknowledged') await kill();
      });
      for (let waited = 0; waited < ASKS_WITHIN_MS && !killing; waited += LOOK_MS) {
        await clock.sleep(LOOK_MS);
      }
      this.#onAsk = undefined;
      await kill();
    });
  }

  async #alter(): Promise<void> {
    const [payment] = this.#payments;
    if (payment === undefined) return;
    const amount = payment.amount + ALTERED_BY;
    this.#altered.push(amount);
    await this.#deliver(withAmount(payment.confirmation, amount), amount, 'confirmsOther');
  }

  async #forge(as: Forgery): Promise<void> {
    const { payload, amount } = this.order;
    const claimed = as === 'amount' ? amount + FORGED_BY : amount;
    const body =
      (await this.#stage.bank.forged(payload, amount, as)) ??
      (this.#payments[0] && withOtherId(this.#payments[0].confirmation));
    if (body === undefined) return;
    if (as !== 'stranger') this.#forged.push(claimed);
    await this.#deliver(withAmount(body, claimed), claimed, 'forges');
  }
}
