import type { Application } from '../../attack/application.js';
import { lastLine } from '../../attack/application.js';
import { type NewOrder, readNewOrder } from '../../attack/orders.js';
import type { PlannedRequest } from '../../attack/plan.js';
import type { OrderCommands } from '../../attack/run-scenario.js';
import { type Transport, TransportFailure } from '../../client/transport.js';
import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import type { Clock } from '../../host/host.js';
import type { ShellEnd } from '../../host/shell.js';
import { attack as words } from '../../messages/attack.js';

/** A command line of the user, or a request of the plan. */
type ApplicationCall = string | PlannedRequest;

export interface ApplicationCalls {
  create: ApplicationCall;
  orders: ApplicationCall;
}

interface Said {
  text: string;
  /** Why nothing was said. */
  problem?: Message;
  details?: string;
  isTooSlow?: boolean;
}

const TIMEOUT_MS = 10_000;
/** An application that is busy is asked again after each of these. */
const AGAIN_MS = [100, 400, 1_200];
/** One that has made orders before, and was killed since, may still have to warm up. */
const WARM_UP_MS = [...AGAIN_MS, 2_500, 5_000];
/** After so long it is not asked again: one that answers late would keep each try waiting. */
const PATIENCE_MS = 12_000;

/** Makes orders and lists them, by commands of the user or by HTTP. */
export class ApplicationDoor implements OrderCommands {
  readonly #application: Application;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #calls: ApplicationCalls;
  #hasMadeOrders = false;

  constructor(
    application: Application,
    transport: Transport,
    clock: Clock,
    calls: ApplicationCalls,
  ) {
    this.#application = application;
    this.#transport = transport;
    this.#clock = clock;
    this.#calls = calls;
  }

  async create(): Promise<NewOrder> {
    const { text, ...failed } = await this.#patiently(this.#calls.create, (said) =>
      readNewOrder(said) === undefined ? words.printsNoOrder : undefined,
    );
    const order = readNewOrder(text);
    if (order !== undefined) {
      this.#hasMadeOrders = true;
      return order;
    }
    throw unavailableError(words.noOrderMade(failed.problem ?? words.printsNoOrder), failed);
  }

  async orders(): Promise<string> {
    const { text, ...failed } = await this.#patiently(this.#calls.orders, () => undefined);
    if (failed.problem === undefined) return text;
    throw unavailableError(words.ordersFailed(failed.problem), failed);
  }

  async #patiently(
    call: ApplicationCall,
    shellProblem: (text: string) => Message | undefined,
  ): Promise<Said> {
    let said: Said = { text: '' };
    const since = this.#clock.now();
    for (const waitMs of [0, ...(this.#hasMadeOrders ? WARM_UP_MS : AGAIN_MS)]) {
      if (waitMs > 0) await this.#clock.sleep(waitMs);
      await this.#application.up();
      said = await this.#say(call);
      const problem = said.problem ?? shellProblem(said.text);
      if (problem === undefined) return said;
      said = { ...said, problem };
      if (said.isTooSlow || this.#clock.now() - since > PATIENCE_MS) return said;
    }
    return said;
  }

  async #say(call: ApplicationCall): Promise<Said> {
    if (typeof call !== 'string') return this.#ask(call);
    const end = await this.#application.run(call);
    const problem = shellProblem(end);
    if (problem === undefined) return { text: end.stdout };
    const details = lastLine(end.stderr || end.stdout);
    return { text: end.stdout, problem, details, isTooSlow: end.tooSlow };
  }

  async #ask({ url, method, headers = {}, body }: PlannedRequest): Promise<Said> {
    const isJson = body !== undefined && typeof body !== 'string';
    const request = {
      ...{ url, method: method ?? (body === undefined ? 'GET' : 'POST') },
      headers: { accept: '*/*', ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    try {
      const answer = await this.#transport.send(request, { timeoutMs: TIMEOUT_MS, fresh: true });
      const text = new TextDecoder().decode(answer.body);
      if (answer.status >= 200 && answer.status < 300) return { text };
      return { text, problem: words.answered(answer.status), details: lastLine(text) };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      return { text: '', problem: words.noAnswer, isTooSlow: error.reason === 'timeout' };
    }
  }
}

function shellProblem({ tooSlow, code }: ShellEnd): Message | undefined {
  if (tooSlow) return words.tookTooLong;
  return code === 0 ? undefined : words.endedWith(String(code));
}

function unavailableError(message: Message, { details = '' }: { details?: string }): PayctlError {
  return new PayctlError('UNAVAILABLE', message, { ...(details !== '' && { details: [details] }) });
}
