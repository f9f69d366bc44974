import type { Json } from '../core/json.js';
import type { Message } from '../core/message.js';

/** Hides a value from printing, JSON and inspection; `reveal` is the one way out. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[redacted]';
  }

  toJSON(): string {
    return '[redacted]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[redacted]';
  }
}

/** Two-way TLS and proxy, already read: PEM or PFX contents, not paths. */
export interface TlsMaterial {
  cert?: Uint8Array;
  key?: Uint8Array;
  pfx?: Uint8Array;
  passphrase?: Secret;
  ca?: Uint8Array;
}

/** Everything about the other side that does not change from call to call. */
export interface Connection {
  /** Name of the profile, `sandbox`, or `environment`. */
  profile: string;
  /** Without a trailing slash. */
  baseUrl: string;
  environment: 'test' | 'live';
  apiKey: string;
  /** Default: the API key. */
  applicationId: string;
  /** Hash of the user id, where the profile knows one. */
  resourceOwnerId?: string;
  /** Read at the first token request only. Rejects with PayctlError CONFIG. */
  secret(): Promise<Secret>;
  /** Secrets that cost a look at a file at most: no answer may bring them back. */
  knownSecrets?(): readonly Secret[];
  /** Where the credentials come from, and what gives others: for a person whom the bank refused. */
  credentials?(): { from: Message; fix: Message };
  lang?: 'en' | 'th';
  /** The bank's public key of direct debit, where there is one. Throws PayctlError CONFIG. */
  directDebitKey?: () => DirectDebitKey;
}

/** What the bank's public key of direct debit is for; texts are base64. */
export interface DirectDebitKey {
  seal(text: string): string;
  /** undefined where the key does not open it. */
  open(sealed: string): Json | undefined;
}

/** Whose token: two-legged the application's, three-legged the user's. */
export type Grant = 'application' | 'user';

/** A token as it is cached. Times are milliseconds since the epoch by this machine's clock. */
export interface Token {
  accessToken: string;
  tokenType: string;
  receivedAt: number;
  expiresAt: number;
  refreshToken?: string;
  refreshExpiresAt?: number;
  /** The `resourceOwnerId` header of the token response, where there was one. */
  resourceOwnerId?: string;
}

/**
 * Where tokens live between calls. The file store shares them between processes; the memory store
 * serves the library.
 */
export interface TokenStore {
  read(grant: Grant): Promise<Token | undefined>;
  /**
   * Replaces the token that `isStale` refuses, once for all callers and processes: the second
   * one waits, reads again, and takes what the first one got. `obtain` gets the stored token.
   * A failure of `obtain` is remembered for 10 s and thrown again to all who ask within them.
   */
  renew(
    grant: Grant,
    isStale: (token: Token) => boolean,
    obtain: (stored: Token | undefined) => Promise<Token>,
  ): Promise<Token>;
  write(grant: Grant, token: Token): Promise<void>;
  clear(grant?: Grant): Promise<void>;
}
