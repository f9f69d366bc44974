import { loadFamily } from '../../api/catalogue.js';
import type { Fields, Operation } from '../../api/operation.js';
import { PayctlError } from '../../errors.js';
import { at, textOf } from '../../json.js';
import { visible } from '../../text.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';
import { DRAWING_OPTIONS, drawQr, savePicture, saveQr } from '../drawing.js';
import { readInput, send } from '../invoke.js';
import { operationCommand } from '../operation-commands.js';
import { shownBefore } from '../wait.js';

export async function commands(): Promise<Command[]> {
  const operations = await loadFamily('ewallet');
  return operations.map((operation) =>
    operation.id === 'ewallet.create'
      ? operationCommand(operation, {
          options: DRAWING_OPTIONS,
          run: (context) => create(operation, context),
        })
      : operationCommand(operation),
  );
}

/** Creates the QR and shows it: wallet B's URL is what the QR says, wallet A's loads its image. */
async function create(operation: Operation, context: Context): Promise<Result> {
  const input = await readInput(operation, context);
  await context.note(`outTradeNo ${String(input.outTradeNo)}`);
  let picture: string | undefined;
  const result = await send(operation, input, context, async ({ class: ended, data }) => {
    const codeUrl = textOf(at(data, 'codeUrl'));
    if (ended !== 'SUCCESS' || codeUrl === undefined) return;
    picture = await shownBefore(await pictureOf(codeUrl, input, context), context);
  });
  return { ...result, picture };
}

async function pictureOf(codeUrl: string, input: Fields, context: Context): Promise<string> {
  if (input.tranType === 'W') {
    await saveQr(codeUrl, context);
    return drawQr(codeUrl, context);
  }
  const file = context.text('save');
  if (file !== undefined) await savePicture(file, await loadImage(codeUrl, context), context);
  const advice = file === undefined ? ' (--save FILE.png loads it)' : '';
  return `The image of the QR: ${visible(codeUrl)}${advice}\n`;
}

async function loadImage(url: string, context: Context): Promise<Uint8Array> {
  const transport = await context.wiring.transport();
  const request = { method: 'GET', url, headers: { accept: 'image/*' } };
  const answer = await transport.send(request, { timeoutMs: 15_000, fresh: true });
  if (answer.status === 200 && answer.headers['content-type']?.startsWith('image/'))
    return answer.body;
  throw new PayctlError(
    'BAD_DATA',
    `the link of the QR answered with HTTP status ${answer.status} and no image`,
    {
      hint: 'open the link in a browser',
    },
  );
}
