import type { WireRequest, WireResponse } from '../../bank/wire.js';
import { type SendOptions, type Transport, TransportFailure } from '../../client/transport.js';
import type { Bank } from '../bank.js';

/** Carries requests to a bank in the same process, and acts out what the network does to its answers. */
export function sandboxTransport(bank: Bank): Transport {
  return {
    send: (request, options) => send(bank, request, options),
    async close() {
      bank.close();
    },
  };
}

async function send(bank: Bank, request: WireRequest, options: SendOptions): Promise<WireResponse> {
  const { signal, timeoutMs, fence } = options;
  if (signal?.aborted) throw new TransportFailure('aborted', false, 'aborted before it was sent');
  const why = fence?.refusal();
  if (why !== undefined) throw new TransportFailure('withheld', false, why);
  const { response, delivery, midReply } = await bank.handle(request);
  midReply?.();
  const wait =
    delivery?.kind === 'slow'
      ? delivery.ms
      : delivery?.kind === 'stalled'
        ? Number.POSITIVE_INFINITY
        : 0;
  if (wait > 0) await bank.clock.sleep(Math.min(wait, timeoutMs), signal);
  if (signal?.aborted)
    throw new TransportFailure('aborted', true, 'aborted before the answer came');
  if (wait >= timeoutMs)
    throw new TransportFailure('timeout', true, `no answer within ${timeoutMs} ms`);
  if (delivery?.kind === 'reset') {
    throw new TransportFailure(
      'reset',
      true,
      'the connection was reset before the answer was complete',
    );
  }
  if (delivery?.kind === 'truncated') {
    throw new TransportFailure('truncated', true, 'the answer ended before it was complete');
  }
  return response;
}
