import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { verdict as says } from '../messages/verdict.js';
import { callName, type Exchange, type OutcomeVerdict } from './verdict.js';

interface GatewayPage {
  words: RegExp;
  /** Believed only of a connection without TLS. */
  inClear?: true;
  message: Message;
  hint: Message;
}

/**
 * Pages by which a web server before the bank says that the connection is not what it takes, as
 * nginx, Apache and Go's have them. No such request gets as far as the bank.
 */
const gatewayPages = once((): readonly GatewayPage[] => [
  {
    words: /no required ssl certificate was sent/i,
    message: says.noClientCertificate,
    hint: says.setCertificate,
  },
  {
    words: /the ssl certificate error/i,
    message: says.clientCertificateRefused,
    hint: says.isTheCertificateKnown,
  },
  {
    words:
      /plain http request was sent to https port|sent an http request to an https server|speaking plain http to an ssl-enabled/i,
    inClear: true,
    message: says.speaksTls,
    hint: says.beginWithHttps,
  },
]);

/**
 * TLS, where a page with HTTP status 400 is one of these; else undefined. Only for calls that move no
 * money: anybody on the way can write such a page.
 */
export function gatewayPageVerdict(
  exchange: Exchange,
  page: string | undefined,
): OutcomeVerdict | undefined {
  if (page === undefined) return undefined;
  const text = page.replace(/\s+/g, ' ');
  const match = gatewayPages().find(
    ({ words, inClear }) =>
      words.test(text) && (!inClear || exchange.request.url.startsWith('http:')),
  );
  return (
    match && {
      class: 'TLS',
      executed: 'no',
      message: says.gateway(callName(exchange.operation), match.message),
      hint: match.hint,
    }
  );
}
