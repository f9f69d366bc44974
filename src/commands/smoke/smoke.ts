import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { joinTexts, type Message, type Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { endedBy } from '../../host/signals.js';
import { smokeMessages as words } from '../../messages/smoke.js';
import { type Command, command, type Groups, type Result } from '../../runtime/command.js';
import { connectionValues } from '../../runtime/globals.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { outputFile, PAGE_ENDINGS } from '../../runtime/output-file.js';
import { flag, option, restArguments, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { count } from '../../runtime/value-parsers.js';
import {
  comparePlans,
  type Difference,
  differenceJson,
  differenceKey,
} from '../../smoke/compare.js';
import type { Plan } from '../../smoke/plan.js';
import {
  countOutcomes,
  plansText,
  reportData,
  smokeJunit,
  summarize,
  toAnnotations,
} from '../../smoke/report.js';
import { type PlanOptions, type PlanResult, runPlan, type Target } from '../../smoke/run.js';
import { loadPlans, readKnownDifferences, secondBank, selectPlans, toTarget } from './plans.js';
import { callsFor } from './steps.js';

const SMOKE = {
  files: restArguments('plan', 'YAML file of a plan', { optional: true, effect: 'reads' }),
  only: text('--only <name>', 'only the plan of this name'),
  list: flag('--list', 'print the names of the plans, and send nothing'),
  parallel: option('--parallel <n>', 'how many plans run side by side (1)', count),
  junit: text('--junit <file>', 'write the results as JUnit XML', { effect: 'writes' }),
  report: text('--report <file>', 'write a page to read and print, FILE.html', {
    effect: 'writes',
  }),
  compare: text(
    '--compare <profile>',
    'run the plans on this profile too, and list where the two banks differ',
  ),
  known: text(
    '--known <file>',
    'differences that are known: what --compare -o json printed before',
    { effect: 'reads' },
  ),
  schema: flag('--schema', 'print the JSON Schema of a plan'),
  arazzo: flag(
    '--arazzo',
    'print the plans as a document of Arazzo 1.0, or such a document as a plan',
  ),
  ...MONITORED,
};

/** @param groups all commands that a step may name */
export function smokeCommand(groups: Groups): Command {
  return command({
    words: ['smoke'],
    summary: 'run plans of calls and expectations against the embedded bank or a real one',
    notes: [
      'Without a plan it runs its own: on the embedded bank every operation, on a real bank what reads (on a test environment also what creates). On the embedded bank each plan has a bank of its own, which is gone afterwards. Plans that can move money are refused on a live profile.',
      '--report writes one page for people, in English or Thai (--lang), whatever came of it: no names, no account numbers, no words of the bank.',
      'docs/smoke.md has the form of a plan; --schema prints it for editors.',
    ],
    parameters: SMOKE,
    examples: [
      'payctl --sandbox smoke',
      'payctl --sandbox smoke --only ewallet -o json',
      'payctl --sandbox smoke --list',
      'payctl smoke --schema',
      'payctl --sandbox smoke --only deeplink --arazzo',
    ],
    dryRun: 'harmless',
    run: (services, given) => smoke(services, groups, given),
  });
}

async function smoke(
  services: Services,
  groups: Groups,
  given: ValuesOf<typeof SMOKE>,
): Promise<Result> {
  if (given.schema) {
    const { schemaOfPlans } = await import('./plan-schema.js');
    return { data: fromPlain(await schemaOfPlans(groups)) };
  }
  if (given.arazzo) {
    const { translatePlan } = await import('./arazzo/translate.js');
    return translatePlan(services, groups, given.files, given.only);
  }
  if (given.known !== undefined && given.compare === undefined) {
    throw usageError(words.knownWithoutCompare, words.addCompare);
  }
  const junit = given.junit && outputFile(services, '--junit', given.junit);
  const report = given.report && outputFile(services, '--report', given.report, PAGE_ENDINGS);
  const known = await readKnownDifferences(services, given.known);
  const profile = await services.profile();
  const otherBank = await secondBank(services, given.compare);
  const banks = [profile, ...(otherBank ? [otherBank.profile] : [])];
  const plans = selectPlans(
    await loadPlans(services, given.files, groups, { profile, banks }),
    given.only,
  );
  if (given.list || services.options.dryRun) return listPlans(plans);
  // Opened here, so that it is reported once, and all steps share the position in it.
  const { seedOf } = await services.recording();
  const { host, signals } = services;
  const callsOf = (plan: Plan, { connection }: Target) =>
    callsFor(groups, plan, { host, signals, connection });
  const options = { host, signals, callsOf, seedOf };
  const runs = new Runs(services, plans, given.parallel ?? 1, otherBank ? 2 : 1);
  const first = await runs.run({
    ...options,
    target: toTarget(profile, connectionValues(services.options.selection)),
    toTheEnd: otherBank !== undefined,
  });
  const second =
    otherBank && (await runs.run({ ...options, target: otherBank.target, toTheEnd: true }));
  await runs.end();
  const say = await services.say();
  if (junit !== undefined)
    host.files.replace(junit, new TextEncoder().encode(smokeJunit(first, say)));
  const compared = second && compareResults(first, second, known);
  if (report !== undefined) {
    const banks = [profile.name, ...(otherBank ? [otherBank.profile.name] : [])];
    await writePage(services, report, first, { say, banks, compared });
  }
  await annotate(first, services, say);
  const stopped = services.signals.received;
  const problem = stopped && new PayctlError(endedBy(stopped), words.ended);
  const result = compared ? comparisonResult(first, compared) : runResult(first);
  return problem ? { ...result, problem } : result;
}

function runResult(plans: readonly PlanResult[]): Result {
  const { failed } = countOutcomes(plans);
  return {
    data: reportData(plans),
    table: ({ say }) => plansText(plans, say),
    exit: failed > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

/** Where two banks differ, and how many differences more were known. */
interface Comparison {
  differences: readonly Difference[];
  known: number;
}

function compareResults(
  first: readonly PlanResult[],
  second: readonly PlanResult[],
  known: ReadonlySet<string>,
): Comparison {
  const all = comparePlans(first, second);
  const differences = all.filter((difference) => !known.has(differenceKey(difference)));
  return { differences, known: all.length - differences.length };
}

function comparisonResult(
  plans: readonly PlanResult[],
  { differences, known }: Comparison,
): Result {
  const figures = [summarize(plans), words.differences(differences.length)];
  if (known > 0) figures.push(words.known(known));
  const lines = [...differences.map(differenceLine), joinTexts(figures)];
  return {
    data: { ...reportData(plans), differences: differences.map(differenceJson) },
    table: ({ say }) => lines.map((line) => `${visible(say(line))}\n`).join(''),
    exit: differences.length > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

async function writePage(
  services: Services,
  file: string,
  plans: readonly PlanResult[],
  about: { say: Say; banks: readonly string[]; compared?: Comparison },
): Promise<void> {
  const { host } = services;
  const { smokePage } = await import('../../smoke/report-page.js');
  const { writePage } = await import('../../runtime/page-file.js');
  const lang = await services.language();
  writePage(host, file, smokePage(plans, { ...about, lang, now: host.clock.now() }));
}

function differenceLine({ plan, n, call, what, field, first, second }: Difference): Message {
  return words.differs({
    where: `${plan} ${n} ${call}`,
    what: field === null ? what : `${what} ${field}`,
    first: first ?? words.none,
    second: second ?? words.none,
  });
}

function listPlans(plans: readonly Plan[]): Result {
  const data = plans.map(({ name, file, steps }) => fromPlain({ name, file, steps: steps.length }));
  return { data, view: { fields: ['name', 'file', 'steps'], keep: 1 } };
}

/** Runs all plans on one bank after another, with one line that says how far it is. */
class Runs {
  readonly #plans: readonly Plan[];
  readonly #width: number;
  readonly #progress;
  #done = 0;

  constructor(services: Services, plans: readonly Plan[], parallel: number, banks: number) {
    this.#plans = plans;
    this.#width = Math.max(1, parallel);
    const steps = plans.reduce((sum, plan) => sum + plan.steps.length, 0);
    this.#progress = services.door.progress('smoke', steps * banks);
  }

  async run(options: PlanOptions): Promise<PlanResult[]> {
    const results: PlanResult[] = [];
    let next = 0;
    const onStep = () => this.#progress.update(++this.#done);
    const work = async (): Promise<void> => {
      for (let at = next++; at < this.#plans.length; at = next++) {
        const plan = this.#plans[at];
        if (plan) results[at] = await runPlan(plan, { ...options, onStep });
      }
    };
    await Promise.all(Array.from({ length: this.#width }, work));
    return results;
  }

  end(): Promise<void> {
    return this.#progress.clear();
  }
}

/** Where GitHub runs it, failures are shown beside the lines of the plan. */
async function annotate(plans: readonly PlanResult[], { host }: Services, say: Say): Promise<void> {
  if (!host.env.GITHUB_ACTIONS) return;
  for (const line of toAnnotations(plans, say)) await host.stderr.write(`${line}\n`);
}
