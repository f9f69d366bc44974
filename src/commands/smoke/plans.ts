import { PayctlError, usageError } from '../../core/errors.js';
import { type Json, parseJson } from '../../core/json.js';
import { meant } from '../../core/meant.js';
import { joinTexts } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { type Mistake, mistakeText } from '../../core/yaml.js';
import { smokePlans as words } from '../../messages/smoke.js';
import type { Groups } from '../../runtime/command.js';
import type { Services } from '../../runtime/services.js';
import { readUserText } from '../../runtime/user-text.js';
import { planFor, shippedPlans } from '../../smoke/built-in.js';
import { knownDifferences } from '../../smoke/compare.js';
import type { Plan } from '../../smoke/plan.js';
import { readPlan } from '../../smoke/read-plan.js';
import { PlannedCalls } from './calls.js';
import { checkFor } from './steps.js';

/**
 * All plans that were named, or those that come with payctl. Throws USAGE with every mistake in them.
 * @param liveProfiles where they are to run among others, so that nothing in them may move money
 */
export async function loadPlans(
  services: Services,
  files: readonly string[],
  groups: Groups,
  liveProfiles: readonly string[] = [],
): Promise<Plan[]> {
  const profile = await services.profile();
  if (files.length === 0 && profile.name !== 'sandbox') return [await planFor(profile)];
  const isShipped = files.length === 0;
  const texts = isShipped ? shippedPlans() : await readPlanFiles(files, services);
  const plans: Plan[] = [];
  const mistakes: Mistake[] = [];
  for (const [file, text] of texts) {
    const read = await readPlan(file, text, checkFor(groups, isShipped), isShipped);
    if ('plan' in read) plans.push(read.plan);
    else mistakes.push(...read.mistakes);
  }
  for (const name of liveProfiles) mistakes.push(...(await findRisks(plans, groups, name)));
  if (mistakes.length > 0) await refusePlan(mistakes, services);
  return plans;
}

const LIMIT = 1024 * 1024;

/** The files with their texts. */
export async function readPlanFiles(
  files: readonly string[],
  { host }: Services,
): Promise<[file: string, text: string][]> {
  return Promise.all(
    files.map(
      async (file): Promise<[string, string]> => [file, await readUserText(host, file, LIMIT)],
    ),
  );
}

/** Steps that must not run where money is real, whatever they expect. */
async function findRisks(
  plans: readonly Plan[],
  groups: Groups,
  profile: string,
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const plan of plans) {
    const { file, steps } = plan;
    const calls = new PlannedCalls(groups, plan);
    for (const step of steps) {
      const { risk } = await calls.of(step);
      if (risk === undefined) continue;
      const message = words.onLive({ call: visible(step.call), risk, profile: visible(profile) });
      mistakes.push({ file, line: step.line, column: step.column, message });
    }
  }
  return mistakes;
}

export async function refusePlan(mistakes: readonly Mistake[], services: Services): Promise<never> {
  const lines = mistakes.map(mistakeText);
  const { requested = 'table' } = services.options.output;
  const isJson = requested !== 'table';
  // Bare, as editors and CI read the place of a mistake: FILE:LINE:COLUMN at the start of a line.
  if (!isJson) for (const line of lines) await services.door.tell(line, 'fact');
  throw new PayctlError('USAGE', isJson ? joinTexts(lines) : words.mistakes(mistakes.length), {
    ...(isJson && { details: lines }),
    executed: 'no',
    hint: words.seeSchema,
  });
}

export function selectPlans(plans: readonly Plan[], only: string | undefined): readonly Plan[] {
  if (only === undefined) return plans;
  const selected = plans.filter(({ name }) => name === only);
  if (selected.length > 0) return selected;
  const names = plans.map(({ name }) => name);
  throw usageError(words.noPlan(JSON.stringify(only)), meant(only, names, words.planNames(names)));
}

/** What an earlier comparison printed, and somebody committed. */
export async function readKnownDifferences(
  services: Services,
  file: string | undefined,
): Promise<ReadonlySet<string>> {
  if (file === undefined) return new Set();
  const text = await readUserText(services.host, file, LIMIT);
  return knownDifferences(parseKnown(text, file));
}

function parseKnown(text: string, file: string): Json {
  try {
    return parseJson(text);
  } catch {
    throw usageError(words.knownNotJson(visible(file)));
  }
}
