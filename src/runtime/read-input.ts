import { checkInput, fieldAt } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { type Flag, listFlags, relativeDates } from '../bank/flags.js';
import { defaultValues, generatedFields } from '../bank/generate.js';
import { type Resolved, refuseProblems, settingPlace } from '../config/provenance.js';
import { isSettingName } from '../config/settings.js';
import { payctl } from '../core/command-line.js';
import { PayctlError, type Problem, usageError } from '../core/errors.js';
import type { Text } from '../core/message.js';
import { visible } from '../core/text.js';
import { inputMessages } from '../messages/input.js';
import { wording } from '../messages/wording.js';
import type { CallValues } from './call-parameters.js';
import { gatherFields } from './raw-fields.js';
import type { Services } from './services.js';
import { looksLikeFile } from './user-file.js';

/** The checked input of an operation, from flags, raw fields, data, environment and profile. */
export async function readInput(
  operation: Operation,
  services: Services,
  given: Pick<CallValues, 'reference' | 'fields' | 'raw'>,
  defaults: Fields = {},
): Promise<Fields> {
  const { settings, resolved } = await services.profile();
  refuseProblems(resolved);
  const reference = typedReference(operation, given);
  const flags: Fields = {
    ...given.fields,
    ...(reference && { [reference.field]: reference.value }),
  };
  const preset = defaultValues(operation, settings);
  const gathered = await gatherFields(services.host, { ...preset, ...defaults }, given.raw, flags);
  const { random } = services.host;
  const now = await services.bankNow();
  const fields = relativeDates(operation)(gathered, now);
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const generated = generatedFields(operation, fields, { now, random, outTradeNoPrefix });
  const places = settingPlaces(operation, { preset, fields, flags }, resolved);
  const names = fieldNames(operation, { typed: reference, flags, places });
  const unknown = unknownValues(operation, flags);
  const all = { ...fields, ...generated };
  const checked = await check(operation, all, services, { now, names, unknown });
  await tellReference(operation, generated, services);
  return checked;
}

/**
 * Values of flags that nobody knows. No specification closes these lists, so another value passes
 * as a raw field, where it is no slip of the hand.
 */
function unknownValues(operation: Operation, flags: Fields): Problem[] {
  return listFlags(operation).flatMap(({ field, choices = [], open }) => {
    const value = flags[field];
    if (!open || typeof value !== 'string' || choices.includes(value)) return [];
    return { field, message: inputMessages.unknownValue(value, choices, field) };
  });
}

/** A reference that was generated here is known to nobody else: --quiet does not hide it. */
async function tellReference({ reference }: Operation, generated: Fields, { door }: Services) {
  const value = reference === undefined ? undefined : generated[reference];
  if (typeof value === 'string')
    await door.tell(wording.quoted(`${reference} ${visible(value)}`), 'fact');
}

/** Validates fields against the record; warnings are noted, problems end the run. */
async function check(
  operation: Operation,
  fields: Fields,
  services: Services,
  {
    now,
    names,
    unknown,
  }: { now: number; names: ReadonlyMap<string, Text>; unknown: readonly Problem[] },
): Promise<Fields> {
  const { environment, settings } = await services.profile();
  const checked = checkInput(operation, fields, {
    environment,
    now,
    outTradeNoPrefix: settings('outTradeNoPrefix'),
  });
  const problems = [...(checked.ok ? [] : checked.problems), ...unknown];
  if (!checked.ok || problems.length > 0) throw inputError(operation, problems, names);
  for (const warning of checked.warnings) await services.warn(warning);
  return checked.value;
}

/** `bpReference` of `bp.bpReference`: what the reference is called where it stands without its flag. */
export function argumentName({ field }: Flag): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/** The reference that stands without its flag; undefined where none does. */
function typedReference(
  operation: Operation,
  { reference: value, fields }: Pick<CallValues, 'reference' | 'fields'>,
): { field: string; name: string; value: string } | undefined {
  const reference = listFlags(operation).find(({ positional }) => positional);
  if (reference === undefined || value === undefined) return undefined;
  const { field, flag } = reference;
  const name = argumentName(reference);
  if (looksLikeFile(value)) {
    throw usageError(
      inputMessages.fileForReference(value, name),
      inputMessages.investigateFile(flag),
    );
  }
  const again = fields[field];
  if (again === undefined || again === value) return { field, name: `<${name}>`, value };
  throw usageError(
    inputMessages.twoReferences(value, flag, JSON.stringify(again)),
    wording.leaveOut(flag),
  );
}

/** How a person knows each field: by its flag or argument, or by the setting that it came from. */
function fieldNames(
  operation: Operation,
  given: {
    typed: { field: string; name: string } | undefined;
    flags: Fields;
    places: ReadonlyMap<string, Text>;
  },
): ReadonlyMap<string, Text> {
  const names = new Map<string, Text>(listFlags(operation).map(({ field, flag }) => [field, flag]));
  const { positional } = operation;
  const isMissing = positional !== undefined && given.flags[positional] === undefined;
  if (isMissing) names.set(positional, `<${positional}>`);
  if (given.typed) names.set(given.typed.field, given.typed.name);
  return new Map([...names, ...given.places]);
}

/** Where those fields come from that are as a setting says, and that no flag has given. */
function settingPlaces(
  operation: Operation,
  { preset, fields, flags }: { preset: Fields; fields: Fields; flags: Fields },
  resolved: Resolved,
): ReadonlyMap<string, Text> {
  const places = new Map<string, Text>();
  for (const [field, name] of Object.entries(operation.settings ?? {})) {
    const value = preset[field];
    const kept = flags[field] === undefined && fieldAt(fields, field) === value;
    if (value !== undefined && kept && isSettingName(name))
      places.set(field, settingPlace(name, resolved));
  }
  return places;
}

/** One error for all problems; each names its flag, what is wrong and what is right. */
function inputError(
  operation: Operation,
  problems: readonly Problem[],
  names: ReadonlyMap<string, Text>,
): PayctlError {
  const named = problems.map(({ field, message }) => {
    return { field, flag: names.get(field) ?? field, message };
  });
  return new PayctlError(
    'USAGE',
    inputMessages.problems(operation.command.join(' '), named.length),
    { details: named, hint: payctl.withoutProfile`${operation.command} --help` },
  );
}
