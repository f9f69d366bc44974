import type { Exchange, Verdict } from './verdict.js';
import { isFragile, nameOf } from './verdict.js';

interface Saying {
  words: RegExp;
  message: string;
  hint: string;
}

/**
 * Pages by which a web server before the bank says that the connection is not what it takes, as
 * nginx, Apache and Go's have them. No such request gets as far as the bank.
 */
const SAYINGS: readonly Saying[] = [
  {
    words: /no required ssl certificate was sent/i,
    message: 'it wants a client certificate, and none was given',
    hint: 'set clientCert and clientKey, then: payctl doctor',
  },
  {
    words: /the ssl certificate error/i,
    message: 'it did not accept the client certificate',
    hint: 'payctl config show --origin: is clientCert the one that the bank knows?',
  },
  {
    words:
      /plain http request was sent to https port|sent an http request to an https server|speaking plain http to an ssl-enabled/i,
    message: 'it speaks TLS there, and baseUrl begins with http://',
    hint: 'payctl config show --origin says where baseUrl is set: it must begin with https://',
  },
];

/**
 * undefined where the page says nothing of the kind. Nor is it believed of a call that can move
 * money: that one is inquired. It never comes so far, because the token comes first.
 */
export function ofGatewayPage(exchange: Exchange, page: string | undefined): Verdict | undefined {
  if (page === undefined || isFragile(exchange.operation)) return undefined;
  const said = SAYINGS.find(({ words }) => words.test(page.replace(/\s+/g, ' ')));
  return (
    said && {
      class: 'TLS',
      executed: 'no',
      message: `the gateway before the bank turned ${nameOf(exchange.operation)} away (HTTP 400): ${said.message}`,
      hint: said.hint,
    }
  );
}
