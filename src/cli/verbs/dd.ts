import { loadFamily } from '../../api/catalogue.js';
import type { Operation } from '../../api/operation.js';
import { at, textOf } from '../../json.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';
import { DRAWING_OPTIONS, drawLink, saveQr } from '../drawing.js';
import { invoke } from '../invoke.js';
import { operationCommand } from '../operation-commands.js';

export async function commands(): Promise<Command[]> {
  const operations = await loadFamily('dd');
  return operations.map((operation) =>
    operation.id === 'dd.register'
      ? operationCommand(operation, {
          options: DRAWING_OPTIONS,
          run: (context) => register(operation, context),
        })
      : operationCommand(operation),
  );
}

/** Shows where the customer goes on, for the phone as a QR. */
async function register(operation: Operation, context: Context): Promise<Result> {
  const result = await invoke(operation, context);
  const webUrl = textOf(at(result.outcome?.data, 'registrationResponse.webUrl'));
  if (result.outcome?.class !== 'SUCCESS' || webUrl === undefined) return result;
  await saveQr(webUrl, context);
  return { ...result, picture: `${await drawLink(webUrl, context)}\n` };
}
