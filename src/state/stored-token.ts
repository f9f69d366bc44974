import type { Token } from '../client/connection.js';
import { isRememberable } from '../client/token-failure.js';
import { type ExitClass, isExitClass } from '../core/errors.js';
import { parseRecord, stringOrUndefined } from '../core/fields.js';

/** A failed token call, which all processes remember. */
interface RememberedFailure {
  at: number;
  exitClass: ExitClass;
  message: string;
  hint?: string;
  code?: string;
  httpStatus?: number;
  requestUId?: string;
}

/** By what a token or a failure of one secret is told from those of another: each a fingerprint. */
export interface Mark {
  source?: string;
  print?: string;
  attempt?: string;
}

export function parseMark(bytes: Uint8Array | undefined): Mark {
  const { source, print, attempt } = parseRecord(bytes) ?? {};
  return {
    source: stringOrUndefined(source),
    print: stringOrUndefined(print),
    attempt: stringOrUndefined(attempt),
  };
}

/** undefined for anything but a whole token: this is a cache, and another one can be requested. */
export function decodeToken(bytes: Uint8Array | undefined): Token | undefined {
  const value = parseRecord(bytes) ?? {};
  const accessToken = stringOrUndefined(value.accessToken);
  const tokenType = stringOrUndefined(value.tokenType);
  const receivedAt = count(value.receivedAt);
  const expiresAt = count(value.expiresAt);
  if (!accessToken || !tokenType || receivedAt === undefined || expiresAt === undefined) {
    return undefined;
  }
  return {
    ...{ accessToken, tokenType, receivedAt, expiresAt },
    refreshToken: stringOrUndefined(value.refreshToken),
    refreshExpiresAt: count(value.refreshExpiresAt),
    resourceOwnerId: stringOrUndefined(value.resourceOwnerId),
  };
}

/** Whether neither the token nor its refresh token can be used any more, or it is not a whole token. */
export function isSpent(bytes: Uint8Array, now: number): boolean {
  const token = decodeToken(bytes);
  if (token === undefined) return true;
  const { expiresAt, refreshToken, refreshExpiresAt = Number.POSITIVE_INFINITY } = token;
  return expiresAt < now && (refreshToken === undefined || refreshExpiresAt < now);
}

export function decodeFailure(bytes: Uint8Array | undefined): RememberedFailure | undefined {
  const value = parseRecord(bytes) ?? {};
  const [at, exitClass, message] = [
    count(value.at),
    value.exitClass,
    stringOrUndefined(value.message),
  ];
  if (at === undefined || !isExitClass(exitClass) || message === undefined) return undefined;
  return {
    ...{ at, exitClass, message },
    hint: stringOrUndefined(value.hint),
    code: stringOrUndefined(value.code),
    httpStatus: count(value.httpStatus),
    requestUId: stringOrUndefined(value.requestUId),
  };
}

/** What to remember of a failed token call; undefined for nothing. */
export function rememberableFailure(error: unknown, at: number): RememberedFailure | undefined {
  if (!isRememberable(error)) return undefined;
  const { hint, code, httpStatus, requestUId } = error.facts;
  return {
    at,
    exitClass: error.exitClass,
    message: error.message,
    hint: hint && String(hint),
    code,
    httpStatus,
    requestUId,
  };
}

export function encode(value: Token | RememberedFailure, mark: Mark): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ ...value, ...mark })}\n`);
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
