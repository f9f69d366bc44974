import { PayctlError } from '../errors.js';

const LOOPBACK = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host name can only be this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The one gate for addresses that credentials are sent to: https unless loopback, no user, query
 * or fragment. Throws PayctlError CONFIG.
 */
export function checkedBaseUrl(text: string): URL {
  if (text !== last?.text) last = { text, url: checked(text) };
  return last.url;
}

/** The one of all calls but the first. */
let last: { text: string; url: URL } | undefined;

function checked(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw refused('is not a URL');
  if (url.username !== '' || url.password !== '') throw refused('holds a user name or password');
  if (url.search !== '' || url.hash !== '') throw refused('holds a query or fragment');
  const secure = url.protocol === 'https:';
  if (!secure && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw refused('must begin with https:// (http:// only for this machine)');
  }
  return url;
}

/** Does not quote the address: a password may be in it. */
function refused(why: string): PayctlError {
  return new PayctlError('CONFIG', `the base URL ${why}`, {
    hint: 'payctl config set baseUrl https://…',
    executed: 'no',
  });
}
