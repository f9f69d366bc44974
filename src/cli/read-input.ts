import { checkInput } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { flagsOf } from '../bank/flags.js';
import { defaultsOf, generated } from '../bank/generate.js';
import { refuseProblems } from '../config/connect.js';
import type { Problem } from '../core/errors.js';
import { listed, visible } from '../core/text.js';
import { readRelative } from '../core/when.js';
import type { Context } from './context.js';
import { gatherFields } from './input.js';
import { namesOf, placesOf, usage } from './input-problems.js';
import { typedReference } from './reference.js';

/** The checked input of an operation, from flags, raw fields, data, environment and profile. */
export async function readInput(
  operation: Operation,
  context: Context,
  defaults: Fields = {},
): Promise<Fields> {
  const { settings, resolved } = await context.wiring.profile();
  refuseProblems(resolved);
  const reference = typedReference(operation, context);
  const flags = {
    ...namedFlags(operation, context),
    ...(reference && { [reference.field]: reference.value }),
  };
  const preset = defaultsOf(operation, settings);
  const fields = await gatherFields(
    context.host,
    { ...preset, ...defaults },
    {
      data: context.text('data'),
      fields: context.list('field'),
      rawFields: context.list('raw-field'),
    },
    flags,
  );
  const { clock, random } = context.host;
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const made = generated(operation, fields, { now: clock.now(), random, outTradeNoPrefix });
  const places = placesOf(operation, { preset, fields, flags }, resolved);
  const names = namesOf(operation, { typed: reference, flags, places });
  const unknown = unknownValues(operation, flags);
  const checked = await check(operation, { ...fields, ...made }, context, names, unknown);
  await tellReference(operation, made, context);
  return checked;
}

/**
 * Values of flags that nobody knows. No specification closes these lists, so another value passes
 * as a raw field, where it is no slip of the hand.
 */
function unknownValues(operation: Operation, flags: Fields): Problem[] {
  return flagsOf(operation).flatMap(({ field, choices = [], open }) => {
    const value = flags[field];
    if (!open || typeof value !== 'string' || choices.includes(value)) return [];
    const known = `is ${JSON.stringify(value)}; use ${listed(choices)}`;
    return { field, message: `${known}, or send another value by -f ${field}=…` };
  });
}

/** A reference that was made here is known to nobody else, so it is no note that --quiet hides. */
async function tellReference({ reference }: Operation, made: Fields, { host }: Context) {
  const value = reference === undefined ? undefined : made[reference];
  if (typeof value === 'string') await host.stderr.write(`${reference} ${visible(value)}\n`);
}

/** Validates fields against the record; warnings are noted, problems end the run. */
async function check(
  operation: Operation,
  fields: Fields,
  context: Context,
  names: ReadonlyMap<string, string>,
  unknown: readonly Problem[],
): Promise<Fields> {
  const { environment, settings } = await context.wiring.profile();
  const checked = checkInput(operation, fields, {
    environment,
    now: context.host.clock.now(),
    outTradeNoPrefix: settings('outTradeNoPrefix'),
  });
  const problems = [...(checked.ok ? [] : checked.problems), ...unknown];
  if (!checked.ok || problems.length > 0) throw usage(operation, problems, names);
  for (const warning of checked.warnings) await context.note(`warning: ${warning}`);
  return checked.value;
}

function namedFlags(operation: Operation, context: Context): Fields {
  const fields: Fields = {};
  const now = context.host.clock.now();
  for (const { field, flag, write } of flagsOf(operation)) {
    const value = context.text(flag.slice(2));
    if (value === undefined) continue;
    const moment = write && readRelative(value, now);
    fields[field] = moment === undefined ? value : write?.(moment);
  }
  return fields;
}
