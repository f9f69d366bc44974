import { nestFields } from '../../../bank/check.js';
import type { Fields, Operation } from '../../../bank/define.js';
import { listFlags } from '../../../bank/flags.js';
import { objectSchema } from '../../../bank/json-schema.js';
import { isRecord } from '../../../core/fields.js';
import { isJsonObject, type JsonObject, number, readJson } from '../../../core/json.js';
import { arazzo as words } from '../../../messages/smoke.js';
import type { Command } from '../../../runtime/command.js';
import { longFlag, optionName, type Parsed } from '../../../runtime/parameter.js';
import { NoPlace } from './terms.js';

/** The operation that a step calls, and the fields that the step gives. */
export function wireCall(
  call: string,
  command: Command,
  parsed: Parsed,
  catalogue: readonly Operation[],
): { operation: Operation; given: Fields } {
  const [first] = call.split(/\s/, 1);
  const line = command.words.join(' ');
  const same = catalogue.filter((one) => one.command.join(' ') === line);
  const named = same.find(({ id }) => id === first) ?? same[0];
  if (named === undefined) throw new NoPlace(words.notOneCall);
  const given = readParameters(same, command, parsed);
  // The fields decide between the versions behind one command.
  const operation = [named, ...same].find((one) => acceptsInput(one, given)) ?? named;
  return { operation, given };
}

function readParameters(
  operations: readonly Operation[],
  { options = [] }: Command,
  { options: given, words: line }: Parsed,
): Fields {
  const fields: Fields = {};
  for (const { field, flag, positional } of operations.flatMap(listFlags)) {
    const option = options.find((one) => longFlag(one) === flag);
    fields[field] ??= (option && given[optionName(option)]) ?? (positional ? line[0] : undefined);
  }
  const more = typeof given.data === 'string' ? readJson(given.data) : {};
  if (!isJsonObject(more)) throw new NoPlace(words.fromFile);
  return { ...nestFields(fields), ...more };
}

/** The options of a step that are no field, such as `wait` and `timeout`: no request has them. */
export function optionsBeside(
  operation: Operation,
  { options = [] }: Command,
  { options: given }: Parsed,
): string[] {
  const flags = new Set(listFlags(operation).map(({ flag }) => flag));
  const fields = options.filter((one) => flags.has(longFlag(one))).map(optionName);
  const travelling = [...fields, 'data', 'method', 'apiVersion'];
  return Object.keys(given).filter(
    (name) => given[name] !== undefined && !travelling.includes(name),
  );
}

/** Whether it has all of the fields, with these of their values. */
function acceptsInput({ input }: Operation, given: Fields): boolean {
  const { properties } = objectSchema(input);
  return Object.entries(given).every(([name, value]) => {
    const choices = properties[name]?.enum;
    return name in properties && (!Array.isArray(choices) || choices.includes(value));
  });
}

/** Numbers and booleans where the bank expects them; expressions stay. */
export function typed(fields: JsonObject, schemas: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const schema = schemas[name];
      const { type, properties } = isRecord(schema) ? schema : {};
      if (isJsonObject(value) && isRecord(properties)) return [name, typed(value, properties)];
      const text = typeof value === 'string' && !value.includes('$') ? value : undefined;
      if (text !== undefined && (type === 'number' || type === 'integer'))
        return [name, number(text)];
      return [name, type === 'boolean' && text !== undefined ? text === 'true' : value];
    }),
  );
}
