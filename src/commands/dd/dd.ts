import type { Operation } from '../../bank/define.js';
import type { CallValues } from '../../runtime/call-parameters.js';
import type { Command, Result } from '../../runtime/command.js';
import { readInput } from '../../runtime/read-input.js';
import type { Services } from '../../runtime/services.js';
import { familyCommands, largerCommand, sendAndShow } from '../call/operation-commands.js';
import { checkSave, DRAWING, type Drawing, drawLink, showQr } from '../qr/drawing.js';

export function commands(next?: string): Promise<Command[]> {
  return familyCommands('dd', next, {
    register: (operation) =>
      largerCommand(operation, {
        own: DRAWING,
        run: (services, given, own) => registerAndShow(operation, services, { ...given, ...own }),
      }),
  });
}

/** Shows the link by which the customer continues, also as a QR for the phone. */
async function registerAndShow(
  operation: Operation,
  services: Services,
  given: CallValues & Drawing,
): Promise<Result> {
  checkSave(services, given.save);
  const input = await readInput(operation, services, given);
  return sendAndShow(operation, input, services, given, ['registrationResponse.webUrl'], (webUrl) =>
    showQr(webUrl, services, given, async () => `${await drawLink(webUrl, services, given)}\n`),
  );
}
