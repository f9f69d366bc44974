import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import type { Clock } from '../host/host.js';
import type { FaultName, FaultOrder } from '../sandbox/faults.js';
import type { Application } from './application.js';
import type { Courier } from './courier.js';
import type { Actor, AttackEventKind } from './events.js';
import type { AskMoment, HostileBank } from './hostile-bank.js';
import { Kills } from './kills.js';
import type { Later } from './outage.js';
import { Questions } from './questions.js';
import { type ClockMoment, NIGHT, type SharedStep, THIS_EVENING } from './scenario.js';
import type { StagedOrder } from './staged-order.js';

/** How long the bank answers nobody. */
const OUTAGE_MS = 2_500;
/** Calls that fail once it is back. */
const CALLS_AFTER_OUTAGE = 2;

/** What one scenario is played with: the bank, the application, and all orders at once. */
export class Stage {
  readonly bank: HostileBank;
  readonly application: Application;
  readonly courier: Courier;
  readonly clock: Clock;
  /** Of all orders that were made in this run, and how often the application's clock had been set by then. */
  readonly references: Map<string, number>;
  readonly #startedAt: number;
  readonly #orders: StagedOrder[] = [];
  /** Whoever waits for the others to come to a step. */
  readonly #waiting = new Map<SharedStep, (() => void)[]>();
  #isCrashed = false;
  /** How often the application was killed because it did not answer a confirmation. */
  hangs = 0;
  /** The application asks about orders of which it was told nothing. */
  isPolling = false;
  /** By how much the oldest payment that it has credited was made before its order, by the clock of the machine. */
  creditedOlderMs = 0;
  /** What was last said to or by the application, of which order. */
  #touched: StagedOrder | undefined;
  /** When the last step of any order was played. */
  lastStepAt: number;
  readonly questions: Questions;
  readonly kills: Kills;
  readonly #over = new AbortController();

  constructor(parts: Pick<Stage, 'bank' | 'application' | 'courier' | 'clock' | 'references'>) {
    this.bank = parts.bank;
    this.application = parts.application;
    this.courier = parts.courier;
    this.clock = parts.clock;
    this.references = parts.references;
    this.#startedAt = parts.clock.now();
    this.lastStepAt = this.#startedAt;
    this.questions = new Questions(this, this.#orders);
    this.kills = new Kills(parts.clock, () => this.#restart());
  }

  /** The scenario is over: what was to happen later does not. */
  end(): void {
    this.#over.abort();
  }

  readonly later: Later = (ms, work) => {
    const { signal } = this.#over;
    void this.clock.sleep(ms, signal).then(() => (signal.aborted ? undefined : work()));
  };

  /** Milliseconds since the scenario began. */
  elapsed(): number {
    return this.clock.now() - this.#startedAt;
  }

  add(order: StagedOrder): void {
    this.#orders.push(order);
    if (this.#isCrashed) order.markCrashed();
    this.#isCrashed = false;
  }

  /** What confirmed the payment of another order. */
  confirmationOfOther(order: StagedOrder): string | undefined {
    const others = this.#orders.filter((other) => other !== order);
    return others.find(({ confirmation }) => confirmation !== undefined)?.confirmation;
  }

  touch(order: StagedOrder): void {
    this.#touched = order;
  }

  /** Hears what the application asks the bank. */
  asked(request: WireRequest, moment: AskMoment, answer = ''): void {
    const hasFailed = this.questions.hear(request, moment, answer);
    const { latest } = this.questions;
    if (latest !== undefined) this.touch(latest);
    // A fault is a step, too, and so is its end: the application has time to settle after the last one that it met.
    if (hasFailed) this.lastStepAt = this.clock.now();
  }

  /** The fault of an answer by what it tells; undefined: it is sent as it is. */
  faultOf(answer: string, request: WireRequest): FaultOrder | undefined {
    for (const order of this.#orders) {
      const fault = order.faultOf(answer, request);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  stepped(): void {
    this.lastStepAt = this.clock.now();
    this.questions.stepped();
  }

  /** The application ended by itself, while it was busy with some order, or made the first. */
  crashed(): void {
    const order = this.#touched ?? this.#orders[0];
    if (order === undefined) this.#isCrashed = true;
    order?.markCrashed();
    for (const other of this.#orders)
      if (other !== order) other.note('application', 'application', 'crashed');
  }

  /** Whether it ended by itself, or hung. */
  isBroken(): boolean {
    return this.#orders.some((order) => order.isCrashed || order.isHung);
  }

  /** The application does not answer any more. */
  async hung(): Promise<void> {
    (this.#touched ?? this.#orders[0])?.markHung();
    await this.kills.now();
  }

  /** Kills the application and starts it again; all orders see it. */
  async #restart(): Promise<void> {
    if (!this.application.canBeKilled) return;
    for (const order of this.#orders) order.onKilled();
    await this.application.kill();
    this.#noteAll('killed');
    await this.application.up();
    this.#noteAll('started');
  }

  #noteAll(what: AttackEventKind, detail?: string): void {
    const who: Actor = 'application';
    for (const order of this.#orders) order.note(who, who, what, detail);
    this.stepped();
  }

  /** Waits until all orders that have this step have come to it; then it happens. */
  async together(step: SharedStep): Promise<void> {
    const waiting = this.#waiting.get(step) ?? [];
    this.#waiting.set(step, waiting);
    const happened = new Promise<void>((resolve) => waiting.push(resolve));
    await this.#doIfReady(step);
    await happened;
  }

  async #doIfReady(step: SharedStep): Promise<void> {
    const waiting = this.#waiting.get(step) ?? [];
    const expected = this.#orders.filter((order) => order.willReach(step)).length;
    if (waiting.length < expected) return;
    const ready = waiting.splice(0);
    try {
      await this.#doForAll(step);
    } finally {
      for (const go of ready) go();
    }
  }

  async #doForAll(step: SharedStep): Promise<void> {
    const { application, bank } = this;
    if ((step.do === 'stop' || step.do === 'start') && !application.canBeKilled) return;
    switch (step.do) {
      case 'clock':
        return this.#clockAt(step.at);
      case 'stop':
        await application.stop();
        await bank.moveClock(`+${step.minutes}m`);
        return this.#noteAll('stopped', String(step.minutes));
      case 'start':
        application.time.startAt(Math.max(bank.now(), application.time.now()));
        await application.up();
        return this.#noteAll('started');
      case 'outage':
        return this.#failAll(step);
      case 'meet':
        return;
    }
  }

  /** Once the bank is back, everybody calls at the same time, and it refuses some of it. */
  async #failAll({ by, after }: Extract<SharedStep, { do: 'outage' }>): Promise<void> {
    const fail = async (name: FaultName, times?: number) => {
      for (const order of this.#orders) order.note('bank', 'bank', 'failsAnswers', name);
      return this.bank.fail({ name, operation: '*', ...(times !== undefined && { times }) });
    };
    const id = await fail(by);
    this.later(OUTAGE_MS, async () => {
      await this.bank.endFault(id);
      const last = await fail(after, CALLS_AFTER_OUTAGE);
      this.later(OUTAGE_MS, () => this.bank.endFault(last));
    });
  }

  async #clockAt(moment: ClockMoment): Promise<void> {
    // The scenario began at this moment: set again, the bank's clock would go back behind that of the orders.
    if (moment !== THIS_EVENING) await this.bank.setClock(moment, this.clock.now());
    if (NIGHT.includes(moment)) this.application.time.moveTo(this.bank.now());
    for (const order of this.#orders) order.note('bank', 'bank', 'clock', moment);
  }

  /** Whether all other orders are over. */
  isAlone(order: StagedOrder): boolean {
    return this.#orders.every((other) => other === order || other.isOver);
  }

  /** An order that is over keeps nobody waiting. */
  async leave(): Promise<void> {
    for (const [step, waiting] of this.#waiting) {
      if (waiting.length > 0) await this.#doIfReady(step);
    }
  }
}

/** Whether the application could not be started again. */
export function isNeverUp(error: unknown): boolean {
  return error instanceof PayctlError && error.exitClass === 'UNAVAILABLE';
}
