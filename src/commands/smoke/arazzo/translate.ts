import { loadCatalogue } from '../../../bank/families.js';
import { usageError } from '../../../core/errors.js';
import { fromPlain, type Json, stringifyJson } from '../../../core/json.js';
import type { Message } from '../../../core/message.js';
import { YamlSource } from '../../../core/yaml.js';
import { arazzo as words } from '../../../messages/smoke.js';
import type { Groups, Result } from '../../../runtime/command.js';
import type { Services } from '../../../runtime/services.js';
import { loadPlans, readPlanFiles, refusePlan, selectPlans } from '../plans.js';
import { isArazzo, planFromArazzo } from './from-arazzo.js';
import { plansToArazzo } from './to-arazzo.js';

/** What `smoke --arazzo` prints: plans as a document of Arazzo, or such a document as a plan. */
export async function translatePlan(
  services: Services,
  groups: Groups,
  files: readonly string[],
  only: string | undefined,
): Promise<Result> {
  const texts = await readPlanFiles(files, services);
  const sources = texts.map(([file, text]) => new YamlSource(file, text));
  const [first, ...others] = sources.filter(isArazzo);
  if (first === undefined) {
    const plans = await loadPlans(services, files, groups);
    const { document, leftOut } = await plansToArazzo(
      selectPlans(plans, only),
      groups,
      services.host.clock.now(),
    );
    return printed(services, document, leftOut);
  }
  if (others.length > 0 || files.length > 1) throw usageError(words.giveOne);
  const broken = [...first.syntaxMistakes(), ...first.aliasMistakes()];
  if (broken.length > 0) return refusePlan(broken, services);
  const made = planFromArazzo(first, await loadCatalogue(), only);
  if ('mistakes' in made) return refusePlan(made.mistakes, services);
  return printed(services, made.plan, made.leftOut);
}

/** A document is not a table: a terminal gets what a file would. */
async function printed(
  services: Services,
  document: Json,
  leftOut: readonly Message[],
): Promise<Result> {
  for (const what of leftOut) await services.warn(what);
  return { data: fromPlain(document), table: () => `${stringifyJson(document, 2)}\n` };
}
