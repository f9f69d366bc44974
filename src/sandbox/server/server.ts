import type { WireRequest } from '../../bank/wire.js';
import type { Reply } from '../../host/reply.js';
import { type Listener, listen, type ServeOptions } from '../../host/serve.js';
import type { Bank } from '../bank.js';
import { CONTROL_PATH, ControlHandler, type ControlOptions } from './control.js';
import { addressOf } from './routes.js';

const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 32 * 1024,
  requestMs: 30_000,
  connections: 1000,
};

export interface ServeBankOptions extends Omit<ServeOptions, 'limits' | 'together'> {
  /** The calls by which tests are customer and operator; absent, they do not exist. */
  control?: ControlOptions;
  /** A path at which the bank is served as at the root. */
  ownPath?: string;
}

/**
 * Serves the bank over HTTP, at the root and under the prefixes of the test environment and the
 * live one; and the document that describes it, made when it is first asked for, at `/openapi.json`.
 */
export function serveBank(
  bank: Bank,
  { control, ownPath, ...address }: ServeBankOptions,
  openapi?: () => Promise<string>,
): Promise<Listener> {
  const together = (work: () => void) => bank.together(work);
  const controls = control && new ControlHandler(bank, control);
  return listen({ ...address, limits: LIMITS, together }, (came, certificate) => {
    const request = ownPath === undefined ? came : atTheRoot(came, ownPath);
    if (openapi !== undefined && request.method === 'GET' && isDocument(request.url)) {
      return openapi().then(documentReply);
    }
    if (controls !== undefined && request.url.includes(CONTROL_PATH)) {
      const { path, query } = addressOf(request);
      if (path.startsWith(CONTROL_PATH)) return controls.serve(request, path, query);
    }
    return bank.answer(request, certificate);
  });
}

function atTheRoot(request: WireRequest, ownPath: string): WireRequest {
  const { origin, pathname } = new URL(request.url);
  if (!pathname.startsWith(`${ownPath}/`)) return request;
  return { ...request, url: origin + request.url.slice(origin.length + ownPath.length) };
}

function isDocument(url: string): boolean {
  return url.endsWith('/openapi.json');
}

function documentReply(text: string): Reply {
  const headers = { 'content-type': 'application/json' };
  return { response: { status: 200, headers, body: text } };
}
