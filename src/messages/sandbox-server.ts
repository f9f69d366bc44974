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
  acknowledged: (what: string) => `${what} was acknowledged`,
  acknowledgedAgain: (what: string, attempt: number) =>
    `${what} was acknowledged, attempt ${attempt}`,
  unacknowledged: ({ what, why }: { what: string; why: string }) =>
    `${what} was not acknowledged: ${why}`,
  unacknowledgedAgain: ({ what, attempt, why }: { what: string; attempt: number; why: string }) =>
    `${what} was not acknowledged, attempt ${attempt}: ${why}`,
  answeredWith: (status: number) => `it was answered with ${status}`,
  resCodeWrong: (code: string) => `the answer has resCode ${code}, not "00"`,
  resCodeMissing: 'the answer has no resCode; "00" was expected',
  urlElsewhere: 'the confirmationUrl of the sandbox must be an address of this machine',
  urlExample: 'for example: payctl sandbox settings confirmationUrl=http://127.0.0.1:8788/',
}));
