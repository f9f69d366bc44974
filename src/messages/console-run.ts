import { area } from '../core/message.js';

/** What the console says of itself. */
export const consoleRun = area('consoleRun', () => ({
  followLink: 'Open this link in a browser of this machine. It works once; ctrl-C ends.',
  noBrowser: (why: string) => `no browser was opened: ${why}`,
  idleEnd: 'nobody has asked for a page for a while: the console ends',
  idleRange: (flag: string, given: string) => `${flag} is ${given}; give 1s to 24h`,
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
  auditLacksEnd: (why: string) => `the audit log does not say how this ended: ${why}`,
  settingsChanged: (place: string, environment: string) =>
    `the settings have changed since this console was started for ${place}, ${environment}; nothing was sent. End it and start it again: payctl console`,
}));
