import { formatAmount } from '../core/money.js';
import { withAmount, withOtherId, withPaymentId } from '../sandbox/delivery/altered.js';
import type { Answer } from './courier.js';
import type { Actor } from './events.js';
import type { PlannedOrder } from './history.js';
import type { FactCollector } from './known.js';
import type { NewOrder } from './orders.js';
import type { Forgery, KillMoment } from './scenario.js';
import type { Stage } from './stage.js';
import type { StagedOrder } from './staged-order.js';

/** What another confirmation under the same id, and what a forged one, says too much: satang. */
const ALTERED_BY = 100n;
const FORGED_BY = 700_00n;
/** After this time an application that has acknowledged will not ask any more. */
const ASKS_WITHIN_MS = 1_500;
/** An application has begun to write a confirmation down in this time. */
const WRITES_WITHIN_MS = 12;
const LOOK_MS = 25;

interface PlayedOrder extends StagedOrder {
  readonly order: NewOrder;
  readonly planned: PlannedOrder;
}

/** What is taken to the application: its text, and the amount that it names. */
interface Delivery {
  body: string;
  amount: bigint;
  what: 'confirms' | 'confirmsOther' | 'forges';
}

/** What the application is told of one order, by the bank and by strangers. */
export class OrderConfirmations {
  readonly #stage: Stage;
  readonly #play: PlayedOrder;
  readonly #known: FactCollector;
  #armed: KillMoment | undefined;
  #kills = 0;
  #onAsk: ((moment: 'received' | 'answered') => void) | undefined;

  constructor(stage: Stage, play: PlayedOrder, known: FactCollector) {
    this.#stage = stage;
    this.#play = play;
    this.#known = known;
  }

  /** The next confirmation kills the application. */
  arm(at: KillMoment): void {
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
      kill = () => this.#stage.inTurn(() => this.#stage.kill()),
    }: { onAcknowledged?: () => Promise<void>; kill?: () => Promise<void> } = {},
  ): Promise<void> {
    const isTrue = what === 'confirms';
    const from = what === 'forges' ? 'stranger' : 'bank';
    const said = () => this.#play.note(from, 'application', what, formatAmount(amount));
    said();
    this.#stage.touch(this.#play);
    this.#known.isTold = true;
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
      this.#known.isHung = true;
      await kill();
    };
    try {
      await this.#stage.courier.deliver(body, onAnswer, what === 'forges' ? 0 : undefined);
    } finally {
      if (isTrue) this.#known.underway -= 1;
    }
  }

  #answered(to: Actor, { kind, status }: Answer): void {
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

  /** Kills the application in the middle of a confirmation. */
  #confirmKilled(delivery: Delivery, at: KillMoment): Promise<void> {
    return this.#stage.inTurn(async () => {
      const { clock } = this.#stage;
      let killing: Promise<void> | undefined;
      const kill = () => {
        killing ??= this.#stage.kill();
        return killing;
      };
      if (at === 'receiving') {
        // It may be writing at any of these moments.
        this.#kills += 1;
        const after = 1 + ((this.#play.planned.delayMs + 5 * this.#kills) % WRITES_WITHIN_MS);
        void clock
          .sleep(after)
          .then(kill)
          .catch(() => undefined);
      } else if (at !== 'acknowledged') {
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
      const mostMs = at === 'acknowledged' ? 0 : ASKS_WITHIN_MS;
      for (let waited = 0; waited < mostMs && !killing; waited += LOOK_MS) {
        await clock.sleep(LOOK_MS);
      }
      this.#onAsk = undefined;
      await kill();
    });
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
    if (as !== 'stranger') this.#known.forged.push(claimed);
    const other = as === 'borrowed' ? this.#stage.confirmationOfOther(this.#play) : undefined;
    const named = other === undefined ? body : withPaymentId(body, other);
    await this.#deliver({ body: withAmount(named, claimed), amount: claimed, what: 'forges' });
  }
}
