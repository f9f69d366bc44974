import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** Up to 64 characters, because a name is part of the names of files. */
const RULE = 'up to 64 letters, digits, ., _ and -, beginning with a letter or digit';

/** The settings file, its profiles, and their secrets. */
export const profilesMessages = area('profiles', () => ({
  // The settings file.
  notJson: (path: string) => `${path} is not valid JSON; it was left unchanged`,
  badCurrent: (path: string) => `${path} has a \`current\` that is not text; it was left unchanged`,
  badProfiles: (path: string) =>
    `${path} has \`profiles\` that are not an object; it was left unchanged`,
  badProfile: (path: string, name: string) =>
    `${path} has a profile ${JSON.stringify(name)} that is not an object; it was left unchanged`,
  fixOrMove: (move: string) => `fix it, or move it away and start again: ${move}`,
  laterVersion: (path: string) => `${path} was written by a later version of payctl`,
  update: 'update payctl, or give another directory in PAYCTL_CONFIG_DIR',
  beingChanged: (path: string) => `${path} is being changed by another process`,
  tryAgain: 'try again',

  // Names.
  builtIn: 'the profile sandbox is built in and stays as it is',
  reset: phrase`${payctl.withoutProfile`sandbox reset`} empties the embedded bank`,
  noProfile: (name: string) => `there is no profile ${JSON.stringify(name)}`,
  didYouMean: (name: string) =>
    phrase`did you mean ${name}? ${payctl.withoutProfile`config list`} shows them all`,
  listOrMake: phrase`${payctl.withoutProfile`config list`} shows them, ${payctl.withoutProfile`init`} makes one`,
  unusable: (name: string, problem: string) => `${JSON.stringify(name)} ${problem}`,
  badName: `is not a valid profile name; use ${RULE}`,
  reserved: 'is a reserved name; choose another',
  giveName: `give ${RULE}`,
  exists: (name: string) => `there is a profile ${name} already`,
  otherName: 'choose another name',
  otherNameOrDelete: (name: string) =>
    phrase`choose another name, or: ${payctl.withoutProfile`config delete ${name}`}`,
  secretSetting: (name: string) => `${name} is a secret and does not belong in the settings`,
  noSetting: (name: string) => `there is no setting ${JSON.stringify(name)}`,
  settingsAre: (names: readonly string[]) => `the settings are ${names.join(', ')}`,
  notBankName: (from: string, name: string) =>
    `${from} is ${JSON.stringify(name)}, which cannot name an embedded bank`,
  giveBankName: (most: number) => `give up to ${most} letters, digits, - and _`,

  // Secrets.
  lineBreak: (variable: string) => `${variable} contains a line break`,
  bothSet: (variable: string, naming: string) => `${variable} and ${naming} are both set`,
  namesNothing: (variable: string, path: string) =>
    `${variable} names ${path}, which does not exist`,
  notOneLine: (variable: string, path: string) =>
    `${variable} names ${path}, which does not hold one line of text`,
  commandEmpty: 'secretCommand is empty',
  quoteOpen: 'no secret: a quotation mark in secretCommand is not closed',
  commandFailed: (program: string, code: string) =>
    `no secret: secretCommand ${program} ended with ${code}`,
  printedNothing: (program: string) => `no secret: secretCommand ${program} printed nothing`,
  printedLines: (program: string) =>
    `no secret: secretCommand ${program} printed more than one line`,
  printedNeither: (program: string) =>
    `no secret: secretCommand ${program} printed neither one line nor JSON`,
  printedWithout: (program: string) =>
    `no secret: secretCommand ${program} printed JSON without \`apiSecret\``,
  runByHand: {
    terminal: phrase`run it by hand to see what it says; ${payctl`config show`} shows where it is set`,
    code: 'run it by hand to see what it says',
  },
  foreign: (name: string, profile: string, origin: string, variable: string, asked: string) =>
    `the ${name} of the profile ${profile} belongs to ${origin}, but ${variable} names ${asked}`,
  moved: (name: string, profile: string, origin: string, setting: string, asked: string) =>
    `the ${name} of the profile ${profile} belongs to ${origin}, but its ${setting} now names ${asked}`,
  unsetOrGive: (variable: string, secret: string) => `unset ${variable}, or give ${secret} too`,
  storeForNew: (command: string) => `${command} stores one for the new address`,
  noAddress: (profile: string, home: string, name: string) =>
    `the profile ${profile} has no ${home}, so its ${name} cannot be bound to an address`,
  firstThen: (first: string, then: string) => `${first}, then: ${then}`,
  stillInKeyring: (name: string, profile: string) =>
    `the keyring still holds the ${name} of ${profile}: it does not answer, or is locked`,
  unlockOrLeave: (command: string) =>
    `unlock it and run the same command again; to leave it there: ${command}`,
}));
