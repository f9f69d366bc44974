import type { Context } from '../../cli/context.js';
import { PayctlError } from '../../core/errors.js';

/** Asks for a yes to what would be sent; with --yes it is only said. Throws USAGE. */
export async function askToSend(context: Context, text: string): Promise<void> {
  const { host, globals } = context;
  if (globals.yes) return context.note(text);
  const { canPrompt, confirm } = await import('../../host/prompt.js');
  if (!globals.input || !canPrompt(host)) {
    throw new PayctlError('USAGE', `${text}: not sent, because it needs your confirmation`, {
      hint: 'in scripts, confirm with --yes',
    });
  }
  if (!(await confirm(host, `${text}. Send them?`))) {
    throw new PayctlError('USAGE', 'not sent: you answered no');
  }
}
