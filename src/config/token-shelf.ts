import { join } from 'node:path';
import type { Grant, Token } from '../client/connection.js';
import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';
import { Untrusted } from '../host/trust.js';
import type { TokenBond } from './token-bond.js';
import { decodeFailure, decodeToken, encode, markOf, rememberable } from './token-file.js';

/** Tokens and failures of one set of credentials, in files; in memory where there can be none. */
export interface TokenShelf {
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

export function tokenShelf(
  host: Pick<Host, 'files' | 'clock'>,
  directory: string,
  fingerprint: string,
  bond: TokenBond,
  warn: (message: string) => void,
): TokenShelf {
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
