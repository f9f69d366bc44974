import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { isSameText } from '../core/hash.js';
import type { Language, Message, Say, Text } from '../core/message.js';
import type { Clock, Files } from '../host/host.js';
import type { Reply } from '../host/reply.js';
import { refusals, consoleWords as words } from '../messages/console.js';
import { consoleRun } from '../messages/console-run.js';
import { asPayctlError } from '../runtime/carry-out.js';
import type { Bank } from '../sandbox/bank.js';
import type { PageAccess, PageRequest, Visit } from './access.js';
import type { Audit } from './audit.js';
import type { BoundedMap } from './bounded-map.js';
import type { Commands } from './commands.js';
import { type Form, readForm } from './form.js';
import type { Frame, PageParts } from './frame.js';
import { HEADERS } from './guard.js';
import { languageCookie, readLanguage } from './language.js';
import type { LatestResult } from './latest-result.js';
import { type Asset, barePage, consolePage, messagePage } from './layout.js';
import { failureCard } from './notices.js';
import { currentPage, matchPath, sectionPath } from './paths.js';
import { may, type PageAct, withoutChanges } from './person.js';
import type { RefundLimit } from './refund-limit.js';
import { htmlReply, movedReply } from './replies.js';
import type { ResultCache } from './result-cache.js';
import type { Submissions } from './submissions.js';

/** How the console runs. */
export interface ConsoleSetup {
  frame: Omit<Frame, 'token' | 'person' | 'may' | 'now' | 'here'>;
  /** Words messages for readers of the pages. */
  speakers: Readonly<Record<Language, Say>>;
  clock: Clock;
  access: PageAccess;
  commands: Commands;
  audit: Audit;
  files: Pick<Files, 'create' | 'readForeign'>;
  /** Identifies a form that may be sent once; another one each time. */
  nonce(): string;
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
  /** Slips that were looked at, for the forms of their pages: by a key that nobody can guess. */
  pictures: BoundedMap<Uint8Array>;
  /** How much people refund by themselves. */
  refundLimit: RefundLimit;
  /** The embedded bank, for what no command tells of it; absent where there is none. */
  embeddedBank?: () => Promise<Bank>;
  asset(name: Asset): Uint8Array;
  /** Tells whoever runs the console. */
  warn(message: Message): void;
}

/** What a page is made from. */
export interface RequestContext extends ConsoleSetup {
  frame: Frame;
  query: URLSearchParams;
  form: Form;
  /** The text of a field of the form; empty where there is none. */
  field(name: string): string;
  /** What the address has in the place of the star of its route. */
  rest: string;
}

export type RouteResult =
  | { page: PageParts; status?: number }
  | { text: string | Uint8Array; type: string; isPart?: false; name?: string }
  | { text: string; type: string; isPart: true }
  | { to: string; language?: Language };

export interface Route {
  method: 'GET' | 'POST';
  /** Ends in a star where what follows names what is shown. */
  path: string;
  /** What a person must be allowed to do; `enter` is what everybody may who has come in. */
  act: PageAct | 'enter';
  /** A page of the embedded bank: served only where there is one. */
  sandbox?: true;
  /** Served also where there are only the pages of the embedded bank. */
  everywhere?: true;
  /** Polled by a page: it does not keep the console alive. */
  poll?: true;
  answer(request: RequestContext): Promise<RouteResult> | RouteResult;
}

const NO_FORM: Form = { fields: new Map(), files: new Map() };

/** Answers the requests of one run: who may ask, token, page. */
export class Console {
  readonly #setup: ConsoleSetup;
  readonly #routes: readonly Route[];

  constructor(setup: ConsoleSetup, routes: readonly Route[]) {
    this.#setup = setup;
    this.#routes = routes.filter(({ sandbox, everywhere }) => {
      const { isSandbox, isSandboxOnly } = setup.frame;
      return everywhere || (sandbox ? isSandbox : !isSandboxOnly);
    });
  }

  /** Whether these are the cookies of somebody who has come in. */
  isOpen(cookies: string | undefined): boolean {
    return this.#setup.access.isOpen(cookies);
  }

  /** For whoever sends a file over the limit. */
  tooLargePage(): { type: string; body: string } {
    const body = barePage(this.#setup.frame, words.tooLarge);
    return { type: 'text/html; charset=utf-8', body };
  }

  /** @param address of whoever sent it */
  async handle(request: WireRequest, address: string): Promise<Reply> {
    const { access } = this.#setup;
    const url = parseUrl(request);
    if (url === undefined) return this.#bare(400, words.notFound);
    const arrival = { request, url, address };
    const refusal = access.refusalOf(arrival);
    if (refusal !== undefined) return this.#bare(refusal.status, refusal.why);
    try {
      const admission = await access.admit(arrival);
      if ('reply' in admission) return admission.reply;
      url.pathname = admission.path;
      return await this.#answer(arrival, admission.visit);
    } catch (error) {
      // Before somebody has come in, nothing tells of this machine.
      const { said } = this.#reportedError(error, url.pathname);
      return this.#bare(500, error instanceof PayctlError ? said : words.failed);
    }
  }

  async #answer(arrival: PageRequest, visit: Visit): Promise<Reply> {
    const { request, url } = arrival;
    const fitting = this.#routes.filter(({ path }) => matchPath(path, url.pathname) !== undefined);
    const frame = this.#frame(visit, request, currentPage(request, url, fitting[0]?.path));
    try {
      return await this.#routed(arrival, visit, frame, fitting);
    } catch (error) {
      const { said: message, exitClass, facts } = this.#reportedError(error, url.pathname);
      const body = failureCard(frame, {
        message,
        exitClass,
        ...(facts.hint && { hint: facts.hint }),
      });
      return this.#page(frame, { title: words.failed, path: '', body }, 500);
    }
  }

  /** A bug of ours: the page can say no more than that there is one, so the terminal says where. */
  #reportedError(error: unknown, path: string): PayctlError {
    const failure = asPayctlError(error);
    if (failure.exitClass === 'INTERNAL') {
      const where = error instanceof Error ? error.stack : undefined;
      this.#setup.warn(consoleRun.pageFailed(path, where ?? String(error)));
    }
    return failure;
  }

  async #routed(
    { request, url, address }: PageRequest,
    visit: Visit,
    frame: Frame,
    fitting: readonly Route[],
  ): Promise<Reply> {
    const route = fitting.find(({ method }) => method === request.method);
    if (route === undefined) {
      const [other] = fitting;
      if (other === undefined) {
        return this.#page(frame, messagePage(words.notFound, words.noPage), 404);
      }
      // A page that answers a form was loaded again: the form is a way back.
      return request.method === 'GET'
        ? this.#moved(sectionPath(other.path))
        : this.#bare(405, refusals.get);
    }
    const audit = this.#setup.audit.of(frame.person, address);
    // Who has nothing to look at begins with what they have.
    if (route.path === '/' && !frame.may('look') && frame.may('audit'))
      return this.#moved('/audit');
    if (route.act !== 'enter' && !frame.may(route.act)) {
      audit.write({ action: 'refused', what: route.path, kind: 'page' });
      const isLocked = frame.readOnly && may(visit.person, route.act);
      return this.#page(frame, messagePage(isLocked ? words.readOnly : words.mayNot), 403);
    }
    const form = route.method === 'POST' ? await postedForm(request, visit, route.path) : NO_FORM;
    if (typeof form === 'number') {
      const text = form === 403 ? words.stale : words.broken;
      return this.#page(frame, messagePage(text), form);
    }
    if (!route.poll) visit.touch();
    const commands = this.#setup.commands.actingAs(frame.person);
    const query = url.searchParams;
    const rest = matchPath(route.path, url.pathname) ?? '';
    const field = (name: string) => (form.fields.get(name) ?? '').trim();
    const about = { audit, commands, frame, query, form, field, rest };
    const answer = await route.answer({ ...this.#setup, ...about });
    if (!audit.isWritten && !route.poll) {
      audit.write({ action: 'page', what: route.path, kind: 'page' });
    }
    return this.#toReply(frame, answer);
  }

  #toReply(frame: Frame, answer: RouteResult): Reply {
    const { base } = this.#setup.access;
    if ('to' in answer) return movedReply(base + answer.to, chosen(answer.language, base));
    if ('page' in answer) return this.#page(frame, answer.page, answer.status ?? 200);
    const name = answer.isPart ? undefined : answer.name;
    const body = answer.isPart ? mounted(answer.text, base) : answer.text;
    const kept = name && { 'content-disposition': `attachment; filename="${name}"` };
    const headers = { ...HEADERS, 'content-type': answer.type, ...kept };
    return { response: { status: 200, headers, body } };
  }

  #frame(visit: Visit, { headers }: WireRequest, here: string): Frame {
    const { frame, speakers, clock } = this.#setup;
    const person = frame.readOnly ? withoutChanges(visit.person) : visit.person;
    const lang = readLanguage(headers.cookie) ?? frame.lang;
    return {
      ...{ ...frame, lang, say: speakers[lang], now: clock.now(), here },
      ...{ person, may: (act) => may(person, act), token: visit.token },
    };
  }

  #page(frame: Frame, page: PageParts, status: number): Reply {
    const takesPicture = frame.may('look') && !frame.isSandboxOnly;
    const pasteTo = !takesPicture || ['/phone', '/'].includes(page.path) ? undefined : '/slip';
    const text = consolePage(frame, { ...(pasteTo && { pasteTo }), ...page });
    return htmlReply(status, mounted(text, this.#setup.access.base));
  }

  #moved(to: string): Reply {
    return movedReply(this.#setup.access.base + to);
  }

  #bare(status: number, why: Message): Reply {
    return htmlReply(status, barePage(this.#setup.frame, why));
  }
}

/** The form, or the status that refuses it. */
async function postedForm(
  { headers, body = '' }: WireRequest,
  visit: Visit,
  path: string,
): Promise<Form | 400 | 403> {
  const form = await readForm(headers['content-type'], body);
  if (form === undefined) return 400;
  const token = form.fields.get('token');
  return token !== undefined && isSameText(token, visit.token(path)) ? form : 403;
}

function parseUrl({ url }: WireRequest): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Remembers a language. */
function chosen(language: Language | undefined, base: string): Record<string, string> {
  return language === undefined ? {} : { 'set-cookie': languageCookie(language, base) };
}

/** Puts the base before the paths of a page. Text cannot match: quotation marks in it are escaped. */
function mounted(text: string, base: string): string {
  return text.replace(/ (href|src|action|data-live)="\//g, ` $1="${base}/`);
}
