import { isSameText } from '../core/hash.js';
import type { Message } from '../core/message.js';
import type { Reply } from '../host/reply.js';
import { teamWords as words } from '../messages/console-team.js';
import type { Admission, PageAccess, PageRequest, Visit } from './access.js';
import type { Audit } from './audit.js';
import { readForm } from './form.js';
import { href } from './format.js';
import type { Frame } from './frame.js';
import { type PageRefusal, refuseForeign, type Served, servedAt } from './guard.js';
import { noRolePage, signInPage } from './pages/sign-in.js';
import type { PageUser } from './person.js';
import { type Identity, type Provider, SignInError, type SignInFault } from './provider.js';
import { htmlReply, movedReply } from './replies.js';
import type { SignIns, Visits } from './visits.js';

interface Setup {
  frame: Pick<Frame, 'lang' | 'say'>;
  audit: Audit;
  origin: string;
  provider: Provider;
  visits: Visits;
  signIns: SignIns;
  /** Whom the provider names, with what they may do. */
  personOf(identity: Identity): PageUser;
  /** Takes what the operator of the console should know of a sign-in that failed. */
  warn(why: Message): void;
}

export const PATHS = { begin: '/sign-in', back: '/signed-in', end: '/sign-out' } as const;

/** How a team comes in: whoever signs in at the provider of identities, as what the groups there say. */
export class TeamAccess implements PageAccess {
  readonly base = '';
  readonly #setup: Setup;
  readonly #served: Served;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#served = servedAt(setup.origin);
  }

  refusalOf({ request }: PageRequest): PageRefusal | undefined {
    return refuseForeign(request, this.#served, false);
  }

  isOpen(cookies: string | undefined): boolean {
    return this.#setup.visits.find(cookies) !== undefined;
  }

  async admit(arrival: PageRequest): Promise<Admission> {
    const { request, url } = arrival;
    const { method } = request;
    const path = url.pathname;
    if (method === 'GET' && path === PATHS.back) return { reply: await this.#finish(arrival) };
    const visit = this.#setup.visits.find(request.headers.cookie);
    if (method === 'GET' && path === PATHS.begin) {
      return { reply: await this.#begin(arrival, visit) };
    }
    if (visit === undefined) return { reply: this.#locked(arrival) };
    if (method === 'POST' && path === PATHS.end) return { reply: await this.#end(arrival, visit) };
    if (visit.person.acts.size > 0) return { visit, path };
    this.#setup.audit.of(visit.person, arrival.address).write({ action: 'no-role' });
    return { reply: htmlReply(403, noRolePage(this.#setup.frame, visit)) };
  }

  async #begin({ request, url }: PageRequest, visit: Visit | undefined): Promise<Reply> {
    const to = this.#ownPath(url.searchParams.get('to'));
    if (visit !== undefined) return movedReply(to);
    const { provider, signIns } = this.#setup;
    try {
      const { begun, to: there } = await provider.begin();
      const cookie = signIns.begin(request.headers.cookie, begun, to);
      return movedReply(there.href, { 'set-cookie': cookie });
    } catch (error) {
      return this.#failed(error, to);
    }
  }

  async #finish({ request, url, address }: PageRequest): Promise<Reply> {
    const { provider, signIns, visits, personOf, audit } = this.#setup;
    const { cookie } = request.headers;
    const begun = signIns.take(cookie, url.searchParams.get('state') ?? '');
    if (begun === undefined) return this.#page(403, words.unknownSignIn);
    try {
      const person = personOf(await provider.finish(url.search, begun));
      visits.end(cookie);
      audit.of(person, address).write({ action: 'sign-in' });
      return movedReply(begun.to, { 'set-cookie': visits.begin(person) });
    } catch (error) {
      return this.#failed(error, begun.to);
    }
  }

  async #end(
    { request: { headers, body = '' }, address }: PageRequest,
    visit: Visit,
  ): Promise<Reply> {
    const form = await readForm(headers['content-type'], body);
    const token = form?.fields.get('token') ?? '';
    if (!isSameText(token, visit.token(PATHS.end))) return this.#page(403, words.notSignedOut);
    const { visits, audit } = this.#setup;
    const cookie = visits.end(headers.cookie);
    audit.of(visit.person, address).write({ action: 'sign-out' });
    return this.#page(200, words.signedOut, '/', { 'set-cookie': cookie });
  }

  /** A browser that shows pages goes on to the provider, and comes back to where the link led. */
  #locked({ request: { method, headers }, url }: PageRequest): Reply {
    const to = url.pathname + url.search;
    const mode = headers['sec-fetch-mode'];
    const isShown =
      mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
    if (method === 'GET' && isShown) return movedReply(href(PATHS.begin, { to }));
    return this.#page(401, words.signInFirst, method === 'GET' ? to : '/');
  }

  /** Links of others lead to pages of this console alone. */
  #ownPath(given: string | null): string {
    const { origin } = this.#setup;
    const url = given !== null && URL.canParse(given, origin) ? new URL(given, origin) : undefined;
    if (url?.origin !== origin || !given?.startsWith('/') || given.length > 2_000) return '/';
    const isSignIn = Object.values(PATHS).some((path) => path === url.pathname);
    // What begins with two slashes would be another host for the browser.
    return isSignIn || url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
  }

  #failed(error: unknown, to: string): Reply {
    if (!(error instanceof SignInError)) throw error;
    const { fault, code } = error;
    this.#setup.warn(words.failed(code));
    return this.#page(fault === 'away' ? 503 : 403, FAULTS[fault], to);
  }

  #page(status: number, why: Message, to = '/', headers: Record<string, string> = {}): Reply {
    const link = href(PATHS.begin, { to: to === '/' ? undefined : to });
    return htmlReply(status, signInPage(this.#setup.frame, why, link), headers);
  }
}

const FAULTS: Readonly<Record<SignInFault, Message>> = {
  away: words.providerAway,
  refused: words.providerRefused,
  unproven: words.unproven,
  settings: words.wrongSettings,
};
