import { createHmac } from 'node:crypto';
import { sha256 } from '../core/hash.js';
import { longestElapsed } from '../core/time.js';
import type { Host } from '../host/host.js';
import type { Visit } from './access.js';
import { BoundedMap } from './bounded-map.js';
import type { PageUser } from './person.js';
import type { Begun } from './provider.js';

type Machine = Pick<Host, 'random' | 'clock' | 'process'>;

/** Nobody stays signed in for longer: by then the groups of the provider are asked for again. */
const LONGEST_MS = 8 * 3_600_000;
/** To type a password and a code of one's phone. */
const SIGN_IN_MS = 10 * 60_000;
/** Strangers can begin as many as they want. */
const MOST_SIGN_INS = 10_000;

const VISIT = '__Host-payctl';
const SIGN_IN = '__Host-payctl-sign-in';
/** Lax: whoever follows a link to a payment, or comes back from the provider, is still signed in. */
const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Lax';

interface Open extends Visit {
  sinceOpened: () => number;
  sinceTouched: () => number;
}

/** Who is signed in, by the cookie of the browser; nothing of it outlives the process. */
export class Visits {
  readonly #host: Machine;
  readonly #idleMs: number;
  readonly #open = new Map<string, Open>();

  constructor(host: Machine, idleMs: number) {
    [this.#host, this.#idleMs] = [host, idleMs];
  }

  /** The cookie of a new visit: whatever the browser had before is worth nothing afterwards. */
  begin(person: PageUser): string {
    const host = this.#host;
    for (const [key, visit] of this.#open) if (this.#isOver(visit)) this.#open.delete(key);
    const [cookie, secret] = [randomText(host), randomText(host)];
    const visit: Open = {
      ...{ person, sinceOpened: longestElapsed(host), sinceTouched: longestElapsed(host) },
      token: (path) => createHmac('sha256', secret).update(path).digest('base64url'),
      touch() {
        visit.sinceTouched = longestElapsed(host);
      },
    };
    this.#open.set(sha256(cookie), visit);
    return `${VISIT}=${cookie}; ${FLAGS}`;
  }

  find(cookies: string | undefined): Visit | undefined {
    const visit = this.#open.get(sha256(readCookie(cookies, VISIT)));
    return visit && !this.#isOver(visit) ? visit : undefined;
  }

  /** The cookie that takes the place of the one that was. */
  end(cookies: string | undefined): string {
    this.#open.delete(sha256(readCookie(cookies, VISIT)));
    return `${VISIT}=; ${FLAGS}; Max-Age=0`;
  }

  #isOver({ sinceOpened, sinceTouched }: Open): boolean {
    return sinceOpened() >= LONGEST_MS || sinceTouched() >= this.#idleMs;
  }
}

interface SignIn extends Begun {
  /** The path to which the link led. */
  to: string;
  /** Only the browser that began may come back. */
  browser: string;
  sinceBegun: () => number;
}

/** Sign-ins that were begun; each may come back once. */
export class SignIns {
  readonly #host: Machine;
  readonly #begun = new BoundedMap<SignIn>(MOST_SIGN_INS);

  constructor(host: Machine) {
    this.#host = host;
  }

  /** The cookie of the browser, which several tabs may share. */
  begin(cookies: string | undefined, begun: Begun, to: string): string {
    const own = readCookie(cookies, SIGN_IN);
    const cookie = /^[\w-]{43}$/.test(own) ? own : randomText(this.#host);
    const sinceBegun = longestElapsed(this.#host);
    this.#begun.set(begun.state, { ...begun, to, browser: sha256(cookie), sinceBegun });
    return `${SIGN_IN}=${cookie}; ${FLAGS}; Max-Age=${SIGN_IN_MS / 1000}`;
  }

  /** What a browser comes back to; undefined where it began nothing, or came back already. */
  take(cookies: string | undefined, state: string): SignIn | undefined {
    const found = this.#begun.get(state);
    if (found?.browser !== sha256(readCookie(cookies, SIGN_IN))) return undefined;
    this.#begun.delete(state);
    return found.sinceBegun() < SIGN_IN_MS ? found : undefined;
  }
}

function readCookie(cookies = '', wanted: string): string {
  for (const pair of cookies.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=');
    if (name === wanted) return value;
  }
  return '';
}

function randomText({ random }: Machine): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}
