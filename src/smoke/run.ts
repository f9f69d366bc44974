import { generatedValues } from '../bank/generate.js';
import { type Captured, runCaptured } from '../cli/captured.js';
import type { Groups } from '../cli/command.js';
import { EXIT, exitClassOf, PayctlError } from '../core/errors.js';
import { optional } from '../core/fields.js';
import { sha256 } from '../core/hash.js';
import { isJsonObject, type Json, parseJson, textOf } from '../core/json.js';
import { temporaryDirectory } from '../host/disk.js';
import type { Host, Random } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { Calls } from './calls.js';
import { type Failure, failuresOf, type Seen, selected } from './expect.js';
import type { Plan, Step } from './plan.js';
import { Variables } from './text.js';

export interface StepResult {
  step: Step;
  outcome: 'passed' | 'failed' | 'skipped';
  seen?: Seen;
  /** What was expected and is not so. */
  failures: readonly Failure[];
  /** Why it was skipped. */
  skipped?: string;
}

export interface PlanResult {
  plan: Plan;
  steps: readonly StepResult[];
}

/** Where plans run. */
export interface Target {
  /** Global options that name the connection. */
  options: readonly string[];
  /** The embedded bank: each plan has one of its own. */
  isSandbox: boolean;
  /** Nothing that can move money runs there, whatever the variables of a plan hold. */
  isLive: boolean;
}

export interface RunOptions {
  host: Host;
  groups: Groups;
  signals: Signals;
  target: Target;
  /** From what a plan draws its random texts, so that a recording of it fits again. */
  seedOf?: (plan: string, fresh: string) => string;
  /** Goes on after a failure, for a comparison. */
  toTheEnd?: boolean;
  onStep?: (result: StepResult) => Promise<void>;
}

/** Runs the steps of a plan in order. */
export async function runPlan(plan: Plan, options: RunOptions): Promise<PlanResult> {
  const bank = options.target.isSandbox ? temporaryDirectory() : undefined;
  try {
    const runner = new Runner(plan, options, bank?.path);
    return { plan, steps: await runner.run() };
  } finally {
    bank?.remove();
  }
}

/** Why the customer's side does nothing where the bank is a recording. */
const ANSWERED = 'a recording answers in place of the embedded bank';

const POLL_MS = { first: 200, most: 2_000 };

class Runner {
  readonly #plan: Plan;
  readonly #options: RunOptions;
  readonly #calls: Calls;
  readonly #variables: Variables;
  readonly #env: Host['env'];

  constructor(plan: Plan, options: RunOptions, state: string | undefined) {
    const { host, groups } = options;
    this.#plan = plan;
    this.#options = options;
    this.#calls = new Calls(groups, plan);
    this.#variables = new Variables(randomOf(plan, options));
    this.#env = state === undefined ? host.env : { ...host.env, PAYCTL_STATE_DIR: state };
  }

  async run(): Promise<StepResult[]> {
    for (const [name, value] of this.#plan.vars) {
      this.#variables.set(name, this.#variables.fill(value));
    }
    if (this.#options.target.isSandbox) {
      await this.#line(['sandbox', 'settings', 'rateLimit=0']);
    }
    const results: StepResult[] = [];
    let stopped: string | undefined;
    for (const step of this.#plan.steps) {
      const result = await this.#next(step, stopped);
      results.push(result);
      await this.#options.onStep?.(result);
      if (result.outcome === 'failed' && !this.#options.toTheEnd)
        stopped ??= `step ${step.n} failed`;
    }
    return results;
  }

  async #next(step: Step, stopped: string | undefined): Promise<StepResult> {
    const { target, signals } = this.#options;
    const skipped = (why: string): StepResult => {
      return { step, outcome: 'skipped', failures: [], skipped: why };
    };
    if (signals.received) return skipped(`ended by ${signals.received}`);
    if (step.skip !== undefined) return skipped(step.skip);
    if (stopped !== undefined && !step.always) return skipped(stopped);
    if (step.isSandbox && !target.isSandbox) return skipped('there is no sandbox here');
    return this.#repeated(step);
  }

  /** Runs a step until it passes or its time is up. */
  async #repeated(step: Step): Promise<StepResult> {
    const { clock } = this.#options.host;
    const { eventuallyMs = 0 } = step;
    const until = clock.now() + eventuallyMs;
    for (let pause = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.most)) {
      const seen = await this.#seen(step);
      const failures = [
        ...(await failuresOf(this.#filled(step), seen)),
        ...(await this.#save(step, seen)),
      ];
      const hasFailed = failures.length > 0;
      const result: StepResult = { step, outcome: hasFailed ? 'failed' : 'passed', seen, failures };
      const left = until - clock.now();
      if (hasFailed && step.isSandbox && this.#isReplay()) {
        return { step, outcome: 'skipped', seen, failures: [], skipped: ANSWERED };
      }
      if (!hasFailed || left <= 0 || this.#options.signals.received) return result;
      await clock.sleep(Math.min(pause, left), this.#options.signals.first);
    }
  }

  #isReplay(): boolean {
    return Boolean(this.#options.host.env.PAYCTL_REPLAY);
  }

  #filled({ expect }: Step): Step['expect'] {
    const query = Array.from(
      expect.query,
      ([path, value]) => [path, this.#variables.fill(value)] as const,
    );
    return {
      ...expect,
      ...optional('code', expect.code && this.#variables.fillText(expect.code)),
      ...optional('state', expect.state && this.#variables.fillText(expect.state)),
      query: new Map(query),
    };
  }

  /** Keeps what later steps need; what is not there is a failure. */
  async #save({ save, isSandbox }: Step, { data }: Seen): Promise<Failure[]> {
    const missing: Failure[] = [];
    for (const [name, query] of save) {
      const value = await selected(data, query);
      if (value === null) missing.push({ what: 'save', path: query, expected: name });
      else {
        this.#variables.set(name, value);
        // The embedded bank of each run makes its own.
        const text = textOf(value);
        if (isSandbox && text !== undefined) generatedValues.add(text);
      }
    }
    return missing;
  }

  async #seen(step: Step): Promise<Seen> {
    try {
      const { argv, risk } = await this.#calls.of(step, this.#variables);
      if (risk === undefined || !this.#options.target.isLive) return await this.#line(argv);
      return refused(`${step.call} ${risk}, and the profile is live; nothing was sent`);
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass !== 'USAGE') throw error;
      return refused(`${error.message}; nothing was sent`);
    }
  }

  /** Runs a command line and reads what it printed, as any program would. */
  async #line(argv: readonly string[]): Promise<Seen> {
    const { host, groups, signals, target } = this.#options;
    // Options come first: what stands after `--` is none.
    const line = [...target.options, '-o', 'json', '-vv', '--no-input', ...argv];
    const startedAt = host.clock.now();
    const ran = await runCaptured({ ...host, argv: line, env: this.#env }, groups, signals);
    return { ...facts(ran), ms: host.clock.now() - startedAt };
  }
}

function refused(exchange: string): Seen {
  return { exit: EXIT.USAGE, class: 'USAGE', data: {}, exchange, ms: 0 };
}

/** The chance of the machine, or one that can be had again. */
function randomOf({ name }: Plan, { host, seedOf }: RunOptions): Random {
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

function facts({ exit, result, stdout, stderr }: Captured): Omit<Seen, 'ms'> {
  const lines = stderr.split('\n').filter(Boolean);
  const error = errorIn(lines.at(-1) ?? '');
  const { outcome } = result ?? {};
  const text = (name: string) => (isJsonObject(error) ? textOf(error[name]) : undefined);
  const status = outcome?.http?.status ?? Number(text('httpStatus') ?? Number.NaN);
  return {
    exit,
    class: exitClassOf(exit) ?? 'INTERNAL',
    ...optional('code', outcome?.code ?? text('code') ?? textOf(outcome?.status?.code)),
    ...optional('state', outcome?.state),
    ...(Number.isFinite(status) && { httpStatus: status }),
    ...optional('requestUId', outcome?.request.requestUId ?? text('requestUId')),
    data: dataIn(stdout),
    exchange: lines
      .flatMap((line) => (line.startsWith('{"error":') ? told(error) : line))
      .join('\n'),
  };
}

/** As a person reads an error: what happened, each field that is wrong, and what helps. */
function told(error: Json | undefined): string[] {
  if (!isJsonObject(error)) return [];
  const said = (of: Json, name: string) => (isJsonObject(of) ? (textOf(of[name]) ?? '') : '');
  const { details = null } = error;
  const fields = Array.isArray(details)
    ? details.map((one) => `${said(one, 'field')}: ${said(one, 'message')}`)
    : [];
  const hint = said(error, 'hint');
  return [said(error, 'message'), ...fields, ...(hint === '' ? [] : [`hint: ${hint}`])];
}

function errorIn(line: string): Json | undefined {
  if (!line.startsWith('{"error":')) return undefined;
  const read = parseJson(line);
  return isJsonObject(read) ? read.error : undefined;
}

/** What a command prints that has no JSON (`--raw`) is text. */
function dataIn(out: string): Json {
  try {
    return parseJson(out);
  } catch {
    return out.trimEnd();
  }
}
