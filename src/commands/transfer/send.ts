import type { Fields, Operation } from '../../bank/define.js';
import { generate } from '../../bank/generate.js';
import { confirmStanding } from '../../bank/transfer/records.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Given } from '../../cli/given.js';
import { amountOf, chargeGuarded, previewOf } from '../../cli/invoke.js';
import { readInput } from '../../cli/read-input.js';
import { guard } from '../../cli/safety.js';
import { waitFor } from '../../cli/wait.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import { at, textOf } from '../../core/json.js';
import { bangkokDate, daysAround } from '../../core/time.js';
import { endedBy } from '../../host/signals.js';
import { tokenizerOf } from '../../journal/transfer-record.js';
import { largerCommand } from '../call/operation-commands.js';

/** A transfer that stands at the bank, and since when. */
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
export function sendCommand(steps: Steps, examples: readonly string[]): Command {
  const whole = wholeOf(steps.initiate);
  const command = largerCommand(whole, {
    own: {},
    examples,
    run: (context, given) => sendTransfer({ ...steps, initiate: whole }, context, given),
  });
  return {
    ...command,
    notes: [
      'Initiates, confirms and inquires. The money moves on confirm, once per partnerTransactionID: run the same command again to continue where it stopped.',
      ...(command.notes ?? []).filter((note) => !note.startsWith('Nothing moves')),
    ],
  };
}

/**
 * The initiation as it stands for the whole: it moves money in the end, so it asks like a call that
 * does, and takes its reference from the caller alone.
 */
function wholeOf(initiate: Operation): Operation {
  const { partnerTransactionID: _, ...generated } = initiate.generated ?? {};
  return {
    ...initiate,
    command: [...initiate.command.slice(0, -1), 'send'],
    summary: initiate.summary.replace(/^Prepare/, 'Make'),
    effect: 'money',
    generated,
  };
}

async function sendTransfer(steps: Steps, context: Context, given: Given): Promise<Result> {
  const { initiate, confirm, inquire } = steps;
  const input = await readInput(initiate, context, given);
  const { requestUId } = context.globals;
  const { expectAmount } = given;
  if (context.globals.dryRun) {
    return previewOf(initiate, input, context, { requestUId }, expectAmount);
  }
  const profile = await context.services.profile();
  const amount = amountOf(initiate, input);
  await guard(context, initiate, input, { ...profile, amount, expectAmount });
  const initiated = await initiatedOnce(initiate, input, context, given);
  if ('class' in initiated) return { outcome: initiated };
  stopBeforeConfirm(context);
  const { tokenizerId } = initiated;
  const fields = { tokenizerId, channelDateTime: madeNow(context) };
  const confirmed = await chargeGuarded(confirm, fields, context, given, { amount });
  const whole = { ...inquire, command: initiate.command, standing: confirmStanding };
  return {
    outcome: await settled(whole, initiated, confirmed, context, given),
    view: inquire.view,
  };
}

/** The initiation of this reference, from the journal or from the bank; an outcome where there is none. */
async function initiatedOnce(
  operation: Operation,
  input: Fields,
  context: Context,
  { grant }: Given,
): Promise<Initiated | Outcome> {
  const { requestUId } = context.globals;
  const options = { requestUId, grant };
  const { outcome, at } = await context.services.initiate(operation, input, options);
  const tokenizerId = tokenizerOf(outcome);
  if (outcome.class !== 'SUCCESS' || tokenizerId === undefined) return notInitiated(outcome);
  const told = outcome.replayed ? 'initiated before' : 'initiated';
  await context.note(`${told}: tokenizerId ${tokenizerId}`);
  return { tokenizerId, at };
}

function notInitiated(outcome: Outcome): Outcome {
  if (outcome.class !== 'OUTCOME_UNKNOWN') return outcome;
  return {
    ...outcome,
    message: `${outcome.message}; nothing was confirmed, so no money has moved`,
    hint: 'Running the same command again is safe: it initiates anew and confirms once.',
  };
}

function stopBeforeConfirm({ signals }: Context): void {
  if (!signals.received) return;
  throw new PayctlError(
    endedBy(signals.received),
    'Stopped by a signal before the confirm; no money has moved.',
    {
      hint: 'Run the same command again to continue.',
    },
  );
}

function madeNow({ host: { clock, random } }: Context): string {
  return generate('channelDateTime', { now: clock.now(), random });
}

/** The transfer record, which alone has the state; the confirmation's own word where it cannot be read. */
async function settled(
  inquire: Operation,
  { tokenizerId, at: initiatedAt }: Initiated,
  confirmed: Outcome,
  context: Context,
  given: Given,
): Promise<Outcome> {
  const executed = confirmed.class === 'SUCCESS' || confirmed.class === 'PARTIAL';
  if (!executed || textOf(at(confirmed.data, 'status')) !== undefined) return confirmed;
  const { stopping, services } = context;
  const [dateFrom, dateTo] = daysAround(bangkokDate(initiatedAt), 1, 1);
  const now = madeNow(context);
  const input = { tokenizerId, channelDateTime: now, dateFrom, dateTo };
  const options = { signal: stopping, grant: given.grant };
  const first = await (await services.caller()).call(inquire, input, options);
  const inquired = await waitFor(inquire, input, first, context, given);
  if (inquired.state !== undefined) return inquired;
  await context.note(`Confirmed, but the inquiry afterwards failed: ${inquired.message}`);
  return confirmed;
}
