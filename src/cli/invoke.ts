import { checkInput, fieldAt } from '../api/check.js';
import { flagsOf } from '../api/flags.js';
import { generate } from '../api/ids.js';
import type { Fields, Operation } from '../api/operation.js';
import { readRelative } from '../api/when.js';
import type { CallOptions } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { namesPage } from '../client/pages.js';
import { refuseProblems } from '../config/connect.js';
import { PayctlError, type Problem } from '../errors.js';
import type { Host } from '../host/host.js';
import { at, fromPlain, type JsonObject, parseJson, textOf } from '../json.js';
import { listed, visible } from '../text.js';
import type { Result } from './command.js';
import type { Context } from './context.js';
import { defaultsOf, gatherFields } from './input.js';
import { namesOf, placesOf, usage } from './input-problems.js';
import { typedReference } from './reference.js';
import { checkStake, guard } from './safety.js';
import { count, duration, grantOf } from './values.js';
import { waitFor } from './wait.js';
import type { ChargeWait } from './wiring.js';

/** The one way of every call: gather, check, guard, send, wait. */
export async function invoke(operation: Operation, context: Context): Promise<Result> {
  const input = await readInput(operation, context);
  return send(operation, input, context);
}

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
  const made = generated(operation, fields, context.host, settings);
  const places = placesOf(operation, { preset, fields, flags }, resolved);
  const names = namesOf(operation, { typed: reference, flags, places });
  const unknown = unknownValues(operation, flags);
  const checked = await check(operation, { ...made, ...fields }, context, names, unknown);
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

/** Values for the fields that are made per call and were not given. */
function generated(
  operation: Operation,
  given: Fields,
  { clock, random }: Host,
  settings: (name: string) => string | undefined,
): Fields {
  const made = { now: clock.now(), random, outTradeNoPrefix: settings('outTradeNoPrefix') };
  return Object.fromEntries(
    Object.entries(operation.generated ?? {})
      .filter(([field]) => given[field] === undefined)
      .map(([field, kind]) => [field, generate(kind, made)]),
  );
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

/**
 * Sends checked input, or shows it under --dry-run. `created` sees an answer before --wait does, and
 * says whether there is anything to wait for.
 */
export async function send(
  operation: Operation,
  input: Fields,
  context: Context,
  created: (outcome: Outcome) => Promise<boolean> = async () => true,
): Promise<Result> {
  const { wiring, globals } = context;
  const profile = await wiring.profile();
  waitMsOf(context);
  const options: CallOptions = {
    requestUId: globals.requestUId,
    method: methodOf(context),
    limit: limitOf(operation, input, context),
    grant: grantOf(context.text('as')),
  };
  if (globals.dryRun) return previewOf(operation, input, context, options);
  if (operation.once) {
    const { stopping: signal } = context;
    const { outcome } = await wiring.initiate(operation, input, { ...options, signal });
    if (outcome.replayed) {
      await context.note('answered from the journal: it was initiated before, nothing was sent');
    }
    return { outcome };
  }
  if (operation.effect !== 'money') {
    const outcome = await (await wiring.caller()).call(operation, input, {
      ...options,
      signal: context.stopping,
    });
    if (!(await created(outcome))) return { outcome };
    return { outcome: await waitFor(operation, input, outcome, context) };
  }
  await guard(context, operation, input, { ...profile, amount: amountOf(operation, input) });
  return { outcome: await chargeGuarded(operation, input, context, options) };
}

/** What comes after the guard: the call that can move money, by way of the journal. */
export async function chargeGuarded(
  operation: Operation,
  input: Fields,
  context: Context,
  options: CallOptions & ChargeWait = {},
): Promise<Outcome> {
  return context.wiring.charge(operation, input, { ...options, waitMs: waitMsOf(context) });
}

/** How much of a list is wanted; who names one page gets that page. */
function limitOf({ pages }: Operation, input: Fields, context: Context): number | undefined {
  const limit = context.text('limit');
  if (limit === undefined || pages === undefined) return undefined;
  const paged = namesPage(pages, input) && 'with --page-number or --page-size';
  const one = paged || (context.globals.output === 'raw' && 'with -o raw');
  if (one) {
    throw new PayctlError(
      'USAGE',
      `--limit counts the records of all pages; ${one} there is one page`,
      {
        hint: 'leave out one of them',
      },
    );
  }
  const records = count(limit, '--limit');
  if (records > 0) return records;
  throw new PayctlError('USAGE', '--limit is 0; give a whole number from 1');
}

function waitMsOf(context: Context): number | undefined {
  const wait = context.text('wait');
  return wait === undefined ? undefined : duration(wait, '--wait');
}

export function amountOf({ amount }: Operation, input: Fields): string | undefined {
  return amount && textOf(fromPlain(fieldAt(input, amount) ?? null));
}

/** Exactly what would be sent, the credentials redacted. */
export async function previewOf(
  operation: Operation,
  input: Fields,
  context: Context,
  options: CallOptions = {},
): Promise<Result> {
  const profile = await context.wiring.profile();
  if (operation.effect === 'money') {
    await checkStake(context, operation, { ...profile, amount: amountOf(operation, input) });
  }
  const request = await (await context.wiring.caller()).preview(operation, input, options);
  const { method, url, headers, body } = request;
  const data: JsonObject = { method, url, headers: fromPlain(headers) };
  if (body !== undefined) data.body = parseJson(body);
  if (at(data, 'body.encryptedValue') !== undefined) data.clear = fromPlain(input);
  return { data: { dryRun: data }, view: 'dry-run' };
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

function methodOf(context: Context): 'GET' | 'POST' | undefined {
  const method = context.text('method')?.toUpperCase();
  if (method === undefined || method === 'GET' || method === 'POST') return method;
  throw new PayctlError('USAGE', `--method is ${JSON.stringify(method)}; give GET or POST`);
}
