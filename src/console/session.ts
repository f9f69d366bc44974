import { createHmac } from 'node:crypto';
import { sha256 } from '../core/hash.js';
import type { Host } from '../host/host.js';

const KEY_BYTES = 24;

/**
 * Who may use the console: whoever followed the link of the start, once. The key of the link is
 * exchanged for a cookie; forms carry tokens that only pages of this run can hold.
 */
export class Session {
  readonly #key: string;
  readonly #cookie: string;
  readonly #secret: string;
  readonly #random: Host['random'];
  readonly #name: string;
  /**
   * Where all pages are, and the path of the cookie. Cookies do not tell ports apart: without a path
   * of its own, this one would be sent to whoever serves a page at another port of this machine.
   */
  readonly base: string;
  #used = false;

  constructor({ random }: Pick<Host, 'random'>) {
    this.#random = random;
    const made = () => Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
    [this.#key, this.#cookie, this.#secret] = [made(), made(), made()];
    this.base = `/${Buffer.from(random.bytes(12)).toString('hex')}`;
    this.#name = `payctl_${Buffer.from(random.bytes(6)).toString('hex')}`;
  }

  /** Another one each time: what a form that is sent once is known by. */
  nonce(): string {
    return Buffer.from(this.#random.bytes(KEY_BYTES)).toString('base64url');
  }

  /** The path and query of the link. */
  get link(): string {
    return `${this.base}/?key=${this.#key}`;
  }

  /** The cookie for a key that is right and was not used; undefined for any other. */
  exchange(key: string): string | undefined {
    if (this.#used || !isSame(key, this.#key)) return undefined;
    this.#used = true;
    return `${this.#name}=${this.#cookie}; Path=${this.base}; HttpOnly; SameSite=Strict`;
  }

  isOpen(cookies: string | undefined): boolean {
    return (cookies ?? '').split(';').some((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return name === this.#name && isSame(value, this.#cookie);
    });
  }

  /** Of the forms that post to a path. */
  token(path: string): string {
    return createHmac('sha256', this.#secret).update(path).digest('base64url');
  }

  isToken(token: string | undefined, path: string): boolean {
    return token !== undefined && isSame(token, this.token(path));
  }
}

/** Hashes are of one length, so that the time of the comparison tells nothing. */
function isSame(given: string, own: string): boolean {
  return sha256(given) === sha256(own);
}
