import * as z from 'zod/mini';
import * as bill from '../bank/bill/operations.js';
import { checkInput, withFieldAt } from '../bank/check.js';
import * as cpm from '../bank/cpm/operations.js';
import * as dd from '../bank/dd/operations.js';
import * as deeplink from '../bank/deeplink/operations.js';
import type { Fields, InputContext, Operation } from '../bank/define.js';
import * as ewallet from '../bank/ewallet/operations.js';
import type { Family } from '../bank/families.js';
import * as profile from '../bank/profile/operations.js';
import * as qr from '../bank/qr/operations.js';
import * as slip from '../bank/slip/operations.js';
import { authorize } from '../bank/token/operations.js';
import * as transfer from '../bank/transfer/operations.js';
import { configError, PayctlError, type Problem } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import { type Json, toPlain } from '../core/json.js';
import { sayInCode as inCode, joinTexts, type Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import { nodeHost } from '../host/node.js';
import { field as says } from '../messages/bank.js';
import { request } from '../messages/calls.js';
import { wording } from '../messages/wording.js';
import { proxySettings } from './address.js';
import { aFunction, checkSettings, readArguments } from './arguments.js';
import { type Caller, createCaller } from './caller.js';
import {
  type Connection,
  type DirectDebitKey,
  Secret,
  type TlsMaterial,
  type TokenStore,
} from './connection.js';
import { directDebitKey } from './direct-debit.js';
import type * as exchange from './exchange.js';
import { memoryTokenStore } from './memory-token-store.js';
import type { Observe } from './observe.js';
import { type PlainOutcome, throwInCode, toPlainOutcome } from './outcome.js';
import { recorder } from './recording/recorder.js';
import { Replay } from './recording/replay.js';
import type { Consent } from './session.js';
import type * as transports from './transport.js';
import { gotTransport } from './transport-got.js';
import { withWholeLists } from './whole-lists.js';

/** Options of one call. */
export type CallOptions = Omit<exchange.CallOptions, 'onWait'> & {
  /** Fields that this version does not know, by their names; a nested one with dots. */
  extra?: Fields;
  /** Called before the wait for another attempt, with the outcome of the last one. */
  onWait?: (outcome: PlainOutcome) => void;
};
/** Sends one request and returns the answer, in place of the network. */
export type Transport = transports.Transport;

/** The connection to the bank, and how calls are made. Times are in milliseconds. */
export interface ClientOptions {
  /** The bank's address with the prefix of its environment; https, or http on this machine. */
  baseUrl: string;
  apiKey: string;
  /** Or a function that fetches it, called at the first token request only. */
  apiSecret: string | (() => Promise<string>);
  /** Default `live`: without the rules that hold in the test environment only. */
  environment?: 'test' | 'live';
  /** Default: the API key. */
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
  /** Default: the network, by the proxy of the environment. */
  transport?: Transport;
  /** Where tokens are kept; default: in memory. */
  store?: TokenStore;
  /** Milliseconds for one attempt; default 30 000. */
  timeoutMs?: number;
  /** Attempts after the first, where the operation allows any; default 2. */
  retries?: number;
  /** Gets the wire log of every attempt, without credentials and personal data. */
  observe?: Observe;
  /** Gets each exchange as a line of a recording, without secrets and personal data. */
  record?: (line: string) => void | Promise<void>;
  /** The text of a recording: all calls are answered from it, and nothing is sent. */
  replay?: string;
}

/** Options that another kind of value would break in silence: a time limit that is no number ends each call at once. */
const OPTIONS = z.object({
  timeoutMs: z.optional(z.number().check(z.minimum(1))),
  retries: z.optional(z.int().check(z.minimum(0))),
  observe: z.optional(aFunction()),
  record: z.optional(aFunction()),
});
const CALL_OPTIONS = z.object({
  timeoutMs: z.optional(z.number().check(z.minimum(1))),
  limit: z.optional(z.int().check(z.minimum(1))),
  signal: z.optional(z.instanceof(AbortSignal)),
  onWait: z.optional(aFunction()),
});

/** A family that is missing here does not compile. */
const CLIENT_FAMILIES = {
  ewallet,
  qr,
  transfer,
  dd,
  bill,
  slip,
  cpm,
  deeplink,
  profile,
} satisfies Readonly<Record<Exclude<Family, 'token'>, object>>;

export type ClientFamilies = typeof CLIENT_FAMILIES;

type Families = { [Name in keyof typeof CLIENT_FAMILIES]: Methods<(typeof CLIENT_FAMILIES)[Name]> };

/** One method for each operation, by family; none of them keeps a journal. */
export interface Client extends Families {
  /**
   * Gets the link by which a user logs in and consents (`data.callbackUrl`); `login` takes the code
   * that follows.
   */
  readonly authorize: (fields?: Fields) => Promise<PlainOutcome>;
  /** From then on calls about a user are sent with the user's token. */
  readonly login: (consent: Consent) => Promise<void>;
  /** Closes idle connections. */
  readonly close: () => Promise<void>;
}

/**
 * The typed client: every operation as a method, `client.ewallet.pay({…})`. It keeps no journal:
 * a program that moves money with it must inquire after OUTCOME_UNKNOWN and never send again.
 */
export function createClient(options: ClientOptions): Client {
  refuseMissing(options);
  checkSettings(OPTIONS, options);
  const host = nodeHost();
  const { environment = 'live', outTradeNoPrefix } = options;
  const transport =
    options.transport ?? gotTransport({ tls: options.tls, proxy: proxySettings(host.env) });
  const caller = callerFor({ ...options, environment }, transport, host);
  const lists = withWholeLists(caller, host.clock);
  const checked = (operation: Operation, fields: Fields): Fields => {
    const context = { environment, now: host.clock.now(), outTradeNoPrefix };
    // Nothing but the input fills a field here: no message may name a setting that would.
    return checkedInput({ ...operation, settings: undefined }, fields, context);
  };

  async function makeCall(
    operation: Operation,
    fields: Fields,
    callOptions?: CallOptions,
  ): Promise<Result<unknown>> {
    readArguments(operation.id, CALL_OPTIONS, callOptions ?? {});
    const { onWait, extra, ...options } = callOptions ?? {};
    const input = checked(operation, withExtra(fields, extra));
    const { call } = options.limit === undefined ? caller : lists;
    const { data, ...outcome } = toPlainOutcome(
      await call(operation, input, {
        ...options,
        ...(onWait && { onWait: (waiting) => onWait(toPlainOutcome(waiting)) }),
      }),
    );
    return { ...outcome, exact: data, data: typedData(operation, data) };
  }

  return {
    ...createFamilies((...call) => makeCall(...call).catch(throwInCode)),
    async authorize(fields = {}) {
      // The session adds the credentials.
      const added = { ...fields, apikey: '-', apisecret: '-' };
      const asking = async () => caller.session.authorize(checked(authorize, added));
      return toPlainOutcome(await asking().catch(throwInCode));
    },
    login: (consent) => caller.session.login(consent).then(() => undefined, throwInCode),
    close: () => transport.close(),
  };
}

/** Of a variable that is not set, which no compiler sees. A recording needs no credentials. */
function refuseMissing({ baseUrl, apiKey, apiSecret, replay }: ClientOptions): void {
  const needed = replay === undefined ? { baseUrl, apiKey, apiSecret } : { baseUrl };
  for (const [name, value] of Object.entries(needed)) {
    if (!value) throw missingError(name);
  }
}

function missingError(name: string): PayctlError {
  return configError(request.missing(name), request.giveToClient(name));
}

type Settings = ClientOptions & Pick<Connection, 'environment'>;

function callerFor(
  options: Settings,
  transport: Transport,
  { clock, random }: Pick<Host, 'clock' | 'random'>,
): Caller {
  return createCaller({
    connection: toConnection(options),
    transport,
    store: options.store ?? memoryTokenStore(clock),
    clock,
    random,
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    observe: options.observe,
    record: options.record && recorder(options.record),
    replay: options.replay === undefined ? undefined : new Replay(options.replay, 'replay'),
  });
}

function toConnection(options: Settings): Connection {
  const { apiKey, apiSecret } = options;
  const key = parsedKey(options);
  let lastSecret = typeof apiSecret === 'string' ? new Secret(apiSecret) : undefined;
  return {
    profile: 'client',
    baseUrl: options.baseUrl,
    environment: options.environment,
    apiKey,
    applicationId: options.applicationId ?? apiKey,
    resourceOwnerId: options.resourceOwnerId,
    lang: options.lang,
    directDebitKey: key && (() => key),
    async secret() {
      const given = typeof apiSecret === 'string' ? apiSecret : await apiSecret();
      if (!given) throw missingError('apiSecret');
      lastSecret = new Secret(given);
      return lastSecret;
    },
    knownSecrets: () => (lastSecret ? [lastSecret] : []),
  };
}

function parsedKey({ directDebitKey: pem }: ClientOptions): DirectDebitKey | undefined {
  if (pem === undefined) return undefined;
  const key = directDebitKey(pem);
  if (key) return key;
  throw configError(request.notRsaKey);
}

function checkedInput(operation: Operation, fields: Fields, context: InputContext): Fields {
  const result = checkInput(operation, fields, context);
  if (result.ok) return result.value;
  throw inputError(operation, result.problems);
}

/** USAGE, with every problem of an input. */
export function inputError(
  operation: Operation,
  problems: readonly Problem[],
  hint?: Message,
): PayctlError {
  const said = problems.map(({ field, message }) => inCode(says.of(field, message)));
  return new PayctlError('USAGE', wording.about(operation.id, joinTexts(said)), {
    executed: 'no',
    details: problems.map(({ field, message }) => ({ field, message: inCode(message) })),
    hint,
  });
}

/** An input with the fields that this version does not know. */
export function withExtra(fields: Fields, extra: Fields = {}): Fields {
  return Object.entries(extra).reduce(
    (all, [path, value]) => withFieldAt(all, path, value),
    fields,
  );
}

/** `data` as the operation has it; undefined where it has another shape. */
export function typedData(operation: Operation, data: Json | undefined): unknown {
  const parsed = operation.data.safeParse(toPlain(data));
  return parsed.success ? parsed.data : undefined;
}

/** An outcome whose data has the operation's shape; `exact` keeps every number digit by digit. */
export type Result<Data> = Omit<PlainOutcome, 'data'> & { data?: Data; exact?: Json };

/**
 * Checks the input and makes the call. Rejects with PayctlError USAGE that lists every problem, or
 * CONFIG; what the bank or the network does is in the result.
 */
export type Method<Record> =
  Record extends Operation<infer Input, infer Data>
    ? (input: KnownFields<z.input<Input>>, options?: CallOptions) => Promise<Result<z.output<Data>>>
    : never;

/** The fields of the specification alone, however deep, so that a misspelt one does not compile. */
export type KnownFields<T> = T extends readonly unknown[]
  ? { [K in keyof T]: KnownFields<T[K]> }
  : T extends object
    ? { [K in keyof T as string extends K ? never : K]: KnownFields<T[K]> }
    : T;

/** A method for every operation that a family of the catalogue exports, under the same name. */
export type Methods<Family> = {
  [Name in keyof Family as Family[Name] extends Operation ? Name : never]: Method<Family[Name]>;
};

type Call = (
  operation: Operation,
  fields: Fields,
  options?: CallOptions,
) => Promise<Result<unknown>>;

/** The methods of each family, each a call of its operation. */
function createFamilies(call: Call): Families;
function createFamilies(call: Call): object {
  const families = Object.entries<object>(CLIENT_FAMILIES).map(([name, family]) => {
    const operations = Object.entries(family).filter(([, member]) => isOperation(member));
    return [name, createMethods(Object.fromEntries(operations), call)] as const;
  });
  return Object.fromEntries(families);
}

function createMethods(operations: Readonly<Record<string, Operation>>, call: Call): object {
  const methods = Object.entries(operations).map(
    ([name, operation]) =>
      [
        name,
        (input: Fields = {}, options?: CallOptions) => call(operation, input, options),
      ] as const,
  );
  return Object.fromEntries(methods);
}

function isOperation(member: unknown): member is Operation {
  return isRecord(member) && 'effect' in member && 'input' in member;
}
