import { stringifyPlain } from '../../core/json.js';
import type { ReplyResponse } from '../../host/reply.js';
import { howToAccept } from '../settings.js';

export interface HandlerAnswer {
  data?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The merchant profile writes its code as text. */
  codeAsText?: boolean;
  /** A refusal whose effects stay: a payment that failed is on record. */
  refusal?: Refusal;
}

/** A call that the bank declines: HTTP status, business code and its text, as in the table of errors. */
export class Refusal extends Error {
  readonly status: number;
  /** Absent where the bank answers without a body. */
  readonly code: number | string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: number | string | undefined,
    description: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** `status.code` of an answer that is no refusal ("Common response envelope"). */
export const SUCCESS_CODE = 1000;
/** Its HTTP status, unless a call has another (201 of deeplinks). */
export const SUCCESS_STATUS = 200;

/** 1101: fields that the call needs. */
export function missing(fields: string): Refusal {
  return new Refusal(400, 1101, `Missing required parameters: ${fields}`);
}

/** 1102: a field, or the body, that has no right value. */
export function invalid(what: string): Refusal {
  return new Refusal(400, 1102, `Invalid parameters: ${what}`);
}

/** The refusal of a `resourceOwnerId` that is not whose the token is. */
export function foreignOwner(): Refusal {
  const fix = howToAccept(['anyResourceOwner']);
  return new Refusal(403, 9500, `Invalid authorization credentials: resourceOwnerId; ${fix}`);
}

/** 1104: nothing here has this reference. */
export function unknownEntity(what: string): Refusal {
  return new Refusal(404, 1104, `Requested entity record does not exist: ${what}`);
}

/** 1111: the reference was used before, or its effect is there already. */
export function duplicate(what: string): Refusal {
  return new Refusal(400, 1111, `Duplicate entry: ${what}`);
}

/** The payment itself is declined: a state, a limit or a balance forbids it. */
export function declined(why: string): Refusal {
  return new Refusal(400, 8102, `Payment declined: ${why}`);
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** The answer in the "Common response envelope". */
export function success(
  { data, headers, codeAsText }: HandlerAnswer,
  http: number = SUCCESS_STATUS,
): ReplyResponse {
  const code = codeAsText ? String(SUCCESS_CODE) : SUCCESS_CODE;
  const status = { code, description: 'Success' };
  const body = data === undefined ? { status } : { status, data };
  return json(http, stringifyPlain(body), headers);
}

/** The refusal in the same envelope; with `detailedStatus` as the merchant profile has it. */
export function refusalResponse(refusal: Refusal, detailedStatus = false): ReplyResponse {
  if (refusal.code === undefined) {
    return { status: refusal.status, headers: { ...refusal.headers }, body: '' };
  }
  const plain = { code: refusal.code, description: refusal.message };
  const status = detailedStatus ? detailed(plain, refusal.status) : plain;
  return json(refusal.status, JSON.stringify({ status }), refusal.headers);
}

/** "Merchant profile record": the code is text, and `details` tell of the service behind. */
function detailed(
  { code, description }: { code: number | string; description: string },
  http: number,
) {
  const status = { code: String(code), description };
  const details = {
    reason: description,
    source: '/merchants/profile',
    http_code: String(http),
    response: {},
    status,
  };
  return { ...status, details };
}

function json(
  status: number,
  body: string,
  headers?: Readonly<Record<string, string>>,
): ReplyResponse {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body };
}

/** The body as bytes, whatever it was made of. */
export function responseBytes({ body }: ReplyResponse): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
