import type { KeyObject } from 'node:crypto';
import type * as z from 'zod/mini';
import * as bill from './api/bill.js';
import { checkInput } from './api/check.js';
import * as cpm from './api/cpm.js';
import * as dd from './api/dd.js';
import * as ewallet from './api/ewallet.js';
import type { Fields, Operation } from './api/operation.js';
import * as profile from './api/profile.js';
import * as qr from './api/qr.js';
import * as slip from './api/slip.js';
import { authorize } from './api/token.js';
import * as transfer from './api/transfer.js';
import { type CallOptions, createCaller } from './client/caller.js';
import { Secret, type TlsMaterial, type TokenStore } from './client/connection.js';
import { directDebitKey } from './client/direct-debit.js';
import { memoryTokenStore } from './client/memory-store.js';
import type { Observe } from './client/observe.js';
import type { Outcome } from './client/outcome.js';
import { proxySettings } from './client/proxy.js';
import type { Consent } from './client/session.js';
import type { Transport } from './client/transport.js';
import { gotTransport } from './client/transport-got.js';
import { PayctlError } from './errors.js';
import { nodeHost } from './host/node.js';
import { type Json, toPlain } from './json.js';

export { bangkokDate, bangkokDateTime, channelDateTime } from './api/time.js';
export type { CallOptions } from './client/caller.js';
export { Secret, type TlsMaterial, type Token, type TokenStore } from './client/connection.js';
export { memoryTokenStore } from './client/memory-store.js';
export type { Observe, WireEvent } from './client/observe.js';
export type { Outcome, OutcomeClass } from './client/outcome.js';
export { type ProxySettings, proxySettings } from './client/proxy.js';
export { type Transport, TransportFailure } from './client/transport.js';
export { type GotTransportOptions, gotTransport } from './client/transport-got.js';
export { type ErrorFacts, EXIT, type ExitClass, PayctlError, type Problem } from './errors.js';
export type { Json, JsonObject } from './json.js';
export { type Barcode, barcodeToThaiQr, parseBarcode, writeBarcode } from './qr/barcode.js';
export { type Decoded, type DecodedField, decode } from './qr/decode.js';
export { type DrawOptions, draw } from './qr/draw.js';
export { type Finding, lint } from './qr/lint.js';
export { type Slip, writeSlip } from './qr/slip.js';
export { readThaiQr, type ThaiQr, writeThaiQr } from './qr/thai-qr.js';
export { VERSION } from './version.js';

export interface ClientOptions {
  /** The bank's address with the prefix of its environment; https, or http on this machine. */
  baseUrl: string;
  apiKey: string;
  /** Or a function that fetches it, called at the first token request only. */
  apiSecret: string | (() => Promise<string>);
  /** `live` unless given: without the rules that hold in the test environment only. */
  environment?: 'test' | 'live';
  /** The API key unless given. */
  applicationId?: string;
  /** Hash of the user id. */
  resourceOwnerId?: string;
  lang?: 'en' | 'th';
  /** PEM of the bank's public key of direct debit; without it those fields go as plain JSON. */
  directDebitKey?: string | Uint8Array;
  /** The provider prefix that references must have in the test environment. */
  outTradeNoPrefix?: string;
  /** Client certificate and authority, for the transport that is made when none is given. */
  tls?: TlsMaterial;
  transport?: Transport;
  /** In memory unless given. */
  store?: TokenStore;
  /** One attempt; 30 s unless given. */
  timeoutMs?: number;
  /** Attempts after the first, where the operation allows any; 2 unless given. */
  retries?: number;
  /** Hears every attempt, without credentials and personal data. */
  observe?: Observe;
}

/** An outcome whose data has the operation's shape; `exact` keeps every number digit by digit. */
export type Result<Data> = Omit<Outcome, 'data'> & { data?: Data; exact?: Json };

/**
 * Checks the input and makes the call. Rejects with PayctlError USAGE that lists every problem, or
 * CONFIG; what the bank or the network does is in the result.
 */
export type Method<Record> =
  Record extends Operation<infer Input, infer Data>
    ? (input: z.input<Input>, options?: CallOptions) => Promise<Result<z.output<Data>>>
    : never;

/** A method for every operation that a family of the catalogue exports, under the same name. */
export type Methods<Family> = {
  [Name in keyof Family as Family[Name] extends Operation ? Name : never]: Method<Family[Name]>;
};

export interface Client {
  ewallet: Methods<typeof ewallet>;
  qr: Methods<typeof qr>;
  transfer: Methods<typeof transfer>;
  dd: Methods<typeof dd>;
  bill: Methods<typeof bill>;
  slip: Methods<typeof slip>;
  cpm: Methods<typeof cpm>;
  profile: Methods<typeof profile>;
  /** Asks for the link by which a user logs in and consents (`data.callbackUrl`); `login` takes its code. */
  readonly authorize: (fields?: Fields) => Promise<Outcome>;
  /** Calls about a user go with the user's token from then on. */
  readonly login: (consent: Consent) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The typed client: every operation as a method, `client.ewallet.pay({…})`. It keeps no journal:
 * whoever moves money with it must inquire after OUTCOME_UNKNOWN and never send again.
 */
export function createClient(options: ClientOptions): Client {
  const { clock, random, env } = nodeHost();
  const { apiSecret, environment = 'live', outTradeNoPrefix } = options;
  const transport =
    options.transport ?? gotTransport({ tls: options.tls, proxy: proxySettings(env) });
  const key = keyOf(options);
  const caller = createCaller({
    connection: {
      profile: 'client',
      baseUrl: options.baseUrl,
      environment,
      apiKey: options.apiKey,
      applicationId: options.applicationId ?? options.apiKey,
      resourceOwnerId: options.resourceOwnerId,
      lang: options.lang,
      directDebitKey: key && (() => key),
      async secret() {
        return new Secret(typeof apiSecret === 'string' ? apiSecret : await apiSecret());
      },
    },
    transport,
    store: options.store ?? memoryTokenStore(clock),
    clock,
    random,
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    observe: options.observe,
  });

  function checked(operation: Operation, fields: Fields): Fields {
    const result = checkInput(operation, fields, {
      environment,
      now: clock.now(),
      outTradeNoPrefix,
    });
    if (result.ok) return result.value;
    const problems = result.problems.map(({ field, message }) => `${field} ${message}`);
    throw new PayctlError('USAGE', `${operation.id}: ${problems.join('; ')}`, {
      executed: 'no',
      details: result.problems,
    });
  }

  async function call(
    operation: Operation,
    fields: Fields,
    callOptions?: CallOptions,
  ): Promise<Result<unknown>> {
    const input = checked(operation, fields);
    const { data, ...outcome } = await caller.call(operation, input, callOptions);
    const parsed = operation.data.safeParse(toPlain(data));
    return { ...outcome, exact: data, data: parsed.success ? parsed.data : undefined };
  }

  function methodsOf<Family extends object>(family: Family): Methods<Family> {
    const methods: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(family)) {
      if (!isOperation(member)) continue;
      methods[name] = (input: Fields, callOptions?: CallOptions) =>
        call(member, input, callOptions);
    }
    assertComplete(methods, family);
    return methods;
  }

  return {
    ewallet: methodsOf(ewallet),
    qr: methodsOf(qr),
    transfer: methodsOf(transfer),
    dd: methodsOf(dd),
    bill: methodsOf(bill),
    slip: methodsOf(slip),
    cpm: methodsOf(cpm),
    profile: methodsOf(profile),
    async authorize(fields = {}) {
      // The session puts the credentials in.
      return caller.session.authorize(
        checked(authorize, { ...fields, apikey: '-', apisecret: '-' }),
      );
    },
    async login(consent) {
      await caller.session.login(consent);
    },
    close: () => transport.close(),
  };
}

function keyOf({ directDebitKey: pem }: ClientOptions): KeyObject | undefined {
  if (pem === undefined) return undefined;
  const key = directDebitKey(pem);
  if (key) return key;
  throw new PayctlError('CONFIG', 'directDebitKey is no RSA public key in PEM');
}

function isOperation(member: unknown): member is Operation {
  return typeof member === 'object' && member !== null && 'effect' in member && 'input' in member;
}

function assertComplete<Family extends object>(
  methods: Record<string, unknown>,
  family: Family,
): asserts methods is Methods<Family> & Record<string, unknown> {
  for (const [name, member] of Object.entries(family)) {
    if (isOperation(member) && typeof methods[name] !== 'function') {
      throw new TypeError(`no method for ${member.id}`);
    }
  }
}
