import type { Listener, ServeOptions } from '../host/serve.js';
import { listen } from '../host/serve.js';
import type { Bank } from './bank.js';

const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 32 * 1024,
  requestMs: 30_000,
  connections: 1000,
};

/** Serves the bank over HTTP, at the root and under the prefix of a test environment. */
export function serveBank(bank: Bank, address: Omit<ServeOptions, 'limits'>): Promise<Listener> {
  return listen({ ...address, limits: LIMITS }, (request, certificate) =>
    bank.handle(request, certificate),
  );
}
