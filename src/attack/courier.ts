import type { Transport } from '../client/transport.js';
import { TransportFailure } from '../client/transport.js';
import { at, jsonText, readJson } from '../core/json.js';
import type { Clock } from '../host/host.js';
import { type Application, HANG_MS } from './application.js';

/** How the application answered a confirmation. */
export interface Acknowledgement {
  kind: 'acknowledged' | 'refused' | 'silent' | 'hung';
  status?: number;
}

/** With these statuses the address takes no confirmations, unless it took one before. */
const NO_SUCH_ADDRESS = [404, 405, 410, 501];
/** The bank sends again what was not acknowledged, up to three times. */
const RESENDS = 3;
/** In place of the bank's twelve seconds, which pass by its clock. */
const RESEND_MS = 700;

/** Takes confirmations to the application, as the bank does: again until they are acknowledged. */
export class Courier {
  readonly #application: Application;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #url: string;
  /** Sending again to one that only polls would cost the run its time. */
  #takesConfirmations = false;
  /** How long the last acknowledgement took; until there is one, as long as a quick application needs. */
  #acknowledgedInMs = 12;
  /** What it answered as if there were no such address: it may mean an order that it does not know yet. */
  readonly #unknown = new Set<string>();

  constructor(application: Application, transport: Transport, clock: Clock, url: string) {
    this.#application = application;
    this.#transport = transport;
    this.#clock = clock;
    this.#url = url;
  }

  /** @param onAnswer hears of each attempt, and says whether another one may follow */
  async deliver(
    body: string,
    onAnswer: (answer: Acknowledgement) => Promise<boolean>,
    resends = RESENDS,
  ): Promise<void> {
    for (let attempt = 0; attempt <= resends; attempt++) {
      if (attempt > 0) await this.#clock.sleep(RESEND_MS);
      await this.#application.up();
      const answer = await this.#send(body);
      const mayFollow = await onAnswer(answer);
      const mayTakeIt = this.#mayTake(body, answer.status);
      if (answer.kind === 'acknowledged' || !mayTakeIt || !mayFollow) return;
    }
  }

  #mayTake(body: string, status: number | undefined): boolean {
    const isUnknown = status !== undefined && NO_SUCH_ADDRESS.includes(status);
    if (status !== undefined && !isUnknown) this.#takesConfirmations = true;
    if (isUnknown) this.#unknown.add(body);
    return this.#takesConfirmations || this.#unknown.size < 2;
  }

  get acknowledgedInMs(): number {
    return this.#acknowledgedInMs;
  }

  async #send(body: string): Promise<Acknowledgement> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const request = { method: 'POST', url: this.#url, headers, body };
    const since = this.#clock.now();
    try {
      const options = { timeoutMs: HANG_MS, fresh: true };
      const { status, body: bytes } = await this.#transport.send(request, options);
      const code = jsonText(at(readJson(new TextDecoder().decode(bytes)), 'resCode')) ?? '00';
      const isAcknowledged = status >= 200 && status < 300 && code === '00';
      if (isAcknowledged) this.#acknowledgedInMs = this.#clock.now() - since;
      return { kind: isAcknowledged ? 'acknowledged' : 'refused', status };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      return { kind: error.reason === 'timeout' ? 'hung' : 'silent' };
    }
  }
}
