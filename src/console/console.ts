import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import type { Language, Message, Say, Text } from '../core/message.js';
import type { Clock, Files } from '../host/host.js';
import type { Reply } from '../host/reply.js';
import { refusals, consoleWords as words } from '../messages/console.js';
import type { Audit } from './audit.js';
import type { Commands } from './commands.js';
import type { Customer } from './customer.js';
import { type Form, readForm } from './form.js';
import type { Frame, PageParts } from './frame.js';
import { HEADERS, isLookahead, refuseForeign } from './guard.js';
import { languageIn } from './language.js';
import type { LatestResult } from './latest-result.js';
import { type Asset, barePage, consolePage, messagePage, openingPage } from './layout.js';
import { failureCard } from './notices.js';
import type { Pictures } from './pictures.js';
import type { ResultCache } from './result-cache.js';
import type { Session } from './session.js';
import type { Submissions } from './submissions.js';

/** How the console runs. */
export interface ConsoleSetup {
  frame: Omit<Frame, 'token' | 'now' | 'here' | 'may'>;
  /** Words messages for readers of the pages. */
  speakers: Readonly<Record<Language, Say>>;
  session: Session;
  commands: Commands;
  audit: Audit;
  clock: Clock;
  files: Pick<Files, 'create' | 'readForeign'>;
  /** Where money would move: the host, and the profile. */
  place: Text;
  /** Identifies the connection of the start: another one has another text. */
  connection: string;
  /** What the customer has paid, by form. */
  once: Submissions;
  /** The list of confirmations. */
  received: ResultCache;
  /** Payments of today. */
  today: LatestResult;
  /** Slips that were looked at, for the forms of their pages. */
  pictures: Pictures;
  /** Who holds the phone of the embedded bank. */
  customer?: Customer;
  asset(name: Asset): Uint8Array;
}

/** What a page is made from. */
export interface RequestContext extends ConsoleSetup {
  frame: Frame;
  query: URLSearchParams;
  form: Form;
  /** What the address has in the place of the star of its route. */
  rest: string;
}

export type Answer =
  | { page: PageParts; status?: number }
  | { text: string | Uint8Array; type: string; isPart?: false; name?: string }
  | { text: string; type: string; isPart: true }
  | { to: string; cookie?: string };

export interface Route {
  method: 'GET' | 'POST';
  /** Ends in a star where what follows names what is shown. */
  path: string;
  /** A page of the embedded bank: served only where there is one. */
  sandbox?: true;
  /** Served also where there are only the pages of the embedded bank. */
  everywhere?: true;
  /** Polled by a page: it does not keep the console alive. */
  poll?: true;
  answer(request: RequestContext): Promise<Answer> | Answer;
}

const NO_FORM: Form = { fields: new Map(), files: new Map() };

/** Answers the requests of one run: guard, session, token, page. */
export class Console {
  readonly #setup: ConsoleSetup;
  readonly #routes: readonly Route[];
  #touchedAt: number;

  constructor(setup: ConsoleSetup, routes: readonly Route[]) {
    this.#setup = setup;
    this.#routes = routes.filter(({ sandbox, everywhere }) => {
      const { isSandbox, isSandboxOnly } = setup.frame;
      return everywhere || (sandbox ? isSandbox : !isSandboxOnly);
    });
    this.#touchedAt = setup.clock.now();
  }

  /** When somebody last asked for a page. */
  get touchedAt(): number {
    return this.#touchedAt;
  }

  /** Whether these are the cookies of whoever followed the link. */
  isOpen(cookies: string | undefined): boolean {
    return this.#setup.session.isOpen(cookies);
  }

  /** For whoever sends a file over the limit. */
  get tooLarge(): { type: string; body: string } {
    const body = barePage(this.#setup.frame, words.tooLarge);
    return { type: 'text/html; charset=utf-8', body };
  }

  async handle(request: WireRequest): Promise<Reply> {
    try {
      return await this.#answer(request);
    } catch (error) {
      const frame = this.#frame(request);
      if (!(error instanceof PayctlError)) return this.#page(frame, messagePage(words.broken), 500);
      const { said, exitClass } = error;
      const body = failureCard(frame, { message: said, exitClass });
      return this.#page(frame, { title: words.failed, path: '', body }, 500);
    }
  }

  async #answer(request: WireRequest): Promise<Reply> {
    const { session } = this.#setup;
    const url = urlOf(request);
    if (url === undefined) return this.#bare(400, words.notFound);
    const { base } = session;
    const key = session.keyIn(url);
    const isInside = url.pathname === base || url.pathname.startsWith(`${base}/`);
    if (isInside) url.pathname = url.pathname.slice(base.length);
    const refusal = refuseForeign(request, key !== null);
    if (refusal !== undefined) return this.#bare(refusal.status, refusal.why);
    const isOpen = session.isOpen(request.headers.cookie);
    if (key !== null) return this.#enter(request, key, isOpen);
    if (!isOpen || !isInside) return this.#bare(403, words.locked);
    return this.#routed(request, url);
  }

  /** Follows the link of the start. */
  #enter(request: WireRequest, key: string, isOpen: boolean): Reply {
    const { session, frame, clock, audit } = this.#setup;
    if (isOpen) return this.#moved('/');
    const cookie = isLookahead(request) ? undefined : session.exchange(key);
    if (cookie === undefined) return this.#bare(403, words.linkUsed);
    this.#touchedAt = clock.now();
    audit.write({ action: 'open' });
    return htmlReply(200, openingPage(frame, `${session.base}/`), { 'set-cookie': cookie });
  }

  async #routed(request: WireRequest, url: URL): Promise<Reply> {
    const fitting = this.#routes.filter(({ path }) => restOf(path, url.pathname) !== undefined);
    const route = fitting.find(({ method }) => method === request.method);
    const frame = this.#frame(request, hereOf(request, url, route));
    if (route === undefined) {
      const [other] = fitting;
      if (other === undefined) {
        return this.#page(frame, messagePage(words.notFound, words.noPage), 404);
      }
      // A page that answers a form was loaded again: the form is a way back.
      return request.method === 'GET'
        ? this.#moved(sectionOf(other.path))
        : this.#bare(405, refusals.get);
    }
    const form = route.method === 'POST' ? this.#formOf(request, route.path) : NO_FORM;
    if (typeof form === 'number') {
      const text = form === 403 ? words.stale : words.broken;
      return this.#page(frame, messagePage(text), form);
    }
    if (!route.poll) this.#touchedAt = this.#setup.clock.now();
    const rest = restOf(route.path, url.pathname) ?? '';
    const about = { frame, query: url.searchParams, form, rest };
    const answer = await route.answer({ ...this.#setup, ...about });
    if ('to' in answer) return this.#moved(answer.to, answer.cookie);
    if ('page' in answer) return this.#page(frame, answer.page, answer.status ?? 200);
    const name = answer.isPart ? undefined : answer.name;
    const headers = { ...HEADERS, 'content-type': answer.type };
    const body = answer.isPart ? mounted(answer.text, this.#setup.session.base) : answer.text;
    return { response: { status: 200, headers: { ...headers, ...savedAs(name) }, body } };
  }

  /** The form, or the status that refuses it. */
  #formOf({ headers, body = '' }: WireRequest, path: string): Form | 400 | 403 {
    const form = readForm(headers['content-type'], body);
    if (form === undefined) return 400;
    return this.#setup.session.isToken(form.fields.get('token'), path) ? form : 403;
  }

  #frame({ headers }: WireRequest, here = '/'): Frame {
    const { frame, session, speakers, clock } = this.#setup;
    const lang = languageIn(headers.cookie) ?? frame.lang;
    return {
      ...{ ...frame, lang, say: speakers[lang], now: clock.now(), here },
      may: (act) => act === 'export' || !frame.readOnly,
      token: (path) => session.token(path),
    };
  }

  #page(frame: Frame, page: PageParts, status: number): Reply {
    const isPhone = page.path === '/phone' || page.path === '/';
    const pasteTo = frame.isSandboxOnly || isPhone ? undefined : '/slip';
    const text = consolePage(frame, { ...(pasteTo && { pasteTo }), ...page });
    return htmlReply(status, mounted(text, this.#setup.session.base));
  }

  /** @param cookie of this path and all below it */
  #moved(to: string, cookie?: string): Reply {
    const { base } = this.#setup.session;
    const own = cookie && { 'set-cookie': `${cookie}; Path=${base}/; SameSite=Strict` };
    const headers = { ...HEADERS, location: base + to, ...own };
    return { response: { status: 303, headers, body: '' } };
  }

  #bare(status: number, why: Message): Reply {
    return htmlReply(status, barePage(this.#setup.frame, why));
  }
}

function urlOf({ url }: WireRequest): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** What stands in the place of a star; empty where the path has none, undefined where it is another one. */
function restOf(path: string, pathname: string): string | undefined {
  if (!path.endsWith('*')) return path === pathname ? '' : undefined;
  const fixed = path.slice(0, -1);
  if (!pathname.startsWith(fixed) || pathname === fixed) return undefined;
  try {
    return decodeURIComponent(pathname.slice(fixed.length));
  } catch {
    return undefined;
  }
}

/** A page that answers a form cannot be asked for again: the form's own page stands for it. */
function hereOf({ method }: WireRequest, url: URL, route: Route | undefined): string {
  if (method === 'GET') return url.pathname + url.search;
  return sectionOf(route?.path ?? '/');
}

/** With its name where it is to be kept as a file. */
function savedAs(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` };
}

/** `/phone/pay` is a part of `/phone`; what stands alone belongs to the start. */
function sectionOf(path: string): string {
  const at = path.indexOf('/', 1);
  return at < 0 ? '/' : path.slice(0, at);
}

function htmlReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return { response: { status, headers: { ...HEADERS, ...type, ...headers }, body: text } };
}

/** Puts the base before the paths of a page. Text cannot match: quotation marks in it are escaped. */
function mounted(text: string, base: string): string {
  return text.replace(/ (href|src|action|data-live)="\//g, ` $1="${base}/`);
}
