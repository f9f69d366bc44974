import type { WireRequest } from '../../bank/wire.js';
import type { Reply } from '../../host/reply.js';
import { type Listener, listen, type ServeOptions } from '../../host/serve.js';
import type { Bank } from '../bank.js';
import { ControlHandler, type ControlOptions } from './control.js';
import { CONTROL_PATH } from './control-calls.js';
import { parseAddress } from './routes.js';

const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 32 * 1024,
  requestMs: 30_000,
  connections: 1000,
};

interface ServeBankOptions extends Omit<ServeOptions, 'limits'> {
  /** The calls by which tests are customer and operator; absent, they do not exist. */
  control?: ControlOptions;
  /** A path at which the bank is served as at the root. */
  ownPath?: string;
}

/**
 * Serves the bank over HTTP, at the root and under the prefixes of the test environment and the
 * live one; and the document that describes it, for the address at which it was asked for, at
 * `/openapi.json`.
 */
export function serveBank(
  bank: Bank,
  { control, ownPath, ...address }: ServeBankOptions,
  openapi?: (address: string) => Promise<string>,
): Promise<Listener> {
  const controls = control && new ControlHandler(bank, control);
  return listen({ ...address, limits: LIMITS }, (received, certificate) => {
    const request = ownPath === undefined ? received : atTheRoot(received, ownPath);
    const { path, query } = parseAddress(request);
    if (openapi !== undefined && request.method === 'GET' && path === DOCUMENT) {
      const [address = ''] = received.url.split('?');
      return openapi(address.slice(0, -DOCUMENT.length)).then(documentReply);
    }
    if (controls !== undefined && path.startsWith(CONTROL_PATH)) {
      return controls.serve(request, path, query);
    }
    return bank.answer(request, certificate);
  });
}

function atTheRoot(request: WireRequest, ownPath: string): WireRequest {
  const { origin, pathname } = new URL(request.url);
  if (!pathname.startsWith(`${ownPath}/`)) return request;
  return { ...request, url: origin + request.url.slice(origin.length + ownPath.length) };
}

const DOCUMENT = '/openapi.json';

function documentReply(text: string): Reply {
  const headers = { 'content-type': 'application/json' };
  return { response: { status: 200, headers, body: text } };
}
