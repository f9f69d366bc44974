import { fieldAt } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { namesPage } from '../client/pages.js';
import { PayctlError } from '../core/errors.js';
import { at, fromPlain, type JsonObject, parseJson, textOf } from '../core/json.js';
import type { Result } from './command.js';
import type { Context } from './context.js';
import { readInput } from './read-input.js';
import { checkPayment, guard } from './safety.js';
import type { ChargeWait } from './services.js';
import { count, duration, grantOf } from './values.js';
import { waitFor } from './wait.js';

/** The pipeline of every call: gather, check, guard, send, wait. */
export async function invoke(operation: Operation, context: Context): Promise<Result> {
  const input = await readInput(operation, context);
  return send(operation, input, context);
}

/**
 * Sends checked input, or shows it under --dry-run. `created` gets the answer before --wait starts,
 * and returns whether there is anything to wait for.
 */
export async function send(
  operation: Operation,
  input: Fields,
  context: Context,
  created: (outcome: Outcome) => Promise<boolean> = async () => true,
): Promise<Result> {
  const { services, globals } = context;
  const profile = await services.profile();
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
    const { outcome } = await services.initiate(operation, input, { ...options, signal });
    if (outcome.replayed) {
      await context.note('answered from the journal: it was initiated before, nothing was sent');
    }
    return { outcome };
  }
  if (operation.effect !== 'money') {
    const outcome = await (await services.caller()).call(operation, input, {
      ...options,
      signal: context.stopping,
    });
    if (!(await created(outcome))) return { outcome };
    return { outcome: await waitFor(operation, input, outcome, context) };
  }
  await guard(context, operation, input, { ...profile, amount: amountOf(operation, input) });
  return { outcome: await chargeGuarded(operation, input, context, options) };
}

/** After the guard: makes the call that can move money, through the journal. */
export async function chargeGuarded(
  operation: Operation,
  input: Fields,
  context: Context,
  options: CallOptions & ChargeWait = {},
): Promise<Outcome> {
  const grant = grantOf(context.text('as'));
  return context.services.charge(operation, input, {
    grant,
    ...options,
    waitMs: waitMsOf(context),
  });
}

/** How many records of a list are wanted; a request for one page gets just that page. */
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
  throw new PayctlError('USAGE', '--limit is 0; give 1 or more');
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
  const profile = await context.services.profile();
  if (operation.effect === 'money') {
    await checkPayment(context, operation, { ...profile, amount: amountOf(operation, input) });
  }
  const request = await (await context.services.caller()).preview(operation, input, options);
  const { method, url, headers, body } = request;
  const data: JsonObject = { method, url, headers: fromPlain(headers) };
  if (body !== undefined) data.body = parseJson(body);
  if (at(data, 'body.encryptedValue') !== undefined) data.clear = fromPlain(input);
  return { data: { dryRun: data }, view: {} };
}

function methodOf(context: Context): 'GET' | 'POST' | undefined {
  const method = context.text('method')?.toUpperCase();
  if (method === undefined || method === 'GET' || method === 'POST') return method;
  throw new PayctlError('USAGE', `--method is ${JSON.stringify(method)}; give GET or POST`);
}
