import type { Json } from '../core/json.js';
import type { Message } from '../core/message.js';

/** Hides a value from printing, JSON and inspection; only `reveal` returns it. */
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

/** Certificates of two-way TLS ("Authentication", 8), as PEM or PFX contents, not paths. */
export interface TlsMaterial {
  cert?: Uint8Array;
  key?: Uint8Array;
  pfx?: Uint8Array;
  passphrase?: Secret;
  ca?: Uint8Array;
}

/** The bank's address and the partner's identity, which do not change from call to call. */
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
  /** applicationSecret; read at the first token call only. Rejects with PayctlError CONFIG. */
  secret(): Promise<Secret>;
  /** Secrets to conceal in answers, as far as a look at a file gives them. */
  knownSecrets?(): readonly Secret[];
  /** Where the credentials come from and how to change them, for a message that they were refused. */
  credentials?(): { from: Message; fix: Message };
  lang?: 'en' | 'th';
  /** The bank's public key of direct debit, where there is one. Throws PayctlError CONFIG. */
  directDebitKey?: () => DirectDebitKey;
}

/** Encrypts requests and decrypts answers of direct debit; encrypted texts are base64. */
export interface DirectDebitKey {
  seal(text: string): string;
  /** The JSON that was encrypted; undefined where the key does not decrypt it. */
  open(sealed: string): Json | undefined;
}

/** Whose token ("Authentication"): the application's by the two-legged flow, the user's by the three-legged. */
export type Grant = (typeof GRANTS)[number];
export const GRANTS = ['application', 'user'] as const;

/** A token as it is cached ("Token record"). Times are milliseconds since the epoch by this machine's clock. */
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

/** Keeps tokens between calls: in files that processes share, or in memory for the library. */
export interface TokenStore {
  /** The stored token, also where it has ended; undefined where there is none. */
  read(grant: Grant): Promise<Token | undefined>;
  /**
   * Replaces a token that `isStale`, once for all callers and processes: the second one waits, reads
   * again, and takes the token of the first. `obtain` gets the stored token. A failure of `obtain` that the
   * bank or the network caused is thrown again to all callers within 10 s.
   */
  renew(
    grant: Grant,
    isStale: (token: Token) => boolean,
    obtain: (stored: Token | undefined) => Promise<Token>,
  ): Promise<Token>;
  /** Stores a token that was not renewed: of a login. A failure that was remembered is forgotten. */
  write(grant: Grant, token: Token): Promise<void>;
  /** Removes the token of a grant, or of both, with a failure that was remembered. */
  clear(grant?: Grant): Promise<void>;
}
