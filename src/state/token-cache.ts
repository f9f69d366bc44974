import type { Grant, Token } from '../client/connection.js';
import { type ExitClass, isExitClass, PayctlError } from '../core/errors.js';
import { parseRecord } from '../core/fields.js';
import type { Message } from '../core/message.js';
import type { Clock } from '../host/host.js';
import { Untrusted } from '../host/untrusted.js';
import { stateMessages } from '../messages/state.js';
import { wording } from '../messages/wording.js';
import { StoreRefusal, type TokenRow, type TokenRows } from './store.js';

/** By what tokens and failures of one secret are kept from those of another. Gives nothing away. */
export interface TokenBond {
  /** Where the secret comes from: the command, or which of the keyring's. */
  readonly source: string;
  /** Of the secret itself; undefined as long as only a keyring or a command could tell. */
  print(): string | undefined;
  /** Makes the secret known, whatever that costs. Rejects with CONFIG where there is none. */
  know(): Promise<void>;
  /** Of all that a token call may fail for: the secret, certificate and proxy. */
  attempt(): string;
}

/** Of what binds nothing: where there is but one secret. */
export const UNBOUND: TokenBond = {
  source: '',
  print: () => undefined,
  know: async () => undefined,
  attempt: () => '',
};

/** A failed token call as all processes remember it. */
interface RememberedFailure {
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
  print?: string;
  attempt?: string;
}

function markOf(bytes: Uint8Array | undefined): Mark {
  const { source, print, attempt } = parseRecord(bytes) ?? {};
  return { source: text(source), print: text(print), attempt: text(attempt) };
}

/** Told by the secret itself where it is known of both, else by where it comes from. */
function isOf(bond: TokenBond, { source, print }: Mark): boolean {
  const ours = bond.print();
  if (ours !== undefined && print !== undefined) return print === ours;
  return source === bond.source;
}

/** undefined for anything but a whole token: it is a cache, and another can be bought. */
function decodeToken(bytes: Uint8Array | undefined): Token | undefined {
  const value = parseRecord(bytes) ?? {};
  const accessToken = text(value.accessToken);
  const tokenType = text(value.tokenType);
  const receivedAt = count(value.receivedAt);
  const expiresAt = count(value.expiresAt);
  if (!accessToken || !tokenType || receivedAt === undefined || expiresAt === undefined) {
    return undefined;
  }
  return {
    ...{ accessToken, tokenType, receivedAt, expiresAt },
    refreshToken: text(value.refreshToken),
    refreshExpiresAt: count(value.refreshExpiresAt),
    resourceOwnerId: text(value.resourceOwnerId),
  };
}

/** Nothing can be had with it any more; what is no whole token is spent, too. */
export function isSpent(bytes: Uint8Array, now: number): boolean {
  const token = decodeToken(bytes);
  if (token === undefined) return true;
  const { expiresAt, refreshToken, refreshExpiresAt = Number.POSITIVE_INFINITY } = token;
  return expiresAt < now && (refreshToken === undefined || refreshExpiresAt < now);
}

function decodeFailure(bytes: Uint8Array | undefined): RememberedFailure | undefined {
  const value = parseRecord(bytes) ?? {};
  const [at, exitClass, message] = [count(value.at), value.exitClass, text(value.message)];
  if (at === undefined || !isExitClass(exitClass) || message === undefined) return undefined;
  return {
    ...{ at, exitClass, message },
    hint: text(value.hint),
    code: text(value.code),
    httpStatus: count(value.httpStatus),
    requestUId: text(value.requestUId),
  };
}

/**
 * Only what the bank or the way to it did; what is wrong on this machine is put right and tried at
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
    hint: hint && String(hint),
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Nothing is sent where somebody else may have been at the files, or the store refuses this machine. */
function isFinal(error: PayctlError): boolean {
  return error instanceof Untrusted || error instanceof StoreRefusal;
}

/** Machines that share a store may have other clocks: its age counts, as the store tells it. */
function datedHere(token: Token, { ageMs }: TokenRow, clock: Clock): Token {
  if (ageMs === undefined) return token;
  const receivedAt = clock.now() - ageMs;
  const shift = receivedAt - token.receivedAt;
  const expiresAt = token.expiresAt + shift;
  const { refreshExpiresAt: refresh } = token;
  return {
    ...token,
    receivedAt,
    expiresAt,
    ...(refresh !== undefined && { refreshExpiresAt: refresh + shift }),
  };
}

/** What all token stores of one set of credentials keep. */
export interface CachePlace {
  rows: TokenRows;
  clock: Clock;
  /** Names the credentials. */
  fingerprint: string;
  bond: TokenBond;
  warn: (text: Message) => void;
}

export function openTokenCache(place: CachePlace): TokenCache {
  return new TokenCache(place);
}

const REMEMBER_FAILURE_MS = 10_000;

/** Tokens and failures of one set of credentials, shared by all processes; in memory where nothing can be kept. */
export class TokenCache {
  readonly #place: CachePlace;
  readonly #memory = new Map<Grant, Token>();
  #warned = false;

  constructor(place: CachePlace) {
    this.#place = place;
  }

  nameOf(grant: Grant): string {
    return `${this.#place.fingerprint.slice(0, 40)}-${grant}`;
  }

  async read(grant: Grant): Promise<Token | undefined> {
    const stored = await this.#stored(grant);
    const own = this.#memory.get(grant);
    return own && this.#isNewer(own, stored) ? own : stored;
  }

  /** An older token never takes the place of a newer one. */
  async keep(grant: Grant, token: Token): Promise<void> {
    const { rows, bond } = this.#place;
    const newest = await this.read(grant);
    if (newest && this.#isNewer(newest, token)) return;
    this.#memory.set(grant, token);
    await this.attempt(async () => {
      await rows.prepare();
      const mark = { source: bond.source, print: bond.print() };
      await rows.write(this.nameOf(grant), encode(token, mark));
      await rows.remove(this.#failureOf(grant));
      this.#memory.delete(grant);
    });
  }

  /** For this process alone. */
  keepInMemory(grant: Grant, token: Token): void {
    this.#memory.set(grant, token);
  }

  /** What this very attempt came to less than 10 s ago, in any process. */
  async recentFailure(grant: Grant): Promise<PayctlError | undefined> {
    const { bond, clock } = this.#place;
    const row = await this.#row(this.#failureOf(grant));
    const isOurs = markOf(row?.bytes).attempt === bond.attempt();
    const failure = isOurs ? decodeFailure(row?.bytes) : undefined;
    const age = failure === undefined ? Number.NaN : (row?.ageMs ?? clock.now() - failure.at);
    if (failure === undefined || age < 0 || age >= REMEMBER_FAILURE_MS) return undefined;
    const { exitClass, message, hint, at: _, ...facts } = failure;
    const wait = Math.ceil((REMEMBER_FAILURE_MS - age) / 1_000);
    const note = stateMessages.failedBefore(message, Math.round(age / 1_000), wait);
    return new PayctlError(exitClass, note, {
      ...facts,
      ...(hint !== undefined && { hint: wording.quoted(hint) }),
      executed: 'no',
    });
  }

  async remember(grant: Grant, error: unknown): Promise<void> {
    const { rows, bond, clock } = this.#place;
    const failure = rememberable(error, clock.now());
    if (failure === undefined) return;
    const bytes = encode(failure, { attempt: bond.attempt() });
    await this.attempt(() => rows.write(this.#failureOf(grant), bytes));
  }

  async clear(grant: Grant): Promise<void> {
    const { rows } = this.#place;
    this.#memory.delete(grant);
    await rows.remove(this.nameOf(grant));
    await rows.remove(this.#failureOf(grant));
  }

  /** Whether anything can be kept there; warns once where not. */
  prepare(): Promise<boolean> {
    return this.attempt(() => this.#place.rows.prepare());
  }

  /** Runs what may fail for the store; the run goes on without it, and says so once. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof PayctlError) || isFinal(error)) throw error;
      if (!this.#warned) {
        this.#place.warn(stateMessages.tokenNotKept(error.said));
      }
      this.#warned = true;
      return false;
    }
  }

  #failureOf(grant: Grant): string {
    return `${this.nameOf(grant)}.failure`;
  }

  /** One of a time that has not come yet is old: the clock was set back since. */
  #isNewer(one: Token, other: Token | undefined): boolean {
    return one.receivedAt > (other?.receivedAt ?? 0) && one.receivedAt <= this.#place.clock.now();
  }

  async #row(name: string): Promise<TokenRow | undefined> {
    let row: TokenRow | undefined;
    await this.attempt(async () => {
      row = await this.#place.rows.read(name);
    });
    return row;
  }

  /** A token of another secret is none. */
  async #stored(grant: Grant): Promise<Token | undefined> {
    const { bond, clock } = this.#place;
    const row = await this.#row(this.nameOf(grant));
    if (row === undefined) return undefined;
    const mark = markOf(row.bytes);
    // Another machine may have bought it, whose secret comes from elsewhere.
    if (row.ageMs !== undefined && mark.source !== bond.source) await bond.know();
    const token = isOf(bond, mark) ? decodeToken(row.bytes) : undefined;
    return token && datedHere(token, row, clock);
  }
}
