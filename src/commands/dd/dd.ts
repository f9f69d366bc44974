import type { Operation } from '../../bank/define.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readInput } from '../../cli/read-input.js';
import { commandsOf, operationCommand, sendAndShow } from '../call/operation-commands.js';
import { checkDrawing, DRAWING_OPTIONS, drawLink, saveQr, show } from '../qr/drawing.js';

export function commands(): Promise<Command[]> {
  return commandsOf('dd', {
    register: (operation) =>
      operationCommand(operation, {
        options: DRAWING_OPTIONS,
        run: (context) => registered(operation, context),
      }),
  });
}

/** Shows where the customer goes on, for the phone as a QR. */
async function registered(operation: Operation, context: Context): Promise<Result> {
  checkDrawing(context);
  const input = await readInput(operation, context);
  return sendAndShow(operation, input, context, ['registrationResponse.webUrl'], (webUrl) =>
    show(
      context,
      () => saveQr(webUrl, context),
      async () => `${await drawLink(webUrl, context)}\n`,
    ),
  );
}
