import type { Fields, Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import { listFlags } from '../../bank/flags.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain, jsonText } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { qr } from '../../messages/qr.js';
import type { CallValues } from '../../runtime/call-parameters.js';
import type { Command, Result } from '../../runtime/command.js';
import { choice, longFlag } from '../../runtime/parameter.js';
import { readInput } from '../../runtime/read-input.js';
import type { Services } from '../../runtime/services.js';
import {
  fieldParameters,
  largerCommand,
  operationCommand,
  sendAndShow,
} from '../call/operation-commands.js';
import { checkSave, DRAWING, type Drawing, drawQr, showQr } from './drawing.js';
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
  const command = largerCommand(v2, {
    own: {
      further: fieldParameters(v1, 'Fields of version 1', listFlags(v2)),
      version: choice(
        '--api <version>',
        'version of the API (v2, or v1 if the type needs it)',
        ['v1', 'v2'],
        { effect: 'form' },
      ),
      ...DRAWING,
    },
    examples: [
      'payctl --sandbox qr create --ref1 ORDER1 --amount 100.00',
      'payctl --sandbox qr create --qr-type CS --invoice INV0001 --amount 100.00 -o json',
    ],
    run: (services, given, { further, version, ...drawing }) => {
      const fields = { ...given.fields, ...further };
      const isFirst = versionFor(fields.qrType, version) === 'v1';
      const [operation, other] = isFirst ? [v1, v2] : [v2, v1];
      const fix = isFirst ? qr.leaveV1Out : qr.addV1;
      refuseForeign(fields, operation, other, fix);
      const defaults: Fields = isFirst ? { qrType: fields.qrType ?? 'PP' } : {};
      return create(operation, services, { ...given, ...drawing, fields }, defaults);
    },
  });
  return {
    ...command,
    notes: [
      ...(command.notes ?? []),
      '--qr-type CS and PPCS, and --api v1, call version 1, whose fields are not in the specification.',
    ],
    options: command.options?.map((option) =>
      longFlag(option) === '--qr-type' ? { ...option, choices: ['PP', 'CS', 'PPCS'] } : option,
    ),
  };
}

function versionFor(type = 'PP', version = type === 'PP' ? 'v2' : 'v1'): string {
  if (version === 'v1' || type === 'PP') return version;
  throw usageError(qr.onlyOfV1(type), qr.leaveApiOut);
}

async function create(
  operation: Operation,
  services: Services,
  given: CallValues & Drawing,
  defaults: Fields,
): Promise<Result> {
  checkSave(services, given.save);
  const input = await readInput(operation, services, given, defaults);
  const paths = ['data.qrRawData', 'qrRawData'];
  return sendAndShow(operation, input, services, given, paths, async (payload) => {
    const shown = await showQr(payload, services, given, async () => {
      return `${await drawQr(payload, services, given)}${visible(payload)}\n\n`;
    });
    return { ...shown, mismatch: await mismatch(payload, input) };
  });
}

/** A flag of the other version would be ignored silently. */
function refuseForeign(
  fields: Fields,
  operation: Operation,
  other: Operation,
  hint: Message,
): void {
  const own = new Set(listFlags(operation).map(({ field }) => field));
  const foreign = listFlags(other).find(({ field }) => field in fields && !own.has(field));
  if (!foreign) return;
  throw usageError(qr.foreignFlag(foreign.flag, operation.path), hint);
}

/** The bank's payload must match the request. */
async function mismatch(payload: string, input: Fields): Promise<PayctlError | undefined> {
  const { differences } = await import('../../qr/decode.js');
  const wanted = (field: string) => jsonText(fromPlain(input[field] ?? null)) ?? null;
  const fields = differences(payload, {
    amount: wanted('amount'),
    ...(input.qrType !== 'CS' && {
      billerId: wanted('ppId'),
      ref1: wanted('ref1'),
      ref2: wanted('ref2'),
    }),
    // In a card QR this field holds the terminal.
    ...(input.qrType === 'PP' && { ref3: wanted('ref3') }),
  });
  if (fields.length === 0) return undefined;
  const list = fields.map(({ field, wanted: want, found: got }) =>
    qr.difference({ field, found: got ?? qr.absent, wanted: want ?? qr.none }),
  );
  return new PayctlError('BAD_DATA', qr.otherPayload(list), {
    executed: 'yes',
    hint: qr.doNotShow,
  });
}
