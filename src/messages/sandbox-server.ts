import { area } from '../core/message.js';

/** What `sandbox serve` says, and what became of the confirmations that the embedded bank sends. */
export const sandboxServer = area('sandboxServer', () => ({
  reachable: (host: string) => `other machines can reach ${host}`,
  keyWrong: 'PAYCTL_SANDBOX_KEY is not a key of 16 to 200 printable characters',
  unsetKey: 'unset PAYCTL_SANDBOX_KEY: then sandbox serve makes one and prints it',
  noFile: (option: string, path: string) => `${option}: no such file: ${path}`,
  tlsNeeds: (option: string) => `--tls needs ${option} FILE`,
  listens: ({ url, test, live }: { url: string; test: string; live: string }) =>
    `The embedded bank listens on ${url} (also under ${test} and ${live}). Stop it with ctrl-C.`,
  pages: "The customer's phone and the bank, in a browser of this machine (the link works once):",
  inAnotherTerminal: 'In another terminal:',
  noneSent: (why: string) => `no confirmation was sent: ${why}`,
  noneCanBeSent: (why: string) => `no confirmations are sent: ${why}`,
  confirmation: (reference: string) => `the confirmation of ${reference}`,
  status: (reference: string) => `the status of ${reference}`,
  acknowledged: ({ what, url }: { what: string; url: string }) =>
    `${what} went to ${url} and was acknowledged`,
  acknowledgedAgain: ({ what, url, attempt }: { what: string; url: string; attempt: number }) =>
    `${what} went to ${url} and was acknowledged, attempt ${attempt}`,
  unacknowledged: ({ what, url, why }: { what: string; url: string; why: string }) =>
    `${what} went to ${url} and was not acknowledged: ${why}`,
  unacknowledgedAgain: ({
    what,
    url,
    attempt,
    why,
  }: {
    what: string;
    url: string;
    attempt: number;
    why: string;
  }) => `${what} went to ${url} and was not acknowledged, attempt ${attempt}: ${why}`,
  noAddress: {
    terminal: (prefix: string) =>
      `No confirmation was sent: the embedded bank has no address for it. To receive one: ${prefix}payctl --sandbox listen --from-sandbox. To send it to your application: ${prefix}payctl sandbox settings confirmationUrl=http://127.0.0.1:3000/`,
    page: () => 'No confirmation was sent: the embedded bank has no address for it.',
  },
  sentElsewhere: (what: string) => `${what} is sent by the running sandbox serve`,
  heldBack: (what: string) => `${what} is held back by a fault; see payctl sandbox faults`,
  answeredWith: (status: number) => `it was answered with ${status}`,
  resCodeWrong: (code: string) => `the answer has resCode ${code}, not "00"`,
  resCodeMissing: 'the answer has no resCode; "00" was expected',
  urlElsewhere: 'the confirmationUrl of the sandbox must be an address of this machine',
  nameHost: {
    terminal: (host: string) =>
      `to allow another host, name it: payctl sandbox serve --deliver-to ${host} --confirmation-url URL`,
    code: () => 'give an address of 127.0.0.1, [::1] or localhost',
  },
  urlWrong: 'the confirmationUrl of the sandbox must be an http or https address, without a user',
  urlExample: {
    terminal: 'for example: payctl sandbox settings confirmationUrl=http://127.0.0.1:8788/',
    code: 'for example: http://127.0.0.1:8788/',
  },
}));
