import type { Outcome } from '../client/outcome.js';
import type { Fence } from '../client/transport.js';
import { PayctlError } from '../core/errors.js';
import { tolerate } from '../core/tolerate.js';
import { charging } from '../messages/charging.js';
import type { CachedOutcome } from '../state/claim-index.js';
import type { ClaimHandle } from '../state/claims.js';
import { failedHereError, notSent, outcomeUnknownLocally } from './answers.js';
import type { ChargeRequest } from './charge-request.js';
import { encodeEntry } from './codec.js';
import { createFence } from './fence.js';
import { collectOriginals } from './history.js';
import type { Ending, Intent, Journal } from './journal.js';

/** An attempt whose intent is on disk, and the claim that it was made on. */
export interface ClaimedAttempt {
  intent: Intent;
  handle: ClaimHandle;
  leftMs: () => number | undefined;
}

/** Sends the call, behind the fence. A failure of this machine before the first byte is an outcome too. */
export async function callOnce(
  { journal, caller, operation, input, permission, options = {} }: ChargeRequest,
  { intent, handle, leftMs }: ClaimedAttempt,
): Promise<{ outcome: Outcome; error?: PayctlError }> {
  const { requestUId } = intent;
  const { method, grant, signal, stopping, onWait, turn, refusal, timeoutMs } = options;
  const fence = createFence(handle, leftMs, permission.claims);
  let sending = false;
  const onSending = () => {
    sending = true;
    options.onSending?.(outcomeUnknownLocally(intent));
  };
  // The caller's own reason counts too, and is asked at the same moment.
  const guarded: Fence = { ...fence, refusal: () => refusal?.() ?? fence.refusal() };
  const call = { requestUId, method, grant, signal, stopping, onWait, turn, timeoutMs, onSending };
  const ended = new AbortController();
  void sendHeartbeats(journal, handle, ended.signal);
  try {
    const objection = await options.objection?.();
    if (objection !== undefined) return { outcome: notSent(intent, objection) };
    const outcome = await caller.call(operation, input, { ...call, fence: guarded });
    return fence.fault ? { outcome, error: fence.fault } : { outcome };
  } catch (error) {
    if (!sending || isBeforeSending(error)) {
      const failure = failedHereError(error);
      return { outcome: notSent(intent, failure.said), error: failure };
    }
    const name = error instanceof Error ? error.name : undefined;
    journal.warn(charging.failedWaiting(name));
    return { outcome: outcomeUnknownLocally(intent) };
  } finally {
    ended.abort();
  }
}

/** While the call lasts, other machines see that its process lives. */
async function sendHeartbeats(
  { clock }: Journal,
  handle: ClaimHandle,
  ended: AbortSignal,
): Promise<void> {
  const { heartbeatMs } = handle;
  if (heartbeatMs === undefined) return;
  for (;;) {
    await clock.sleep(heartbeatMs, ended);
    if (ended.aborted) return;
    // A missed heartbeat does no harm: others inquire, and send nothing.
    await handle.heartbeat().catch(() => undefined);
  }
}

function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof PayctlError)) return false;
  const { exitClass, facts } = error;
  return (exitClass === 'CONFIG' || exitClass === 'USAGE') && facts.executed !== 'unknown';
}

/**
 * Records the outcome. If that fails, the outcome still counts for the caller, with a warning; on disk
 * the charge stays unknown, and is inquired about later.
 */
export async function saveOutcome(
  journal: Journal,
  handle: ClaimHandle,
  ending: Ending,
  bank: string,
  end: CachedOutcome | undefined,
): Promise<void> {
  await tolerate(
    () => handle.append(encodeEntry(ending), { originals: collectOriginals([ending], bank), end }),
    ({ said }) => journal.warn(charging.outcomeNotWritten(said)),
  );
}
