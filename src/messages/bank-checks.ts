import { area } from '../core/message.js';
import { counted } from '../core/text.js';

/** What `doctor` finds of the profile, its credentials and the way to the bank. */
export const bankChecks = area('bankChecks', () => ({
  profile: ({ name, environment, readOnly }: CheckedProfile) =>
    `${name} (${environment}${readOnly ? ', read-only' : ''})`,
  noProfile: 'none: settings come from the environment',
  variablesUnread: {
    terminal: (variables: string) =>
      `not read, because the command line names the profile: ${variables}`,
    page: (variables: string) => `not read: ${variables}`,
  },
  unknownSetting: (name: string) => `it holds ${name}, which payctl does not know`,
  secretInSettings: (name: string) => `${name} is in the settings file, where it is not read`,
  missing: (name: string) => `there is no ${name}`,
  initOr: (fix: string) => `payctl init, or ${fix}`,
  address: (url: string) => url,
  looksLive: (address: string) =>
    `${address} does not look like a test address, but environment is test: money commands do not ask`,
  looksLikeTest: (address: string) =>
    `${address} looks like a test address, but environment is live: its rules are not checked`,
  prefixMissing:
    'outTradeNoPrefix is not set: in the test environment outTradeNo begins with the provider prefix of three letters',
  prefixWrong: (prefix: string) =>
    `outTradeNoPrefix is ${prefix}: in the test environment outTradeNo begins with the provider prefix of three letters`,
  prefixNeeded: (prefix: string) => `outTradeNo must begin with ${prefix}`,
  companyIdWrong: (id: string) => `companyId is ${id}: in the test environment it must be digits`,
  needsFlags: (family: string, settings: string) =>
    `${family} needs flags for ${settings}: the profile has no value`,
  complete: (families: string) => `complete for ${families}`,
  keyringAnswers: 'answers',
  noKeyring: 'not available; secrets are stored in files (mode 0600)',
  secretFrom: (place: string) => `the apiSecret comes from ${place}`,
  fromEnvironment: 'the environment',
  fromCommand: 'secretCommand',
  fromFile: 'its file',
  fromKeyring: 'the keyring',
  fromBuiltIn: 'the built-in profile',
  giveSecret:
    'set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND, or name its file by PAYCTL_API_SECRET_FILE',
  pfxOpens: 'the PFX file can be opened',
  noCertificate: 'no client certificate is set',
  certificateEnds: (days: number) =>
    `the client certificate belongs to its key and expires in ${counted(days, 'day')}`,
  certificateEnded: 'the client certificate belongs to its key but has expired',
  askForRenewal: 'ask the bank to renew it',
  tokenValid: (minutes: number) => `valid for another ${counted(minutes, 'minute')}`,
  tokenCached: (minutes: number) => `in the cache, valid for another ${counted(minutes, 'minute')}`,
  noToken: 'none in the cache, and the bank was not asked',
  embeddedBank: 'the embedded bank is part of payctl: nothing leaves the machine',
  skipped: 'skipped (--offline)',
  noProxy: 'none',
  resolves: (host: string, addresses: string) => `${host} is ${addresses}`,
  chainTrusted: (host: string) => `the chain of ${host} is trusted`,
  chainEnds: (host: string, days: number) =>
    `the trusted chain of ${host} expires in ${counted(days, 'day')}`,
  chainEnded: (host: string) => `the trusted chain of ${host} has expired`,
  bankRenews: 'the bank must renew it',
  unencrypted: (host: string) => `none: traffic to ${host} is not encrypted`,
  useHttps: 'use https outside of tests',
  unencryptedHere: 'none: the address is this machine',
  clockAgrees: 'agrees with the clock of the bank',
  noDate: 'the answer has no time to compare with',
  clockAhead: (seconds: number) => `this machine is ${seconds} s ahead of the clock of the bank`,
  clockBehind: (seconds: number) => `this machine is ${seconds} s behind the clock of the bank`,
  setClock: 'set the clock by the network: timedatectl set-ntp true',
  seemsOffline: (why: string) => `${why}; this machine seems to be offline`,
  connect: 'connect it',
  providerAnswers: (host: string) => `${host} answers as a provider of OpenID Connect`,
  noProvider: (url: string, status: number) =>
    `${url} answers HTTP ${status}: nobody can sign in to console --serve`,
  rootOfProvider: (command: string) => `${command} with the root certificate of the provider`,
}));

interface CheckedProfile {
  name: string;
  environment: string;
  readOnly: boolean;
}
