import type { Operation } from '../../bank/define.js';
import { FAMILIES } from '../../bank/families.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { send } from '../../cli/invoke.js';
import { readInput } from '../../cli/read-input.js';
import { at, textOf } from '../../core/json.js';
import { operationCommand } from '../call/operation-commands.js';
import {
  checkDrawing,
  DRAWING_OPTIONS,
  drawLink,
  type Shown,
  saveQr,
  show,
} from '../qr/drawing.js';

export async function commands(): Promise<Command[]> {
  const { operations, register } = await FAMILIES.dd.load();
  return operations.map((operation) =>
    operation === register
      ? operationCommand(operation, {
          options: DRAWING_OPTIONS,
          run: (context) => registered(operation, context),
        })
      : operationCommand(operation),
  );
}

/** Shows where the customer goes on, for the phone as a QR. */
async function registered(operation: Operation, context: Context): Promise<Result> {
  checkDrawing(context);
  const input = await readInput(operation, context);
  let shown: Shown = {};
  const result = await send(operation, input, context, async ({ class: ended, data }) => {
    const webUrl = textOf(at(data, 'registrationResponse.webUrl'));
    if (ended !== 'SUCCESS' || webUrl === undefined) return true;
    shown = await show(
      context,
      () => saveQr(webUrl, context),
      async () => `${await drawLink(webUrl, context)}\n`,
    );
    return true;
  });
  return { ...result, ...shown };
}
