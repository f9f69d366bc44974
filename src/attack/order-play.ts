import type { WireRequest } from '../bank/wire.js';
import { formatAmount } from '../core/money.js';
import { withAmount, withIdOf, withOtherId } from '../sandbox/delivery/altered.js';
import type { Answer } from './courier.js';
import { type Actor, type Event, type EventKind, Trace } from './events.js';
import { creationFaultOf, type FailStep, type PlannedOrder } from './history.js';
import type { Facts } from './judge.js';
import { Known } from './known.js';
import type { NewOrder } from './orders.js';
import type { ClockMoment, Forgery, KillMoment, Step } from './scenario.js';
import { isNeverUp, type Stage } from './stage.js';

/** What another confirmation under the same id, and what a forged one, says too much: satang. */
const ALTERED_BY = 100n;
const FORGED_BY = 700_00n;
/** So long the application may take until it asks, after it has acknowledged. */
const ASKS_WITHIN_MS = 1_500;
const LOOK_MS = 25;

/** What is taken to the application: its text, and the amount that it names. */
interface Delivery {
  body: string;
  amount: bigint;
  what: 'confirms' | 'confirmsOther' | 'forges';
}

/** One order: what happens to it, and what is known of it afterwards. */
export class OrderPlay {
  readonly planned: PlannedOrder;
  readonly order: NewOrder;
  /** By which the application may ask about it; ids of its payments come with them. */
  readonly #references: Set<string>;
  readonly #isPayable: boolean;
  readonly #stage: Stage;
  readonly #trace = new Trace();
  readonly #known = new Known();
  #armed: KillMoment | undefined;
  #onAsk: ((moment: 'received' | 'answered') => void) | undefined;
  #answers = 0;
  /** So many answers about it are still to fail. */
  #failing = 0;
  #at = 0;
  isCrashed = false;
  isHung = false;

  constructor(stage: Stage, planned: PlannedOrder, order: NewOrder) {
    this.#stage = stage;
    this.planned = planned;
    this.order = order;
    const known = stage.bank.referencesOf(order.payload);
    this.#references = new Set([order.reference, ...known]);
    const creation = creationFaultOf(planned);
    this.#isPayable = known.length > 0 || creation === undefined;
    if (creation) this.note('bank', 'bank', 'failsAnswers', creation.by);
    this.note('application', 'bank', 'creates', formatAmount(order.amount));
  }

  get confirmation(): string | undefined {
    return this.#known.payments[0]?.confirmation;
  }

  isNamedBy(text: string): boolean {
    return this.#references.has(text);
  }

  get events(): readonly Event[] {
    return this.#trace.events;
  }

  note(from: Actor, to: Actor, what: EventKind, detail?: string): void {
    const ms = Math.round(this.#stage.elapsed());
    this.#trace.add({ ms, from, to, what, ...(detail !== undefined && { detail }) });
  }

  facts(): Facts {
    return this.#known.facts((payment) => this.#stage.bank.isKept(payment));
  }

  onAsked({ method, url }: WireRequest, moment: 'received' | 'answered'): boolean {
    if (moment === 'received') {
      this.onSearched();
      this.note('application', 'bank', 'asks', `${method} ${new URL(url).pathname}`);
    }
    this.#onAsk?.(moment);
    if (moment === 'answered') this.#answers += 1;
    if (moment === 'received' || this.#failing === 0) return true;
    this.#failing -= 1;
    return false;
  }

  /** A search without a reference asks about every order. */
  onSearched(): void {
    this.#known.onAsked();
  }

  onKilled(): void {
    this.#known.onKilled();
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
        return this.#fail(step);
      case 'kill':
        if (step.at === 'idle') return this.#stage.killIdle();
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
        return step.until === 'asked' ? this.#untilAsked(step.ms) : clock.sleep(step.ms);
      case 'clock':
        return this.#stage.clockAt(step.at);
    }
  }

  async #untilAsked(ms: number): Promise<void> {
    const { clock } = this.#stage;
    const before = this.#answers;
    for (let waited = 0; waited < ms && this.#answers === before; waited += LOOK_MS) {
      await clock.sleep(LOOK_MS);
    }
  }

  async #fail({ by: name, times, ms, calls }: FailStep): Promise<void> {
    // It was created while this failed.
    if (calls === 'creation') return;
    const { bank } = this.#stage;
    this.note('bank', 'bank', 'failsAnswers', name);
    if (calls === 'token') return bank.failTokens({ name, times });
    this.#stage.slowAnswer(ms ?? 0);
    if (ms === undefined) this.#failing += times;
    const fault = { name, times, ...(ms !== undefined && { ms }) };
    for (const reference of this.#references)
      await bank.fail({ ...fault, operation: '*', reference });
    if (this.#stage.isSearching) await bank.failSearches(fault);
  }

  async #pay(): Promise<void> {
    const { amount, payload } = this.order;
    // What the bank never created nobody can pay; otherwise the application was set up wrongly.
    const payment = this.#isPayable ? await this.#stage.bank.pay(payload, amount) : undefined;
    this.#stage.touch(this);
    if (payment !== undefined) {
      this.#known.payments.push(payment);
      for (const id of [payment.id, payment.slip ?? '']) if (id !== '') this.#references.add(id);
    }
    this.note('customer', 'bank', payment ? 'pays' : 'cannotPay', formatAmount(amount));
  }

  async #refund(): Promise<void> {
    const payment = this.#known.payments.at(-1);
    if (payment === undefined) return;
    await this.#stage.bank.refund(payment);
    this.#known.onRefunded();
    this.note('bank', 'customer', 'refunds', formatAmount(payment.amount));
  }

  async #confirm(of: number, times: number): Promise<void> {
    const payment = this.#known.payments[of];
    if (payment === undefined) return;
    const delivery = {
      body: payment.confirmation,
      amount: payment.amount,
      what: 'confirms',
    } as const;
    const armed = this.#armed;
    this.#armed = undefined;
    if (armed !== undefined) return this.#confirmKilled(delivery, armed);
    await Promise.all(Array.from({ length: times }, () => this.#deliver(delivery)));
  }

  async #deliver(
    { body, amount, what }: Delivery,
    {
      onAcknowledged,
      kill = () => this.#stage.inTurn(() => this.#stage.kill()),
    }: { onAcknowledged?: () => Promise<void>; kill?: () => Promise<void> } = {},
  ): Promise<void> {
    const isTrue = what === 'confirms';
    const from = what === 'forges' ? 'stranger' : 'bank';
    const said = () => this.note(from, 'application', what, formatAmount(amount));
    said();
    this.#stage.touch(this);
    if (isTrue) this.#known.underway += 1;
    let attempts = 0;
    const onAnswer = async (answer: Answer) => {
      if (attempts > 0) said();
      attempts += 1;
      this.#answered(from, answer);
      if (answer.kind === 'acknowledged' && isTrue) {
        this.#known.onAcknowledged(body);
        await onAcknowledged?.();
      }
      if (answer.kind !== 'hung') return;
      this.isHung = true;
      await kill();
    };
    try {
      await this.#stage.courier.deliver(body, onAnswer, what === 'forges' ? 0 : undefined);
    } finally {
      if (isTrue) this.#known.underway -= 1;
    }
  }

  #answered(to: Actor, { kind, status }: Answer): void {
    this.#stage.touch(this);
    const what = {
      acknowledged: 'acknowledges',
      refused: 'refuses',
      silent: 'silent',
      hung: 'hangs',
    } as const;
    this.note('application', to, what[kind], status === undefined ? undefined : String(status));
  }

  /** Kills the application in the middle of a confirmation. */
  #confirmKilled(delivery: Delivery, at: KillMoment): Promise<void> {
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
      await this.#deliver(delivery, {
        kill: () => this.#stage.kill(),
        ...(at === 'acknowledged' && { onAcknowledged: kill }),
      });
      for (let waited = 0; waited < ASKS_WITHIN_MS && !killing; waited += LOOK_MS) {
        await clock.sleep(LOOK_MS);
      }
      this.#onAsk = undefined;
      await kill();
    });
  }

  async #alter(): Promise<void> {
    const [payment] = this.#known.payments;
    if (payment === undefined) return;
    const amount = payment.amount + ALTERED_BY;
    this.#known.altered.push(amount);
    const body = withAmount(payment.confirmation, amount);
    await this.#deliver({ body, amount, what: 'confirmsOther' });
  }

  async #forge(as: Forgery): Promise<void> {
    const { payload, amount } = this.order;
    const claimed = as === 'amount' ? amount + FORGED_BY : amount;
    const body =
      (await this.#stage.bank.forged(payload, amount, as)) ??
      (this.#known.payments[0] && withOtherId(this.#known.payments[0].confirmation));
    if (body === undefined) return;
    if (as !== 'stranger') this.#known.forged.push(claimed);
    const other = as === 'borrowed' ? this.#stage.confirmationOfOther(this) : undefined;
    const named = other === undefined ? body : withIdOf(body, other);
    await this.#deliver({ body: withAmount(named, claimed), amount: claimed, what: 'forges' });
  }
}
