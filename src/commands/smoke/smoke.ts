import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { endedBy } from '../../host/signals.js';
import { smokeMessages as words } from '../../messages/smoke.js';
import { type Command, command, type Groups, type Result } from '../../runtime/command.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { flag, option, restArguments, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { count } from '../../runtime/value-parsers.js';
import type { Plan } from '../../smoke/plan.js';
import { loadPlans, readKnownDifferences, selectPlans } from './plans.js';
import { checkOutputs, compareResults, smokeResult, writeOutputs } from './results.js';
import { openBanks, runOnBanks } from './run.js';

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
  const outputs = checkOutputs(services, given);
  const known = await readKnownDifferences(services, given.known);
  const banks = await openBanks(services, given.compare);
  const live = banks.flatMap(({ target, profile }) => (target.isLive ? [profile.name] : []));
  const all = await loadPlans(services, given.files, groups, live);
  const plans = selectPlans(all, given.only);
  if (given.list || services.options.dryRun) return listPlans(plans);
  const [first = [], second] = await runOnBanks(
    services,
    groups,
    plans,
    banks,
    given.parallel ?? 1,
  );
  const smoked = { plans: first, compared: second && compareResults(first, second, known) };
  await writeOutputs(services, outputs, smoked, banks);
  const { received } = services.signals;
  const problem = received && new PayctlError(endedBy(received), words.ended);
  return { ...smokeResult(smoked), problem };
}

function listPlans(plans: readonly Plan[]): Result {
  const data = plans.map(({ name, file, steps }) => fromPlain({ name, file, steps: steps.length }));
  return { data, view: { fields: ['name', 'file', 'steps'], keep: 1 } };
}
