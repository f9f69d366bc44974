import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** What the operator of the embedded bank is told. */
export const sandboxOperator = area('sandboxOperator', () => ({
  clockWrong: (change: string) => `the clock cannot be set to ${change}`,
  clockForms: {
    terminal: 'give +2h, 2026-01-31T22:59:00+07:00, now, stop or start',
    page: 'Write +2h, +1d or 2026-01-31T22:59:00+07:00.',
    code: 'give +2h, 2026-01-31T22:59:00+07:00, now or start',
  },
  noTransfer: (id: string) => `the sandbox has no transfer ${id}`,
  planMissing: (plans: string) => `--plan is missing; give ${plans}`,
  noSetting: (given: string) => `${given} is not a setting of the sandbox`,
  settingForms: (names: string) => `use name=value with one of: ${names}`,
  settingWrong: ({ name, right, given }: { name: string; right: string; given: string }) =>
    `${name} must be ${right}, not ${given}`,
  threeDigits: 'three digits',
  hostList: 'HOST or HOST:PORT, several with commas',
  trueOrFalse: 'true or false',
  wholeNumber: 'a whole number',
  oneOf: (choices: readonly string[]) => choices.join(' or '),
  servedWith: (names: string) =>
    `sandbox serve was started with these; they hold for calls to it alone: ${names}`,
  noFault: {
    terminal: (name: string) =>
      `there is no fault ${name}, and no code with which the bank refuses a call`,
    page: (name: string) => `There is no fault or code ${name}.`,
    code: (name: string) => `there is no fault or code ${name}`,
  },
  faultNames: {
    terminal: (names: string) => `give one of ${names}`,
    page: (names: string) => `There are: ${names}.`,
    code: (names: string) => `give one of ${names}`,
  },
  withoutReference: (operation: string) =>
    `calls of ${operation} have no reference by which a fault could find them`,
  leaveRefOut: {
    terminal: 'leave out --ref; --times says how many calls it affects',
    page: 'Leave out the reference.',
    code: 'leave out reference; times says how many calls it affects',
  },
  ofAllConfirmations: {
    terminal: (name: string) =>
      `${name} affects the next confirmations, whatever they are about; leave out --operation and --ref`,
    page: (name: string) =>
      `${name} affects the next confirmations, whatever they are about. Leave out the operation.`,
    code: (name: string) =>
      `${name} affects the next confirmations, whatever they are about; leave out operation and reference`,
  },
  detailsOfNone: 'these options are of a fault, and none is given',
  clearAll: 'clear alone removes all faults',
  noStatus: (status: number) => `an answer has a status from 200 to 599, not ${status}`,
  noHeader: (value: string) => `the Retry-After header cannot be ${value}`,
  timesZero: (flag: string) => `${flag} is 0; give 1 or more`,
  probabilityWrong: (given: string) => `the probability is ${given}; give a number from 0 to 1`,
  otherStatus: (code: string, status: number) => `${code} does not come with HTTP status ${status}`,
  statuses: (statuses: string) => `give a status of ${statuses}`,
  anyErrorStatus: 'give a status from 400 to 599',
  noBanks: 'there is no embedded bank yet; the first command with --sandbox creates it',
  noBank: (name: string) => `there is no embedded bank ${name}`,
  banks: (names: string) => `this machine has ${names}`,
  sharedBank: 'the one that all share',
  mayDeleteBank: (name: string) => `Delete the embedded bank ${name} and all that happened at it?`,
  bankInUse: (name: string) => `another process has the embedded bank ${name} open`,
  endServe: 'end its sandbox serve first',
  mayDelete: 'Delete everything that happened at the embedded bank?',
  isNew: phrase`The embedded bank is new. The journal on this machine still holds the charges that were sent and refuses their references for other contents. To delete them: ${payctl.withoutProfile`sandbox reset --journal`}`,
  isNewWithoutCharges: (count: number) =>
    `The embedded bank is new. Charges deleted from the journal: ${count}.`,
  unbalanced: 'the books of the embedded bank do not balance',
  balanced: 'The books balance.',
}));

/** What `sandbox serve` says, and what became of the confirmations that the embedded bank sends. */
export const sandboxServer = area('sandboxServer', () => ({
  reachable: (host: string) => `other machines can reach ${host}`,
  keyWrong: 'PAYCTL_SANDBOX_KEY is not a key of 16 to 200 printable characters',
  unsetKey: 'unset PAYCTL_SANDBOX_KEY: then sandbox serve makes one and prints it',
  tlsNeeds: (option: string) => `HTTPS needs ${option} FILE`,
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
      phrase`No confirmation was sent: the embedded bank has no address for it. To receive one: ${prefix}${payctl.on('sandbox')`listen --from-sandbox`}. To send it to your application: ${prefix}${payctl.withoutProfile`sandbox settings confirmationUrl=http://127.0.0.1:3000/`}`,
    page: () => 'No confirmation was sent: the embedded bank has no address for it.',
  },
  sentElsewhere: (what: string) => `${what} is sent by the running sandbox serve`,
  heldBack: (what: string) =>
    phrase`${what} is held back by a fault; see ${payctl.withoutProfile`sandbox faults`}`,
  answeredWith: (status: number) => `it was answered with ${status}`,
  resCodeWrong: (code: string) => `the answer has resCode ${code}, not "00"`,
  resCodeMissing: 'the answer has no resCode; "00" was expected',
  urlElsewhere: 'the confirmationUrl of the sandbox must be an address of this machine',
  nameHost: {
    terminal: (host: string) =>
      phrase`to allow another host, name it: ${payctl.withoutProfile`sandbox serve --deliver-to ${host} --confirmation-url URL`}`,
    code: () => 'give an address of 127.0.0.1, [::1] or localhost',
  },
  urlWrong: 'the confirmationUrl of the sandbox must be an http or https address, without a user',
  urlExample: {
    terminal: phrase`for example: ${payctl.withoutProfile`sandbox settings confirmationUrl=http://127.0.0.1:8788/`}`,
    code: 'for example: http://127.0.0.1:8788/',
  },
}));
