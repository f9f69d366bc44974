import type { Fence } from '../client/transport.js';
import { PayctlError } from '../core/errors.js';
import type { HeldClaim } from '../state/store.js';
import type { Journal } from './journal.js';

/** From its intent on, a call that was not sent within this time is never sent. */
export const LEASE_MS = 15 * 60_000;

/** Clocks that tell times further apart than this contradict each other. */
const TOLERANCE_MS = 2_000;

/**
 * Begins a lease; the answer tells what is left of it, by the clock that says the least. undefined
 * where the clocks contradict each other: one was set, or the machine slept, and nobody knows how long.
 */
export function beginLease(journal: Journal): () => number | undefined {
  const clocks = [
    () => journal.process.uptime(),
    () => journal.clock.now(),
    () => journal.process.sinceBoot(),
  ];
  const begun = clocks.map((read) => read());
  return () => {
    const passed = clocks.flatMap((read, index) => {
      const [then, now] = [begun[index], read()];
      return then === undefined || now === undefined ? [] : [now - then];
    });
    const most = Math.max(...passed);
    return most - Math.min(...passed) > TOLERANCE_MS ? undefined : LEASE_MS - most;
  };
}

/** What an attempt must have left of the lease to be begun. */
const LEAST_MS = 60_000;

/** The fence of one call, and why this machine, not the bank or another process, stopped it. */
export interface ChargeFence extends Fence {
  readonly fault: PayctlError | undefined;
}

/**
 * A process may have been stopped between its intent and its first byte, for as long as it takes
 * others to find that nothing was executed and to make the charge anew. So the claim is read again
 * at the last moment, and nothing leaves that could be under way when the lease has ended.
 */
export function fenceOf(held: HeldClaim, lease: () => number | undefined): ChargeFence {
  let fault: PayctlError | undefined;

  function claimRefusal(): string | undefined {
    try {
      const claim = held.standing();
      if (claim === 'taken') return 'another process has taken it up meanwhile';
      if (claim === 'ours') return undefined;
      const what = claim === 'gone' ? 'was deleted' : 'was changed';
      throw new PayctlError('CONFIG', `${held.place} ${what} before the call was sent`, {
        hint: 'find out who touches the state directory, then make the call again',
        executed: 'no',
      });
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      fault = error;
      return error.message;
    }
  }

  return {
    get fault() {
      return fault;
    },
    leftMs: () => lease() ?? 0,
    refusal() {
      const left = lease();
      if (left === undefined) {
        return 'the clocks of this machine disagree: one was set, or it slept, before the call was sent';
      }
      if (left < LEAST_MS) return 'it was delayed too long to be sent safely';
      return claimRefusal();
    },
  };
}
