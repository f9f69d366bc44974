import { configError } from '../../core/errors.js';
import { sharedStore } from '../../messages/shared-store.js';
import type { Services } from '../../runtime/services.js';
import { OwnClaims } from '../../state/own-claims.js';
import type { Server, SharedAccess } from '../../state/postgres/server.js';

export async function requireAccess(services: Services): Promise<SharedAccess> {
  const shared = await services.storeAccess();
  if (shared) return shared;
  const { name } = await services.profile();
  throw configError(
    name === 'sandbox' ? sharedStore.neverForEmbedded : sharedStore.filesOnly,
    sharedStore.set,
  );
}

export async function requireServer(services: Services): Promise<Server> {
  const server = await services.server();
  if (server) return server;
  throw new Error('a shared store without its server');
}

/** The last claims of this machine in shared stores. */
export function openOwnClaims(services: Services): OwnClaims {
  return new OwnClaims(services.host.files, services.paths.state);
}
