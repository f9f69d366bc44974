import type { WireRequest } from '../../src/bank/wire.js';
import { createCaller } from '../../src/client/caller.js';
import { Secret } from '../../src/client/connection.js';
import { memoryTokenStore } from '../../src/client/memory-token-store.js';
import { type Transport, TransportFailure } from '../../src/client/transport.js';
import type { Bank } from '../../src/sandbox/bank.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { sandboxTransport } from '../../src/sandbox/server/transport.js';
import { type FakeClock, seededRandom } from '../fake-host.js';

/** A client of the embedded bank, as its own profile makes it. */
export function callerOf(bank: Bank, clock: FakeClock) {
  const { baseUrl, environment, apiKey, applicationId, apiSecret } = SANDBOX_PROFILE;
  return createCaller({
    connection: {
      profile: 'sandbox',
      ...{ baseUrl, environment, apiKey, applicationId },
      secret: async () => new Secret(apiSecret),
    },
    transport: sandboxTransport(bank),
    store: memoryTokenStore(clock),
    clock,
    random: seededRandom(),
    timeoutMs: 1000,
    retries: 0,
  });
}

export interface Partner {
  transport: Transport;
  /** What was sent, in order. */
  requests: WireRequest[];
}

/** The partner's address: `false` is nobody there, a text is the body of an answer with 200. */
export function partner(react: (turn: number) => string | number | false = () => ACK): Partner {
  const requests: WireRequest[] = [];
  const transport: Transport = {
    async send(request) {
      const answer = react(requests.push(request) - 1);
      if (answer === false) throw new TransportFailure('refused', false, 'it is not there');
      const status = typeof answer === 'number' ? answer : 200;
      return { status, headers: {}, body: Buffer.from(String(answer)) };
    },
    async close() {},
  };
  return { transport, requests };
}

export const ACK = '{"resCode":"00","resDesc":"success"}';
