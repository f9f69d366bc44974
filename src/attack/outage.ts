import type { FaultOrder } from '../sandbox/faults.js';

/** An outage is over then, however seldom the application asks. */
export const OUTAGE_MS = 6_000;
/** An application that got no answer will ask again within this time, or never. */
export const ASKS_AGAIN_MS = 15_000;

export type SharedFault = Required<Pick<FaultOrder, 'name' | 'times'>> & Pick<FaultOrder, 'ms'>;

/**
 * Faults of calls that are about all orders, as a search and a call for a token are. One that fails has
 * failed for all: a kind of fault that many orders want at once happens only once.
 */
export class SharedFaults {
  readonly #set: (fault: SharedFault) => Promise<void>;
  /** In the order in which the bank takes them. */
  readonly #pending: SharedFault[] = [];
  /** When the latest call was over, if it got no answer. */
  #failedAt: number | undefined;

  /** @param set has the bank fail the next calls */
  constructor(set: (fault: SharedFault) => Promise<void>) {
    this.#set = set;
  }

  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  async add(fault: SharedFault): Promise<void> {
    const isSame = ({ name, ms }: SharedFault) => name === fault.name && ms === fault.ms;
    if (this.#pending.some(isSame)) return;
    this.#pending.push({ ...fault });
    await this.#set(fault);
  }

  /** A call is over. Returns whether its answer was made to fail. */
  onClosed(now: number): boolean {
    const [fault] = this.#pending;
    const hasFailed = fault !== undefined && fault.ms === undefined;
    this.#failedAt = hasFailed ? now : undefined;
    if (fault !== undefined) {
      fault.times -= 1;
      if (fault.times === 0) this.#pending.shift();
    }
    return hasFailed;
  }

  /** Whether the latest call failed, so lately that another may follow. */
  mayComeAgain(now: number): boolean {
    return this.#failedAt !== undefined && now - this.#failedAt < ASKS_AGAIN_MS;
  }
}
