import type { WireRequest, WireResponse } from '../../src/bank/wire.js';
import { type CallerSettings, createCaller } from '../../src/client/caller.js';
import { type Connection, Secret, type Token } from '../../src/client/connection.js';
import { memoryTokenStore } from '../../src/client/memory-token-store.js';
import type { WireEvent } from '../../src/client/observe.js';
import { type SendOptions, type Transport, TransportFailure } from '../../src/client/transport.js';
import type { Random } from '../../src/host/host.js';
import { fakeClock } from '../fixtures/fake-host.js';

export const START = Date.UTC(2026, 0, 31, 2, 0, 0);

/** Every byte 255: the longest back-off. */
const fixedRandom: Random = { bytes: (count) => new Uint8Array(count).fill(255) };

export const CANARY = {
  secret: 'CANARY-application-secret',
  apiKey: 'CANARY-api-key',
  token: 'CANARY-access-token',
  refresh: 'CANARY-refresh-token',
  authCode: 'CANARY-auth-code',
};

export function connection(overrides: Partial<Connection> = {}): Connection {
  return {
    profile: 'test',
    baseUrl: 'https://bank.example/partners',
    environment: 'test',
    apiKey: CANARY.apiKey,
    applicationId: 'application-7',
    secret: async () => new Secret(CANARY.secret),
    ...overrides,
  };
}

export function token(overrides: Partial<Token> = {}): Token {
  return {
    accessToken: CANARY.token,
    tokenType: 'Bearer',
    receivedAt: START,
    expiresAt: START + 1_800_000,
    ...overrides,
  };
}

export function reply(body: unknown, status = 200, headers = {}): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: new TextEncoder().encode(text),
  };
}

export function envelope(code: unknown, data?: unknown, status = 200, headers = {}): WireResponse {
  return reply({ status: { code, description: 'said so' }, data }, status, headers);
}

export function tokenReply(accessToken: string, more = {}, headers = {}): WireResponse {
  const data = { accessToken, tokenType: 'Bearer', expiresIn: 1800, ...more };
  return envelope(1000, data, 200, headers);
}

type Step = WireResponse | TransportFailure | ((request: WireRequest) => WireResponse);

export interface ScriptedTransport extends Transport {
  sent: { request: WireRequest; options: SendOptions }[];
  paths(): string[];
}

/** Answers in the order of the script, and fails loudly after its end. */
export function scripted(...steps: Step[]): ScriptedTransport {
  const sent: ScriptedTransport['sent'] = [];
  return {
    sent,
    paths: () => sent.map(({ request }) => new URL(request.url).pathname.replace('/partners', '')),
    async send(request, options) {
      sent.push({ request, options });
      const step = steps.shift();
      if (step === undefined) throw new Error(`nothing scripted for ${request.url}`);
      if (step instanceof TransportFailure) throw step;
      return typeof step === 'function' ? step(request) : step;
    },
    async close() {},
  };
}

/** A caller over a script, with an application token in its store unless told otherwise. */
export async function rig<T extends Transport>(
  transport: T,
  overrides: Partial<CallerSettings> = {},
) {
  const clock = fakeClock(START);
  const store = memoryTokenStore(clock);
  await store.write('application', token());
  const events: WireEvent[] = [];
  const settings: CallerSettings = {
    connection: connection(),
    transport,
    store,
    clock,
    random: fixedRandom,
    timeoutMs: { read: 15_000, money: 60_000 },
    retries: 3,
    observe: (event) => events.push(event),
    ...overrides,
  };
  return { caller: createCaller(settings), transport, clock, store, events };
}

export const PAY = {
  tranType: 'W',
  companyId: '001',
  terminalId: '12345678',
  outTradeNo: 'ABC0001',
  totalFee: '100.00',
  buyerIdentityCode: '280000000000000001',
} as const;
export const INQUIRE = {
  tranType: 'W',
  companyId: '001',
  terminalId: '12345678',
  outTradeNo: 'ABC0001',
} as const;
