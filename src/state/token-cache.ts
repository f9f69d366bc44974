import type { Grant, Token } from '../client/connection.js';
import { FAILURE_REMEMBERED_MS, isRemembered } from '../client/token-failure.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import type { Clock } from '../host/host.js';
import { Untrusted } from '../host/untrusted.js';
import { stateMessages } from '../messages/state.js';
import { wording } from '../messages/wording.js';
import { StoreRefusal } from './store-errors.js';
import {
  decodeFailure,
  decodeToken,
  encode,
  type Mark,
  parseMark as readMark,
  rememberableFailure,
} from './stored-token.js';
import type { TokenRow, TokenRows } from './token-rows.js';

/** Tells tokens and failures of one secret from those of another, by fingerprints that do not reveal it. */
export interface SecretIdentity {
  /** Where the secret comes from: the command, or which of the keyring's. */
  readonly source: string;
  /** Of the secret itself; undefined as long as it was not read from the keyring or the command. */
  fingerprint(): string | undefined;
  /** Loads the secret, even if a person or a command must be asked. Rejects with CONFIG where there is none. */
  load(): Promise<void>;
  /** Of everything that may make a token call fail: the secret, certificate and proxy. */
  attemptFingerprint(): string;
}

/** By the secret itself where both fingerprints are known, else by where it comes from. */
function isFrom(secret: SecretIdentity, { source, print }: Mark): boolean {
  const ours = secret.fingerprint();
  if (ours !== undefined && print !== undefined) return print === ours;
  return source === secret.source;
}

/** The run must not go on: somebody else may have changed the files, or the store refuses this machine. */
function mustStop(error: PayctlError): boolean {
  return error instanceof Untrusted || error instanceof StoreRefusal;
}

/** The token with its times by the clock of this machine: machines that share a store may have other clocks, so the age that the store tells counts. */
function inLocalTime(token: Token, { ageMs }: TokenRow, clock: Clock): Token {
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

/** What the token cache of one set of credentials works with. */
export interface CachePlace {
  rows: TokenRows;
  clock: Clock;
  /** Names the credentials. */
  fingerprint: string;
  secret: SecretIdentity;
  warn: (text: Message) => void;
}

export function openTokenCache(place: CachePlace): TokenCache {
  return new TokenCache(place);
}

/** Tokens and failures of one set of credentials, shared by all processes; in memory where nothing can be kept. */
export class TokenCache {
  readonly #place: CachePlace;
  readonly #memory = new Map<Grant, Token>();
  #warned = false;

  constructor(place: CachePlace) {
    this.#place = place;
  }

  nameFor(grant: Grant): string {
    return `${this.#place.fingerprint.slice(0, 40)}-${grant}`;
  }

  async read(grant: Grant): Promise<Token | undefined> {
    const stored = await this.#stored(grant);
    const own = this.#memory.get(grant);
    return own && this.#isNewer(own, stored) ? own : stored;
  }

  /** An older token never takes the place of a newer one. */
  async keep(grant: Grant, token: Token): Promise<void> {
    const { rows, secret } = this.#place;
    const newest = await this.read(grant);
    if (newest && this.#isNewer(newest, token)) return;
    this.#memory.set(grant, token);
    await this.attempt(async () => {
      await rows.prepare();
      const mark = { source: secret.source, print: secret.fingerprint() };
      await rows.write(this.nameFor(grant), encode(token, mark));
      await rows.remove(this.#failureName(grant));
      this.#memory.delete(grant);
    });
  }

  /** Keeps a token for this process alone. */
  keepInMemory(grant: Grant, token: Token): void {
    this.#memory.set(grant, token);
  }

  /** The failure of the same attempt less than 10 s ago, in any process. */
  async recentFailure(grant: Grant): Promise<PayctlError | undefined> {
    const { secret, clock } = this.#place;
    const row = await this.#row(this.#failureName(grant));
    const isOurs = readMark(row?.bytes).attempt === secret.attemptFingerprint();
    const failure = isOurs ? decodeFailure(row?.bytes) : undefined;
    const age = failure === undefined ? Number.NaN : (row?.ageMs ?? clock.now() - failure.at);
    if (failure === undefined || !isRemembered(age)) return undefined;
    const { exitClass, message, hint, at: _, ...facts } = failure;
    const wait = Math.ceil((FAILURE_REMEMBERED_MS - age) / 1_000);
    const note = stateMessages.failedBefore(message, Math.round(age / 1_000), wait);
    return new PayctlError(exitClass, note, {
      ...facts,
      ...(hint !== undefined && { hint: wording.quoted(hint) }),
      executed: 'no',
    });
  }

  async remember(grant: Grant, error: unknown): Promise<void> {
    const { rows, secret, clock } = this.#place;
    const failure = rememberableFailure(error, clock.now());
    if (failure === undefined) return;
    const bytes = encode(failure, { attempt: secret.attemptFingerprint() });
    await this.attempt(() => rows.write(this.#failureName(grant), bytes));
  }

  async clear(grant: Grant): Promise<void> {
    const { rows } = this.#place;
    this.#memory.delete(grant);
    await rows.remove(this.nameFor(grant));
    await rows.remove(this.#failureName(grant));
  }

  /** Whether tokens can be stored; warns once if not. */
  prepare(): Promise<boolean> {
    return this.attempt(() => this.#place.rows.prepare());
  }

  /** Runs work that a failing store must not stop: then the run goes on without it, with one warning. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof PayctlError) || mustStop(error)) throw error;
      if (!this.#warned) {
        this.#place.warn(stateMessages.tokenNotKept(error.said));
      }
      this.#warned = true;
      return false;
    }
  }

  #failureName(grant: Grant): string {
    return `${this.nameFor(grant)}.failure`;
  }

  /** A token from the future is not newer: the clock was set back since. */
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

  /** undefined also for a token of another secret. */
  async #stored(grant: Grant): Promise<Token | undefined> {
    const { secret, clock } = this.#place;
    const row = await this.#row(this.nameFor(grant));
    if (row === undefined) return undefined;
    const mark = readMark(row.bytes);
    // Another machine may have requested it, and its secret may come from elsewhere: only the secret itself can tell.
    if (row.ageMs !== undefined && mark.source !== secret.source) await secret.load();
    const token = isFrom(secret, mark) ? decodeToken(row.bytes) : undefined;
    return token && inLocalTime(token, row, clock);
  }
}
