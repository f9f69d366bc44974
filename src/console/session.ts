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
  /** The path of the link for `--open`, which other users of the machine can see: it does not contain the base. */
  readonly #entry: string;
  #used = false;

  constructor({ random }: Pick<Host, 'random'>) {
    this.#random = random;
    const made = () => Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
    [this.#key, this.#cookie, this.#secret] = [made(), made(), made()];
    const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex');
    [this.base, this.#entry] = [`/${hex(12)}`, `/${hex(12)}`];
    this.#name = `payctl_${hex(6)}`;
  }

  /** Identifies a form that may be sent once; another one each time. */
  nonce(): string {
    return Buffer.from(this.#random.bytes(KEY_BYTES)).toString('base64url');
  }

  /** The path and query of the link. */
  get link(): string {
    return `${this.base}/?key=${this.#key}`;
  }

  /**
   * The same for a command line, which all users of a machine can read for as long as the browser
   * runs: once it was followed, nothing in it is of any use.
   */
  get openLink(): string {
    return `${this.#entry}/?key=${this.#key}`;
  }

  /** The key of a link, where this is one. */
  keyIn({ pathname, searchParams }: URL): string | null {
    const isLink = pathname === `${this.base}/` || pathname === `${this.#entry}/`;
    return isLink ? searchParams.get('key') : null;
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
