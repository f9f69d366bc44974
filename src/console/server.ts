import { type Listener, listenHere } from '../host/serve.js';
import { Console, type ConsoleSetup } from './console.js';
import { MOST_BYTES } from './form.js';
import { HEADERS } from './guard.js';
import { actRoutes } from './routes/acts.js';
import { assetRoutes } from './routes/assets.js';
import { bookRoutes } from './routes/books.js';
import { languageRoute } from './routes/language.js';
import { listRoutes } from './routes/lists.js';
import { paymentRoutes } from './routes/payments.js';
import { refundRoutes } from './routes/refund.js';
import { homeOfSandbox, sandboxRoutes } from './routes/sandbox.js';
import { searchRoutes } from './routes/search.js';
import { ticketRoutes } from './routes/tickets.js';

const LIMITS = {
  bodyBytes: MOST_BYTES,
  headerBytes: 16 * 1024,
  requestMs: 30_000,
  connections: 100,
};

/** What a stranger may send before being turned away. */
const STRANGERS_BYTES = 64 * 1024;

export function consoleOf(setup: ConsoleSetup): Console {
  return new Console(setup, [
    ...searchRoutes,
    ...paymentRoutes,
    ...actRoutes,
    ...refundRoutes,
    ...listRoutes,
    ...bookRoutes,
    ...ticketRoutes,
    ...sandboxRoutes,
    ...assetRoutes,
    languageRoute,
    homeOfSandbox,
  ]);
}

/** Serves the pages on this machine alone until the listener is closed. */
export async function serveConsole(pages: Console, port: number): Promise<Listener> {
  return listenHere(
    {
      ...{ port, limits: LIMITS, headers: HEADERS, binary: true, tooLarge: pages.tooLarge },
      bodyLimit: ({ cookie }) => (pages.isOpen(cookie) ? LIMITS.bodyBytes : STRANGERS_BYTES),
    },
    (request, _, address) => pages.handle(request, address),
  );
}
