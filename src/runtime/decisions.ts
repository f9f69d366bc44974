import { AuditLog } from '../state/audit-log.js';
import type { Context } from './context.js';

/**
 * Writes down who decides what on this machine, before it is carried out: what cannot be written is not
 * done. For decisions that the journal has no line for.
 */
export async function recordDecision(
  { host, services }: Pick<Context, 'host' | 'services'>,
  action: string,
  what: string,
): Promise<void> {
  const { name } = await services.profile();
  const log = new AuditLog(host, services.paths.state, 'decisions');
  log.write({ profile: name, action, what });
}
