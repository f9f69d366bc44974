import type { WireRequest } from '../../bank/wire.js';
import type { ClientCertificate } from '../../host/incoming-request.js';
import type { Reply, ReplyResponse } from '../../host/reply.js';
import {
  appliesTo,
  type Fault,
  type FaultOrder,
  faultReference,
  LATE_MS,
  takeFault,
} from '../faults.js';
import {
  type GrantedToken,
  type Handler,
  type HandlerCall,
  optional,
} from '../handlers/handler-context.js';
import { revokeToken } from '../handlers/token.js';
import type { BankBooks } from '../ledger/books.js';
import { addLine, type LogLine } from '../ledger/log.js';
import { claimDue, schedule } from '../ledger/meta.js';
import type { Due } from '../ledger/tables.js';
import type { Leniency } from '../settings.js';
import { Refusal, refusalResponse, SUCCESS_CODE, SUCCESS_STATUS, success } from './answers.js';
import { applyFault, faultRefusal } from './fault-replies.js';
import { authenticate, checkHeaders, checkOwner, RateLimit } from './gateway.js';
import { imageId } from './image-path.js';
import { readInput } from './intake.js';
import { type Address, type Match, parseAddress, Router } from './routes.js';

/** A request whose operation is known, and the line that the log will have of it. */
interface Routed {
  request: WireRequest;
  address: Address;
  match: Match;
  line: LogLine;
  relaxed: Set<Leniency>;
}

/** A call that passed the gateway, its handler, and the line that the log will have of it. */
interface Admitted {
  call: HandlerCall;
  handle: Handler;
  line: LogLine;
  request: WireRequest;
}

/** Moments at which a test may interrupt a request. */
export type BankMoment = 'received' | 'before-commit' | 'after-commit' | 'mid-reply' | 'closed';

/** Called at each moment, so that tests can crash or fail there; with the answer while it is sent. */
export type OnMoment = (moment: BankMoment, request: WireRequest, answer?: ReplyResponse) => void;

/** What an attack makes of a good answer because of what it tells; undefined: it is sent as it is. */
export type OnAnswer = (answer: ReplyResponse, request: WireRequest) => FaultOrder | undefined;

export interface BankHooks {
  onMoment?: OnMoment;
  onAnswer?: OnAnswer;
}

/** Takes a request through gateway, catalogue, fault and handler to its answer. */
export class RequestHandler {
  readonly #books: BankBooks;
  readonly #hooks: BankHooks;
  readonly #router = new Router();
  readonly #rate = new RateLimit();

  constructor(books: BankBooks, hooks: BankHooks) {
    this.#books = books;
    this.#hooks = hooks;
  }

  async serve(request: WireRequest, certificate: ClientCertificate): Promise<Reply> {
    const address = parseAddress(request);
    const operation = `${request.method} ${address.path}`;
    const line: LogLine = { at: this.#books.now(), operation, committed: false };
    const relaxed = new Set<Leniency>();
    let match: Match | undefined;
    try {
      const image = imageId(address.path);
      if (image !== undefined) {
        const { answerImage } = await import('./images.js');
        return { response: answerImage(this.#books.store, image) };
      }
      match = await this.#router.match(request, address);
      const routed = { request, address, match, line, relaxed };
      const admitted = this.#read(routed, this.#authorize(routed, certificate));
      const fault = this.#faultFor(admitted);
      return fault === undefined ? this.#answer(admitted) : this.#fail(admitted, fault);
    } catch (error) {
      line.lenient = leniencies(relaxed);
      return { response: this.#refuse(error, line, match?.operation) };
    }
  }

  /** The effect of a call that was answered with a time-out long ago; the token was judged then. */
  async performLate(due: Due): Promise<void> {
    const { request, grant }: { request: WireRequest; grant?: GrantedToken } = JSON.parse(due.body);
    const address = parseAddress(request);
    const match = await this.#router.match(request, address);
    const { requestuid: requestUId } = request.headers;
    const late: LogLine = {
      at: due.at,
      operation: match.operation.id,
      requestUId,
      committed: false,
    };
    const routed = { request, address, match, line: late, relaxed: new Set<Leniency>() };
    const { store } = this.#books;
    this.#books.write(() => {
      if (!claimDue(store, due)) return;
      try {
        // Settings may have changed since the call was admitted.
        const { call, handle } = this.#read(routed, grant);
        const { refusal } = store.attempt(() => handle(call));
        const note = refusal === undefined ? 'late effect' : `late, ${refusal.message}`;
        addLine(store, { ...late, committed: true, code: refusal?.code, note });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        addLine(store, { ...late, code: error.code, note: `late, ${error.message}` });
      }
    });
  }

  /** The grant of the token; undefined for operations that need none. */
  #authorize(
    { request, match, line, relaxed }: Routed,
    certificate: ClientCertificate,
  ): GrantedToken | undefined {
    const { operation } = match;
    const { headers } = request;
    line.operation = operation.id;
    line.requestUId = headers.requestuid;
    const control = this.#books.control();
    checkHeaders(operation, headers, control, certificate, relaxed);
    const grant =
      operation.subject === 'none' ? undefined : authenticate(this.#books.store, headers, line.at);
    // While the clock stands still no second passes, after which the bank would take calls again.
    if (control.stoppedAt === undefined)
      this.#rate.count(operation.id, control.settings.rateLimit, line.at);
    if (grant) checkOwner(operation, headers, grant, control, relaxed);
    return grant;
  }

  #read(
    { request, address, match, line, relaxed }: Routed,
    grant: GrantedToken | undefined,
  ): Admitted {
    const { baseUrl, query } = address;
    const { operation, handle, inPath } = match;
    const { headers, body } = request;
    const context = this.#books.context(line.at);
    const parts = { inPath, query, headers, body };
    const { input, encrypted } = readInput(operation, parts, context, relaxed);
    line.reference = operation.reference && optional(input, operation.reference);
    const call = { ...context, operation, input, headers, grant, encrypted, baseUrl, relaxed };
    return { call, handle, line, request };
  }

  #faultFor({ call: { operation, input } }: Admitted): Fault | undefined {
    const { faults } = this.#books.control();
    if (faults.length === 0) return undefined;
    const field = faultReference(operation);
    const reference = field && optional(input, field);
    if (!faults.some((fault) => appliesTo(fault, operation.id, reference))) return undefined;
    return this.#books.write(() => takeFault(this.#books.store, operation.id, reference));
  }

  #answer(admitted: Admitted): Reply {
    const response = this.#perform(admitted);
    const fault = this.#hooks.onAnswer?.(response, admitted.request);
    return fault === undefined ? { response } : applyFault(fault, response, admitted.call);
  }

  #fail(admitted: Admitted, fault: Fault): Reply {
    const { call, request } = admitted;
    const line = { ...admitted.line, fault: fault.code ?? fault.name };
    if (fault.moment === 'after-commit') {
      return applyFault(fault, this.#perform({ ...admitted, line }), call);
    }
    const reply = applyFault(fault, success({}), call);
    this.#books.write(() => {
      if (fault.name === 'token-revoked' && call.grant) revokeToken(call.store, call.grant.access);
      if (fault.moment === 'late') {
        schedule(call.store, line.at + LATE_MS, 'late', { request, grant: call.grant });
      }
      const code = faultRefusal(fault)?.code;
      const lenient = leniencies(call.relaxed);
      addLine(call.store, { ...line, status: reply.response.status, code, lenient });
    });
    return reply;
  }

  /** Effect and log line are written in one transaction. */
  #perform({ call, handle, line, request }: Admitted): ReplyResponse {
    const { status: http = SUCCESS_STATUS } = call.operation;
    try {
      if (call.operation.effect === 'read') {
        const answer = handle(call);
        const lenient = leniencies(call.relaxed);
        addLine(call.store, { ...line, status: http, code: SUCCESS_CODE, lenient });
        return success(answer, http);
      }
      const answer = this.#books.write(() => {
        const handled = handle(call);
        const { status, code } = handled.refusal ?? { status: http, code: SUCCESS_CODE };
        const lenient = leniencies(call.relaxed);
        addLine(call.store, { ...line, status, code, lenient, committed: true });
        this.#hooks.onMoment?.('before-commit', request);
        return handled;
      });
      this.#hooks.onMoment?.('after-commit', request);
      return answer.refusal
        ? refusalResponse(answer.refusal, call.operation.detailedStatus)
        : success(answer, http);
    } catch (error) {
      line.lenient = leniencies(call.relaxed);
      return this.#refuse(error, line, call.operation);
    }
  }

  #refuse(error: unknown, line: LogLine, operation?: HandlerCall['operation']): ReplyResponse {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message } = error;
    addLine(this.#books.store, { ...line, status, code, note: message });
    return refusalResponse(error, operation?.detailedStatus);
  }
}

/** For the log; undefined where nothing was relaxed. */
function leniencies(relaxed: ReadonlySet<Leniency>): string | undefined {
  return relaxed.size === 0 ? undefined : [...relaxed].join(', ');
}
