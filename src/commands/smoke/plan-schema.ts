import { loadCatalogue } from '../../bank/families.js';
import { objectSchema } from '../../bank/json-schema.js';
import type { Command, Groups } from '../../runtime/command.js';
import { type Argument, type Option, takesValue } from '../../runtime/parameter.js';
import { namedValues, takesAnyName } from '../../runtime/parse-named.js';
import { planSchema } from '../../smoke/plan.js';

/** A command as steps call it. */
interface Callable {
  command: Command;
  /** What may stand in `call` (or in `sandbox`) for it. */
  names: readonly string[];
}

/**
 * The JSON Schema of a plan, by which editors complete calls and their fields. It takes every plan
 * that `smoke` takes; values are checked by the run, because variables stand in their place.
 */
export async function schemaOfPlans(groups: Groups): Promise<object> {
  const { calls, sandbox } = await callables(groups);
  return planSchema({
    call: nameSchema(calls),
    sandbox: nameSchema(sandbox),
    steps: [...callRules('call', calls), ...callRules('sandbox', sandbox)],
  });
}

async function callables(groups: Groups) {
  const catalogue = await loadCatalogue();
  const calls: Callable[] = [];
  const sandbox: Callable[] = [];
  for (const group of Object.values(groups)) {
    for (const command of await group.load()) {
      if (command.step === undefined) continue;
      const words = [command.words, ...(command.aliases ?? [])];
      if (command.words[0] === 'sandbox') {
        sandbox.push({ command, names: words.map((each) => each.slice(1).join(' ')) });
        continue;
      }
      const spoken = words.map((each) => each.join(' '));
      const ids = catalogue
        .filter((operation) => spoken.includes(operation.command.join(' ')))
        .map(({ id }) => id);
      calls.push({ command, names: [...ids, ...spoken] });
    }
  }
  return { calls, sandbox };
}

/** One of the names, alone or with further words. */
function nameSchema(calls: readonly Callable[]): object {
  const names = calls.flatMap((call) => call.names);
  const withMore = { type: 'string', pattern: `^(${names.map(literal).join('|')})\\s` };
  return { anyOf: [{ enum: names }, withMore] };
}

/** For each command: where a step calls it, `with` has its names. */
function callRules(key: 'call' | 'sandbox', calls: readonly Callable[]): object[] {
  const all = calls.flatMap(({ names }) => names);
  return calls.map(({ command, names }) => ({
    if: {
      required: [key],
      properties: {
        [key]: {
          type: 'string',
          pattern: `^(${names.map((name) => namePattern(name, all)).join('|')})`,
        },
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { with: valuesSchema(command) } },
  }));
}

/** Matches the name, and none that has more words. */
function namePattern(name: string, all: readonly string[]): string {
  const more = all.filter((other) => other.startsWith(`${name} `));
  const rest = more.map((other) => `${literal(other.slice(name.length))}(\\s|$)`);
  return `${literal(name)}${rest.length > 0 ? `(?!${rest.join('|')})` : ''}(\\s|$)`;
}

function literal(text: string): string {
  return text.replaceAll('.', '\\.');
}

function valuesSchema(command: Command): object {
  const fields = command.operation ? objectSchema(command.operation.input).properties : {};
  const properties: Record<string, object> = {};
  for (const [name, { description }] of Object.entries(fields)) properties[name] = { description };
  const spellings: string[] = [];
  for (const [taken, names] of namedValues(command)) {
    const [name = '', ...others] = names;
    properties[name] = valueSchema(taken);
    spellings.push(...others);
  }
  return {
    type: 'object',
    properties,
    ...(spellings.length > 0 && {
      patternProperties: { [`^(${spellings.map(literal).join('|')})$`]: true },
    }),
    ...(!takesAnyName(command) && { additionalProperties: false }),
  };
}

/** Its description, and the values that an editor offers. */
function valueSchema(taken: Option | Argument): object {
  const { summary: description, choices } = taken;
  const isSwitch = 'flags' in taken && !takesValue(taken);
  const values = isSwitch ? { type: 'boolean' } : choices && { enum: choices };
  return { description, ...(values && { anyOf: [values, true] }) };
}
