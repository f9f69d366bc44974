import type { Fence } from '../client/transport.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { elapsed } from '../core/time.js';
import { tolerate } from '../core/tolerate.js';
import { charging } from '../messages/charging.js';
import type { ClaimHandle } from '../state/claims.js';
import type { ClaimPermission } from '../state/permission.js';
import type { Journal } from './journal.js';

/** A call that was not sent within this time of its intent is never sent. */
export const LEASE_MS = 15 * 60_000;

/**
 * Starts a lease. The function tells how much of it is left, in milliseconds, by whichever clock shows
 * less; undefined where the clocks disagree, because one was set or the machine slept.
 */
export function startLease(journal: Journal): () => number | undefined {
  const passed = elapsed(journal);
  return () => {
    const ms = passed();
    return ms === undefined ? undefined : LEASE_MS - ms;
  };
}

/** With less of the lease left, a call is not started. */
const MIN_LEFT_MS = 60_000;

/** A heartbeat in a shared store that is younger need not be repeated before the connection is made. */
const HEARTBEAT_FRESH_MS = 3_000;

/** The fence of one call. `fault` is set where it stopped the call because something is wrong on this machine. */
interface ChargeFence extends Fence {
  readonly fault: PayctlError | undefined;
}

/**
 * Asked before the first byte of a call leaves. Since the intent was written, this process may have
 * been stopped for so long that others found nothing executed and repeated the charge; or the claims of
 * this machine may have moved to another store. So the permission and the claim are checked again at the
 * last moment, and nothing is sent that could still be under way when the lease ends.
 */
export function createFence(
  handle: ClaimHandle,
  leftMs: () => number | undefined,
  permission: ClaimPermission,
): ChargeFence {
  let fault: PayctlError | undefined;

  function claimRefusal(): Message | undefined {
    try {
      permission.check();
      const ownership = handle.checkOwnership();
      if (ownership === 'ours') return undefined;
      if (ownership === 'taken') return charging.takenUp;
      if (ownership === 'unseen') return charging.claimNotSeen;
      const fact = ownership === 'gone' ? charging.claimDeleted : charging.claimChanged;
      throw new PayctlError('CONFIG', fact(handle.place), {
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
    leftMs: () => leftMs() ?? 0,
    // After one that failed the last still counts, for as long as it is valid.
    heartbeat: () => tolerate(() => handle.heartbeat(HEARTBEAT_FRESH_MS)),
    refusal() {
      const left = leftMs();
      if (left === undefined) return charging.clocksDisagree;
      if (left < MIN_LEFT_MS) return charging.tooLate;
      return claimRefusal();
    },
  };
}
