import { AuditLog } from '../state/audit-log.js';
import type { Context } from './context.js';

/**
 * Writes down who decides what on this machine, for decisions of which the journal has no line. To be
 * called before the decision is carried out: what cannot be written down is not done.
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
