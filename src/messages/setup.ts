import { area } from '../core/message.js';

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
  restOptional: 'What follows can be left empty, and set later by payctl config set.',
  missing: (settings: readonly Missing[]) =>
    `init needs ${settings.map(({ flag, variable }) => `${flag} (or ${variable})`).join(' and ')}`,
  withoutAccount: 'without an account: payctl init --sandbox',
  saved: (profile: string) => `the profile ${profile} is saved`,
  savedWithoutSecret: (profile: string, why: string) =>
    `the profile ${profile} is saved, its secret is not: ${why}`,
  noSecret: (command: string) => `no secret was given; ${command} keeps one`,
  storeNeedsKey: ({ setKey, init }: { setKey: string; init: string }) =>
    `the shared store needs its key on every machine: ${setKey} (payctl store key prints a new one), and once: ${init}`,
  next: (command: string) => `next: ${command}`,
  staysCurrent: (current: string, other: string) =>
    `${current} stays the current profile; payctl config use ${other} changes that`,
  sandboxIsCurrent:
    'the embedded bank is now the current profile: no option is needed, nothing is real',
}));
