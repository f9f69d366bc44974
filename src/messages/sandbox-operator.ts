import { area } from '../core/message.js';

/** What the operator of the embedded bank is told. */
export const sandboxOperator = area('sandboxOperator', () => ({
  clockWrong: (change: string) => `the clock cannot be set to ${change}`,
  clockForms: {
    terminal: 'give +2h, 2026-01-31T22:59:00+07:00, now, stop or start',
    page: 'Write +2h, +1d or 2026-01-31T22:59:00+07:00.',
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
  },
  faultNames: {
    terminal: (names: string) => `give one of ${names}`,
    page: (names: string) => `There are: ${names}.`,
  },
  timesZero: (flag: string) => `${flag} is 0; give how often the fault shall occur, from 1`,
  probabilityWrong: (given: string) => `the probability is ${given}; give a number from 0 to 1`,
  otherStatus: (code: string, status: number) => `${code} does not come with HTTP status ${status}`,
  statuses: (statuses: string) => `give a status of ${statuses}`,
  anyErrorStatus: 'give a status from 400 to 599',
  noOperation: (id: string) => `there is no operation ${id}`,
  operations: {
    terminal: (ids: string) => `the operations are ${ids}`,
    page: (ids: string) => `There are: ${ids}.`,
  },
  noBanks: 'there is no embedded bank yet; the first command of one makes it',
  noBank: (name: string) => `there is no embedded bank ${name}`,
  listBanks: 'payctl sandbox list',
  mayDeleteBank: (name: string) => `Delete the embedded bank ${name} and all that happened at it?`,
  bankInUse: (name: string) => `another process has the embedded bank ${name} open`,
  endServe: 'end its sandbox serve first',
  mayDelete: 'Delete everything that happened at the embedded bank?',
  isNew:
    'The embedded bank is new. The journal on this machine still holds the charges that were sent and refuses their references for other contents. To delete them: payctl sandbox reset --journal',
  isNewWithoutCharges: (count: number) =>
    `The embedded bank is new. Charges deleted from the journal: ${count}.`,
  unbalanced: 'the books of the embedded bank do not balance',
  balanced: 'The books balance.',
}));
