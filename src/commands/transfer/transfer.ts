import type { Fields, Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { generate } from '../../bank/generate.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Given } from '../../cli/given.js';
import { chargeGuarded, send } from '../../cli/invoke.js';
import { readInput } from '../../cli/read-input.js';
import { guard } from '../../cli/safety.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { at, isJsonObject, textOf } from '../../core/json.js';
import { bangkokDate, daysAround } from '../../core/time.js';
import { commandsOf, largerCommand } from '../call/operation-commands.js';
import { sendCommand } from './send.js';

export async function commands(next?: string): Promise<Command[]> {
  const { inquire, ...transfer } = await FAMILIES.transfer.load();
  const credit = { initiate: transfer.creditInitiate, confirm: transfer.creditConfirm, inquire };
  const debit = { initiate: transfer.debitInitiate, confirm: transfer.debitConfirm, inquire };
  const confirmed = (operation: Operation) =>
    largerCommand(operation, {
      own: {},
      run: (context, given) => confirm(operation, inquire, context, given),
    });
  return [
    ...(await commandsOf('transfer', next, { creditConfirm: confirmed, debitConfirm: confirmed })),
    sendCommand(credit, [
      'payctl --sandbox transfer credit send --partner-transaction-id PAYROLL0001 --payee-account-no 2220000001 --payee-bank-code 999 --amount 1500.00',
      'payctl --sandbox transfer credit send --partner-transaction-id PAYROLL0002 --payee-proxy-type NATID --payee-proxy-value 1100000000017 --amount 80.50 -o json',
    ]),
    sendCommand(debit, [
      'payctl --sandbox transfer debit send --partner-transaction-id DUES0001 --payer-account-no 2220000001 --amount 250.00',
      'payctl --sandbox transfer debit send --partner-transaction-id DUES0002 --payer-account-no 2220000001 --amount 80.00 -o json',
    ]),
  ];
}

/** A confirmation carries no amount; it comes from the transfer record. */
async function confirm(
  operation: Operation,
  inquire: Operation,
  context: Context,
  given: Given,
): Promise<Result> {
  const { expectAmount } = given;
  const input = await readInput(operation, context, given);
  const profile = await context.services.profile();
  if (context.globals.dryRun && expectAmount !== undefined) {
    throw usageError(
      '--expect-amount needs the record of the transfer, which --dry-run does not fetch.',
      'Leave out one of them.',
    );
  }
  const asks = profile.environment === 'live' && !context.globals.yes;
  const mustKnow = asks || expectAmount !== undefined;
  if (context.globals.dryRun || profile.readOnly || !mustKnow) {
    return send(operation, input, context, given);
  }
  const tranAmount = await tranAmountOf(input, inquire, context, given);
  const stated = { ...operation, currency: 'tranAmount.currency' };
  const amount = textOf(at(tranAmount, 'amount'));
  await guard(context, stated, { ...input, tranAmount }, { ...profile, amount, expectAmount });
  const { requestUId } = context.globals;
  return { outcome: await chargeGuarded(operation, input, context, given, { requestUId, amount }) };
}

async function tranAmountOf(
  { tokenizerId }: Fields,
  inquire: Operation,
  context: Context,
  { grant }: Given,
) {
  const { host, stopping, services } = context;
  const now = host.clock.now();
  const [dateFrom, dateTo] = daysAround(bangkokDate(now), 2, 0);
  const outcome = await (await services.caller()).call(
    inquire,
    {
      tokenizerId,
      channelDateTime: generate('channelDateTime', { now: host.clock.now(), random: host.random }),
      dateFrom,
      dateTo,
    },
    { signal: stopping, grant },
  );
  const tranAmount = at(outcome.data, 'tranAmount');
  if (isJsonObject(tranAmount) && textOf(tranAmount.amount) !== undefined) return tranAmount;
  const failed = outcome.class === 'SUCCESS' ? 'BAD_DATA' : outcome.class;
  const why = outcome.class === 'SUCCESS' ? 'the record has no amount' : outcome.message;
  throw new PayctlError(
    failed,
    `The amount of transfer ${String(tokenizerId)} is unknown: ${why}; nothing was confirmed.`,
    {
      executed: 'no',
      hint: outcome.hint,
      code: outcome.code,
      httpStatus: outcome.http?.status,
      requestUId: outcome.request.requestUId,
    },
  );
}
