import type { Operation } from '../bank/define.js';
import { loadCatalogue } from '../bank/families.js';
import { flagsOf } from '../bank/flags.js';
import { isJsonObject, type Json, parseJson, textOf } from '../core/json.js';
import { readAsset } from '../host/assets.js';
import type { Plan, Step } from './plan.js';

/** The plans that come with payctl, for the embedded bank: name of the file and its text. */
export function shippedPlans(): [file: string, text: string][] {
  const plans = parseJson(new TextDecoder().decode(readAsset('plans.json')));
  return Object.entries(isJsonObject(plans) ? plans : {}).map(([file, text]) => [
    file,
    textOf(text) ?? '',
  ]);
}

/** What a plan for a real bank must know of the profile. */
export interface SetUp {
  environment: 'test' | 'live';
  settings(name: string): string | undefined;
}

/**
 * The plan for a real bank, where nobody can pay: every call that reads, on a test environment also
 * what creates and can be made again. It passes where the bank understood the call.
 */
export async function planFor(profile: SetUp): Promise<Plan> {
  const catalogue = await loadCatalogue();
  const wanted = catalogue.filter((operation) => isWanted(operation, profile));
  const steps = wanted.map((operation, index) => stepOf(operation, index + 1, profile));
  return { name: 'built-in', file: 'built-in', vars: new Map(), steps };
}

function isWanted({ effect, role, repeatable, consented }: Operation, { environment }: SetUp) {
  if (effect === 'read') return true;
  if (effect === 'auth') return role === 'token' && consented === undefined;
  return environment === 'test' && effect === 'create' && repeatable === true;
}

function stepOf(operation: Operation, n: number, profile: SetUp): Step {
  const given = new Map<string, Json>();
  const lacking: string[] = [];
  for (const { field, setting, generated, required } of flagsOf(operation)) {
    const example = operation.example[field];
    const isSet = setting !== undefined && profile.settings(setting) !== undefined;
    if (required && setting !== undefined && !isSet) lacking.push(setting);
    else if (setting === undefined && generated === undefined && example !== undefined) {
      given.set(field, example);
    }
  }
  const needsUser = operation.subject === 'user' || operation.owner === 'customer';
  const skip = lacking.length > 0 ? `the profile lacks ${lacking.join(', ')}` : undefined;
  return {
    n,
    line: 1,
    column: 1,
    isSandbox: false,
    call: operation.id,
    with: given,
    expect: { exit: ['SUCCESS', 'NOT_FOUND', 'PENDING'], query: new Map() },
    save: new Map(),
    always: true,
    ...(needsUser ? { skip: 'it needs a customer who has logged in' } : skip && { skip }),
  };
}
