import type { Proxies } from '../host/proxies.js';
import { type Listener, listen, listenHere, type ServeOptions } from '../host/serve.js';
import { Console, type ConsoleSetup, type Route } from './console.js';
import { MOST_BYTES } from './form.js';
import { HEADERS } from './guard.js';
import { actRoutes } from './routes/acts.js';
import { approvalRoutes } from './routes/approvals.js';
import { assetRoutes } from './routes/assets.js';
import { auditRoutes } from './routes/audit.js';
import { bookRoutes } from './routes/books.js';
import { languageRoute } from './routes/language.js';
import { listRoutes } from './routes/lists.js';
import { paymentRoutes } from './routes/payments.js';
import { refundRoutes } from './routes/refund.js';
import { homeOfSandbox, sandboxRoutes } from './routes/sandbox.js';
import { searchRoutes } from './routes/search.js';
import { ticketRoutes } from './routes/tickets.js';
import { unmaskRoutes } from './routes/unmask.js';

const LIMITS = {
  bodyBytes: MOST_BYTES,
  headerBytes: 16 * 1024,
  requestMs: 30_000,
  connections: 100,
};

/** What a stranger may send before being turned away. */
const STRANGERS_BYTES = 64 * 1024;

/** All that can be asked for. */
export const ROUTES: readonly Route[] = [
  ...searchRoutes,
  ...paymentRoutes,
  ...actRoutes,
  ...refundRoutes,
  ...approvalRoutes,
  ...auditRoutes,
  ...unmaskRoutes,
  ...listRoutes,
  ...bookRoutes,
  ...ticketRoutes,
  ...sandboxRoutes,
  ...assetRoutes,
  languageRoute,
  homeOfSandbox,
];

export function createConsole(setup: ConsoleSetup): Console {
  return new Console(setup, ROUTES);
}

/** Several browsers, each with some connections. */
const TEAM_CONNECTIONS = 1_000;

/** Serves the pages to a team until the listener is closed. */
export async function serveTeam(
  pages: Console,
  address: Pick<ServeOptions, 'host' | 'port' | 'tls' | 'socket'>,
  proxies: Proxies,
): Promise<Listener> {
  const limits = { ...LIMITS, connections: TEAM_CONNECTIONS };
  return listen({ ...address, ...serverOptions(pages), limits }, (request, _, peer) =>
    pages.handle(request, proxies.originalSender(peer, request.headers['x-forwarded-for'])),
  );
}

/** Serves the pages on this machine alone until the listener is closed. */
export async function serveConsole(pages: Console, port: number): Promise<Listener> {
  return listenHere({ port, ...serverOptions(pages) }, (request, _, address) =>
    pages.handle(request, address),
  );
}

function serverOptions(pages: Console) {
  return {
    ...{ limits: LIMITS, headers: HEADERS, binary: true as const, tooLarge: pages.tooLargePage() },
    bodyLimit: ({ cookie }: { cookie?: string | undefined }) =>
      pages.isOpen(cookie) ? LIMITS.bodyBytes : STRANGERS_BYTES,
  };
}
