import { formatAmount } from '../core/money.js';
import { once } from '../core/once.js';
import { withAmount, withOtherId, withPaymentId } from '../sandbox/delivery/altered.js';
import type { Acknowledgement } from './courier.js';
import type { Actor } from './events.js';
import type { FactCollector } from './facts.js';
import type { PlannedOrder } from './history.js';
import type { NewOrder } from './orders.js';
import type { ArmedKill, Forgery } from './scenario.js';
import type { Stage } from './stage.js';
import type { StagedOrder } from './staged-order.js';

/** What another confirmation under the same id, and what a forged one, says too much: satang. */
const ALTERED_BY = 100n;
const FORGED_BY = 700_00n;
/** After this time an application that has acknowledged will not ask any more. */
const ASKS_WITHIN_MS = 1_500;
const LOOK_MS = 25;
/** Each hang takes as long as an answer may: after so many nothing is sent again. */
const MOST_HANGS = 2;

interface PlayedOrder extends StagedOrder {
  readonly order: NewOrder;
  readonly planned: PlannedOrder;
}

/** What is taken to the application: its text, and the amount that it names. */
interface Delivery {
  body: string;
  amount: bigint;
  what: 'confirms' | 'confirmsOther' | 'forges' | 'forgesUnknown' | 'forgesHalf';
}

/** What the application is told of one order, by the bank and by strangers. */
export class OrderConfirmations {
  readonly #stage: Stage;
  readonly #play: PlayedOrder;
  readonly #known: FactCollector;
  #armed: ArmedKill | undefined;
  #kills = 0;
  #onAsk: ((moment: 'received' | 'answered') => void) | undefined;

  constructor(stage: Stage, play: PlayedOrder, known: FactCollector) {
    this.#stage = stage;
    this.#play = play;
    this.#known = known;
  }

  /** The next confirmation kills the application. */
  arm(at: ArmedKill): void {
    this.#armed = at;
  }

  /** The application asks about the order. */
  onAsked(moment: 'received' | 'answered'): void {
    this.#onAsk?.(moment);
  }

  /** The bank confirms a payment, so many times at once. */
  async confirm(of: number, times: number): Promise<void> {
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
      kill,
    }: { onAcknowledged?: () => Promise<void>; kill?: () => Promise<void> } = {},
  ): Promise<void> {
    const { kills } = this.#stage;
    let killsBefore = kills.count;
    // When many confirmations hang at once, the application is killed once for all of them.
    const endHanging = async () => {
      if (kills.count !== killsBefore) return;
      this.#stage.hangs += 1;
      await (kill ?? (() => kills.now()))();
    };
    const isTrue = what === 'confirms';
    const isForged = !isTrue && what !== 'confirmsOther';
    const from = isForged ? 'stranger' : 'bank';
    const said = () => this.#play.note(from, 'application', what, formatAmount(amount));
    said();
    this.#stage.touch(this.#play);
    this.#known.isTold = true;
    if (isTrue) this.#known.underway.push(body);
    let attempts = 0;
    const onAnswer = async (answer: Acknowledgement) => {
      if (attempts > 0) said();
      attempts += 1;
      this.#answered(from, answer);
      if (answer.kind === 'acknowledged' && isTrue) {
        this.#known.onAcknowledged(body, this.#play.isAsking);
        await onAcknowledged?.();
      }
      if (answer.kind === 'hung') {
        this.#known.isHung = true;
        await (kill ? endHanging() : kills.inTurn(endHanging));
      }
      killsBefore = kills.count;
      return this.#stage.hangs < MOST_HANGS;
    };
    try {
      await this.#stage.courier.deliver(body, onAnswer, isForged ? 0 : undefined);
    } finally {
      if (isTrue) this.#known.underway.splice(this.#known.underway.indexOf(body), 1);
    }
  }

  #answered(to: Actor, { kind, status }: Acknowledgement): void {
    this.#stage.touch(this.#play);
    const what = {
      acknowledged: 'acknowledges',
      refused: 'refuses',
      silent: 'silent',
      hung: 'hangs',
    } as const;
    this.#play.note(
      'application',
      to,
      what[kind],
      status === undefined ? undefined : String(status),
    );
  }

  /** Kills the application in the middle of a confirmation, or of what it does then. */
  #confirmKilled(delivery: Delivery, at: ArmedKill): Promise<void> {
    const { kills } = this.#stage;
    if (at === 'acknowledged') return kills.inTurn(() => this.#killAcknowledged(delivery));
    if (at !== 'receiving') return kills.inTurn(() => this.#killAsking(delivery, at));
    const kill = () => kills.now();
    return kills.during(() => this.#deliver(delivery, { kill }), this.#someMs());
  }

  /** It may be writing at any moment until it acknowledges. */
  #someMs(): number {
    this.#kills += 1;
    const twelfths = (this.#play.planned.delayMs + 5 * this.#kills) % 12;
    return 1 + (twelfths * this.#stage.courier.acknowledgedInMs) / 12;
  }

  async #killAcknowledged(delivery: Delivery): Promise<void> {
    const { kills } = this.#stage;
    const kill = once(() => kills.now());
    const told = { kill: () => kills.now(), onAcknowledged: kill };
    await Promise.all([this.#deliver(delivery, told), kills.takeAlong()]);
    await kill();
  }

  async #killAsking(delivery: Delivery, at: 'asking' | 'answered'): Promise<void> {
    const { clock, kills } = this.#stage;
    let isKilled = false;
    const kill = once(() => {
      isKilled = true;
      return kills.now();
    });
    const killInBackground = () => void kill().catch(() => undefined);
    this.#onAsk = (moment) => {
      if (moment === 'answered') setImmediate(killInBackground);
      else if (at === 'asking') killInBackground();
    };
    await this.#deliver(delivery, { kill: () => kills.now() });
    for (let waited = 0; waited < ASKS_WITHIN_MS && !isKilled; waited += LOOK_MS) {
      await clock.sleep(LOOK_MS);
    }
    this.#onAsk = undefined;
    await kill();
  }

  /** The bank confirms another amount under the id of the first payment. */
  async alter(): Promise<void> {
    const [payment] = this.#known.payments;
    if (payment === undefined) return;
    const amount = payment.amount + ALTERED_BY;
    this.#known.altered.push(amount);
    const body = withAmount(payment.confirmation, amount);
    await this.#deliver({ body, amount, what: 'confirmsOther' });
  }

  /** Somebody else confirms what nobody paid. */
  async forge(as: Forgery): Promise<void> {
    const { payload, amount } = this.#play.order;
    const claimed = as === 'amount' ? amount + FORGED_BY : amount;
    const body =
      (await this.#stage.bank.forged(payload, amount, as)) ??
      (this.#known.payments[0] && withOtherId(this.#known.payments[0].confirmation));
    if (body === undefined) return;
    const what = as === 'stranger' ? 'forgesUnknown' : as === 'torn' ? 'forgesHalf' : 'forges';
    if (what === 'forges') this.#known.forged.push(claimed);
    const other = as === 'borrowed' ? this.#stage.confirmationOfOther(this.#play) : undefined;
    const named = other === undefined ? body : withPaymentId(body, other);
    const whole = withAmount(named, claimed);
    const text = what === 'forgesHalf' ? whole.slice(0, whole.length / 2) : whole;
    await this.#deliver({ body: text, amount: claimed, what });
  }
}
