import type { Token } from '../client/connection.js';
import { EXIT, type ExitClass, PayctlError } from '../errors.js';

/** A failed token call as all processes remember it. */
export interface RememberedFailure {
  at: number;
  exitClass: ExitClass;
  message: string;
  hint?: string;
  code?: string;
  httpStatus?: number;
  requestUId?: string;
}

/** By what a token or a failure is told from one of another secret. */
export interface Mark {
  source?: string;
  secret?: string;
  attempt?: string;
}

export function markOf(bytes: Uint8Array | undefined): Mark {
  const value = decoded(bytes);
  const [source, secret, attempt] = [
    text(value?.source),
    text(value?.secret),
    text(value?.attempt),
  ];
  return {
    ...(source !== undefined && { source }),
    ...(secret !== undefined && { secret }),
    ...(attempt !== undefined && { attempt }),
  };
}

/** undefined for anything but a whole token: it is a cache, and another can be bought. */
export function decodeToken(bytes: Uint8Array | undefined): Token | undefined {
  const value = decoded(bytes);
  if (value === undefined) return undefined;
  const accessToken = text(value.accessToken);
  const tokenType = text(value.tokenType);
  const receivedAt = count(value.receivedAt);
  const expiresAt = count(value.expiresAt);
  if (!accessToken || !tokenType || receivedAt === undefined || expiresAt === undefined) {
    return undefined;
  }
  const refreshToken = text(value.refreshToken);
  const refreshExpiresAt = count(value.refreshExpiresAt);
  const resourceOwnerId = text(value.resourceOwnerId);
  return {
    accessToken,
    tokenType,
    receivedAt,
    expiresAt,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(refreshExpiresAt !== undefined && { refreshExpiresAt }),
    ...(resourceOwnerId !== undefined && { resourceOwnerId }),
  };
}

export function decodeFailure(bytes: Uint8Array | undefined): RememberedFailure | undefined {
  const value = decoded(bytes);
  const at = count(value?.at);
  const exitClass = text(value?.exitClass);
  const message = text(value?.message);
  if (at === undefined || !isExitClass(exitClass) || message === undefined) return undefined;
  const [hint, code, requestUId] = [text(value?.hint), text(value?.code), text(value?.requestUId)];
  const httpStatus = count(value?.httpStatus);
  return {
    at,
    exitClass,
    message,
    ...(hint !== undefined && { hint }),
    ...(code !== undefined && { code }),
    ...(httpStatus !== undefined && { httpStatus }),
    ...(requestUId !== undefined && { requestUId }),
  };
}

/**
 * Only what the bank or the way to it did; what is wrong on this machine is mended and tried at
 * once, and so is what fails in no time and costs the bank nothing.
 */
export function rememberable(error: unknown, at: number): RememberedFailure | undefined {
  if (!(error instanceof PayctlError) || LOCAL.includes(error.exitClass)) return undefined;
  const { hint, code, httpStatus, requestUId, network } = error.facts;
  if (network !== undefined && QUICK.includes(network)) return undefined;
  return {
    at,
    exitClass: error.exitClass,
    message: error.message,
    hint,
    code,
    httpStatus,
    requestUId,
  };
}

export function encode(value: Token | RememberedFailure, mark: Mark): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ ...value, ...mark })}\n`);
}

/** No connection, and known at once. */
const QUICK: readonly string[] = ['refused', 'dns', 'proxy', 'aborted'];

/** TLS, too: certificates are files of this machine. */
const LOCAL: readonly ExitClass[] = [
  'INTERNAL',
  'USAGE',
  'CONFIG',
  'TLS',
  'INTERRUPTED',
  'TERMINATED',
];

function decoded(bytes: Uint8Array | undefined): Record<string, unknown> | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function isExitClass(value: string | undefined): value is ExitClass {
  return value !== undefined && Object.hasOwn(EXIT, value);
}
