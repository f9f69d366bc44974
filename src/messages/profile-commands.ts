import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** What `config` says of profiles, their settings and their secrets. */
export const profileCommands = area('profileCommands', () => ({
  variableUnread: (variable: string) =>
    `${variable} is not read: the command line names the profile`,
  twoNamed: (one: string, other: string) => `two profiles are named: ${one} and ${other}`,
  embeddedBank: 'the embedded bank',
  nowCurrent: (name: string) => `${name} is now the current profile`,
  copied: (from: string, to: string) =>
    phrase`${from} is copied to ${to}; its secrets are not: ${payctl.on(to)`config set-secret apiSecret`}`,
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
  nameOrCreate: phrase`name one with -p NAME, or create one: ${payctl.withoutProfile`init`}`,
  noSetting: (name: string) => `there is no setting ${name}`,
  originListsAll: phrase`${payctl`config show --origin`} lists them all`,
}));

interface Missing {
  flag: string;
  variable: string;
}

/** What `init` asks and says. */
export const setup = area('setup', () => ({
  howToStart: 'How do you want to start?',
  haveKey: 'I have an API key of the bank',
  haveNone: 'I have none yet: use the embedded bank',
  nameOfProfile: 'Name of the profile:',
  asked: (setting: string, meaning: string) => `${meaning} (${setting}):`,
  isNeeded: 'is needed',
  whichEnvironment: 'Which environment is it?',
  test: 'test: nothing real moves',
  live: 'live: real money; payctl asks before it moves',
  secret: 'secret of the application (apiSecret; empty: later):',
  secretKept: 'secret of the application (apiSecret; empty: as it is):',
  restOptional: phrase`What follows can be left empty, and set later by ${payctl.ofSettings`config set`}.`,
  missing: (settings: readonly Missing[]) =>
    `init needs ${settings.map(({ flag, variable }) => `${flag} (or ${variable})`).join(' and ')}`,
  withoutAccount: phrase`without an account: ${payctl.withoutProfile`init --sandbox`}`,
  saved: (profile: string) => `the profile ${profile} is saved`,
  savedWithoutSecret: (profile: string, why: string) =>
    `the profile ${profile} is saved, its secret is not: ${why}`,
  noSecret: (command: string) => `no secret was given; ${command} keeps one`,
  storeNeedsKey: ({ setKey, init }: { setKey: string; init: string }) =>
    phrase`the shared store needs its key on every machine: ${setKey} (${payctl.withoutProfile`store key`} prints a new one), and once: ${init}`,
  next: (command: string) => `next: ${command}`,
  staysCurrent: (current: string, other: string) =>
    phrase`${current} stays the current profile; ${payctl.withoutProfile`config use ${other}`} changes that`,
  sandboxIsCurrent:
    'the embedded bank is now the current profile: no option is needed, nothing is real',
}));
