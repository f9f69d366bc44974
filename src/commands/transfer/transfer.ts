import type { Fields, Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { generate } from '../../bank/generate.js';
import { confirmationStatus, UNTIL_CONFIRMED } from '../../bank/transfer/records.js';
import { aroundConfirmation } from '../../bank/transfer/references.js';
import type { Outcome } from '../../client/outcome.js';
import { toErrorFacts } from '../../client/verdict.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { at, isJsonObject, jsonText } from '../../core/json.js';
import { bangkokDate } from '../../core/time.js';
import { endedBy } from '../../host/signals.js';
import { readTokenizerId } from '../../journal/transfer-record.js';
import { transfers } from '../../messages/transfers.js';
import { wording } from '../../messages/wording.js';
import { proposeCall } from '../../runtime/approvals.js';
import type { CallValues } from '../../runtime/call-parameters.js';
import type { Command, Result } from '../../runtime/command.js';
import { chargeGuarded, inputAmount, previewCall, send } from '../../runtime/invoke.js';
import { readInput } from '../../runtime/read-input.js';
import { guard } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import { waitFor } from '../../runtime/wait.js';
import { familyCommands, largerCommand } from '../call/operation-commands.js';

export async function commands(next?: string): Promise<Command[]> {
  const { inquire, ...transfer } = await FAMILIES.transfer.load();
  const credit = { initiate: transfer.creditInitiate, confirm: transfer.creditConfirm, inquire };
  const debit = { initiate: transfer.debitInitiate, confirm: transfer.debitConfirm, inquire };
  const confirmed = (operation: Operation) =>
    largerCommand(operation, {
      own: {},
      run: (services, given) => confirm(operation, inquire, services, given),
    });
  return [
    ...(await familyCommands('transfer', next, {
      creditConfirm: confirmed,
      debitConfirm: confirmed,
    })),
    sendCommand(credit, 'Make a credit transfer: same bank, other bank or PromptPay', [
      'payctl --sandbox transfer credit send --partner-transaction-id PAYROLL0001 --payee-account-no 2220000001 --payee-bank-code 999 --amount 1500.00',
      'payctl --sandbox transfer credit send --partner-transaction-id PAYROLL0002 --payee-proxy-type NATID --payee-proxy-value 1100000000017 --amount 80.50 -o json',
    ]),
    sendCommand(debit, "Make a direct debit of a payer's account", [
      'payctl --sandbox transfer debit send --partner-transaction-id DUES0001 --payer-account-no 2220000001 --amount 250.00',
      'payctl --sandbox transfer debit send --partner-transaction-id DUES0002 --payer-account-no 2220000001 --amount 80.00 -o json',
    ]),
  ];
}

/** A confirmation carries no amount; it comes from the transfer record. */
async function confirm(
  operation: Operation,
  inquire: Operation,
  services: Services,
  given: CallValues,
): Promise<Result> {
  const { expectAmount } = given;
  const input = await readInput(operation, services, given);
  const profile = await services.profile();
  if (services.options.dryRun && expectAmount !== undefined) {
    throw usageError(transfers.needsRecord, wording.leaveOutOne);
  }
  const asks = profile.environment === 'live' && !services.options.isConfirmed;
  const { proposing } = given;
  const mustKnow = asks || expectAmount !== undefined || proposing;
  if (services.options.dryRun || (profile.readOnly && !proposing) || !mustKnow) {
    return send(operation, input, services, given);
  }
  const tranAmount = await inquireAmount(input, inquire, services, given);
  const stated: Operation = { ...operation, currency: 'tranAmount.currency' };
  const amount = jsonText(at(tranAmount, 'amount'));
  if (proposing) {
    return proposeCall(operation, input, services, { ...given, proposing }, amount);
  }
  const payment = { ...profile, amount, expectAmount };
  const permission = await guard(services, stated, { ...input, tranAmount }, payment);
  const options = { requestUId: services.options.requestUId, amount };
  return { outcome: await chargeGuarded(operation, input, permission, services, given, options) };
}

async function inquireAmount(
  { tokenizerId }: Fields,
  inquire: Operation,
  services: Services,
  { grant }: CallValues,
) {
  const { host, stopping } = services;
  const input = recordInput(String(tokenizerId), host.clock.now(), services);
  const options = { signal: stopping, grant };
  const outcome = await (await services.caller()).call(inquire, input, options);
  const tranAmount = at(outcome.data, 'tranAmount');
  if (isJsonObject(tranAmount) && jsonText(tranAmount.amount) !== undefined) return tranAmount;
  const failed = outcome.class === 'SUCCESS' ? 'BAD_DATA' : outcome.class;
  const why = outcome.class === 'SUCCESS' ? transfers.noAmount : outcome.message;
  throw new PayctlError(failed, transfers.amountUnknown(String(tokenizerId), why), {
    ...toErrorFacts(outcome),
    executed: 'no',
  });
}

/** A transfer that the bank has, and since when. */
interface Initiated {
  tokenizerId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The three calls of one kind of transfer. */
export interface Steps {
  initiate: Operation;
  confirm: Operation;
  inquire: Operation;
}

/** Initiate, confirm and inquire as one command, which goes on where an earlier run ended. */
function sendCommand(steps: Steps, summary: string, examples: readonly string[]): Command {
  const whole = wholeTransfer(steps.initiate, summary);
  const command = largerCommand(whole, {
    own: {},
    examples,
    isSeveralCalls: true,
    run: (services, given) => sendTransfer({ ...steps, initiate: whole }, services, given),
  });
  return {
    ...command,
    notes: [
      'Initiates, confirms and inquires. The money moves on confirm, once per partnerTransactionID: run the same command again to continue where it stopped.',
      ...(command.notes ?? []).filter((note) => note !== UNTIL_CONFIRMED),
    ],
  };
}

/**
 * The initiation as the operation of the whole command: money moves in the end, so it asks like a
 * payment, and the reference must come from the caller.
 */
function wholeTransfer(initiate: Operation, summary: string): Operation {
  const { partnerTransactionID: _, ...generated } = initiate.generated ?? {};
  return {
    ...initiate,
    command: [...initiate.command.slice(0, -1), 'send'],
    summary,
    effect: 'money',
    generated,
  };
}

async function sendTransfer(steps: Steps, services: Services, given: CallValues): Promise<Result> {
  const { initiate, confirm, inquire } = steps;
  const input = await readInput(initiate, services, given);
  const { requestUId } = services.options;
  const { expectAmount } = given;
  if (services.options.dryRun) {
    return previewCall(initiate, input, services, { requestUId }, expectAmount);
  }
  const profile = await services.profile();
  const amount = inputAmount(initiate, input);
  const payment = { ...profile, amount, expectAmount };
  const permission = await guard(services, initiate, input, payment);
  const initiated = await initiateOnce(initiate, input, services, given);
  if ('class' in initiated) return { outcome: initiated };
  stopBeforeConfirm(services);
  const { tokenizerId } = initiated;
  const fields = { tokenizerId, channelDateTime: currentDateTime(services) };
  const confirmed = await chargeGuarded(confirm, fields, permission, services, given, {
    amount,
  });
  // An initiated transfer is a success to its own inquiry, and no success of a confirmation.
  const inquiry: Operation = {
    ...inquire,
    command: initiate.command,
    bankStatus: confirmationStatus,
  };
  return {
    outcome: await finalOutcome(inquiry, initiated, confirmed, services, given),
    view: inquire.view,
  };
}

/** The initiation of this reference, from the journal or the bank; the outcome if it failed. */
async function initiateOnce(
  operation: Operation,
  input: Fields,
  services: Services,
  { grant }: CallValues,
): Promise<Initiated | Outcome> {
  const { requestUId } = services.options;
  const options = { requestUId, grant };
  const { outcome, at } = await services.initiate(operation, input, options);
  const tokenizerId = readTokenizerId(outcome);
  if (outcome.class !== 'SUCCESS' || tokenizerId === undefined) return notInitiated(outcome);
  const message = outcome.replayed ? transfers.initiatedBefore : transfers.initiated;
  await services.note(message(tokenizerId));
  return { tokenizerId, at };
}

function notInitiated(outcome: Outcome): Outcome {
  if (outcome.class !== 'OUTCOME_UNKNOWN') return outcome;
  return {
    ...outcome,
    message: transfers.notConfirmed(outcome.message),
    hint: transfers.safeAgain,
  };
}

function stopBeforeConfirm({ signals }: Services): void {
  if (!signals.received) return;
  throw new PayctlError(endedBy(signals.received), transfers.stopped, {
    hint: transfers.continue,
  });
}

/** Asks for the record of a transfer that was initiated, or is confirmed, at that moment. */
function recordInput(tokenizerId: string, moment: number, services: Services): Fields {
  const [{ input }] = aroundConfirmation(tokenizerId, { known: { date: bangkokDate(moment) } });
  return { ...input, channelDateTime: currentDateTime(services) };
}

function currentDateTime({ host: { clock, random } }: Services): string {
  return generate('channelDateTime', { now: clock.now(), random });
}

/** The transfer record, which has the state; the confirmation itself if it cannot be read. */
async function finalOutcome(
  inquire: Operation,
  { tokenizerId, at: initiatedAt }: Initiated,
  confirmed: Outcome,
  services: Services,
  given: CallValues,
): Promise<Outcome> {
  const executed = confirmed.class === 'SUCCESS' || confirmed.class === 'PARTIAL';
  const hasState = !confirmed.recovered && jsonText(at(confirmed.data, 'status')) !== undefined;
  if (!executed || hasState) return confirmed;
  const { stopping } = services;
  const input = recordInput(tokenizerId, initiatedAt, services);
  const options = { signal: stopping, grant: given.grant };
  const first = await (await services.caller()).call(inquire, input, options);
  const inquired = await waitFor(inquire, input, first, services, given);
  if (inquired.state !== undefined) return inquired;
  await services.note(transfers.inquiryFailed(inquired.message));
  return confirmed;
}
