/** One kill for several orders: it comes when the last of them has come to its moment. */
export class SharedKill {
  readonly #kill: () => Promise<void>;
  #awaited: number;
  #killing: Promise<void> | undefined;

  constructor(orders: number, kill: () => Promise<void>) {
    this.#awaited = orders;
    this.#kill = kill;
  }

  get hasBegun(): boolean {
    return this.#killing !== undefined;
  }

  /** One order more has come to its moment. */
  async arrive(): Promise<void> {
    this.#awaited -= 1;
    if (this.#awaited === 0) await this.now();
  }

  /** However many have come: the others had their time. */
  now(): Promise<void> {
    this.#killing ??= this.#kill();
    return this.#killing;
  }
}

/** Brings the application to the moment at which an order wants to see it killed. */
export type KillAct = (kill: SharedKill) => Promise<void>;
