import type { Clock } from '../host/host.js';

/**
 * When the application is killed. Each kill costs it a start: an order that needs the kill at one exact
 * moment has its own; all others share the next one.
 */
export class Kills {
  readonly #clock: Clock;
  readonly #restart: () => Promise<void>;
  #count = 0;
  /** What must not meet comes one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Confirmations that wait to be on their way at a kill. */
  readonly #waiting = new Set<() => Promise<void>>();

  /** @param restart kills the application and starts it again */
  constructor(clock: Clock, restart: () => Promise<void>) {
    this.#clock = clock;
    this.#restart = restart;
  }

  /** How often it was killed. */
  get count(): number {
    return this.#count;
  }

  now(): Promise<void> {
    this.#count += 1;
    return this.#restart();
  }

  /** One after the other: what one kill or fault is to hit must not be hit by another. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** While nothing of an order is on its way. */
  idle(): Promise<void> {
    const before = this.#count;
    return this.#afterOthers(async () => {
      if (this.#count === before) await this.now();
    });
  }

  /** While a confirmation is on its way: at a kill of another order that takes it along, or `afterMs` later. */
  during(deliver: () => Promise<void>, afterMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const send = () => {
        const delivering = deliver();
        resolve(delivering);
        return delivering;
      };
      this.#waiting.add(send);
      const alone = this.#afterOthers(async () => {
        if (!this.#waiting.has(send)) return;
        const killed = this.#clock.sleep(afterMs).then(() => this.now());
        await Promise.all([killed, this.takeAlong()]);
      });
      alone.catch(reject);
    });
  }

  /** Sends the confirmations that are to be on their way: there is a kill in some milliseconds. */
  async takeAlong(): Promise<void> {
    const along = [...this.#waiting];
    this.#waiting.clear();
    await Promise.all(along.map((send) => send()));
  }

  /** In turn, once nobody else wants one. */
  async #afterOthers(work: () => Promise<void>): Promise<void> {
    for (let turn: unknown; turn !== this.#turn; ) {
      turn = this.#turn;
      await turn;
    }
    return this.inTurn(work);
  }
}
