import { setMaxListeners } from 'node:events';
import type { Operation } from '../../api/operation.js';
import type { Pace } from '../../batch/pace.js';
import type { Ready } from '../../batch/prepare.js';
import type { Outcome } from '../../client/outcome.js';
import type { Context } from '../context.js';

/** After the first signal the bank gets this long to answer the rows that are in flight. */
const GRACE_MS = 5_000;

export interface RowCalls {
  call: (ready: Ready) => Promise<Outcome>;
  end(): void;
}

/** The calls of the rows; those that can move money go by way of the journal. */
export async function rowCalls(
  context: Context,
  operation: Operation,
  pace: Pace,
  waitMs: number | undefined,
): Promise<RowCalls> {
  const { wiring, stopping, signals } = context;
  const caller = await wiring.caller();
  const { signal, end } = cutting(context);
  for (const shared of [signal, stopping]) setMaxListeners(0, shared);
  const onWait = ({ class: ended, retryAfterMs }: Outcome) => {
    if (ended === 'RATE_LIMITED') pace.slower(retryAfterMs);
  };
  if (operation.once) {
    const initiate = async ({ input }: Ready) =>
      (await wiring.initiate(operation, input, { signal, stopping, onWait })).outcome;
    return { call: initiate, end };
  }
  if (operation.effect !== 'money') {
    return { call: ({ input }) => caller.call(operation, input, { signal, onWait }), end };
  }
  const { charge } = await import('../../journal/charge.js');
  const parts = {
    journal: await wiring.journal(),
    connection: await wiring.connection(),
    caller,
    operation,
  };
  const options = { signal, stopping: signals.first, onWait, waitMs };
  const call = async ({ input }: Ready): Promise<Outcome> => {
    let own: Outcome | undefined;
    const onSending = (lost: Outcome) => {
      own = lost;
      wiring.inFlight.add(lost);
    };
    try {
      return await charge({ ...parts, input, options: { ...options, onSending } });
    } finally {
      if (own) wiring.inFlight.delete(own);
    }
  };
  return { call, end };
}

/** Aborts some time after the first signal, and at the second. */
function cutting({ host, signals, note }: Context): { signal: AbortSignal; end(): void } {
  const cut = new AbortController();
  const over = new AbortController();
  const now = () => cut.abort();
  const soon = () => {
    void note(
      `stopping: rows in flight get ${GRACE_MS / 1000} s for their answer (a second signal ends at once)`,
    );
    void host.clock.sleep(GRACE_MS, over.signal).then(now);
  };
  signals.first.addEventListener('abort', soon);
  signals.second.addEventListener('abort', now);
  return {
    signal: cut.signal,
    end() {
      over.abort();
      signals.first.removeEventListener('abort', soon);
      signals.second.removeEventListener('abort', now);
    },
  };
}
