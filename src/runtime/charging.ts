import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outcome } from '../client/outcome.js';
import type { Message } from '../core/message.js';
import type { Signals } from '../host/signals.js';
import { charge } from '../journal/charge.js';
import type { ChargeRequest } from '../journal/charge-request.js';
import { running } from '../messages/running.js';

/** After the first signal the bank has this long to answer before the outcome counts as unknown. */
const GRACE_MS = 5000;

interface Charging extends ChargeRequest {
  signals: Signals;
  note(text: Message): Promise<void>;
}

/**
 * Charges through the journal, and says what is in flight when a signal comes. The first signal never
 * cuts off the call itself, only the waiting after it.
 */
export async function chargeWithNotes({ signals, note, ...request }: Charging): Promise<Outcome> {
  const [cut, over] = [new AbortController(), new AbortController()];
  const cutOff = () => cut.abort();
  let timer: NodeJS.Timeout | undefined;
  let name = '';
  let isInFlight = false;
  let isInquiring = false;
  const onFirstSignal = () => {
    timer = setTimeout(cutOff, GRACE_MS);
    if (isInFlight) void note(running.inFlight(name, GRACE_MS / 1000));
  };
  signals.first.addEventListener('abort', onFirstSignal, { signal: over.signal });
  signals.second.addEventListener('abort', cutOff, { signal: over.signal });
  // A signal that came during set-up is delivered only when the event loop turns.
  await nextTurn();
  if (signals.received) onFirstSignal();
  try {
    const outcome = await charge({
      ...request,
      options: {
        ...request.options,
        signal: cut.signal,
        stopping: signals.first,
        onSend: ({ reference }) => {
          name = `${request.operation.command.join(' ')} ${reference}`;
        },
        onSending: (lost) => {
          isInFlight = true;
          request.options?.onSending?.(lost);
        },
        onInquiry: ({ operation, reference }) => {
          isInFlight = false;
          // It repeats every few seconds for a minute; one line is enough.
          if (!isInquiring) void note(running.inquiring(`${operation} ${reference}`));
          isInquiring = true;
        },
      },
    });
    if (outcome.replayed) await note(running.replayed);
    return outcome;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
