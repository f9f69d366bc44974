import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { isSameText } from '../core/hash.js';
import type { Message, Text } from '../core/message.js';
import type { Files } from '../host/host.js';
import type { Reply } from '../host/reply.js';
import { refusals, consoleWords as words } from '../messages/console.js';
import type { Access, Arrival, Visit } from './access.js';
import type { Audit } from './audit.js';
import type { Commands } from './commands.js';
import type { Customer } from './customer.js';
import { type Form, readForm } from './form.js';
import type { Frame, PageParts } from './frame.js';
import { HEADERS } from './guard.js';
import { type Asset, barePage, consolePage, messagePage } from './layout.js';
import { failureCard } from './notices.js';
import { type Act, may, withoutChanges } from './person.js';
import { htmlReply, movedReply } from './replies.js';
import type { ResultCache } from './result-cache.js';
import type { Submissions } from './submissions.js';

/** How the console runs. */
export interface ConsoleSetup {
  frame: Omit<Frame, 'token' | 'person' | 'may'>;
  access: Access;
  commands: Commands;
  audit: Audit;
  files: Pick<Files, 'create'>;
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
  /** Who holds the phone of the embedded bank. */
  customer?: Customer;
  asset(name: Asset): Uint8Array;
}

/** What a page is made from. */
export interface RequestContext extends ConsoleSetup {
  frame: Frame;
  query: URLSearchParams;
  form: Form;
}

export type Answer =
  | { page: PageParts; status?: number }
  | { text: string | Uint8Array; type: string; isPart?: false }
  | { text: string; type: string; isPart: true }
  | { to: string };

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** What a person must be allowed to do; `enter` is what everybody may who has come in. */
  act: Act | 'enter';
  /** A page of the embedded bank: served only where there is one. */
  sandbox?: true;
  /** Served also where there are only the pages of the embedded bank. */
  everywhere?: true;
  /** Polled by a page: it does not keep the console alive. */
  poll?: true;
  answer(request: RequestContext): Promise<Answer> | Answer;
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
  get tooLarge(): { type: string; body: string } {
    const body = barePage(this.#setup.frame, words.tooLarge);
    return { type: 'text/html; charset=utf-8', body };
  }

  /** @param address of whoever sent it */
  async handle(request: WireRequest, address: string): Promise<Reply> {
    const { access } = this.#setup;
    const url = urlOf(request);
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
      return this.#bare(500, error instanceof PayctlError ? error.said : words.failed);
    }
  }

  async #answer(arrival: Arrival, visit: Visit): Promise<Reply> {
    const frame = this.#frame(visit);
    try {
      return await this.#routed(arrival, visit, frame);
    } catch (error) {
      if (!(error instanceof PayctlError)) return this.#page(frame, messagePage(words.broken), 500);
      const { said, exitClass } = error;
      const body = failureCard(frame, { message: said, exitClass });
      return this.#page(frame, { title: words.failed, path: '', body }, 500);
    }
  }

  async #routed({ request, url, address }: Arrival, visit: Visit, frame: Frame): Promise<Reply> {
    const here = this.#routes.filter(({ path }) => path === url.pathname);
    const route = here.find(({ method }) => method === request.method);
    if (route === undefined) {
      const [other] = here;
      if (other === undefined) {
        return this.#page(frame, messagePage(words.notFound, words.noPage), 404);
      }
      // A page that answers a form was loaded again: the form is a way back.
      return request.method === 'GET'
        ? this.#moved(sectionOf(other.path))
        : this.#bare(405, refusals.get);
    }
    const audit = this.#setup.audit.of(frame.person, address);
    if (route.act !== 'enter' && !frame.may(route.act)) {
      audit.write({ action: 'refused', what: route.path, kind: 'page' });
      const isLocked = frame.readOnly && may(visit.person, route.act);
      return this.#page(frame, messagePage(isLocked ? words.readOnly : words.mayNot), 403);
    }
    const form = route.method === 'POST' ? formOf(request, visit, route.path) : NO_FORM;
    if (typeof form === 'number') {
      const text = form === 403 ? words.stale : words.broken;
      return this.#page(frame, messagePage(text), form);
    }
    if (!route.poll) visit.touch();
    const commands = this.#setup.commands.of(frame.person);
    const query = url.searchParams;
    const answer = await route.answer({ ...this.#setup, audit, commands, frame, query, form });
    if (!audit.isWritten && !route.poll) {
      audit.write({ action: 'page', what: route.path, kind: 'page' });
    }
    if ('to' in answer) return this.#moved(answer.to);
    if ('page' in answer) return this.#page(frame, answer.page, answer.status ?? 200);
    const text = answer.isPart ? mounted(answer.text, this.#setup.access.base) : answer.text;
    const headers = { ...HEADERS, 'content-type': answer.type };
    return { response: { status: 200, headers, body: text } };
  }

  #frame(visit: Visit): Frame {
    const { frame } = this.#setup;
    const person = frame.readOnly ? withoutChanges(visit.person) : visit.person;
    return { ...frame, person, may: (act) => may(person, act), token: visit.token };
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
function formOf({ headers, body = '' }: WireRequest, visit: Visit, path: string): Form | 400 | 403 {
  const form = readForm(headers['content-type'], body);
  if (form === undefined) return 400;
  const token = form.fields.get('token');
  return token !== undefined && isSameText(token, visit.token(path)) ? form : 403;
}

function urlOf({ url }: WireRequest): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** `/phone/pay` is a part of `/phone`; what stands alone belongs to the start. */
function sectionOf(path: string): string {
  const at = path.indexOf('/', 1);
  return at < 0 ? '/' : path.slice(0, at);
}

/** Puts the base before the paths of a page. Text cannot match: quotation marks in it are escaped. */
function mounted(text: string, base: string): string {
  return text.replace(/ (href|src|action|data-live)="\//g, ` $1="${base}/`);
}
