import { createHmac } from 'node:crypto';
import { isSameText } from '../core/hash.js';
import { longestElapsed } from '../core/time.js';
import type { Host } from '../host/host.js';
import type { Reply } from '../host/reply.js';
import { consoleWords as words } from '../messages/console.js';
import type { Admission, PageAccess, PageRequest, Visit } from './access.js';
import type { Audit } from './audit.js';
import type { Frame } from './frame.js';
import { isLookahead, LOOPBACK, type PageRefusal, refuseForeign } from './guard.js';
import { barePage, openingPage } from './layout.js';
import { LOCAL_PERSON } from './person.js';
import { htmlReply, movedReply } from './replies.js';

const KEY_BYTES = 24;

interface Setup {
  host: Pick<Host, 'random' | 'clock' | 'process'>;
  frame: Pick<Frame, 'lang' | 'say'>;
  audit: Audit;
}

/**
 * Who may use the console of one machine: whoever followed the link of the start, once. The key of
 * the link is exchanged for a cookie; forms carry tokens that only pages of this run can hold.
 */
export class LinkAccess implements PageAccess {
  readonly #setup: Setup;
  readonly #key: string;
  readonly #cookie: string;
  readonly #name: string;
  readonly #visit: Visit;
  /**
   * Where all pages are, and the path of the cookie. Cookies do not tell ports apart: without a path
   * of its own, this one would be sent to whoever serves a page at another port of this machine.
   */
  readonly base: string;
  /** The path of the link for `--open`, which other users of the machine can see: it does not contain the base. */
  readonly #entry: string;
  #used = false;
  #sinceTouched: () => number;

  constructor(setup: Setup) {
    this.#setup = setup;
    const { random } = setup.host;
    const made = () => Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
    const secret = made();
    [this.#key, this.#cookie] = [made(), made()];
    const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex');
    [this.base, this.#entry] = [`/${hex(12)}`, `/${hex(12)}`];
    this.#name = `payctl_${hex(6)}`;
    this.#sinceTouched = longestElapsed(setup.host);
    this.#visit = {
      person: LOCAL_PERSON,
      token: (path) => createHmac('sha256', secret).update(path).digest('base64url'),
      touch: () => {
        this.#sinceTouched = longestElapsed(setup.host);
      },
    };
  }

  /** For how long nobody has asked for a page, in milliseconds. */
  get idleMs(): number {
    return this.#sinceTouched();
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

  refusalOf({ request, url }: PageRequest): PageRefusal | undefined {
    return refuseForeign(request, LOOPBACK, this.#findKey(url) !== null);
  }

  isOpen(cookies: string | undefined): boolean {
    return (cookies ?? '').split(';').some((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return name === this.#name && isSameText(value, this.#cookie);
    });
  }

  async admit(arrival: PageRequest): Promise<Admission> {
    const { request, url } = arrival;
    const isOpen = this.isOpen(request.headers.cookie);
    const key = this.#findKey(url);
    if (key !== null) return { reply: this.#enter(arrival, key, isOpen) };
    const { pathname } = url;
    const isInside = pathname === this.base || pathname.startsWith(`${this.base}/`);
    if (isOpen && isInside) return { visit: this.#visit, path: pathname.slice(this.base.length) };
    return { reply: this.#refused(words.locked) };
  }

  /** The key of a link, where this is one. */
  #findKey({ pathname, searchParams }: URL): string | null {
    const isLink = pathname === `${this.base}/` || pathname === `${this.#entry}/`;
    return isLink ? searchParams.get('key') : null;
  }

  /** Follows the link of the start: the cookie for a key that is right and was not used. */
  #enter({ request, address }: PageRequest, key: string, isOpen: boolean): Reply {
    const { frame, audit } = this.#setup;
    if (isOpen) return movedReply(`${this.base}/`);
    if (isLookahead(request) || this.#used || !isSameText(key, this.#key)) {
      return this.#refused(words.linkUsed);
    }
    this.#used = true;
    this.#visit.touch();
    audit.of(LOCAL_PERSON, address).write({ action: 'open' });
    const cookie = `${this.#name}=${this.#cookie}; Path=${this.base}; HttpOnly; SameSite=Strict`;
    return htmlReply(200, openingPage(frame, `${this.base}/`), { 'set-cookie': cookie });
  }

  #refused(why: typeof words.locked): Reply {
    return htmlReply(403, barePage(this.#setup.frame, why));
  }
}
