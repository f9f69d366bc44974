import type { Fields, Operation } from '../../bank/define.js';
import { TransportFailure } from '../../client/transport.js';
import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { walletCodes } from '../../messages/wallet-codes.js';
import type { CallValues } from '../../runtime/call-parameters.js';
import type { Command, Result } from '../../runtime/command.js';
import { invoke, send } from '../../runtime/invoke.js';
import { longFlag, type Option } from '../../runtime/parameter.js';
import { readInput } from '../../runtime/read-input.js';
import type { Services } from '../../runtime/services.js';
import { familyCommands, largerCommand, sendAndShow } from '../call/operation-commands.js';
import { checkSave, DRAWING, type Drawing, savePicture, show, showQr } from '../qr/drawing.js';

export function commands(next?: string): Promise<Command[]> {
  return familyCommands('ewallet', next, {
    create: (operation) =>
      largerCommand(operation, {
        own: DRAWING,
        run: (services, given, own) => createAndShow(operation, services, { ...given, ...own }),
      }),
    inquire: inquireCommand,
  });
}

/** With the reference alone, the wallet is looked up. */
function inquireCommand(operation: Operation): Command {
  const command = largerCommand(operation, {
    own: {},
    run: (services, given) => inquireWallet(operation, services, given),
  });
  const options = command.options?.map((option) =>
    longFlag(option) === '--tran-type' ? optionalWallet(option) : option,
  );
  return { ...command, options };
}

function optionalWallet({ required: _required, ...option }: Option): Option {
  const fallback = 'optional if the reference is the argument: the wallet that knows it is used';
  return { ...option, fallback };
}

async function inquireWallet(
  operation: Operation,
  services: Services,
  given: CallValues,
): Promise<Result> {
  const { reference, fields, raw } = given;
  const pairs = [...raw.fields, ...raw.rawFields];
  const namesWallet =
    reference === undefined ||
    fields.tranType !== undefined ||
    raw.data !== undefined ||
    pairs.some((pair) => pair.startsWith('tranType='));
  if (namesWallet) return invoke(operation, services, given);
  const input = await readInput(operation, services, given, { tranType: 'W' });
  if (services.options.dryRun) return send(operation, input, services, given);
  const tranType = await findWallet(operation, input, services, given);
  return send(operation, { ...input, tranType }, services, given);
}

/** The wallet that knows a reference; wallet B if neither does yet. */
async function findWallet(
  operation: Operation,
  input: Fields,
  services: Services,
  { grant }: CallValues,
): Promise<string> {
  const caller = await services.caller();
  const options = { signal: services.stopping, grant };
  const isKnownTo = async (tranType: string) => {
    const outcome = await caller.call(operation, { ...input, tranType }, options);
    return outcome.class !== 'NOT_FOUND';
  };
  return (await isKnownTo('W')) || !(await isKnownTo('A')) ? 'W' : 'A';
}

/** Creates the QR and shows it: codeUrl of wallet B is the payload of the QR, that of wallet A an image. */
async function createAndShow(
  operation: Operation,
  services: Services,
  given: CallValues & Drawing,
): Promise<Result> {
  const input = await readInput(operation, services, given);
  const isWalletB = input.tranType === 'W';
  checkSave(
    services,
    given.save,
    isWalletB ? undefined : ['.png', '.jpg', '.jpeg', '.gif', '.webp'],
  );
  return sendAndShow(operation, input, services, given, ['codeUrl'], (codeUrl) =>
    isWalletB
      ? showQr(codeUrl, services, given)
      : show(
          services,
          given,
          () => saveBankImage(codeUrl, services, given),
          async () => {
            const say = await services.say();
            return `${say(linkTo(codeUrl, given))}\n`;
          },
        ),
  );
}

function linkTo(codeUrl: string, { save }: Drawing): Message {
  const link = visible(codeUrl);
  return save === undefined ? walletCodes.imageAt(link) : walletCodes.imageSavedFrom(link);
}

async function saveBankImage(codeUrl: string, services: Services, { save: file }: Drawing) {
  if (file !== undefined) await savePicture(file, await loadImage(codeUrl, services), services);
}

async function loadImage(url: string, services: Services): Promise<Uint8Array> {
  const transport = await services.transport();
  const request = { method: 'GET', url, headers: { accept: 'image/*' } };
  const hint = walletCodes.openLink;
  try {
    const answer = await transport.send(request, { timeoutMs: 15_000, fresh: true });
    const type = answer.headers['content-type'];
    if (answer.status === 200 && type?.startsWith('image/')) return answer.body;
    throw new PayctlError('BAD_DATA', walletCodes.notAnImage(answer.status), { hint });
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    throw new PayctlError('UNAVAILABLE', walletCodes.notLoaded(error.message), { hint });
  }
}
