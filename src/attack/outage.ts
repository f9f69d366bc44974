import type { FaultOrder } from '../sandbox/faults.js';
import type { HostileBank } from './hostile-bank.js';

/** An outage lasts so long for each call that fails, and is over then, however seldom the application asks. */
const CALL_MS = 2_000;
const SHORTEST_MS = 3 * CALL_MS;
/** An application that got no answer will ask again within this time, or never. */
export const ASKS_AGAIN_MS = 15_000;

/** Does something later, unless the scenario is over by then. */
export type Later = (ms: number, work: () => Promise<void>) => void;
export type Outage = Required<Pick<FaultOrder, 'name' | 'times'>> &
  Pick<FaultOrder, 'ms' | 'status'>;

/** Fails calls until they were failed so often, or for a while: nobody is told how often a bank is down. */
export async function failForAWhile(
  bank: HostileBank,
  later: Later,
  orders: readonly FaultOrder[],
  onOver: () => void,
  mostMs = Infinity,
): Promise<void> {
  const ids = await Promise.all(orders.map((order) => bank.fail(order)));
  const calls = Math.max(0, ...orders.map(({ times = 0 }) => times));
  later(Math.min(mostMs, Math.max(SHORTEST_MS, calls * CALL_MS)), async () => {
    for (const id of ids) await bank.endFault(id);
    onOver();
  });
}

/**
 * Outages of an operation that is about all orders, as a search and a call for a token are. A call that fails
 * has failed for all: a kind of outage that many orders want at once happens only once.
 */
export class SharedOutages {
  readonly #bank: HostileBank;
  readonly #later: Later;
  readonly #operation: string;
  readonly #mostMs: number;
  /** How many calls had still to fail when the latest one was over. */
  #left = 0;
  /** When the latest call was over, if it got no answer. */
  #failedAt: number | undefined;

  /** @param mostMs how long an outage lasts at most */
  constructor(bank: HostileBank, later: Later, operation: string, mostMs = Infinity) {
    this.#bank = bank;
    this.#later = later;
    this.#operation = operation;
    this.#mostMs = mostMs;
  }

  /** Whether the answer on its way is made to fail. */
  get isFailing(): boolean {
    return this.#countLeft() < this.#left;
  }

  async add(outage: Outage): Promise<void> {
    const { name, times, ms } = outage;
    const pending = this.#bank.pendingFaults(this.#operation);
    if (pending.some((other) => name === other.name && ms === other.ms)) return;
    const fault = { ...outage, operation: this.#operation };
    if (ms === undefined) this.#left += times;
    const onOver = () => {
      this.#left = this.#countLeft();
    };
    await failForAWhile(this.#bank, this.#later, [fault], onOver, this.#mostMs);
  }

  /** A call is over. Returns whether its answer was made to fail, or was the first one after such. */
  onClosed(now: number): boolean {
    const hasFailed = this.isFailing;
    const isFirstAfter = !hasFailed && this.#failedAt !== undefined;
    this.#left = this.#countLeft();
    this.#failedAt = hasFailed ? now : undefined;
    return hasFailed || isFirstAfter;
  }

  /** A slow answer is an answer. */
  #countLeft(): number {
    const faults = this.#bank.pendingFaults(this.#operation).filter(({ ms }) => ms === undefined);
    return faults.reduce((sum, { times = 0 }) => sum + times, 0);
  }

  /** Whether the latest call failed, so lately that another may follow. */
  mayComeAgain(now: number): boolean {
    return this.#failedAt !== undefined && now - this.#failedAt < ASKS_AGAIN_MS;
  }
}
