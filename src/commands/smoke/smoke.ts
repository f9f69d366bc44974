import { connectionOptions } from '../../cli/captured.js';
import { type Command, command, type Groups, type Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { absolute } from '../../cli/input.js';
import { formatOf } from '../../cli/output/print.js';
import { flag, option, restArguments, text, type ValuesOf } from '../../cli/parameter.js';
import { type Profile, readProfile } from '../../cli/services.js';
import { count } from '../../cli/values.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain, type Json, parseJson } from '../../core/json.js';
import { nearest } from '../../core/nearest.js';
import { counted, visible } from '../../core/text.js';
import { type Mistake, mistakeText } from '../../core/yaml.js';
import { outputPath } from '../../host/named-file.js';
import { createProgress } from '../../host/progress.js';
import { endedBy } from '../../host/signals.js';
import { planFor, shippedPlans } from '../../smoke/built-in.js';
import { Calls } from '../../smoke/calls.js';
import {
  type Difference,
  differenceJson,
  differencesOf,
  keyOf,
  keysIn,
} from '../../smoke/compare.js';
import { type Plan, planSchema } from '../../smoke/plan.js';
import { readPlan } from '../../smoke/read.js';
import {
  annotationsOf,
  countsOf,
  junitOf,
  reportJson,
  reportText,
  summaryOf,
} from '../../smoke/report.js';
import { type PlanResult, type RunOptions, runPlan, type Target } from '../../smoke/run.js';

const SMOKE = {
  files: restArguments('plan', 'YAML file of a plan', { optional: true }),
  only: text('--only <name>', 'only the plan of this name'),
  list: flag('--list', 'print the names of the plans, and send nothing'),
  parallel: option('--parallel <n>', 'how many plans run side by side (1)', count),
  junit: text('--junit <file>', 'write the results as JUnit XML'),
  compare: text(
    '--compare <profile>',
    'run the plans on this profile too, and list where the two banks differ',
  ),
  known: text(
    '--known <file>',
    'differences that are known: what --compare -o json printed before',
  ),
  schema: flag('--schema', 'print the JSON Schema of a plan'),
};

/** @param groups all commands: a step is any of them */
export function smokeOf(groups: Groups): Command {
  return command({
    words: ['smoke'],
    summary: 'run plans of calls and expectations against the embedded bank or a real one',
    notes: [
      'Without a plan it runs its own: on the embedded bank every operation, on a real bank what reads (on a test environment also what creates). On the embedded bank each plan has a bank of its own, which is gone afterwards. Plans that can move money are refused on a live profile.',
      'docs/smoke.md has the form of a plan; --schema prints it for editors.',
    ],
    parameters: SMOKE,
    examples: [
      'payctl --sandbox smoke',
      'payctl --sandbox smoke --only ewallet -o json',
      'payctl --sandbox smoke --list',
      'payctl smoke --schema',
    ],
    dryRun: 'harmless',
    run: (context, given) => smoke(context, groups, given),
  });
}

async function smoke(
  context: Context,
  groups: Groups,
  given: ValuesOf<typeof SMOKE>,
): Promise<Result> {
  if (given.schema) return { data: fromPlain(planSchema()) };
  if (given.known !== undefined && given.compare === undefined) {
    throw usageError('--known is about the differences of --compare', 'add --compare PROFILE');
  }
  const junit = targetOf(context, given.junit);
  const known = await knownOf(context, given.known);
  const profile = await context.services.profile();
  const other = await otherProfile(context, given.compare);
  const plans = chosen(await plansOf(context, given.files, groups, profile, other), given.only);
  if (given.list || context.globals.dryRun) return listOf(plans);
  // Opened here, so that it is said once, and all steps share the place in it.
  const { seedOf } = await context.services.recording();
  const options = { host: context.host, groups, signals: context.signals, seedOf };
  const runs = new Runs(context, plans, given.parallel ?? 1, other ? 2 : 1);
  const first = await runs.run({
    ...options,
    target: { options: connectionOptions(context.globals), isSandbox: profile.name === 'sandbox' },
    toTheEnd: other !== undefined,
  });
  const second = other && (await runs.run({ ...options, target: other.target, toTheEnd: true }));
  await runs.end();
  if (junit !== undefined)
    context.host.files.replace(junit, new TextEncoder().encode(junitOf(first)));
  await annotate(first, context);
  const stopped = context.signals.received;
  const problem =
    stopped &&
    new PayctlError(endedBy(stopped), 'ended by a signal; the steps that were left are skipped');
  const result = second ? compared(first, second, known) : reported(first);
  return problem ? { ...result, problem } : result;
}

function reported(plans: readonly PlanResult[]): Result {
  const { failed } = countsOf(plans);
  return {
    data: reportJson(plans),
    table: reportText(plans),
    exit: failed > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

function compared(
  first: readonly PlanResult[],
  second: readonly PlanResult[],
  known: ReadonlySet<string>,
): Result {
  const all = differencesOf(first, second);
  const fresh = all.filter((difference) => !known.has(keyOf(difference)));
  const lines = fresh.map(differenceLine);
  const figures = [summaryOf(first), counted(fresh.length, 'difference')];
  if (all.length > fresh.length) figures.push(`${all.length - fresh.length} known`);
  return {
    data: { ...reportJson(first), differences: fresh.map(differenceJson) },
    table: `${[...lines, figures.join('; ')].join('\n')}\n`,
    exit: fresh.length > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

function differenceLine({ plan, n, call, what, field, first, second }: Difference): string {
  const where = [`${plan} ${n} ${call}:`, what, field].filter((part) => part !== null);
  return visible(`${where.join(' ')}: ${first ?? 'none'} here, ${second ?? 'none'} there`);
}

function listOf(plans: readonly Plan[]): Result {
  const data = plans.map(({ name, file, steps }) => fromPlain({ name, file, steps: steps.length }));
  return { data, view: { fields: ['name', 'file', 'steps'], keep: 1 } };
}

/** Runs all plans on one bank after another, with one line that says how far it is. */
class Runs {
  readonly #plans: readonly Plan[];
  readonly #width: number;
  readonly #progress;
  #done = 0;

  constructor(context: Context, plans: readonly Plan[], parallel: number, banks: number) {
    this.#plans = plans;
    this.#width = Math.max(1, parallel);
    const steps = plans.reduce((sum, plan) => sum + plan.steps.length, 0);
    this.#progress = createProgress(context.host, 'smoke', steps * banks);
  }

  async run(options: RunOptions): Promise<PlanResult[]> {
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

/** A second bank, and how its commands name it. */
interface Other {
  profile: Profile;
  target: Target;
}

async function otherProfile(
  context: Context,
  name: string | undefined,
): Promise<Other | undefined> {
  if (name === undefined) return undefined;
  const { host, globals, services } = context;
  const profile = await readProfile(host, services.paths, {
    ...globals,
    sandbox: false,
    profile: name,
  });
  return { profile, target: { options: ['-p', name], isSandbox: profile.name === 'sandbox' } };
}

/** All plans that were named, or those that come with payctl. Throws USAGE with every mistake in them. */
async function plansOf(
  context: Context,
  files: readonly string[],
  groups: Groups,
  profile: Profile,
  other: Other | undefined,
): Promise<Plan[]> {
  const calls = new Calls(groups);
  const isSandbox = profile.name === 'sandbox';
  if (files.length === 0 && !isSandbox) return [await planFor(profile)];
  const texts = files.length > 0 ? files.map((file) => textOfFile(file, context)) : shippedPlans();
  const plans: Plan[] = [];
  const mistakes: Mistake[] = [];
  for (const [file, text] of texts) {
    const read = await readPlan(file, text, calls);
    if ('plan' in read) plans.push(read.plan);
    else mistakes.push(...read.mistakes);
  }
  for (const { environment, name } of [profile, ...(other ? [other.profile] : [])]) {
    if (environment === 'live') mistakes.push(...(await moneyIn(plans, calls, name)));
  }
  if (mistakes.length > 0) await refuse(mistakes, context);
  return plans;
}

const LIMIT = 1024 * 1024;

function textOfFile(file: string, { host }: Context): [file: string, text: string] {
  const bytes = host.files.readForeign(absolute(host, file), LIMIT);
  if (!bytes) {
    throw new PayctlError('USAGE', `${visible(file)}: no such file`, {
      hint: 'payctl --sandbox smoke runs the plans that come with payctl',
    });
  }
  try {
    return [file, new TextDecoder('utf-8', { fatal: true }).decode(bytes)];
  } catch {
    throw new PayctlError('USAGE', `${visible(file)} is not valid UTF-8`);
  }
}

/** Steps that must not run where money is real, whatever they expect. */
async function moneyIn(plans: readonly Plan[], calls: Calls, profile: string): Promise<Mistake[]> {
  const found: Mistake[] = [];
  for (const { file, steps } of plans) {
    for (const step of steps) {
      if (!(await calls.of(step)).isMoney) continue;
      const message = `${step.call} can move money, and the profile ${profile} is live`;
      found.push({ file, line: step.line, column: step.column, message });
    }
  }
  return found;
}

async function refuse(mistakes: readonly Mistake[], context: Context): Promise<never> {
  const lines = mistakes.map(mistakeText);
  const isJson =
    formatOf(context.host, context.globals) !== 'table' && context.globals.output !== undefined;
  if (!isJson) await context.host.stderr.write(lines.map((line) => `${line}\n`).join(''));
  throw new PayctlError(
    'USAGE',
    isJson
      ? lines.join('; ')
      : `${counted(mistakes.length, 'mistake')} in the plans; nothing was sent`,
    {
      ...(isJson && { details: lines }),
      executed: 'no',
      hint: 'payctl smoke --schema prints the form of a plan',
    },
  );
}

function chosen(plans: readonly Plan[], only: string | undefined): readonly Plan[] {
  if (only === undefined) return plans;
  const found = plans.filter(({ name }) => name === only);
  if (found.length > 0) return found;
  const names = plans.map(({ name }) => name);
  const guess = nearest(only, names);
  throw new PayctlError('USAGE', `--only: there is no plan ${JSON.stringify(only)}`, {
    hint: guess ? `did you mean ${guess}?` : `the plans are ${names.join(', ')}`,
  });
}

function targetOf({ host }: Context, file: string | undefined): string | undefined {
  return file === undefined ? undefined : outputPath('--junit', absolute(host, file));
}

/** What an earlier comparison printed, and somebody committed. */
async function knownOf(context: Context, file: string | undefined): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set();
  const [, text] = textOfFile(file, context);
  return keysIn(parsed(text, file));
}

function parsed(text: string, file: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw new PayctlError('USAGE', `--known: ${visible(file)} is not JSON`);
  }
}

/** Where GitHub runs it, failures are shown beside the lines of the plan. */
async function annotate(plans: readonly PlanResult[], { host }: Context): Promise<void> {
  if (!host.env.GITHUB_ACTIONS) return;
  for (const line of annotationsOf(plans)) await host.stderr.write(`${line}\n`);
}
