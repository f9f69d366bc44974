import type { Operation } from '../bank/define.js';
import { EXIT, usageError } from '../core/errors.js';
import { jsonText } from '../core/json.js';
import { joinTexts } from '../core/message.js';
import { mistakeText } from '../core/yaml.js';
import type { Expectation, Plan } from './plan.js';
import { readPlan, type StepCheck } from './read-plan.js';

/** A step that calls an operation, and how. */
interface Use {
  plan: string;
  n: number;
  method: string | undefined;
  expects: string;
}

/**
 * Which steps of the plans call which operation: a row for every method and path. An operation that
 * no plan calls has an empty row.
 */
export async function coverageTable(
  operations: readonly Operation[],
  texts: readonly (readonly [file: string, text: string])[],
  check: StepCheck,
): Promise<string> {
  const uses = collectUses(await parsePlans(texts, check));
  const rows = operations.flatMap((operation) => {
    const [first, ...others] = [operation.method, ...(operation.otherMethods ?? [])];
    return [first, ...others].map((method) => {
      const ownUses = (uses.get(operation.id) ?? []).filter(
        (use) => (use.method ?? first) === method,
      );
      const names = [...new Set(ownUses.map(({ plan }) => plan))];
      const steps = names.map((name) => {
        return `${name} ${ownUses.flatMap(({ plan, n }) => (plan === name ? [n] : [])).join(', ')}`;
      });
      const expected = [...new Set(ownUses.map(({ expects }) => expects))].join('; ');
      return `| ${method} | \`${operation.path}\` | \`${operation.id}\` | ${operation.effect} | ${steps.join('; ')} | ${expected} |`;
    });
  });
  return `${[HEAD, RULE, ...rows].join('\n')}\n`;
}

const HEAD = '| method | path | operation | effect | plan and step | must end as |';
const RULE = '|---|---|---|---|---|---|';

async function parsePlans(
  texts: readonly (readonly [file: string, text: string])[],
  check: StepCheck,
): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const [file, text] of texts) {
    const read = await readPlan(file, text, check, true);
    if (!('plan' in read)) {
      throw usageError(joinTexts(read.mistakes.map(mistakeText)));
    }
    plans.push(read.plan);
  }
  return plans;
}

/** The steps by the operation that they name. */
function collectUses(plans: readonly Plan[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const { name, steps } of plans) {
    for (const { n, call, expect, with: given } of steps) {
      const method = jsonText(given.get('method') ?? null);
      const use = { plan: name, n, method, expects: expectedEnd(expect) };
      uses.set(call, [...(uses.get(call) ?? []), use]);
    }
  }
  return uses;
}

/** In words: what a step without `exit` must end as is a success. */
function expectedEnd({ exit, code, state }: Expectation): string {
  const exits = exit ?? (code === undefined && state === undefined ? ['SUCCESS' as const] : []);
  const words = exits.map((name) => `${EXIT[name]} (${name})`);
  if (code !== undefined) words.push(`code ${code}`);
  if (state !== undefined) words.push(state);
  return words.join(', ');
}
