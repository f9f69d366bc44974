import type { Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { defined } from '../../core/fields.js';
import { at, type Json, type JsonObject, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';
import type { Command, Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import type { Given } from '../../runtime/given.js';
import { send } from '../../runtime/invoke.js';
import { argument, flag, group } from '../../runtime/parameter.js';
import { readInput } from '../../runtime/read-input.js';
import { largerCommand } from '../call/operation-commands.js';
import { dashed, EXPECTATIONS, judgeSlip, type Wanted } from './judge.js';
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
    run: async (context, given, { source, ...wanted }) => {
      const slip = await readSlip(source, context);
      return verify(operation, slip, wanted, context, given);
    },
  });
  return {
    ...derived,
    notes: [
      ...(derived.notes ?? []),
      'Warns if the slip was verified before on this machine, even with --quiet. --envelope has firstVerified: Bangkok time, or null.',
      'With --once a slip that the bank confirms, and that is as expected, is accepted: once, whoever asks, however many at a time, on any machine of the store. The second time exits 5. A slip that is not confirmed (6, 9, another amount) is not accepted.',
    ],
    options: derived.options?.filter(({ flags }) => !flags.startsWith('--trans-ref')),
  };
}

async function verify(
  operation: Operation,
  slip: SlipSource,
  wanted: Wanted,
  context: Context,
  given: Given,
): Promise<Result> {
  const input = await readInput(operation, context, given, { ...slip });
  const result = await send(operation, input, context, given);
  if (result.outcome === undefined) return result;
  const verified = await judgeSlip(context, input, result.outcome, wanted);
  const { outcome, problem, firstVerified, acceptedBefore } = verified;
  if (outcome.class !== 'SUCCESS') return { ...result, outcome };
  if (firstVerified) await tellAgain(firstVerified, context);
  if (problem === undefined) await context.note(praiseOf(outcome.data ?? null, wanted));
  const accepted: JsonObject = wanted.once ? { acceptedBefore: acceptedBefore ?? null } : {};
  return {
    ...result,
    outcome,
    ...(problem && { problem }),
    beside: { firstVerified: firstVerified ?? null, ...accepted },
  };
}

/** It may be fraud, so --quiet does not hide it. */
async function tellAgain(seen: string, { host }: Context): Promise<void> {
  await host.stderr.write(
    `warning: seen again: this slip was first verified here on ${seen} (Bangkok)\n`,
  );
}

function praiseOf(record: Json, { expected, once }: Wanted): string {
  const names = Object.keys(defined<string>({ ...expected }));
  const agrees = names.length === 0 ? '' : `; as expected: ${names.join(', ')}`;
  const taken = once ? '; accepted, and never again' : '';
  return `The bank confirms the slip: ${paymentOf(record)}${agrees}${taken}`;
}

function paymentOf(record: Json): string {
  const said = (path: string) => visible(textOf(at(record, path)) ?? 'unknown');
  return `${said('amount')} baht on ${dashed(said('transDate'))} at ${said('transTime')}`;
}
