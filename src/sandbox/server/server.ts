import * as z from 'zod/mini';
import type { WireRequest } from '../../bank/wire.js';
import { type ExitClass, PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { joined, sayEnglish } from '../../core/message.js';
import { channelDateTime } from '../../core/time.js';
import type { Reply } from '../../host/reply.js';
import { type Listener, listen, type ServeOptions } from '../../host/serve.js';
import type { Bank } from '../bank.js';
import { pay } from '../customer.js';
import type { FaultOrder } from '../faults.js';
import { changeClock, clearFaults, listFaults, reset, setFault } from '../operator.js';
import { invalid, Refusal, refusalResponse, success } from './answers.js';
import { addressOf } from './routes.js';

const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 32 * 1024,
  requestMs: 30_000,
  connections: 1000,
};

interface ServeBankOptions extends Omit<ServeOptions, 'limits'> {
  /** The calls by which tests are customer and operator; absent, they do not exist. */
  control?: ControlOptions;
  /** A path at which the bank is served as at the root. */
  ownPath?: string;
}

/**
 * Serves the bank over HTTP, at the root and under the prefixes of the test environment and the
 * live one; and the document that describes it, made when it is first asked for, at `/openapi.json`.
 */
export function serveBank(
  bank: Bank,
  { control, ownPath, ...address }: ServeBankOptions,
  openapi?: () => Promise<string>,
): Promise<Listener> {
  const controls = control && new ControlHandler(bank, control);
  return listen({ ...address, limits: LIMITS }, (received, certificate) => {
    const request = ownPath === undefined ? received : atTheRoot(received, ownPath);
    if (openapi !== undefined && request.method === 'GET' && isDocument(request.url)) {
      return openapi().then(documentReply);
    }
    if (controls !== undefined && request.url.includes(CONTROL_PATH)) {
      const { path, query } = addressOf(request);
      if (path.startsWith(CONTROL_PATH)) return controls.serve(request, path, query);
    }
    return bank.answer(request, certificate);
  });
}

function atTheRoot(request: WireRequest, ownPath: string): WireRequest {
  const { origin, pathname } = new URL(request.url);
  if (!pathname.startsWith(`${ownPath}/`)) return request;
  return { ...request, url: origin + request.url.slice(origin.length + ownPath.length) };
}

function isDocument(url: string): boolean {
  return url.endsWith('/openapi.json');
}

function documentReply(text: string): Reply {
  const headers = { 'content-type': 'application/json' };
  return { response: { status: 200, headers, body: text } };
}

/** Below which the control calls lie, beside the bank's own paths. */
export const CONTROL_PATH = '/_sandbox/';

const word = z.string().check(z.minLength(1), z.maxLength(4096));
const count = z.int().check(z.minimum(1), z.maximum(999_999));

const Fault = z.strictObject({
  code: z.optional(z.union([word, z.int()])),
  name: z.optional(word),
  operation: z.optional(word),
  reference: z.optional(word),
  times: z.optional(count),
  status: z.optional(count),
  probability: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  ms: z.optional(count),
});

const Pay = z.strictObject({
  target: word,
  amount: z.optional(word),
  by: z.optional(z.enum(['account', 'card'])),
  account: z.optional(word),
  fail: z.optional(z.boolean()),
  pendingMs: z.optional(count),
});

const Clock = z.strictObject({ time: word });
const Log = z.strictObject({
  reference: z.optional(word),
  operation: z.optional(word),
  limit: z.optional(z.string().check(z.regex(/^[0-9]{1,6}$/))),
});

/** The control calls; their OpenAPI document is derived from this. */
export const CONTROL_CALLS = {
  pay: { method: 'POST', input: Pay, summary: 'The customer pays a QR, link, id or outTradeNo' },
  faults: { method: 'POST', input: Fault, summary: 'Set a fault by its name or code, or clear' },
  clock: { method: 'POST', input: Clock, summary: 'Move, set, stop or start the clock' },
  reset: { method: 'POST', input: z.strictObject({}), summary: 'Start over with a new bank' },
  log: { method: 'GET', input: Log, summary: 'What really happened, oldest first' },
} as const;

export interface ControlOptions {
  key: string;
  /** The order of a fault; throws USAGE for an unknown name, code or operation. */
  orderOf(name: string, details: Partial<FaultOrder>): Promise<FaultOrder>;
}

/** Lets tests be customer and operator over HTTP. */
class ControlHandler {
  readonly #bank: Bank;
  readonly #options: ControlOptions;

  constructor(bank: Bank, options: ControlOptions) {
    this.#bank = bank;
    this.#options = options;
  }

  async serve(request: WireRequest, path: string, query: string): Promise<Reply> {
    try {
      const data = await this.#act(request, path.slice(CONTROL_PATH.length), query);
      return { response: success({ data }) };
    } catch (error) {
      return { response: refusalResponse(refusalOf(error)) };
    }
  }

  async #act({ method, headers, body }: WireRequest, name: string, query: string) {
    // Comparing hashes leaks nothing of the key by its timing.
    if (sha256(headers['x-sandbox-key'] ?? '') !== sha256(this.#options.key)) {
      throw new Refusal(401, 9500, 'X-Sandbox-Key is missing or wrong; sandbox serve printed it');
    }
    if (!isControlCall(name)) throw new Refusal(404, 9900, 'No such control call');
    const { [name]: call } = CONTROL_CALLS;
    if (method !== call.method) throw new Refusal(405, 9900, `Use ${call.method}`);
    const fields = method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : bodyOf(body);
    return this.#do(name, fields);
  }

  async #do(name: keyof typeof CONTROL_CALLS, fields: unknown): Promise<unknown> {
    const bank = this.#bank;
    switch (name) {
      case 'pay': {
        const { target, ...options } = read(Pay, fields);
        return pay(bank, target, options);
      }
      case 'faults':
        return this.#fault(read(Fault, fields));
      case 'clock': {
        const { now, stopped } = await changeClock(bank, read(Clock, fields).time);
        return { now: channelDateTime(now), stopped };
      }
      case 'reset':
        read(CONTROL_CALLS.reset.input, fields);
        await reset(bank);
        return {};
      case 'log': {
        const { limit, ...filter } = read(Log, fields);
        const lines = bank.log({ ...filter, ...(limit !== undefined && { limit: Number(limit) }) });
        return lines.map((line) => ({ ...line, at: channelDateTime(line.at) }));
      }
    }
  }

  async #fault({ code, name, ...details }: z.infer<typeof Fault>) {
    const fault = name ?? (code === undefined ? undefined : String(code));
    if (fault === undefined || (code !== undefined && name !== undefined)) {
      throw invalid('give either code or name');
    }
    if (fault === 'clear') await clearFaults(this.#bank);
    else await setFault(this.#bank, await this.#options.orderOf(fault, details));
    return listFaults(this.#bank);
  }
}

function isControlCall(name: string): name is keyof typeof CONTROL_CALLS {
  return Object.hasOwn(CONTROL_CALLS, name);
}

function bodyOf(body: string | undefined): unknown {
  if (body === undefined || body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('the body is not JSON');
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, fields: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(
    (issue) =>
      issue.path.join('.') ||
      (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'the body'),
  );
  throw invalid([...new Set(names)].join(', '));
}

const STATUS: Partial<Record<ExitClass, readonly [status: number, code: number]>> = {
  USAGE: [400, 1102],
  NOT_FOUND: [404, 1104],
  REJECTED: [409, 8102],
};

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof PayctlError ? STATUS[error.exitClass] : undefined;
  if (!(error instanceof PayctlError) || status === undefined) throw error;
  const { hint } = error.facts;
  const description = hint === undefined ? error.said : joined([error.said, hint]);
  return new Refusal(...status, sayEnglish(description));
}
