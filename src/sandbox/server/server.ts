import type { Reply } from '../../host/reply.js';
import { type Listener, listen, type ServeOptions } from '../../host/serve.js';
import type { Bank } from '../bank.js';

const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 32 * 1024,
  requestMs: 30_000,
  connections: 1000,
};

/**
 * Serves the bank over HTTP, at the root and under the prefix of a test environment; and the
 * document that describes it, made when it is first asked for, at `/openapi.json`.
 */
export function serveBank(
  bank: Bank,
  address: Omit<ServeOptions, 'limits'>,
  openapi?: () => Promise<string>,
): Promise<Listener> {
  const together = (work: () => void) => bank.together(work);
  return listen({ ...address, limits: LIMITS, together }, (request, certificate) =>
    openapi !== undefined && request.method === 'GET' && request.url.endsWith('/openapi.json')
      ? openapi().then(documentReply)
      : bank.answer(request, certificate),
  );
}

function documentReply(text: string): Reply {
  const headers = { 'content-type': 'application/json' };
  return { response: { status: 200, headers, body: text } };
}
