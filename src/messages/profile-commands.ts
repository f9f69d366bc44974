import { area } from '../core/message.js';

/** What `config` says of profiles, their settings and their secrets. */
export const profileCommands = area('profileCommands', () => ({
  variableUnread: (variable: string) =>
    `${variable} is not read: the command line names the profile`,
  twoNamed: (one: string, other: string) => `two profiles are named: ${one} and ${other}`,
  embeddedBank: 'the embedded bank',
  nowCurrent: (name: string) => `${name} is now the current profile`,
  copied: (from: string, to: string) =>
    `${from} is copied to ${to}; its secrets are not: payctl config set-secret apiSecret -p ${to}`,
  renamed: (from: string, to: string) => `${from} is now ${to}`,
  mayDelete: (name: string) => `Delete the profile ${name} and its secrets?`,
  deleted: (name: string) => `${name} is deleted; the journal keeps what it sent`,
  hasOpenCharges: (name: string, count: number) =>
    `the profile ${name} has open charges (${count}), and only it can ask about them`,
  oneLineNeeded: (secret: string) => `the ${secret} must be one line of text`,
  typeOrPipe: 'type it at the prompt, or pass it on standard input: the same command with < FILE',
  inKeyring: (secret: string, name: string) => `the ${secret} of ${name} is in the keyring`,
  inFile: ({ secret, name, file }: { secret: string; name: string; file: string }) =>
    `the ${secret} of ${name} is in the file ${file} (mode 0600)`,
  cannotAsk: (question: string) => `${question} There is no terminal to ask on`,
  answeredNo: 'you answered no; nothing was changed',
  neverPrinted: (secret: string) => `${secret} is a secret and is never printed`,
  notSet: (setting: string) => `${setting} is not set`,
  emptyValue: (setting: string) => `the value of ${setting} is empty`,
  settingSet: (setting: string, name: string) => `${setting} of the profile ${name} is set`,
  settingSetInNew: (setting: string, name: string) =>
    `${setting} of the new profile ${name} is set`,
  settingsRemoved: (settings: string, name: string) =>
    `removed from the profile ${name}: ${settings}`,
  builtIn: 'the profile sandbox is built in and cannot be changed',
  noneCurrent: 'there is no current profile',
  nameOrCreate: 'name one with -p NAME, or create one: payctl init',
  noSetting: (name: string) => `there is no setting ${name}`,
  originListsAll: 'payctl config show --origin lists them all',
}));
