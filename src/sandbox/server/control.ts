import type * as z from 'zod/mini';
import type { WireRequest } from '../../bank/wire.js';
import { type ExitClass, PayctlError, usageError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { joinTexts, sayEnglish } from '../../core/message.js';
import { channelDateTime, parseDuration } from '../../core/time.js';
import type { Reply } from '../../host/reply.js';
import { inputMessages } from '../../messages/input.js';
import type { Bank } from '../bank.js';
import {
  approveRegistration,
  buyerCode,
  consent,
  type MadeElsewhere,
  openCodes,
  openConsents,
  pay,
  rejectRegistration,
} from '../customer.js';
import { type FaultOrder, refuseDetails } from '../faults.js';
import {
  changeClock,
  clearFaults,
  listAccounts,
  listFaults,
  planTransfer,
  reset,
  setFault,
  setSettings,
  showLog,
  showSettings,
} from '../operator.js';
import { readChanges } from '../settings.js';
import { invalid, Refusal, refusalResponse, success } from './answers.js';
import * as calls from './control-calls.js';

const { CONTROL_CALLS, CONTROL_PATH } = calls;

/** What the control calls need beside the bank. */
export interface ControlOptions {
  key: string;
  /** The order of a fault; throws USAGE for an unknown name, code or operation. */
  faultOrder(name: string, details: Partial<FaultOrder>): Promise<FaultOrder>;
  madeElsewhere?: MadeElsewhere;
}

type Acts = Readonly<Record<keyof typeof CONTROL_CALLS, (fields: unknown) => unknown>>;

/** Lets tests be customer and operator over HTTP. */
export class ControlHandler {
  readonly #options: ControlOptions;
  readonly #acts: Acts;

  constructor(bank: Bank, options: ControlOptions) {
    this.#options = options;
    this.#acts = { ...customerActs(bank, options), ...operatorActs(bank, options) };
  }

  async serve(request: WireRequest, path: string, query: string): Promise<Reply> {
    try {
      const data = await this.#act(request, path.slice(CONTROL_PATH.length), query);
      return { response: success({ data }) };
    } catch (error) {
      return { response: refusalResponse(toRefusal(error)) };
    }
  }

  async #act({ method, headers, body }: WireRequest, name: string, query: string) {
    // Comparing hashes leaks nothing of the key by its timing.
    if (sha256(headers['x-sandbox-key'] ?? '') !== sha256(this.#options.key)) {
      throw new Refusal(401, 9500, 'X-Sandbox-Key is missing or wrong; sandbox serve printed it');
    }
    if (!isControlCall(name)) throw new Refusal(404, 9900, 'No such control call');
    const { [name]: call } = CONTROL_CALLS;
    if (method !== call.method) {
      throw new Refusal(405, 9900, `Use ${call.method}`, { allow: call.method });
    }
    const fields =
      method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : readBody(body);
    return this.#acts[name](fields);
  }
}

function customerActs(bank: Bank, { madeElsewhere }: ControlOptions) {
  return {
    pay: (fields: unknown) => {
      const { target, ...options } = read(calls.Pay, fields);
      return pay(bank, target, options, madeElsewhere);
    },
    'buyer-code': async (fields: unknown) => {
      const { wallet = 'W', pending, ...customer } = read(calls.BuyerCode, fields);
      const pendingMs = pending === undefined ? undefined : readDuration(pending);
      const { code, expiresAt } = await buyerCode(bank, { wallet, pendingMs, ...customer });
      return { code, expiresAt: channelDateTime(expiresAt) };
    },
    consent: async (fields: unknown) => {
      const { code, expiresAt } = await consent(bank, read(calls.Consent, fields));
      return { authCode: code, expiresAt: channelDateTime(expiresAt) };
    },
    'registration/approve': async (fields: unknown) => {
      const { regRef, account } = read(calls.Approval, fields);
      await approveRegistration(bank, regRef, account);
      return { regRef, state: 'approved' };
    },
    'registration/reject': async (fields: unknown) => {
      const { regRef, error } = read(calls.Rejection, fields);
      await rejectRegistration(bank, regRef, error);
      return { regRef, state: 'rejected' };
    },
    customer: async (fields: unknown) => {
      read(calls.Nothing, fields);
      const codes = await openCodes(bank);
      return {
        accounts: listAccounts(bank).filter(({ account }) => !/^(vault|outside):/.test(account)),
        codes: codes.map(({ at, ...code }) => ({ ...code, createdAt: channelDateTime(at) })),
        consents: openConsents(bank),
      };
    },
  };
}

function operatorActs(bank: Bank, { faultOrder }: ControlOptions) {
  return {
    faults: async (fields: unknown) => {
      const { code, name, ...details } = read(calls.Fault, fields);
      const fault = name ?? (code === undefined ? undefined : String(code));
      if (fault === undefined || (code !== undefined && name !== undefined)) {
        throw invalid('give either code or name');
      }
      if (fault === 'clear') {
        refuseDetails(details);
        await clearFaults(bank);
      } else await setFault(bank, await faultOrder(fault, details));
      return listFaults(bank);
    },
    clock: async (fields: unknown) => {
      const { now, stopped } = await changeClock(bank, read(calls.Clock, fields).time);
      return { now: channelDateTime(now), stopped };
    },
    settings: async (fields: unknown) => {
      const changes = Object.entries(read(calls.SettingChanges, fields));
      if (changes.length > 0) {
        await setSettings(bank, readChanges(changes.map(([name, value]) => `${name}=${value}`)));
      }
      return showSettings(bank);
    },
    transfer: async (fields: unknown) => {
      const { tokenizerId, plan } = read(calls.TransferEnd, fields);
      await planTransfer(bank, tokenizerId, plan);
      return { tokenizerId, plan };
    },
    balance: (fields: unknown) => {
      read(calls.Nothing, fields);
      return listAccounts(bank);
    },
    reset: async (fields: unknown) => {
      read(calls.Nothing, fields);
      await reset(bank);
      return {};
    },
    log: async (fields: unknown) => {
      const { limit, ...filter } = read(calls.Log, fields);
      const most = limit !== undefined && { limit: Number(limit) };
      const lines = await showLog(bank, { ...filter, ...most });
      return lines.map((line) => ({ ...line, at: channelDateTime(line.at) }));
    },
  };
}

function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw usageError(inputMessages.notDuration('pending', text));
  return ms;
}

function isControlCall(name: string): name is keyof typeof CONTROL_CALLS {
  return Object.hasOwn(CONTROL_CALLS, name);
}

function readBody(body: string | undefined): unknown {
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
  BAD_DATA: [400, 1102],
  NOT_FOUND: [404, 1104],
  REJECTED: [409, 8102],
};

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof PayctlError ? STATUS[error.exitClass] : undefined;
  if (!(error instanceof PayctlError) || status === undefined) throw error;
  const { hint } = error.facts;
  const description = hint === undefined ? error.said : joinTexts([error.said, hint]);
  return new Refusal(...status, sayEnglish(description));
}
