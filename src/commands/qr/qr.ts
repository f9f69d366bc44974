import type { Fields, Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { flagsOf } from '../../bank/flags.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Option } from '../../cli/option.js';
import { readInput } from '../../cli/read-input.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { operationCommand, sendAndShow } from '../call/operation-commands.js';
import { checkDrawing, DRAWING_OPTIONS, drawQr, saveQr, show } from './drawing.js';
import { offlineCommands } from './offline.js';

export async function commands(): Promise<Command[]> {
  const { operations, create: v2, createV1: v1 } = await FAMILIES.qr.load();
  const others = operations.filter((operation) => operation !== v2 && operation !== v1);
  return [
    createCommand(v2, v1),
    ...others.map((operation) => operationCommand(operation)),
    ...offlineCommands,
  ];
}

/** One command for both versions: version 1 makes the card QRs, version 2 all others. */
function createCommand(v2: Operation, v1: Operation): Command {
  const command = operationCommand(v2, {
    options: [...furtherOptions(v2, v1), ...DRAWING_OPTIONS],
    examples: [
      'payctl --sandbox qr create --ref1 ORDER1 --amount 100.00',
      'payctl --sandbox qr create --qr-type CS --invoice INV0001 --amount 100.00 -o json',
    ],
    run: (context) => create(operationFor(context, v2, v1), v2, v1, context),
  });
  return {
    ...command,
    notes: [
      ...(command.notes ?? []),
      '--qr-type CS and PPCS, and --api v1, call version 1, whose fields are not in the specification.',
    ],
    options: command.options?.map((option) =>
      option.flags.startsWith('--qr-type') ? { ...option, choices: ['PP', 'CS', 'PPCS'] } : option,
    ),
  };
}

function furtherOptions(v2: Operation, v1: Operation): Option[] {
  const known = new Set(flagsOf(v2).map(({ flag }) => flag));
  const own = operationCommand(v1).options?.filter(
    ({ flags, group }) => group?.startsWith('Fields') && !known.has(flags.split(' ')[0] ?? ''),
  );
  return [
    ...(own ?? []).map((option) => ({ ...option, group: 'Fields of version 1:' })),
    {
      flags: '--api <version>',
      summary: 'version of the API (v2, or v1 if the type needs it)',
      choices: ['v1', 'v2'],
    },
  ];
}

function operationFor(context: Context, v2: Operation, v1: Operation): Operation {
  const type = context.text('qr-type') ?? 'PP';
  const version = context.text('api') ?? (type === 'PP' ? 'v2' : 'v1');
  if (version === 'v2' && type !== 'PP') {
    throw new PayctlError('USAGE', `--api v2 supports only --qr-type PP, not ${type}.`, {
      hint: 'Leave out --api.',
    });
  }
  if (version !== 'v1' && version !== 'v2') {
    throw new PayctlError('USAGE', `--api must be v1 or v2, not ${JSON.stringify(version)}.`);
  }
  return version === 'v1' ? v1 : v2;
}

async function create(
  operation: Operation,
  v2: Operation,
  v1: Operation,
  context: Context,
): Promise<Result> {
  refuseForeignFlags(operation, v2, v1, context);
  checkDrawing(context);
  const defaults: Fields = operation === v1 ? { qrType: context.text('qr-type') ?? 'PP' } : {};
  const input = { ...defaults, ...(await readInput(operation, context, defaults)) };
  const paths = ['data.qrRawData', 'qrRawData'];
  return sendAndShow(operation, input, context, paths, async (payload) => {
    const shown = await show(
      context,
      () => saveQr(payload, context),
      async () => `${await drawQr(payload, context)}${visible(payload)}\n\n`,
    );
    return { ...shown, mismatch: await mismatch(payload, input) };
  });
}

/** A flag of the other version would be ignored silently. */
function refuseForeignFlags(
  operation: Operation,
  v2: Operation,
  v1: Operation,
  context: Context,
): void {
  const other = operation === v2 ? v1 : v2;
  const own = new Set(flagsOf(operation).map(({ flag }) => flag));
  const foreign = flagsOf(other).filter(
    ({ flag }) => !own.has(flag) && context.text(flag.slice(2)) !== undefined,
  );
  const [first] = foreign;
  if (!first) return;
  const fix = operation === v2 ? 'Add --api v1 or --qr-type CS.' : 'Leave out --api v1.';
  throw new PayctlError('USAGE', `${first.flag} is not a field of ${operation.path}.`, {
    hint: fix,
  });
}

/** The bank's payload must match the request. */
async function mismatch(payload: string, input: Fields): Promise<PayctlError | undefined> {
  const { differences } = await import('../../qr/decode.js');
  const wanted = (field: string) => textOf(fromPlain(input[field] ?? null)) ?? null;
  const found = differences(payload, {
    amount: wanted('amount'),
    ...(input.qrType !== 'CS' && {
      billerId: wanted('ppId'),
      ref1: wanted('ref1'),
      ref2: wanted('ref2'),
    }),
    // A card QR has the terminal in place of reference 3.
    ...(input.qrType === 'PP' && { ref3: wanted('ref3') }),
  });
  if (found.length === 0) return undefined;
  const list = found.map(
    ({ field, wanted: want, found: got }) =>
      `${field} is ${got ?? 'absent'}, requested ${want ?? 'none'}`,
  );
  return new PayctlError('BAD_DATA', `The QR does not match the request: ${list.join('; ')}.`, {
    executed: 'yes',
    hint: 'Do not show this QR to a customer. To inspect it: payctl qr decode PAYLOAD',
  });
}
