import { inputText } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { settingVariable } from '../config/settings.js';
import { payctl, shell } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import { joinTexts, type Message, type Text } from '../core/message.js';
import { running } from '../messages/running.js';
import type { ChargePermission } from '../state/permission.js';
import type { Profile } from './profile.js';
import type { Services } from './services.js';

interface PaymentGuard extends Pick<Profile, 'name' | 'environment' | 'readOnly' | 'readOnlyBy'> {
  amount?: string;
  expectAmount?: string;
  /** Where it would go. */
  resolved: { readonly values: { readonly baseUrl?: string } };
}

/**
 * The gate before a call that can move money: read-only, the expected amount, a confirmation, and
 * where the claims of this machine lie. Without what it returns nothing can be sent.
 */
export async function guard(
  services: Services,
  operation: Operation,
  input: Fields,
  payment: PaymentGuard,
): Promise<ChargePermission> {
  await checkPayment(operation, payment);
  if (payment.environment === 'live' && services.isReplay) {
    const { liveReplayError } = await import('../client/recording/replay-refusals.js');
    throw liveReplayError(operation.command.join(' '), payment.name);
  }
  if (payment.environment !== 'test') {
    const summary = restate(operation, input, payment);
    await askYes(services, running.sendIt(summary), {
      unasked: running.noTerminal(summary),
      refused: running.answeredNo,
    });
  }
  return grantPermission(services, payment);
}

/** The permission to charge, to be asked for once a person or --yes has confirmed what is to be sent. */
export async function grantPermission(
  services: Services,
  profile: Pick<Profile, 'environment' | 'readOnly'>,
): Promise<ChargePermission> {
  const { ChargePermission } = await import('../state/permission.js');
  return ChargePermission.of(await services.claimPermission(), profile, true);
}

/** Asks a person, unless the yes came with the command. Throws USAGE for a no, and where nobody can be asked. */
export async function askYes(
  { door, options: { isConfirmed } }: Pick<Services, 'door' | 'options'>,
  question: Message,
  messages: { unasked: Message; refused: Message } = {
    unasked: running.cannotAsk(question),
    refused: running.changedNothing,
  },
): Promise<void> {
  if (isConfirmed) return;
  if (!door.person) throw usageError(messages.unasked, running.confirmByYes);
  if (!(await door.person.confirm(question))) throw usageError(messages.refused);
}

/** The checks that need no prompt, and so apply under --dry-run as well. */
export async function checkPayment(operation: Operation, payment: PaymentGuard): Promise<void> {
  refuseReadOnly(operation, payment);
  await checkAmount(payment.expectAmount, payment.amount);
}

export function refuseReadOnly(operation: Operation, payment: PaymentGuard): void {
  if (!payment.readOnly) return;
  throw usageError(
    running.readOnly(operation.command.join(' '), payment.name),
    payment.readOnlyBy === 'environment'
      ? shell`unset ${settingVariable('readOnly')}`
      : running.otherProfile(payctl.on(payment.name)`config unset readOnly`),
  );
}

/** Compares what is at payment, one amount or the sum of many, with --expect-amount. */
export async function checkAmount(
  expected: string | undefined,
  amount: string | undefined,
  otherwise = running.otherAmount,
): Promise<void> {
  if (expected === undefined) return;
  const { amountProblem, compareAmounts } = await import('../core/money.js');
  const problem = amountProblem(expected);
  if (problem) throw usageError(running.badExpected(problem));
  if (amount === undefined) {
    throw usageError(running.nothingExpected);
  }
  if (compareAmounts(expected, amount) === 0) return;
  throw usageError(otherwise(amount, expected));
}

/** What a person confirms: how much, to whom, under which reference, and where it goes. */
function restate(operation: Operation, input: Fields, payment: PaymentGuard): Message {
  const shown = (field: string) => inputText(input, field);
  const currency = (operation.currency && shown(operation.currency)) || 'THB';
  const payee = (operation.payee ?? []).map((field) => [field, shown(field)] as const);
  const call = operation.command.join(' ');
  const parts = [
    payment.amount ? running.callOf(call, payment.amount, currency) : call,
    ...payee.filter(([, value]) => value).map(([field, value]) => `${field} ${value}`),
    operation.reference && `${operation.reference} ${shown(operation.reference) ?? ''}`,
    running.goesTo(payment.environment, describeDestination(payment)),
  ];
  return joinTexts(
    parts.filter((part) => part !== undefined),
    ', ',
  );
}

/** The host, and the profile that names it. */
export function describeDestination({
  name,
  resolved: { values },
}: Pick<PaymentGuard, 'name' | 'resolved'>): Text {
  const { baseUrl = '' } = values;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return name === 'environment' ? host : running.atHost(host, name);
}
