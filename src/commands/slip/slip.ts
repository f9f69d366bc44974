import type { Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { agrees } from '../../bank/questions.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Given } from '../../cli/given.js';
import { send } from '../../cli/invoke.js';
import { formatOf } from '../../cli/output/print.js';
import { argument, group, option, text, type ValuesOf } from '../../cli/parameter.js';
import { readInput } from '../../cli/read-input.js';
import { type Code, orTyped, readCodes, typed } from '../../cli/source.js';
import { amount, day } from '../../cli/values.js';
import { PayctlError } from '../../core/errors.js';
import { defined } from '../../core/fields.js';
import { sha256 } from '../../core/hash.js';
import { at, type Json, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { bangkokDateTime } from '../../core/time.js';
import { Untrusted } from '../../host/trust.js';
import { type Decoded, decode } from '../../qr/decode.js';
import { largerCommand } from '../call/operation-commands.js';

export async function command(): Promise<Command> {
  // The reference comes from the source, so it is not an argument.
  const { positional: _, ...operation } = (await FAMILIES.slip.load()).verify;
  const derived = largerCommand(operation, {
    own: {
      source: argument(
        'source',
        'reference, mini-QR payload, picture of the slip, or - (standard input)',
      ),
      expected: group(EXPECTATIONS),
    },
    run: async (context, given, { source, expected }) => {
      const slip = await readSlip(source, context);
      return verify(operation, slip, expected, context, given);
    },
  });
  return {
    ...derived,
    notes: [
      ...(derived.notes ?? []),
      'Warns if the slip was verified before on this machine, even with --quiet. --envelope has firstVerified: Bangkok time, or null.',
    ],
    options: derived.options?.filter(({ flags }) => !flags.startsWith('--trans-ref')),
  };
}

async function verify(
  operation: Operation,
  slip: SlipSource,
  expected: Expected,
  context: Context,
  given: Given,
): Promise<Result> {
  const input = await readInput(operation, context, given, { ...slip });
  const result = await send(operation, input, context, given);
  const [transRef, sendingBank] = [String(input.transRef), String(input.sendingBank)];
  if (result.outcome?.class === 'NOT_FOUND') {
    const hint = `The inquiry named bank ${sendingBank} as the sender. If the money came from another bank, set --sending-bank.`;
    return { ...result, outcome: { ...result.outcome, hint } };
  }
  if (result.outcome?.class !== 'SUCCESS') return result;
  const { baseUrl } = await context.services.connection();
  const seen = await firstSeen({ baseUrl, transRef, sendingBank }, context);
  if (seen) await tellAgain(seen, context);
  const verdict = await verdictOn(result.outcome.data ?? null, expected, context);
  return { ...result, ...verdict, beside: { firstVerified: seen ?? null } };
}

/** It may be fraud, so --quiet does not hide it. */
async function tellAgain(seen: string, { host }: Context): Promise<void> {
  await host.stderr.write(
    `warning: seen again: this slip was first verified here on ${seen} (Bangkok)\n`,
  );
}

/** Compares the slip with what was expected. */
async function verdictOn(
  record: Json,
  expected: Expected,
  context: Context,
): Promise<{ problem?: PayctlError }> {
  const found = differences(await shownTo(context, record), record, expected);
  if (found.length === 0) {
    const names = Object.keys(defined<string>({ ...expected }));
    const agrees = names.length === 0 ? '' : `; as expected: ${names.join(', ')}`;
    await context.note(`The bank confirms the slip: ${paymentOf(record)}${agrees}`);
    return {};
  }
  const names = found.map(({ field }) => field).join(', ');
  return {
    problem: new PayctlError(
      'REJECTED',
      `The slip is real, but it is not the expected payment: ${names} differ${found.length === 1 ? 's' : ''}.`,
      { details: found, executed: 'no', hint: 'Do not hand over goods for this slip.' },
    ),
  };
}

/** The record as this format shows it: who was paid is masked where tables are. */
async function shownTo({ host, globals }: Context, record: Json): Promise<Json> {
  if (globals.showPersonal || formatOf(host, globals) !== 'table') return record;
  return (await import('../../bank/privacy.js')).maskPersonal(record);
}

function paymentOf(record: Json): string {
  const said = (path: string) => visible(textOf(at(record, path)) ?? 'unknown');
  const day = said('transDate').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return `${said('amount')} baht on ${day} at ${said('transTime')}`;
}

/** What a SOURCE says about a slip. */
export interface SlipSource {
  transRef: string;
  /** Three digits; only the mini QR of a bank has them. */
  sendingBank?: string;
}

const REFERENCE = /^[A-Za-z0-9_-]{1,35}$/;

/** Reads a reference, a mini QR or its picture. Throws BAD_DATA for anything else, and for several slips. */
export async function readSlip(source: string, context: Context): Promise<SlipSource> {
  const codes = await readCodes(source, context).catch(orTyped('slip verify'));
  const decoded = codes.map(({ payload }) => decode(payload));
  const slips = new Map(decoded.flatMap(slipOf).map((slip) => [slip.transRef, slip]));
  const [slip] = slips.values();
  if (slips.size > 1) {
    throw new PayctlError('BAD_DATA', `The picture shows ${slips.size} slips.`, {
      hint: 'Crop it to one of them.',
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
    throw new PayctlError('BAD_DATA', `The mini QR of the slip is broken: ${error.message}`, {
      hint: `scan it again, or ${typed('slip verify')}`,
    });
  }
  const what = first === undefined || first.kind === 'unknown' ? '' : `: it is a payment code`;
  throw new PayctlError(
    'BAD_DATA',
    `This is not a payment reference, the mini QR of a slip, or a file with one${what}`,
    { hint: 'payctl qr decode SOURCE shows what it says' },
  );
}

/**
 * Notes that the bank has confirmed a slip, and tells when it first did so on this machine: a slip
 * is good for one sale.
 */
export async function firstSeen(
  slip: { baseUrl: string; sendingBank: string; transRef: string },
  context: Context,
): Promise<string | undefined> {
  const words = [slip.baseUrl, slip.sendingBank, slip.transRef];
  const name = sha256(JSON.stringify(words)).slice(0, 32);
  try {
    const { slips } = await context.services.store();
    return await slips.firstSeen(name, bangkokDateTime(context.host.clock.now()));
  } catch (error) {
    if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await context.note(
      `warning: cannot tell whether this slip was verified before: ${error.message}`,
    );
    return undefined;
  }
}

const GROUP = { group: 'Expected (exit 5 if the slip says something else):' };

export const EXPECTATIONS = {
  amount: option('--expect-amount <amount>', 'amount in baht, to the satang', amount, GROUP),
  ref1: text('--expect-ref1 <text>', 'reference 1', GROUP),
  ref2: text('--expect-ref2 <text>', 'reference 2', GROUP),
  ref3: text('--expect-ref3 <text>', 'reference 3', GROUP),
  receiver: text(
    '--expect-receiver <text>',
    'name, biller or other id, or account of the receiver, as the bank shows it',
    GROUP,
  ),
  date: option(
    '--expect-date <date>',
    'Bangkok date of the payment: YYYY-MM-DD, today, yesterday',
    day,
    GROUP,
  ),
};

/** What is expected of the record, by the word after `--expect-`. */
export type Expected = ValuesOf<typeof EXPECTATIONS>;

/** Where the bank's record says something else, each with both sides as `shown` has them. */
export function differences(
  shown: Json,
  record: Json,
  expected: Expected,
): { field: string; message: string }[] {
  return Object.entries(expected).flatMap(([field, want]) => {
    if (want === undefined) return [];
    const found = SAID[field]?.(record) ?? [];
    if (found.some((value) => agrees(value, want, field === 'amount'))) return [];
    const said = SAID[field]?.(shown).map(visible).join(', ') || 'absent';
    return { field, message: `is ${said}; expected ${visible(want)}` };
  });
}

/** What the record says on each matter; the receiver goes by several names. */
const SAID: Readonly<Record<string, (record: Json) => string[]>> = {
  amount: (record) => texts(record, 'amount'),
  ref1: (record) => texts(record, 'ref1'),
  ref2: (record) => texts(record, 'ref2'),
  ref3: (record) => texts(record, 'ref3'),
  date: (record) => texts(record, 'transDate').map(dashed),
  receiver: (record) =>
    texts(
      record,
      'receiver.displayName',
      'receiver.name',
      'receiver.proxy.value',
      'receiver.account.value',
    ),
};

function texts(record: Json, ...paths: string[]): string[] {
  const found = paths.map((path) => textOf(at(record, path)) ?? '').filter((text) => text !== '');
  return [...new Set(found)];
}

/** The record writes `20260131`. */
function dashed(date: string): string {
  return date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}
