import { join } from 'node:path';
import type { Grant, Token } from '../client/connection.js';
import { EXIT, type ExitClass, PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import type { Host } from '../host/host.js';
import { Untrusted } from '../host/trust.js';

/** By what tokens and failures of one secret are kept from those of another. Gives nothing away. */
export interface TokenBond {
  /** Where the secret comes from: the command, or which of the keyring's. */
  readonly source: string;
  /** Of the secret itself; undefined as long as only a keyring or a command could tell. */
  secret(): string | undefined;
  /** Makes the secret known, whatever that costs. Rejects with CONFIG where there is none. */
  know(): Promise<void>;
  /** Of all that a token call may fail for: the secret, certificate and proxy. */
  attempt(): string;
}

/** Of what binds nothing: where there is but one secret. */
export const UNBOUND: TokenBond = {
  source: '',
  secret: () => undefined,
  know: async () => undefined,
  attempt: () => '',
};

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

function markOf(bytes: Uint8Array | undefined): Mark {
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
function decodeToken(bytes: Uint8Array | undefined): Token | undefined {
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

function decodeFailure(bytes: Uint8Array | undefined): RememberedFailure | undefined {
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
function rememberable(error: unknown, at: number): RememberedFailure | undefined {
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

function encode(value: Token | RememberedFailure, mark: Mark): Uint8Array {
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
    return isRecord(value) ? value : undefined;
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

/** Tokens and failures of one set of credentials, in files; in memory where there can be none. */
export interface TokenFiles {
  read(grant: Grant): Token | undefined;
  /** An older token never takes the place of a newer one. */
  keep(grant: Grant, token: Token): void;
  /** For this process alone. */
  keepInMemory(grant: Grant, token: Token): void;
  /** What this very attempt came to less than 10 s ago, in whichever process. */
  recentFailure(grant: Grant): PayctlError | undefined;
  remember(grant: Grant, failure: unknown): void;
  clear(grant: Grant): void;
  /** Whether files can be made there; warns once where not. */
  open(): boolean;
  /** Runs what may fail for the disk; the run goes on without files, and says so once. */
  attempt(work: () => void): boolean;
  lockName(grant: Grant): string;
}

const REMEMBER_FAILURE = 10_000;

export function openTokenFiles(
  host: Pick<Host, 'files' | 'clock'>,
  directory: string,
  fingerprint: string,
  bond: TokenBond,
  warn: (message: string) => void,
): TokenFiles {
  const { files, clock } = host;
  const memory = new Map<Grant, Token>();
  let warned = false;
  const lockName = (grant: Grant): string => `${fingerprint.slice(0, 40)}-${grant}`;
  const tokenPath = (grant: Grant): string => join(directory, `${lockName(grant)}.json`);
  const failurePath = (grant: Grant): string => join(directory, `${lockName(grant)}.failure.json`);

  /** One of a time that has not come yet is old: the clock was set back since. */
  function isNewer(one: Token, other: Token | undefined): boolean {
    return one.receivedAt > (other?.receivedAt ?? 0) && one.receivedAt <= clock.now();
  }

  function attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
      if (!warned) warn(`the access token is kept for this run only: ${error.message}`);
      warned = true;
      return false;
    }
  }

  function readFile(path: string): Uint8Array | undefined {
    let bytes: Uint8Array | undefined;
    attempt(() => {
      bytes = files.read(path);
    });
    return bytes;
  }

  /** A token of another secret is none. */
  function stored(grant: Grant): Token | undefined {
    const bytes = readFile(tokenPath(grant));
    if (bytes === undefined) return undefined;
    const { source, secret } = markOf(bytes);
    const ours = bond.secret();
    const same =
      ours === undefined || secret === undefined ? source === bond.source : secret === ours;
    return same ? decodeToken(bytes) : undefined;
  }

  function read(grant: Grant): Token | undefined {
    const held = stored(grant);
    const own = memory.get(grant);
    return own && isNewer(own, held) ? own : held;
  }

  return {
    read,
    lockName,
    attempt,
    keep(grant, token) {
      const newest = read(grant);
      if (newest && isNewer(newest, token)) return;
      memory.set(grant, token);
      attempt(() => {
        files.makeDirectory(directory);
        files.replace(
          tokenPath(grant),
          encode(token, { source: bond.source, secret: bond.secret() }),
        );
        files.remove(failurePath(grant));
        memory.delete(grant);
      });
    },
    keepInMemory(grant, token) {
      memory.set(grant, token);
    },
    recentFailure(grant) {
      const bytes = readFile(failurePath(grant));
      const failure = markOf(bytes).attempt === bond.attempt() ? decodeFailure(bytes) : undefined;
      const age = failure === undefined ? Number.NaN : clock.now() - failure.at;
      if (failure === undefined || age < 0 || age >= REMEMBER_FAILURE) return undefined;
      const { exitClass, message, at: _, ...facts } = failure;
      const wait = Math.ceil((REMEMBER_FAILURE - age) / 1_000);
      const note = `${message} (${Math.round(age / 1_000)} s ago; the bank is asked again in ${wait} s)`;
      return new PayctlError(exitClass, note, { ...facts, executed: 'no' });
    },
    remember(grant, error) {
      const failure = rememberable(error, clock.now());
      const mark = { attempt: bond.attempt() };
      if (failure) attempt(() => files.replace(failurePath(grant), encode(failure, mark)));
    },
    clear(grant) {
      memory.delete(grant);
      files.remove(tokenPath(grant));
      files.remove(failurePath(grant));
    },
    open: () => attempt(() => files.makeDirectory(directory)),
  };
}
