import type { Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { withoutUndefined } from '../../core/fields.js';
import { at, type Json, type JsonObject, jsonText } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { slips } from '../../messages/slips.js';
import type { CallValues } from '../../runtime/call-parameters.js';
import type { Command, Result } from '../../runtime/command.js';
import { send } from '../../runtime/invoke.js';
import { argument, flag, group, longFlag } from '../../runtime/parameter.js';
import { readInput } from '../../runtime/read-input.js';
import type { Services } from '../../runtime/services.js';
import { largerCommand } from '../call/operation-commands.js';
import { dashed, EXPECTATIONS, judgeSlip, type SlipRequirements } from './judge.js';
import { readSlip, type SlipSource } from './source.js';

export async function command(): Promise<Command> {
  // The reference comes from the source, so it is not an argument.
  const { positional: _, ...operation } = (await FAMILIES.slip.load()).verify;
  const derived = largerCommand(operation, {
    own: {
      source: argument(
        'source',
        'reference, mini-QR payload, picture of the slip, or - (standard input)',
        { effect: 'reads' },
      ),
      once: flag('--once', 'accept the slip, unless it was accepted before (exit 5)', {
        effect: 'acts',
      }),
      expected: group(EXPECTATIONS),
    },
    run: async (services, given, { source, ...wanted }) => {
      const slip = await readSlip(source, services);
      return verify(operation, slip, wanted, services, given);
    },
  });
  return {
    ...derived,
    notes: [
      ...(derived.notes ?? []),
      'The mini QR holds no amount, and what is printed can be changed: give --expect-amount, or compare the amount that the bank has with the slip and with your order.',
      'Warns if the slip was seen before, even with --quiet: it was accepted, or verified for another order (--expect-order). Looking at a slip is neither. --envelope has firstVerified, when that was, or null.',
      'With --once a slip that the bank confirms, and that is as expected, is accepted: once, whoever asks, however many at a time, on any machine of the store. The second time exits 5. A slip that is not confirmed (6, 9, another amount) is not accepted.',
    ],
    options: derived.options?.filter((option) => longFlag(option) !== '--trans-ref'),
  };
}

async function verify(
  operation: Operation,
  slip: SlipSource,
  wanted: SlipRequirements,
  services: Services,
  given: CallValues,
): Promise<Result> {
  const input = await readInput(operation, services, given, { ...slip });
  const result = await send(operation, input, services, given);
  if (result.outcome === undefined) return result;
  const verified = await judgeSlip(services, input, result.outcome, wanted);
  const { outcome, problem, firstVerified, acceptedBefore } = verified;
  if (outcome.class !== 'SUCCESS') return { ...result, outcome };
  // It may be fraud: a warning is told under --quiet, too.
  if (firstVerified) await services.warn(slips.seenAgain(firstVerified));
  if (problem === undefined) await services.note(describeConfirmed(outcome.data ?? null, wanted));
  const accepted: JsonObject = wanted.once ? { acceptedBefore: acceptedBefore ?? null } : {};
  return {
    ...result,
    outcome,
    problem,
    beside: {
      firstVerified: firstVerified ?? null,
      ...accepted,
      // What is printed on a slip anyone can change.
      toCompare: wanted.expected.amount === undefined,
    },
  };
}

function describeConfirmed(record: Json, { expected, once }: SlipRequirements): Message {
  const names = Object.keys(withoutUndefined<string>({ ...expected }));
  const remarks = [
    ...(names.length === 0 ? [] : [slips.asExpected(names)]),
    ...(expected.amount === undefined ? [slips.compare] : []),
    ...(once ? [slips.accepted] : []),
  ];
  return slips.confirmed(describePayment(record), remarks);
}

function describePayment(record: Json): Message {
  const said = (path: string) => jsonText(at(record, path));
  const date = said('transDate');
  return slips.payment({
    amount: visible(said('amount') ?? '') || slips.unknown,
    day: date === undefined ? slips.unknown : dashed(visible(date)),
    time: visible(said('transTime') ?? '') || slips.unknown,
  });
}
