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
import type { CallValues } from './call-parameters.js';
import type { Result } from './command.js';
import { readInput } from './read-input.js';
import { requestData } from './result-data.js';
import { checkPayment, guard } from './safety.js';
import type { ChargeMore, Services } from './services.js';
import { waitFor } from './wait.js';

/** The pipeline of every call: gather, check, guard, send, wait. */
export async function invoke(
  operation: Operation,
  services: Services,
  given: CallValues,
): Promise<Result> {
  return send(operation, await readInput(operation, services, given), services, given);
}

/**
 * Sends checked input, or shows it under --dry-run. `created` gets the answer before --wait starts,
 * and returns whether there is anything to wait for.
 */
export async function send(
  operation: Operation,
  input: Fields,
  services: Services,
  given: CallValues,
  created: (outcome: Outcome) => Promise<boolean> = async () => true,
): Promise<Result> {
  refuseLimit(operation, input, services, given);
  const { dryRun, requestUId } = services.options;
  const { grant, method, limit, expectAmount } = given;
  const options: CallOptions = { requestUId, method, limit, grant };
  if (dryRun) return previewCall(operation, input, services, options, expectAmount);
  const { stopping: signal } = services;
  if (operation.once) {
    const { outcome } = await services.initiate(operation, input, { ...options, signal });
    if (outcome.replayed) await services.note(running.initiatedBefore);
    return { outcome };
  }
  if (operation.effect === 'money') return pay(operation, input, services, given, options);
  const caller = await services.caller();
  const outcome = await caller.call(operation, input, { ...options, signal });
  if (!(await created(outcome))) return { outcome };
  return { outcome: await waitFor(operation, input, outcome, services, given) };
}

/** Proposes the payment, or sends it once a person, or --yes, has confirmed it. */
async function pay(
  operation: Operation,
  input: Fields,
  services: Services,
  given: CallValues,
  options: CallOptions,
): Promise<Result> {
  const amount = inputAmount(operation, input);
  const { proposing, expectAmount } = given;
  if (proposing) {
    const { proposeCall } = await import('./approvals.js');
    return proposeCall(operation, input, services, { ...given, proposing }, amount);
  }
  const payment = { ...(await services.profile()), amount, expectAmount };
  const permission = await guard(services, operation, input, payment);
  return { outcome: await chargeGuarded(operation, input, permission, services, given, options) };
}

/** After the guard: makes the call that can move money, through the journal. */
export async function chargeGuarded(
  operation: Operation,
  input: Fields,
  permission: ChargePermission,
  services: Services,
  { grant, waitMs, proposing, note }: CallValues,
  options: CallOptions & ChargeMore = {},
): Promise<Outcome> {
  if (proposing) throw new TypeError('what is proposed is not sent');
  if (note !== undefined) {
    const { writeReason } = await import('./notes.js');
    await writeReason(services, operation, input, note);
  }
  return services.charge(operation, input, permission, { grant, ...options, waitMs });
}

/** --limit counts records; a request for one page gets just that page. */
function refuseLimit(
  { pages }: Operation,
  input: Fields,
  services: Services,
  given: CallValues,
): void {
  if (given.limit === undefined || pages === undefined) return;
  const isPaged = namesPage(pages, input);
  if (!isPaged && services.options.output.format !== 'raw') return;
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
  services: Services,
  options: CallOptions = {},
  expectAmount?: string,
): Promise<Result> {
  const profile = await services.profile();
  if (operation.effect === 'money') {
    const amount = inputAmount(operation, input);
    await checkPayment(operation, { ...profile, amount, expectAmount });
  }
  const request = await (await services.caller()).preview(operation, input, options);
  if (services.options.dryRun === 'curl') {
    const { toCurl } = await import('./curl.js');
    return toCurl(operation, request, services, options);
  }
  const data = requestData(request);
  if (at(data, 'body.encryptedValue') !== undefined) data.clear = fromPlain(input);
  return { data: { dryRun: data }, view: {} };
}
