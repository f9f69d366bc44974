import type { Call, CommandResult } from '../commands.js';
import type { RequestContext } from '../console.js';

/** Runs a command between two lines of the audit: what is begun, and how it ended. */
export async function runAudited(
  { commands, audit }: Pick<RequestContext, 'commands' | 'audit'>,
  [begun, ended]: readonly [begun: string, ended: string],
  what: string,
  call: Call,
): Promise<CommandResult> {
  audit.write({ action: begun, what });
  const ran = await commands.run(call);
  const unwritten = audit.writeAfter({ action: ended, what, exit: ran.exit });
  return { ...ran, notes: [...ran.notes, ...unwritten] };
}
