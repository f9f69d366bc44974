import { loadOperation } from '../../api/catalogue.js';
import type { Operation } from '../../api/operation.js';
import { PayctlError } from '../../errors.js';
import { at, type Json, textOf } from '../../json.js';
import { formatOf } from '../../print.js';
import { visible } from '../../text.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';
import { send } from '../invoke.js';
import { operationCommand } from '../operation-commands.js';
import { readInput } from '../read-input.js';
import { differences, EXPECTATIONS, type Expected, readExpected } from './slip-expect.js';
import { firstSeen } from './slip-seen.js';
import { readSlip } from './slip-source.js';

export async function command(): Promise<Command> {
  // The reference comes out of the source, so it is no argument of its own.
  const { positional: _, ...operation } = await loadOperation('slip.verify');
  const derived = operationCommand(operation, {
    options: EXPECTATIONS,
    run: (context) => verify(operation, context),
  });
  return {
    ...derived,
    notes: [
      ...(derived.notes ?? []),
      'A slip that was verified before on this machine is said to be seen again, under --quiet too; --envelope has firstVerified, Bangkok time or null.',
    ],
    arguments: [
      {
        name: 'source',
        summary: 'reference, mini-QR payload, picture of the slip, or - (standard input)',
      },
    ],
    options: derived.options?.filter(({ flags }) => !flags.startsWith('--trans-ref')),
  };
}

async function verify(operation: Operation, context: Context): Promise<Result> {
  const expected = readExpected(context);
  const slip = await readSlip(context.argument('source') ?? '', context);
  const input = await readInput(operation, context, { ...slip });
  const result = await send(operation, input, context);
  const [transRef, sendingBank] = [String(input.transRef), String(input.sendingBank)];
  if (result.outcome?.class === 'NOT_FOUND') {
    const hint = `bank ${sendingBank} was asked about: is it the one that the money came from (--sending-bank)?`;
    return { ...result, outcome: { ...result.outcome, hint } };
  }
  if (result.outcome?.class !== 'SUCCESS') return result;
  const { baseUrl } = await context.wiring.connection();
  const seen = await firstSeen({ baseUrl, transRef, sendingBank }, context);
  if (seen) await tellAgain(seen, context);
  const verdict = await verdictOn(result.outcome.data ?? null, expected, context);
  return { ...result, ...verdict, beside: { firstVerified: seen ?? null } };
}

/** It may be a fraud, so it is no note that --quiet hides. */
async function tellAgain(seen: string, { host }: Context): Promise<void> {
  await host.stderr.write(`warning: seen again: first verified here ${seen} (Bangkok)\n`);
}

/** One line that says how the slip stands against what was expected. */
async function verdictOn(
  record: Json,
  expected: Expected,
  context: Context,
): Promise<{ problem?: PayctlError }> {
  const found = differences(await shownTo(context, record), record, expected);
  if (found.length === 0) {
    const agrees = expected.size === 0 ? '' : `; as expected: ${[...expected.keys()].join(', ')}`;
    await context.note(`the bank confirms the slip: ${paymentOf(record)}${agrees}`);
    return {};
  }
  const names = found.map(({ field }) => field).join(', ');
  return {
    problem: new PayctlError(
      'REJECTED',
      `the slip is real, but it is not the payment that was expected: ${names} differ${found.length === 1 ? 's' : ''}`,
      { details: found, executed: 'no', hint: 'do not hand anything over for this slip' },
    ),
  };
}

/** The record as this format shows it: who was paid is masked where tables are. */
async function shownTo({ host, globals }: Context, record: Json): Promise<Json> {
  if (globals.showPersonal || formatOf(host, globals) !== 'table') return record;
  return (await import('../../output/mask.js')).maskPersonal(record);
}

function paymentOf(record: Json): string {
  const said = (path: string) => visible(textOf(at(record, path)) ?? 'unknown');
  const day = said('transDate').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return `${said('amount')} baht on ${day} at ${said('transTime')}`;
}
