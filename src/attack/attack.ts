import type { Transport } from '../client/transport.js';
import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import { Application, type ApplicationSetup } from './application.js';
import { Courier } from './courier.js';
import { EarlierOrders } from './earlier-orders.js';
import { amongOthers } from './events.js';
import { type Finding, goneWrongFindings, toFinding, unfitFinding } from './finding.js';
import {
  type HistoryReplay,
  type PlannedOrder,
  planHistories,
  replayed,
  shorterHistories,
} from './history.js';
import { HostileBank } from './hostile-bank.js';
import type { FindingClass } from './judge.js';
import { Pace } from './pace.js';
import { PlainHistories } from './plain-histories.js';
import {
  type Played,
  type PlayedScenario,
  runScenario,
  type ScenarioOptions,
  type Unclear,
} from './run-scenario.js';
import type { Scenario } from './scenario.js';
import { isNeverUp, Stage } from './stage.js';

export interface ScenarioResult {
  name: string;
  histories: number;
  orders: number;
}

export interface AttackResult {
  seed: number;
  scenarios: ScenarioResult[];
  findings: Finding[];
  /** Scenarios that were not played: nothing starts the application again, time is over, or it makes no more orders or is broken. */
  skipped: string[];
  /** How many orders nobody can judge, by the reason. */
  unclear: Record<Unclear, number>;
  /** Milliseconds that it waited at most for an answer of the bank, which it still took. */
  longestWaitMs: number;
  /** Why the bank took no payment of any order; undefined where it took one, or none was tried. */
  refusal: Message | undefined;
}

export interface AttackOptions extends Omit<ScenarioOptions, 'door'> {
  host: Pick<Host, 'clock' | 'random' | 'files' | 'env'>;
  transport: Transport;
  setup: Omit<ApplicationSetup, 'env'>;
  scenarios: readonly Scenario[];
  seed: number;
  /** Histories of each scenario; unless given, as `Pace` has it. */
  seeds?: number | undefined;
  port: number;
  /** After so long no history is shortened any more, and no scenario begun once something is found. */
  durationMs: number;
  /** `--only`. */
  only?: HistoryReplay | undefined;
  onScenario?: (name: string) => void;
  /** Commands of the user run with the application's variables. */
  doorOf(application: Application): ScenarioOptions['door'];
}

/** Attacks the application with each scenario, and makes the histories of what it finds as short as can be. */
export async function runAttack(options: AttackOptions): Promise<AttackResult> {
  const run = await AttackRun.open(options);
  try {
    return await run.all();
  } finally {
    await run.close();
  }
}

class AttackRun {
  readonly #options: AttackOptions;
  readonly #bank: HostileBank;
  readonly #application: Application;
  readonly #courier: Courier;
  readonly #door: ScenarioOptions['door'];
  readonly #startedAt: number;
  readonly #references = new Map<string, number>();
  readonly #plain = new PlainHistories();
  readonly #earlier = new EarlierOrders();
  readonly #pace = new Pace();
  #last: { scenario: Scenario; played: readonly Played[] } | undefined;
  /** What came right before never does now. */
  #isBroken = false;
  #longestWaitMs = 0;
  #stage: Stage | undefined;

  private constructor(
    options: AttackOptions,
    openBank: (run: () => Stage | undefined) => HostileBank,
  ) {
    const { host, setup, transport } = options;
    this.#options = options;
    this.#startedAt = host.clock.now();
    this.#bank = openBank(() => this.#stage);
    const env = { ...this.#bank.variables(), PAYCTL_CONFIRM_URL: setup.confirmTo.href };
    this.#application = new Application({ ...setup, env }, host, () => this.#stage?.crashed());
    this.#door = options.doorOf(this.#application);
    this.#courier = new Courier(this.#application, transport, host.clock, setup.confirmTo.href);
  }

  static async open(options: AttackOptions): Promise<AttackRun> {
    let current: () => Stage | undefined = () => undefined;
    const { host, seed, port } = options;
    const bank = await HostileBank.open(host, {
      ...{ seed, port },
      onAsked: (...heard) => current()?.asked(...heard),
      onAnswer: (...answered) => current()?.faultOf(...answered),
    });
    return new AttackRun(options, (stage) => {
      current = stage;
      return bank;
    });
  }

  async all(): Promise<AttackResult> {
    const { host, seed, only, scenarios, onScenario } = this.#options;
    const result: Omit<AttackResult, 'longestWaitMs' | 'refusal'> = {
      seed,
      scenarios: [],
      findings: [],
      skipped: [],
      unclear: { day: 0, busy: 0, reference: 0 },
    };
    for (const scenario of scenarios) {
      const isSound = result.findings.length === 0;
      const needsStart = scenario.kills && !this.#application.canBeKilled;
      if (needsStart || this.#isBroken || (!isSound && this.#isLate())) {
        result.skipped.push(scenario.name);
        continue;
      }
      onScenario?.(scenario.name);
      const histories = only ? 1 : (this.#options.seeds ?? this.#pace.histories);
      const planned = only ? replayed(only, seed) : planHistories(scenario, seed, histories);
      const since = host.clock.now();
      // One that was never up at all was set up wrongly.
      const mayEnd = !isSound || (this.#last !== undefined && this.#application.canBeKilled);
      const outcome = await (mayEnd
        ? this.#playIfUp(scenario, planned)
        : this.#play(scenario, planned));
      if (this.#options.stopping.aborted) break;
      if (outcome === undefined) {
        result.skipped.push(scenario.name);
        if (isSound) result.findings.push(...this.#findingOfUnfit());
        continue;
      }
      const { played, said } = outcome;
      this.#pace.judge(scenario, host.clock.now() - since, this.#application.startMs);
      result.scenarios.push({ name: scenario.name, histories, orders: played.length });
      this.#earlier.learn(scenario.name, played);
      const goneWrong = this.#earlier.goneWrong(said, played);
      const findings = await this.#findingsOf(scenario, played);
      result.findings.push(...findings, ...goneWrongFindings(scenario, goneWrong, findings));
      for (const { unclear } of played) if (unclear !== undefined) result.unclear[unclear] += 1;
      this.#plain.learn(played);
      this.#last = { scenario, played };
    }
    if (result.findings.length === 0 && !(await this.#startsAgain())) {
      result.findings.push(...this.#findingOfUnfit());
    }
    return { ...result, longestWaitMs: this.#longestWaitMs, refusal: this.#bank.refusal };
  }

  #isLate(more = 1): boolean {
    const { host, durationMs } = this.#options;
    return host.clock.now() - this.#startedAt > durationMs * more;
  }

  async #play(scenario: Scenario, planned: readonly PlannedOrder[]): Promise<PlayedScenario> {
    const { host } = this.#options;
    const { clock } = host;
    await this.#application.stop();
    const parts = {
      bank: this.#bank,
      application: this.#application,
      courier: this.#courier,
      references: this.#references,
      clock,
    };
    const stage = new Stage(parts);
    this.#stage = stage;
    try {
      const options = { ...this.#options, door: this.#door };
      return await runScenario(scenario, planned, stage, options);
    } finally {
      stage.end();
      this.#longestWaitMs = Math.max(this.#longestWaitMs, stage.questions.longestWaitMs);
      this.#stage = undefined;
      await this.#bank.clearFaults();
    }
  }

  /** After the last scenario as before each other one. */
  async #startsAgain(): Promise<boolean> {
    if (!this.#application.canBeKilled || this.#options.stopping.aborted) return true;
    await this.#application.stop();
    try {
      await this.#application.up();
    } catch (error) {
      if (isNeverUp(error)) return false;
      throw error;
    }
    return true;
  }

  /** What the scenario before left of the application neither starts nor makes an order. */
  #findingOfUnfit(): Finding[] {
    this.#isBroken = true;
    if (this.#last === undefined) return [];
    return unfitFinding(this.#last.scenario, this.#last.played, this.#application.isUp);
  }

  /** undefined where the application makes no more orders, or lists none: what was found of it is kept. */
  async #playIfUp(
    scenario: Scenario,
    planned: readonly PlannedOrder[],
  ): Promise<PlayedScenario | undefined> {
    try {
      return await this.#play(scenario, planned);
    } catch (error) {
      if (isNeverUp(error)) return undefined;
      throw error;
    }
  }

  /** The shortest history of each class; what is found alone is played alone. */
  async #findingsOf(scenario: Scenario, played: readonly Played[]): Promise<Finding[]> {
    const byClass = new Map<FindingClass, Played>();
    for (const one of played) {
      for (const name of one.classes) {
        const best = byClass.get(name);
        if (best === undefined || one.planned.steps.length < best.planned.steps.length) {
          byClass.set(name, one);
        }
      }
    }
    if (byClass.size === 0) return [];
    const shortest = this.#mayShorten() ? await this.#shortened(scenario, byClass) : new Map();
    this.#isBroken = await this.#isBrokenBy(scenario, [...shortest.values()]);
    // Played again, a finding keeps its id.
    const isShort = this.#options.only?.mask !== undefined;
    return [...byClass].map(([name, whole]) => {
      const short = shortest.get(name);
      const isByOthers = this.#isBroken && short !== undefined && this.#plain.wasRight(short);
      if (isShort || (short !== undefined && !isByOthers)) {
        return toFinding(scenario, name, short ?? whole, true);
      }
      const others = played.filter((one) => one !== whole).flatMap(({ events }) => events);
      const events = amongOthers(whole.events, others, { isBroken: isByOthers });
      return toFinding(scenario, name, { ...whole, events }, false);
    });
  }

  /** Whether a plain history never comes right any more: what the application met since is the cause. */
  async #isBrokenBy(scenario: Scenario, shortest: readonly Played[]): Promise<boolean> {
    const suspect = shortest.find((one) => this.#plain.wasRight(one));
    if (suspect === undefined || !this.#mayShorten()) return false;
    const again = Array.from({ length: MOST_AGAIN }, () => suspect.planned);
    const outcome = await this.#playIfUp(scenario, again);
    return outcome?.played.every(({ classes }) => classes.length > 0) ?? false;
  }

  #mayShorten(): boolean {
    const { only, stopping } = this.#options;
    return only === undefined && !stopping.aborted && !this.#isLate(A_LITTLE_LONGER);
  }

  /** Plays all shorter histories of the findings at once: first without, then with what kills. */
  async #shortened(
    scenario: Scenario,
    findings: ReadonlyMap<FindingClass, Played>,
  ): Promise<Map<FindingClass, Played>> {
    const shortest = new Map<FindingClass, Played>();
    const candidates = [...findings.values()].flatMap(({ planned }) => [
      ...shorterHistories(planned).slice(0, MOST_CANDIDATES),
      planned,
    ]);
    const kills = ({ steps }: PlannedOrder) => steps.some((step) => step.do === 'kill');
    const harmless = candidates.filter((one) => !kills(one));
    const deadly = [...findings.values()].map(({ planned }) => planned).filter(kills);
    for (const planned of [harmless, ...deadly.map((one) => [one])]) {
      const open = [...findings.keys()].filter((name) => !shortest.has(name));
      if (open.length === 0 || planned.length === 0 || !this.#mayShorten()) continue;
      const { played = [] } = (await this.#playIfUp(scenario, planned)) ?? {};
      for (const name of open) {
        const fate = findings.get(name)?.planned.fate;
        const [best] = played
          .filter((one) => one.classes.includes(name) && one.planned.fate === fate)
          .sort((a, b) => a.planned.steps.length - b.planned.steps.length);
        if (best) shortest.set(name, best);
      }
    }
    return shortest;
  }

  async close(): Promise<void> {
    await this.#application.stop();
    this.#application.time.close();
    await this.#bank.close();
  }
}

/** A short history is worth more than a scenario more. */
const A_LITTLE_LONGER = 1.2;
/** How many shorter histories of a finding are tried. */
const MOST_CANDIDATES = 12;
/** How many orders show that a plain history does not come right any more. */
const MOST_AGAIN = 3;
