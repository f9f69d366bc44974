import type { Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { send } from '../../cli/invoke.js';
import { formatOf } from '../../cli/output/print.js';
import { readInput } from '../../cli/read-input.js';
import { type Code, orTyped, readCodes, typed } from '../../cli/source.js';
import { PayctlError } from '../../core/errors.js';
import { at, type Json, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { type Decoded, decode } from '../../qr/decode.js';
import { operationCommand } from '../call/operation-commands.js';
import { differences, EXPECTATIONS, type Expected, readExpected } from './expect.js';
import { firstSeen } from './seen.js';

export async function command(): Promise<Command> {
  // The reference comes out of the source, so it is no argument of its own.
  const { positional: _, ...operation } = (await FAMILIES.slip.load()).verify;
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
  return (await import('../../cli/output/mask.js')).maskPersonal(record);
}

function paymentOf(record: Json): string {
  const said = (path: string) => visible(textOf(at(record, path)) ?? 'unknown');
  const day = said('transDate').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return `${said('amount')} baht on ${day} at ${said('transTime')}`;
}

/** What a SOURCE says of a slip. */
export interface SlipSource {
  transRef: string;
  /** Three digits; only the mini QR of a bank has them. */
  sendingBank?: string;
}

const REFERENCE = /^[A-Za-z0-9_-]{1,35}$/;

/** Reads a reference, a mini QR or its picture. Throws BAD_DATA for what is no slip, or several. */
export async function readSlip(source: string, context: Context): Promise<SlipSource> {
  const codes = await readCodes(source, context).catch(orTyped('slip verify'));
  const decoded = codes.map(({ payload }) => decode(payload));
  const slips = new Map(decoded.flatMap(slipOf).map((slip) => [slip.transRef, slip]));
  const [slip] = slips.values();
  if (slips.size > 1) {
    throw new PayctlError('BAD_DATA', `the picture shows ${slips.size} slips`, {
      hint: 'crop it to the one that is meant',
    });
  }
  return slip ?? bareReference(codes) ?? refuse(decoded);
}

function slipOf({ kind, transRef, sendingBank, errors }: Decoded): SlipSource[] {
  const isSlip = kind === 'slip' || kind === 'wallet-slip';
  if (!isSlip || transRef === null || errors.length > 0) return [];
  return [sendingBank === null ? { transRef } : { transRef, sendingBank }];
}

/** Typed, not scanned: a code in a picture is a mini QR or none. */
function bareReference([code]: readonly Code[]): SlipSource | undefined {
  if (code === undefined || code.place !== undefined) return undefined;
  const transRef = code.payload.trim();
  return REFERENCE.test(transRef) ? { transRef } : undefined;
}

function refuse([first]: readonly Decoded[]): never {
  const [error] = first?.errors ?? [];
  const broken = first?.kind === 'slip' || first?.kind === 'wallet-slip';
  if (broken && error) {
    throw new PayctlError('BAD_DATA', `the mini QR of the slip is broken: ${error.message}`, {
      hint: `scan it again, or ${typed('slip verify')}`,
    });
  }
  const what = first === undefined || first.kind === 'unknown' ? '' : `: it is a code for payments`;
  throw new PayctlError(
    'BAD_DATA',
    `this is neither a reference of a payment, nor the mini QR of a slip, nor a file with one${what}`,
    { hint: 'payctl qr decode SOURCE shows what it says' },
  );
}
