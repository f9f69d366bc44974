import { payctl, phrase, shell } from '../core/command-line.js';
import { area } from '../core/message.js';

/** Settings of a run: where they come from, what is wrong with them, how others are given. */
export const settingsMessages = area('settings', () => ({
  // Where a setting of this run comes from.
  ofProfile: (name: string, profile: string) => `${name} of the profile ${profile}`,
  fromVariable: (variable: string) => `from ${variable}`,
  fromProfile: (profile: string) => `from the profile ${profile}`,
  fromCode: 'as createPayments got it',
  byDefault: 'the default',
  environment: 'the environment',
  profile: (name: string) => `the profile ${name}`,

  // What is wrong with a value: said after its name.
  wrong: (setting: string, what: string) => `${setting} ${what}`,
  oneOf: (words: readonly string[]) => `must be ${words.join(' or ')}`,
  atMost: (characters: number) => `must have at most ${characters} characters`,
  digits: (count: number) => `must be ${count} digits`,
  letters: (count: number) => `must be ${count} letters`,
  pathSegment: 'must be one path segment of letters, digits, - and _',
  trueOrFalse: 'must be true or false',
  notOrigin: 'must be scheme, host and port, and no more, e.g. https://desk.example',
  notRoles: (roles: readonly string[]) =>
    `must be a JSON object of groups by role, e.g. {"viewer":["support"]}; roles are ${roles.join(', ')}`,
  duration: 'must be a duration, e.g. 30s, at most 24h',
  httpAddress: 'must begin with http:// or https://',
  endsAfterHost: 'must end after the host and port',
  proxyPassword: {
    terminal: 'holds a password: give it by HTTPS_PROXY instead',
    code: 'must not hold a password',
  },
  storePassword: {
    terminal: phrase`holds a password: give it by ${payctl.ofSettings`config set-secret storePassword`}`,
    code: 'holds a password: give it as storePassword',
  },
  notText: 'is not valid UTF-8',
  /** In place of a value that may hold a password. */
  notAddress: '(not an address)',
  guarded: (variable: string, given: string, profile: string, name: string, own: string) =>
    `${variable} is ${given}, but the profile ${profile} has ${name} ${own}, which no variable can weaken`,
  loosen: (variable: string, command: string) =>
    phrase`${shell`unset ${variable}`}, or: ${command}`,

  // How a value is given.
  /** `inCode` is how a program gives it. */
  setVariable: {
    terminal: (variable: string, _inCode: string) => `set ${variable}`,
    code: (_variable: string, inCode: string) => inCode,
  },
  commandOrVariable: (command: string, variable: string) => `${command}, or set ${variable}`,
  commandOnly: (command: string, variable: string) =>
    `${command} (${variable} is not read when the command line names the profile)`,
  isItRight: (value: string, from: string, command: string) =>
    `is ${value}, ${from}, right? ${command}`,
  isProxyRight: (from: string, command: string) => `is the proxy, ${from}, right? ${command}`,
  isProxyVariableRight: (variable: string) =>
    phrase`is the proxy, from ${variable}, right? ${shell`export ${variable}=http://HOST:PORT`}, or name the bank in NO_PROXY`,
  rootOfBank: (command: string) => `${command} with the root certificate that the bank names`,

  // A connection that is not complete, or refused by the bank.
  twoConnections: (profile: string) => `--sandbox and --profile ${profile} name two connections`,
  noSecret: {
    terminal: (owner: string) => `there is no secret for ${owner}`,
    code: () => 'apiSecret is missing',
  },
  giveSecret: {
    terminal:
      'set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND, or name its file by PAYCTL_API_SECRET_FILE',
    code: "createPayments({ apiSecret: '…' }), or secretCommand with a command that prints it",
  },
  noProfile: {
    terminal: (variable: string, _setting: string) =>
      `no profile is set up, and ${variable} is not set`,
    code: (_variable: string, setting: string) => `${setting} is missing`,
  },
  setUp: {
    terminal: (_inCode: string) =>
      phrase`${payctl.withoutProfile`init`} sets one up; ${payctl.on('sandbox')`…`} needs none`,
    code: (inCode: string) => inCode,
  },
  lacks: (owner: string, name: string) => `${owner} has no ${name}`,
  credentials: (key: string, secret: string) => `apiKey ${key}, apiSecret ${secret}`,
  builtIn: { terminal: 'of the built-in profile', code: 'as createPayments got it' },
  printedBy: (command: string) => `printed by ${command}`,
  fromFile: (file: string) => `from its file ${file}`,
  fromKeyring: 'from the keyring',
  otherCredentials: (secret: string, key: string) =>
    `for another secret: ${secret}; for another key: ${key}`,
  checkSecretCommand: (place: string, command: string) =>
    `run what ${place} says by hand: does it print the right one? ${command}`,
  noDirectDebitKey: (path: string) => `${path}, the bank's key of direct debit, does not exist`,
  notDirectDebitKey: (path: string) =>
    `${path}, the bank's key of direct debit, does not contain an RSA public key in PEM`,

  // The shared store.
  notStoreKey: (name: string) => `${name} is not a key: 32 bytes in base64`,
  newStoreKey: {
    terminal: phrase`${payctl.withoutProfile`store key`} prints a new one`,
    code: '32 random bytes in base64',
  },
  noStoreKey: 'the shared store needs its key, and storeKey is not set',
  giveStoreKey: {
    terminal: (fix: string) => phrase`${fix}; ${payctl.withoutProfile`store key`} prints a new one`,
    code: (fix: string) => `${fix}: 32 random bytes in base64`,
  },
  noStoreAuthority: (path: string) => `sslrootcert of the shared store, ${path}, does not exist`,
  nameStoreAuthority: 'name the file with the certificate of its authority, PEM',
  storeInClear: (host: string) => `the connection to the shared store at ${host} is not encrypted`,
  storeUnproven: (host: string) =>
    `nothing proves that ${host} is the shared store: use sslmode=verify-full`,
}));

/** The client certificate, and the certificates to trust. */
export const certificates = area('certificates', () => ({
  keyNotSet: (absent: string) => `a client certificate needs its key, and ${absent} is not set`,
  noCertificate: (path: string) => `${path} holds no certificate in PEM`,
  giveCertificate: 'give the file that begins with -----BEGIN CERTIFICATE-----',
  noKey: (path: string) => `${path} holds no private key in PEM`,
  giveKey: 'give the file that begins with -----BEGIN PRIVATE KEY-----',
  wrongPassphrase: (path: string) => `${path} does not open with its passphrase`,
  noPassphrase: (path: string) => `${path} is encrypted, and no passphrase is set`,
  notOfKey: (key: string, certificate: string) =>
    `${key} is not the key of the certificate ${certificate}`,
  issuedTogether: 'use the certificate and key that were issued together',
  expired: (path: string, on: string) => `the client certificate ${path} expired on ${on}`,
  askBankToRenew: 'ask the bank to renew it',
  notYetValid: (path: string, from: string) =>
    `the client certificate ${path} is not valid before ${from}`,
  checkClock: {
    terminal: phrase`check this machine's clock: ${payctl`doctor`}`,
    code: "check this machine's clock",
  },
  oldCipher: (path: string) => `${path} is encrypted with an outdated cipher`,
  convert: phrase`convert it: ${shell`openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW`}`,
  notPfx: (path: string) => `${path} is not a PFX file`,
  givePfx: 'give the .pfx or .p12 file',
  noFile: (name: string, path: string) => `${name} names ${path}, which does not exist`,
}));
