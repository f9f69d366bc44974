import { area } from '../core/message.js';

/** How a console is served to a team. */
export const consoleServe = area('consoleServe', () => ({
  notAddress: (flag: string, given: string) =>
    `${flag} is ${given}; give a host and a port, e.g. 0.0.0.0:8443`,
  notProxy: (given: string) =>
    `--trust-proxy is ${given}; give addresses or networks, e.g. 10.0.0.7,10.1.0.0/16`,
  onlyServed: (flag: string) => `${flag} belongs to --serve`,
  notServed: (flag: string) => `${flag} is for a console of this machine alone, not for --serve`,
  serveNeeds: (setting: string) => `--serve needs ${setting}: without it nobody could sign in`,
  serveInClear:
    '--serve without TLS is for a proxy on this machine: it listens on 127.0.0.1 or ::1, and --trust-proxy names the proxy',
  giveCertificate: 'give --tls-cert FILE and --tls-key FILE',
  originUnknown:
    'how browsers reach this console cannot be told from --serve: behind a proxy, at all addresses or at a free port it needs consoleOrigin',
  serving: (origin: string) => `serving a team at ${origin}; ctrl-C ends`,
  noLimit: 'refundLimit is not set: nobody can refund without an approval',
}));
