import { parseAmount } from '../core/money.js';
import type { PageUser } from './person.js';

/** What a person refunded today, in satang; undefined where that cannot be told. */
type RefundedToday = (subject: string) => Promise<bigint | undefined>;

/**
 * How much those who sign in may refund alone: each payment, and all of a person's day. Who
 * follows the link of a console of this machine has no limit.
 */
export class RefundLimit {
  readonly #most: bigint;
  readonly #refundedToday: RefundedToday;
  /** By subject: the last refund, after which the next one begins. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /** @param limit in baht; without one nobody refunds alone */
  constructor(limit: string | undefined, refundedToday: RefundedToday) {
    [this.#most, this.#refundedToday] = [parseAmount(limit ?? '0') ?? 0n, refundedToday];
  }

  /** Whether a refund of this amount needs the release of a second person. */
  async isOver({ subject }: PageUser, amount: string): Promise<boolean> {
    if (subject === undefined) return false;
    const satang = parseAmount(amount);
    if (satang === undefined || satang > this.#most) return true;
    const today = await this.#refundedToday(subject);
    return today === undefined || today + satang > this.#most;
  }

  /**
   * Does `send` where the limit allows it; undefined where not. One after another for each person, so
   * that no two refunds at once both find the same rest. On another console they may: there each finds
   * the intents of both, by `isPassed`, before it is sent.
   */
  async within<Sent>(
    person: PageUser,
    amount: string,
    send: (isPassed: () => Promise<boolean>) => Promise<Sent>,
  ): Promise<Sent | undefined> {
    const isPassed = () => this.isOver(person, '0');
    const key = person.subject ?? '';
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(async () =>
      (await this.isOver(person, amount)) ? undefined : await send(isPassed),
    );
    const ended = turn.catch(() => undefined);
    this.#turns.set(key, ended);
    void ended.then(() => this.#turns.get(key) === ended && this.#turns.delete(key));
    return turn;
  }
}
