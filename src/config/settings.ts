import { checkedBaseUrl, UnusableAddress } from '../client/address.js';
import type { Message, Text } from '../core/message.js';
import { isTimeLimit, parseDuration } from '../core/time.js';
import { settingsMessages } from '../messages/settings.js';
import { holdsPassword, splitPassword, storeProblem } from '../state/postgres/address.js';
import { issuerProblem, limitProblem, originProblem, rolesProblem } from './console-settings.js';

/** Hand-written, because they run at every start: a schema library would cost more than the call. */
export type Check = (text: string) => Message | undefined;

function oneOf(...allowed: readonly string[]): Check {
  return (text) => (allowed.includes(text) ? undefined : settingsMessages.oneOf(allowed));
}

function matching(pattern: RegExp, rule: () => Message): Check {
  return (text) => (pattern.test(text) ? undefined : rule());
}

function atMostCharacters(most: number): Check {
  return (text) => (text.length <= most ? undefined : settingsMessages.atMost(most));
}

const digits = (count: number) =>
  matching(new RegExp(`^[0-9]{${count}}$`), () => settingsMessages.digits(count));
const letters = (count: number) =>
  matching(new RegExp(`^[A-Za-z]{${count}}$`), () => settingsMessages.letters(count));
const pathSegment = matching(/^[A-Za-z0-9_-]+$/, () => settingsMessages.pathSegment);
const booleanText = matching(
  /^(?:true|1|yes|on|false|0|no|off)$/i,
  () => settingsMessages.trueOrFalse,
);

/** Alone: whether it fits the environment is known where both are. */
export const baseUrl: Check = (text) => baseUrlProblem(text, 'test');

export function baseUrlProblem(text: string, environment: 'test' | 'live'): Message | undefined {
  try {
    checkedBaseUrl(text, environment);
    return undefined;
  } catch (error) {
    if (error instanceof UnusableAddress) return error.why;
    throw error;
  }
}

/** The settings file holds no secrets, and so no password of a proxy. */
const proxyUrl: Check = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return settingsMessages.httpAddress;
  }
  if (url.password !== '' || holdsPassword(url.username)) {
    return settingsMessages.proxyPassword;
  }
  // What follows the host is a part of a password that is not escaped.
  const { pathname, search, hash } = url;
  return `${pathname}${search}${hash}` === '/' ? undefined : settingsMessages.endsAfterHost;
};

/** The settings file holds no secrets, and so no password of the shared store. */
function withPassword(text: string): Message | undefined {
  return splitPassword(text).password === undefined ? undefined : settingsMessages.storePassword;
}

/** `test` only where it is said clearly: everything else asks before money moves. */
export function isLive(environment: string | undefined): boolean {
  return environment !== 'test';
}

const SCHEMES = ['https:', 'http:', 'postgres:', 'postgresql:'];

/**
 * A setting as people may see it: of an address that is wrong the scheme alone, because nobody can
 * tell where a password in it begins and ends.
 */
export function shownSetting(name: SettingName, value: string): Text {
  const { check, address } = setting(name);
  if (address !== true) return value;
  if (check?.(value) === undefined) return splitPassword(value).address;
  const scheme = URL.canParse(value) ? new URL(value).protocol : '';
  return SCHEMES.includes(scheme) ? `${scheme}//[redacted]` : settingsMessages.notAddress;
}

/** Anything but a clear no counts as yes: this guards a promise not to move money. */
export function isTrue(text: string | undefined): boolean {
  return text !== undefined && !/^(?:false|0|no|off)$/i.test(text);
}

const timeLimit: Check = (text) =>
  isTimeLimit(parseDuration(text) ?? 0) ? undefined : settingsMessages.duration;

/** One thing that a profile can hold and the environment can say instead. */
interface Setting {
  /** One line for help. */
  readonly meaning: string;
  readonly default?: string;
  /** Never in the settings file; `config set-secret` stores it. */
  readonly secret?: true;
  /** Names a file; a profile keeps its full path, which holds in every directory. */
  readonly file?: true;
  /**
   * Part of the address or the credentials. When the command line names a profile, these come from
   * it alone, so that a secret of the environment never reaches the host of another profile.
   */
  readonly connection?: true;
  /** Of a guard, which no variable may loosen: which values are strict, and the one that is not. */
  readonly guard?: { isStrict(text: string): boolean; loose: string };
  /** Of a secret: the address that it is for, where that is not the bank. */
  readonly home?: 'store' | 'consoleIssuer';
  /** Of the shared store, which the embedded bank never uses. */
  readonly shared?: true;
  /** Names a server, and may be written with a password. */
  readonly address?: true;
  /** What must not be in the settings file, though the environment may say it. */
  readonly stored?: Check;
  /** What is wrong with the text, without the name; undefined where nothing is. */
  readonly check?: Check;
}

export type SettingName = keyof typeof SETTINGS;
export type SecretName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { secret: true } ? Name : never;
}[SettingName];
/** Values as texts; secrets are never among them. */
export type Settings = Partial<Record<SettingName, string>>;

export const SETTINGS = {
  baseUrl: { meaning: 'address of the API', connection: true, address: true, check: baseUrl },
  apiKey: { meaning: 'key of the application', connection: true },
  apiSecret: { meaning: 'secret of the application', connection: true, secret: true },
  applicationId: { meaning: 'id of the application (default: the API key)', connection: true },
  resourceOwnerId: { meaning: 'hash of the user id, where there is a user', connection: true },
  environment: {
    meaning: 'test or live; live asks before money moves',
    default: 'live',
    connection: true,
    guard: { isStrict: isLive, loose: 'test' },
    check: oneOf('test', 'live'),
  },
  readOnly: {
    meaning: 'true refuses every call that can move money',
    connection: true,
    guard: { isStrict: isTrue, loose: 'false' },
    check: booleanText,
  },
  secretCommand: { meaning: 'command that prints the secret', connection: true },
  clientCert: { meaning: 'file with the client certificate, PEM', connection: true, file: true },
  clientKey: {
    meaning: 'file with the key of the client certificate, PEM',
    connection: true,
    file: true,
  },
  clientKeyPassphrase: {
    meaning: 'passphrase of the client key or PFX file',
    connection: true,
    secret: true,
  },
  clientPfx: { meaning: 'file with client certificate and key, PFX', connection: true, file: true },
  ca: { meaning: 'file with the certificates to trust, PEM', connection: true, file: true },
  proxy: {
    meaning: 'proxy for HTTPS (default: HTTPS_PROXY)',
    connection: true,
    address: true,
    check: proxyUrl,
  },
  companyId: { meaning: 'company id of e-wallet payments', check: atMostCharacters(5) },
  terminalId: { meaning: 'terminal id' },
  outTradeNoPrefix: {
    meaning: 'first three letters of outTradeNo in the test environment',
    check: letters(3),
  },
  billerId: {
    meaning: 'biller id of QR 30, bill payment and consumer-presented QR',
    check: digits(15),
  },
  merchantId: { meaning: 'merchant id of card QR' },
  merchantApp: {
    meaning: 'path segment of the merchant profile',
    default: 'shopapp',
    check: pathSegment,
  },
  corporateId: { meaning: 'corporate id of transfers', check: atMostCharacters(35) },
  taxId: { meaning: "payer's tax id of transfers", check: atMostCharacters(13) },
  payerAccountNo: {
    meaning: 'own account of transfers: pays credits, receives debits',
    check: atMostCharacters(34),
  },
  payerBankCode: { meaning: 'own bank of transfers and slips, three digits', check: digits(3) },
  ddMerchantId: { meaning: 'merchant id of direct debit', check: atMostCharacters(15) },
  subAccountId: { meaning: 'sub-account id of direct debit', check: atMostCharacters(12) },
  ddPublicKey: {
    meaning: "file with the bank's public key for direct debit, PEM",
    connection: true,
    file: true,
  },
  store: {
    meaning: 'address of the shared store, postgres://… (default: files of this machine)',
    shared: true,
    address: true,
    check: storeProblem,
    stored: withPassword,
  },
  storePassword: {
    meaning: 'password of the shared store',
    shared: true,
    secret: true,
    home: 'store',
  },
  storeKey: {
    meaning: 'key that the shared store is sealed with; payctl store key prints a new one',
    shared: true,
    secret: true,
    home: 'store',
  },
  consoleIssuer: {
    meaning: 'where people sign in to console --serve: an issuer of OpenID Connect',
    address: true,
    check: issuerProblem,
  },
  consoleCa: {
    meaning: 'file with the certificates to trust at that issuer, PEM (default: those of Node)',
    file: true,
  },
  consoleClientId: { meaning: 'client id of the console at that issuer' },
  consoleClientSecret: {
    meaning: 'client secret of the console at that issuer',
    secret: true,
    home: 'consoleIssuer',
  },
  consoleOrigin: {
    meaning: 'origin of console --serve as browsers see it, e.g. https://desk.example',
    check: originProblem,
  },
  consoleRoles: {
    meaning: 'groups by role, JSON: {"viewer":["support"],"refunder":["leads"]}',
    check: rolesProblem,
  },
  consoleRolesClaim: { meaning: 'claim that holds the groups of a person (groups)' },
  refundLimit: {
    meaning: 'baht that a refunder may refund, for each payment and in a day (default: nothing)',
    check: limitProblem,
  },
  lang: { meaning: "language of the bank's texts, en or th", check: oneOf('en', 'th') },
  timeout: { meaning: 'time limit of one attempt, e.g. 30s', check: timeLimit },
} as const satisfies Record<string, Setting>;

export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);
export const SECRET_NAMES = SETTING_NAMES.filter(isSecretName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** The record of a setting, by its general shape. */
export function setting(name: SettingName): Setting {
  return SETTINGS[name];
}

export function isSecretName(name: string): name is SecretName {
  return isSettingName(name) && setting(name).secret === true;
}

/** `outTradeNoPrefix` is `PAYCTL_OUT_TRADE_NO_PREFIX`. */
export function settingVariable(name: SettingName): string {
  return `PAYCTL_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
