import type { WireRequest, WireResponse } from '../../bank/wire.js';
import { type SendOptions, type Transport, TransportFailure } from '../../client/transport.js';
import type { Delivery } from '../../host/reply.js';
import { network } from '../../messages/network.js';
import { verdict } from '../../messages/verdict.js';
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
  const { host } = new URL(request.url);
  if (signal?.aborted) throw new TransportFailure('aborted', false, verdict.stopped);
  const why = fence?.refusal();
  if (why !== undefined) throw new TransportFailure('withheld', false, why);
  const { response, delivery, midReply } = await bank.handle(request);
  midReply?.();
  const waitMs = deliveryDelay(delivery);
  if (waitMs > 0) await bank.clock.sleep(Math.min(waitMs, timeoutMs), signal);
  if (signal?.aborted) throw new TransportFailure('aborted', true, verdict.stopped);
  if (waitMs >= timeoutMs) throw new TransportFailure('timeout', true, network.timeout(host));
  if (delivery?.kind === 'reset') {
    throw new TransportFailure('reset', true, network.reset(host, 'ECONNRESET'));
  }
  if (delivery?.kind === 'truncated') {
    throw new TransportFailure('truncated', true, network.truncated(host));
  }
  return response;
}

function deliveryDelay(delivery: Delivery | undefined): number {
  if (delivery?.kind === 'slow') return delivery.ms;
  return delivery?.kind === 'stalled' ? Number.POSITIVE_INFINITY : 0;
}
