import { AuditLog } from '../state/audit-log.js';
import type { Services } from './services.js';

/**
 * Records in the audit log who decided what, where the journal has no line of it. Call it before the
 * decision is carried out: what cannot be recorded is not done.
 */
export async function recordDecision(
  services: Services,
  action: string,
  what: string,
): Promise<void> {
  const { name } = await services.profile();
  const log = new AuditLog(services.host, services.paths.state, 'decisions');
  log.write({ profile: name, action, what });
}
