import type { Context } from '../../cli/context.js';
import { askYes } from '../../cli/safety.js';

/** Asks for a yes to what would be sent; with --yes it is only said. Throws USAGE. */
export async function askToSend(context: Context, text: string): Promise<void> {
  if (context.globals.yes) return context.note(text);
  await askYes(context, `${text}. Send them?`, {
    unasked: `${text}: not sent, because it needs your confirmation`,
    refused: 'not sent: you answered no',
  });
}
