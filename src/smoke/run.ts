import { generatedValues } from '../bank/generate.js';
import { EXIT, PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import { jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { temporaryDirectory } from '../host/disk.js';
import type { Host, Random } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { machine } from '../messages/machine.js';
import { smokeMessages as words } from '../messages/smoke.js';
import {
  type CallObservation,
  checkExpectation,
  type ExpectationMismatch,
  selected,
} from './expect.js';
import type { Filling, Plan, PlanStep } from './plan.js';
import { Variables } from './variables.js';

export interface StepResult {
  step: PlanStep;
  outcome: 'passed' | 'failed' | 'skipped';
  seen?: CallObservation;
  /** What was expected and is not so. */
  failures: readonly ExpectationMismatch[];
  /** Why it was skipped. */
  skipped?: Message;
}

export interface PlanResult {
  plan: Plan;
  steps: readonly StepResult[];
}

/** Where plans run. */
export interface SmokeTarget {
  /** Values of the global options that name the connection. */
  connection: Readonly<Record<string, unknown>>;
  /** The embedded bank: each plan has one of its own. */
  isSandbox: boolean;
  /** Nothing that can move money runs there, whatever the variables of a plan hold. */
  isLive: boolean;
}

/** How a call ended; the time that it took is measured here. */
export type StepOutcome = Omit<CallObservation, 'ms'>;

/** What a step calls. */
export interface StepCall {
  /** Why it may not run where the profile is live: what it can do there. */
  risk?: Message;
  run(env: Host['env']): Promise<StepOutcome>;
}

/** Finds what a step calls; throws USAGE for what may not be a step. */
export type StepCalls = (
  step: Pick<PlanStep, 'call' | 'isSandbox' | 'with'>,
  filling: Filling,
) => Promise<StepCall>;

export interface PlanOptions {
  host: Host;
  callsOf(plan: Plan, target: SmokeTarget): StepCalls;
  signals: Signals;
  target: SmokeTarget;
  /** From what a plan draws its random texts, so that a recording of it fits again. */
  seedOf?: (plan: string, fresh: string) => string;
  /** Goes on after a failure, for a comparison. */
  toTheEnd?: boolean;
  onStep?: (result: StepResult) => Promise<void>;
}

/** Runs the steps of a plan in order. */
export async function runPlan(plan: Plan, options: PlanOptions): Promise<PlanResult> {
  const bank = options.target.isSandbox ? temporaryDirectory() : undefined;
  try {
    const runner = new Runner(plan, options, bank?.path);
    return { plan, steps: await runner.run() };
  } finally {
    bank?.remove();
  }
}

/** Plans run without the rate limit of the embedded bank. */
const UNLIMITED = { call: 'settings rateLimit=0', isSandbox: true, with: new Map() };

const POLL_MS = { first: 200, most: 2_000 };

class Runner {
  readonly #plan: Plan;
  readonly #options: PlanOptions;
  readonly #calls: StepCalls;
  readonly #variables: Variables;
  readonly #env: Host['env'];

  constructor(plan: Plan, options: PlanOptions, state: string | undefined) {
    const { host, target } = options;
    this.#plan = plan;
    this.#options = options;
    this.#calls = options.callsOf(plan, target);
    this.#variables = new Variables(planRandom(plan, options));
    this.#env = state === undefined ? host.env : { ...host.env, PAYCTL_STATE_DIR: state };
  }

  async run(): Promise<StepResult[]> {
    for (const [name, value] of this.#plan.vars) {
      this.#variables.set(name, this.#variables.fill(value));
    }
    if (this.#options.target.isSandbox) {
      await this.#call(UNLIMITED);
    }
    const results: StepResult[] = [];
    let stopped: Message | undefined;
    for (const step of this.#plan.steps) {
      const result = await this.#runStep(step, stopped);
      results.push(result);
      await this.#options.onStep?.(result);
      if (result.outcome === 'failed' && !this.#options.toTheEnd)
        stopped ??= words.afterFailure(step.n);
    }
    return results;
  }

  async #runStep(step: PlanStep, stopped: Message | undefined): Promise<StepResult> {
    const { target, signals } = this.#options;
    const skipped = (why: Message): StepResult => {
      return { step, outcome: 'skipped', failures: [], skipped: why };
    };
    if (signals.received) return skipped(words.bySignal(signals.received));
    if (step.skip !== undefined) return skipped(step.skip);
    if (stopped !== undefined && !step.always) return skipped(stopped);
    if (step.isSandbox && !target.isSandbox) return skipped(words.noSandbox);
    return this.#repeatUntilPassed(step);
  }

  /** Runs a step until it passes or its time is up. */
  async #repeatUntilPassed(step: PlanStep): Promise<StepResult> {
    const { clock } = this.#options.host;
    const { eventuallyMs = 0 } = step;
    const until = clock.now() + eventuallyMs;
    for (let pause = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.most)) {
      const seen = await this.#call(step);
      const failures = [
        ...(await checkExpectation(this.#filled(step), seen)),
        ...(await this.#save(step, seen)),
      ];
      const hasFailed = failures.length > 0;
      const result: StepResult = { step, outcome: hasFailed ? 'failed' : 'passed', seen, failures };
      const left = until - clock.now();
      if (hasFailed && step.isSandbox && this.#isReplay()) {
        return { step, outcome: 'skipped', seen, failures: [], skipped: words.recorded };
      }
      if (!hasFailed || left <= 0 || this.#options.signals.received) return result;
      await clock.sleep(Math.min(pause, left), this.#options.signals.first);
    }
  }

  #isReplay(): boolean {
    return Boolean(this.#options.host.env.PAYCTL_REPLAY);
  }

  #filled({ expect }: PlanStep): PlanStep['expect'] {
    const query = Array.from(
      expect.query,
      ([path, value]) => [path, this.#variables.fill(value)] as const,
    );
    return {
      ...expect,
      code: expect.code && this.#variables.fillText(expect.code),
      state: expect.state && this.#variables.fillText(expect.state),
      query: new Map(query),
    };
  }

  /** Keeps what later steps need; what is not there is a failure. */
  async #save(
    { save, isSandbox }: PlanStep,
    { data }: CallObservation,
  ): Promise<ExpectationMismatch[]> {
    const missing: ExpectationMismatch[] = [];
    for (const [name, query] of save) {
      const value = await selected(data, query);
      if (value === null) missing.push({ what: 'save', path: query, expected: name });
      else {
        this.#variables.set(name, value);
        // The embedded bank of each run makes its own.
        const text = jsonText(value);
        if (isSandbox && text !== undefined) generatedValues.add(text);
      }
    }
    return missing;
  }

  async #call(step: Parameters<StepCalls>[0]): Promise<CallObservation> {
    try {
      const { risk, run } = await this.#calls(step, this.#variables);
      if (risk !== undefined && this.#options.target.isLive) {
        return notRun(words.live(step.call, risk));
      }
      const { clock } = this.#options.host;
      const startedAt = clock.now();
      return { ...(await run(this.#env)), ms: clock.now() - startedAt };
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass !== 'USAGE') throw error;
      return notRun(machine.nothingSent(error.said));
    }
  }
}

function notRun(exchange: Message): CallObservation {
  return { exit: EXIT.USAGE, class: 'USAGE', data: {}, exchange, ms: 0 };
}

/** Random bytes of the machine, or reproducible ones for a recording. */
function planRandom({ name }: Plan, { host, seedOf }: PlanOptions): Random {
  if (seedOf === undefined) return host.random;
  const seed = seedOf(name, Buffer.from(host.random.bytes(16)).toString('hex'));
  let drawn = 0;
  return {
    bytes: (count) => {
      const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
        Buffer.from(sha256(`${seed}:${drawn++}`), 'hex'),
      );
      return Buffer.concat(blocks).subarray(0, count);
    },
  };
}
