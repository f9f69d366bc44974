import { fieldAt } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { flagsOf } from '../bank/flags.js';
import { placeOf, type Resolved } from '../config/provenance.js';
import { isSettingName } from '../config/settings.js';
import { PayctlError, type Problem } from '../core/errors.js';

/** How a person knows each field: by its flag or argument, or by the setting that it came from. */
export function namesOf(
  operation: Operation,
  given: {
    typed: { field: string; name: string } | undefined;
    flags: Fields;
    places: ReadonlyMap<string, string>;
  },
): ReadonlyMap<string, string> {
  const names = new Map(flagsOf(operation).map(({ field, flag }) => [field, flag]));
  const { positional } = operation;
  const isMissing = positional !== undefined && given.flags[positional] === undefined;
  if (isMissing) names.set(positional, `<${positional}>`);
  if (given.typed) names.set(given.typed.field, given.typed.name);
  return new Map([...names, ...given.places]);
}

/** Where those fields come from that are as a setting says, and that no flag has given. */
export function placesOf(
  operation: Operation,
  { preset, fields, flags }: { preset: Fields; fields: Fields; flags: Fields },
  resolved: Resolved,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [field, name] of Object.entries(operation.settings ?? {})) {
    const value = preset[field];
    const kept = flags[field] === undefined && fieldAt(fields, field) === value;
    if (value !== undefined && kept && isSettingName(name))
      places.set(field, placeOf(name, resolved));
  }
  return places;
}

/** One error for all problems; each names its flag, what is wrong and what is right. */
export function usage(
  operation: Operation,
  problems: readonly Problem[],
  names: ReadonlyMap<string, string>,
): PayctlError {
  const named = problems.map(({ field, message }) => {
    return { field, flag: names.get(field) ?? field, message };
  });
  const count = named.length === 1 ? 'one problem' : `${named.length} problems`;
  return new PayctlError(
    'USAGE',
    `${operation.command.join(' ')}: ${count} in the input; nothing was sent`,
    {
      details: named,
      hint: `payctl ${operation.command.join(' ')} --help`,
      executed: 'no',
    },
  );
}
