import { PayctlError } from '../core/errors.js';
import { statePath } from '../state/paths.js';
import { machineOf } from '../state/postgres/database.js';
import { showKeys } from '../state/postgres/machine-keys.js';
import type { Server } from '../state/postgres/server.js';
import type { Services } from './services.js';

/** What waits here goes up first: a machine that has shown its new key needs the old one no more. */
export async function afterOpening(
  services: Pick<Services, 'host' | 'paths' | 'store'>,
  server: Server,
  warn: (text: string) => void,
): Promise<void> {
  const { host, paths } = services;
  try {
    await (await services.store()).claims.prepare();
    await showKeys(server, machineOf(host));
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    if (host.files.list(statePath(paths.state, 'spool')).length === 0) return;
    warn(`what waits on this machine for the shared store stays here: ${error.message}`);
  }
}
