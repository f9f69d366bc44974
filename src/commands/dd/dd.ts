import type { Operation } from '../../bank/define.js';
import type { CallValues } from '../../runtime/call-values.js';
import type { Command, Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { readInput } from '../../runtime/read-input.js';
import { familyCommands, largerCommand, sendAndShow } from '../call/operation-commands.js';
import { checkSave, DRAWING, type Drawing, drawLink, showQr } from '../qr/drawing.js';

export function commands(next?: string): Promise<Command[]> {
  return familyCommands('dd', next, {
    register: (operation) =>
      largerCommand(operation, {
        own: DRAWING,
        run: (context, given, own) => registerAndShow(operation, context, { ...given, ...own }),
      }),
  });
}

/** Shows the link by which the customer continues, also as a QR for the phone. */
async function registerAndShow(
  operation: Operation,
  context: Context,
  given: CallValues & Drawing,
): Promise<Result> {
  checkSave(context, given.save);
  const input = await readInput(operation, context, given);
  return sendAndShow(operation, input, context, given, ['registrationResponse.webUrl'], (webUrl) =>
    showQr(webUrl, context, given, async () => `${await drawLink(webUrl, context, given)}\n`),
  );
}
