import { inputText } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { namesPage } from '../client/whole-lists.js';
import { usageError } from '../core/errors.js';
import { at, fromPlain } from '../core/json.js';
import { running } from '../messages/running.js';
import { wording } from '../messages/wording.js';
import type { ChargePermission } from '../state/permission.js';
import type { CallValues } from './call-values.js';
import type { Result } from './command.js';
import type { Context } from './context.js';
import { readInput } from './read-input.js';
import { requestData } from './result-data.js';
import { checkPayment, guard } from './safety.js';
import type { ChargeMore } from './services.js';
import { waitFor } from './wait.js';

/** The pipeline of every call: gather, check, guard, send, wait. */
export async function invoke(
  operation: Operation,
  context: Context,
  given: CallValues,
): Promise<Result> {
  return send(operation, await readInput(operation, context, given), context, given);
}

/**
 * Sends checked input, or shows it under --dry-run. `created` gets the answer before --wait starts,
 * and returns whether there is anything to wait for.
 */
export async function send(
  operation: Operation,
  input: Fields,
  context: Context,
  given: CallValues,
  created: (outcome: Outcome) => Promise<boolean> = async () => true,
): Promise<Result> {
  const { services, requestUId } = context;
  const profile = await services.profile();
  refuseLimit(operation, input, context, given);
  const { grant, method, limit, expectAmount } = given;
  const options: CallOptions = { requestUId, method, limit, grant };
  if (context.dryRun) return previewCall(operation, input, context, options, expectAmount);
  if (operation.once) {
    const { stopping: signal } = context;
    const { outcome } = await services.initiate(operation, input, { ...options, signal });
    if (outcome.replayed) {
      await context.note(running.initiatedBefore);
    }
    return { outcome };
  }
  if (operation.effect !== 'money') {
    const outcome = await (await services.caller()).call(operation, input, {
      ...options,
      signal: context.stopping,
    });
    if (!(await created(outcome))) return { outcome };
    return { outcome: await waitFor(operation, input, outcome, context, given) };
  }
  const amount = inputAmount(operation, input);
  const { proposing } = given;
  if (proposing) {
    const { proposeCall } = await import('./approvals.js');
    return proposeCall(operation, input, context, { ...given, proposing }, amount);
  }
  const permission = await guard(context, operation, input, { ...profile, amount, expectAmount });
  return { outcome: await chargeGuarded(operation, input, permission, context, given, options) };
}

/** After the guard: makes the call that can move money, through the journal. */
export async function chargeGuarded(
  operation: Operation,
  input: Fields,
  permission: ChargePermission,
  context: Context,
  { grant, waitMs, proposing, note }: CallValues,
  options: CallOptions & ChargeMore = {},
): Promise<Outcome> {
  if (proposing) throw new TypeError('what is proposed is not sent');
  if (note !== undefined) {
    const { writeReason } = await import('./notes.js');
    await writeReason(context, operation, input, note);
  }
  return context.services.charge(operation, input, permission, { grant, ...options, waitMs });
}

/** --limit counts records; a request for one page gets just that page. */
function refuseLimit(
  { pages }: Operation,
  input: Fields,
  context: Context,
  given: CallValues,
): void {
  if (given.limit === undefined || pages === undefined) return;
  const isPaged = namesPage(pages, input);
  if (!isPaged && context.output.format !== 'raw') return;
  const why = isPaged ? running.limitOfPages : running.limitOfRaw;
  throw usageError(why, wording.leaveOutOne);
}

export function inputAmount({ amount }: Operation, input: Fields): string | undefined {
  return amount && inputText(input, amount);
}

/** Exactly what would be sent, the credentials redacted. */
export async function previewCall(
  operation: Operation,
  input: Fields,
  context: Context,
  options: CallOptions = {},
  expectAmount?: string,
): Promise<Result> {
  const profile = await context.services.profile();
  if (operation.effect === 'money') {
    const amount = inputAmount(operation, input);
    await checkPayment(operation, { ...profile, amount, expectAmount });
  }
  const request = await (await context.services.caller()).preview(operation, input, options);
  if (context.dryRun === 'curl') {
    const { toCurl } = await import('./curl.js');
    return toCurl(operation, request, context, options);
  }
  const data = requestData(request);
  if (at(data, 'body.encryptedValue') !== undefined) data.clear = fromPlain(input);
  return { data: { dryRun: data }, view: {} };
}
