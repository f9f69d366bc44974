import type { Fence } from '../client/transport.js';
import { PayctlError } from '../core/errors.js';
import type { Text } from '../core/message.js';
import { elapsed } from '../core/time.js';
import { charging } from '../messages/charging.js';
import type { ClaimPermission } from '../state/permission.js';
import type { ClaimHandle } from '../state/store.js';
import type { Journal } from './journal.js';

/** From its intent on, a call that was not sent within this time is never sent. */
export const LEASE_MS = 15 * 60_000;

/**
 * Begins a lease; the answer tells what is left of it, by the clock that says the least. undefined
 * where the clocks contradict each other: one was set, or the machine slept, and nobody knows how long.
 */
export function beginLease(journal: Journal): () => number | undefined {
  const passed = elapsed(journal);
  return () => {
    const most = passed();
    return most === undefined ? undefined : LEASE_MS - most;
  };
}

/** What an attempt must have left of the lease to be begun. */
const LEAST_MS = 60_000;

/** A look at the claim in a shared store that is younger needs no other before the connection is made. */
const FRESH_MS = 3_000;

/** The fence of one call, and why this machine, not the bank or another process, stopped it. */
interface ChargeFence extends Fence {
  readonly fault: PayctlError | undefined;
}

/**
 * A process may have been stopped between its intent and its first byte, for as long as it takes
 * others to find that nothing was executed and to make the charge anew; or the claims of this machine
 * may have moved to another store. So permission and claim are read again at the last moment, and nothing leaves that could be under way when the lease has ended.
 */
export function fenceOf(
  held: ClaimHandle,
  lease: () => number | undefined,
  permission: ClaimPermission,
): ChargeFence {
  let fault: PayctlError | undefined;

  function claimRefusal(): Text | undefined {
    try {
      permission.check();
      const claim = held.checkOwnership();
      if (claim === 'taken') return charging.takenUp;
      if (claim === 'unseen') return charging.claimNotSeen;
      if (claim === 'ours') return undefined;
      const fact = claim === 'gone' ? charging.claimDeleted : charging.claimChanged;
      throw new PayctlError('CONFIG', fact(held.place), {
        hint: charging.whoTouches,
        executed: 'no',
      });
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      fault = error;
      return error.said;
    }
  }

  return {
    get fault() {
      return fault;
    },
    leftMs: () => lease() ?? 0,
    async refresh() {
      try {
        await held.heartbeat(FRESH_MS);
      } catch (error) {
        // The look before it counts for as long as it may.
        if (!(error instanceof PayctlError)) throw error;
      }
    },
    refusal() {
      const left = lease();
      if (left === undefined) return charging.clocksDisagree;
      if (left < LEAST_MS) return charging.tooLate;
      return claimRefusal();
    },
  };
}
