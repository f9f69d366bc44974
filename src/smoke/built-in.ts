import { checkInput, nestFields } from '../bank/check.js';
import type { Operation } from '../bank/define.js';
import { loadCatalogue } from '../bank/families.js';
import { listFlags } from '../bank/flags.js';
import { isJsonObject, type Json, jsonText, parseJson } from '../core/json.js';
import { readAsset } from '../host/assets.js';
import { smokeMessages } from '../messages/smoke.js';
import type { Plan, PlanStep } from './plan.js';

/** The plans that come with payctl, for the embedded bank: name of the file and its text. */
export function shippedPlans(): [file: string, text: string][] {
  const plans = parseJson(new TextDecoder().decode(readAsset('plans.json')));
  return Object.entries(isJsonObject(plans) ? plans : {}).map(([file, text]) => [
    file,
    jsonText(text) ?? '',
  ]);
}

/** What a plan for a real bank must know of the profile. */
export interface PlannedProfile {
  environment: 'test' | 'live';
  settings(name: string): string | undefined;
}

/**
 * The plan for a real bank, where nobody can pay: every call that reads, on a test environment also
 * what creates and can be made again. It passes where the bank understood the call.
 */
export async function planFor(profile: PlannedProfile): Promise<Plan> {
  const catalogue = await loadCatalogue();
  const wanted = catalogue.filter((operation) => isWanted(operation, profile));
  const token = { ...EMPTY, n: 1, call: 'token' };
  const steps = wanted.map((operation, index) => toStep(operation, index + 2, profile));
  return {
    name: 'built-in',
    file: 'built-in',
    isShipped: true,
    vars: new Map(),
    steps: [token, ...steps],
  };
}

function isWanted({ effect, repeatable }: Operation, { environment }: PlannedProfile) {
  if (effect === 'read') return true;
  return environment === 'test' && effect === 'create' && repeatable === true;
}

function toStep(operation: Operation, n: number, profile: PlannedProfile): PlanStep {
  const values = new Map<string, Json>();
  const lacking: string[] = [];
  for (const { field, setting, generated, required } of listFlags(operation)) {
    const example = operation.example[field];
    const isSet = setting !== undefined && profile.settings(setting) !== undefined;
    if (required && setting !== undefined && !isSet) lacking.push(setting);
    else if (setting === undefined && generated === undefined && example !== undefined) {
      values.set(field, example);
    }
  }
  const { environment, settings } = profile;
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const checked = checkInput(operation, nestFields(Object.fromEntries(values)), {
    environment,
    now: 0,
    outTradeNoPrefix,
  });
  // On a test environment references begin with the prefix of the partner.
  for (const { field } of checked.ok ? [] : checked.problems) {
    if (values.has(field))
      values.set(field, `${outTradeNoPrefix ?? ''}${jsonText(values.get(field)) ?? ''}`);
  }
  const { unique } = operation;
  if (unique !== undefined && values.has(unique)) values.set(unique, '{{random 12}}');
  const skip = lacking.length > 0 ? smokeMessages.lacking(lacking) : undefined;
  return {
    ...EMPTY,
    n,
    call: operation.id,
    with: values,
    // Without a customer who has logged in, a refusal is the right answer.
    expect: {
      exit: [
        'SUCCESS',
        'NOT_FOUND',
        'PENDING',
        ...(operation.subject === 'user' ? (['AUTH'] as const) : []),
      ],
      query: new Map(),
    },
    skip,
  };
}

const EMPTY: Omit<PlanStep, 'n' | 'call'> = {
  line: 1,
  column: 1,
  isSandbox: false,
  with: new Map(),
  expect: { query: new Map() },
  save: new Map(),
  always: true,
};
