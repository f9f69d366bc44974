import type { AuditEntry } from '../audit.js';
import type { CommandCall, CommandResult } from '../commands.js';
import type { RequestContext } from '../console.js';

/**
 * Runs a command between two lines of the audit: what is begun, which must be known even if this process
 * ends now, and how it ended.
 */
export async function runAudited(
  { commands, audit }: Pick<RequestContext, 'commands' | 'audit'>,
  [begun, ended]: readonly [begun: string, ended: string],
  about: Pick<AuditEntry, 'what' | 'kind' | 'amount'>,
  call: CommandCall,
): Promise<CommandResult> {
  audit.write({ action: begun, ...about });
  const ran = await commands.run(call);
  const unwritten = audit.writeAfter({ action: ended, ...about, exit: ran.exit });
  return { ...ran, notes: [...ran.notes, ...unwritten] };
}
