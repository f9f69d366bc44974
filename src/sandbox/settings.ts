import { usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { sandboxOperator } from '../messages/sandbox.js';
import { isHostList } from './delivery/address.js';
import { BANK_CODE } from './seed/profile.js';

/** What public clients send although the specification does not allow it, each with a setting that accepts it. */
const LENIENT = {
  /** A requestUId of any form: a UUID with hyphens, a short one. */
  anyRequestUId: false,
  /** A JSON number where text is specified, digit by digit. */
  numbersForText: false,
  /** A resourceOwnerId of any value: the name of an application, a user id of one's own. */
  anyResourceOwner: false,
  /** An accept-language of any form: small letters, a browser's list. */
  anyLanguage: false,
  /** An empty text or null in an optional field, which then counts as absent. */
  emptyTexts: false,
  /** An invoice that the merchant has used before. */
  repeatedInvoices: false,
  /** A slip that is asked for under another bank's code. */
  anySendingBank: false,
};

/** A setting by which the bank takes what the specification does not allow. */
export type Leniency = keyof typeof LENIENT;

/** The end of a refusal: how to make the bank accept this. */
export function howToAccept(settings: readonly Leniency[]): string {
  const changes = settings.map((name) => `${name}=true`).join(' ');
  return `the embedded bank takes it with sandbox serve --lenient, or sandbox settings ${changes}`;
}

/** The values of settings that have a choice; the first is the default. */
const CHOICES = {
  grants: ['both', 'application', 'customer'],
  qrIdName: ['qrCodeId', 'qrcodeId'],
  qrIdDigits: [20, 23],
  visaChannel: ['VISA', 'VSA'],
  tranTypeX: ['cancel', 'everywhere'],
  tradeStates: ['specification', 'scheme'],
  unpaidBill: ['empty', 'not-found'],
  debitTaxId: ['optional', 'required'],
  confirmState: ['answer', 'inquiry'],
  directDebitMerchantDigits: [0, 10, 14],
  confirmationAmount: ['text', 'number'],
} as const;

function defaultChoice<T>([choice]: readonly [T, ...T[]]): T {
  return choice;
}

/**
 * Where the specification is silent or public facts contradict it, the bank can behave either way.
 * The defaults are the specification's.
 */
export const DEFAULT_SETTINGS = {
  ...LENIENT,
  /** Calls a second per operation and application before 429; 0, or a clock that stands still, is no limit. */
  rateLimit: 5,
  /** Whether every call must come with a client certificate (9591, 9595). */
  requireClientCertificate: false,
  /** Seconds that an access token lives: the specification says 1800, 21600 was once seen. */
  tokenSeconds: 1800,
  /** Whether a refresh hands out a new refresh token and ends the old one. */
  rotateRefreshTokens: false,
  /** Whether the application must send a codeChallenge with an authorization code. */
  requireCodeChallenge: false,
  /** Which flows the application may use: 403/9503 for the other one. */
  grants: defaultChoice(CHOICES.grants),
  /** Name of the card QR's id in the answer to its creation. */
  qrIdName: defaultChoice(CHOICES.qrIdName),
  /** Digits of a card QR's id: the inquiry allows 20, public samples have 23. */
  qrIdDigits: defaultChoice(CHOICES.qrIdDigits),
  /** Channel of a Visa payment. */
  visaChannel: defaultChoice(CHOICES.visaChannel),
  /** Whether tag 30 opens with its application id. */
  tag30Aid: true,
  /** Whether tranType X is allowed on every call or, as specified, for cancel only. */
  tranTypeX: defaultChoice(CHOICES.tranTypeX),
  /** Words for e-wallet states: only those of the specification, or the wallet schemes' own too. */
  tradeStates: defaultChoice(CHOICES.tradeStates),
  /** What a bill inquiry answers before the payment: an empty list, or 404/1104. */
  unpaidBill: defaultChoice(CHOICES.unpaidBill),
  /** Whether a bill search wraps its data once more in `status` and `data`. */
  nestedSearch: false,
  /** Whether a debit needs the payer's tax id. */
  debitTaxId: defaultChoice(CHOICES.debitTaxId),
  /** Where the state of a confirmed transfer is told: in the answer too, or by the inquiry alone. */
  confirmState: defaultChoice(CHOICES.confirmState),
  /** Digits that a direct debit merchant id must have: the table says 10, its example has 14; 0 takes any. */
  directDebitMerchantDigits: defaultChoice(CHOICES.directDebitMerchantDigits),
  /** Code of the bank that slips name: three digits. */
  slipBank: BANK_CODE,
  /** Whether the amount of a confirmation is text or a JSON number. */
  confirmationAmount: defaultChoice(CHOICES.confirmationAmount),
  /** Where confirmations go; none are sent while it is empty. Like deliverTo, it survives a reset. */
  confirmationUrl: '',
  /** Hosts beside this machine that confirmationUrl may name, as HOST or HOST:PORT, with commas. */
  deliverTo: '',
};

export type SandboxSettings = typeof DEFAULT_SETTINGS;

/** All that is lenient, as `sandbox serve --lenient` sets it. */
export const ALL_LENIENT: Partial<SandboxSettings> = Object.fromEntries(
  Object.keys(LENIENT).map((name) => [name, true]),
);

/** Reads `name=value` pairs. Throws PayctlError USAGE for an unknown name or a value that it cannot have. */
export function readChanges(pairs: readonly string[]): Partial<SandboxSettings> {
  return Object.fromEntries(pairs.map(readChange));
}

function readChange(pair: string): [name: string, value: Value] {
  const at = pair.indexOf('=');
  const [name, text] = [pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)];
  const [, fallback] = Object.entries(DEFAULT_SETTINGS).find(([setting]) => setting === name) ?? [];
  if (fallback === undefined) {
    throw usageError(
      sandboxOperator.noSetting(JSON.stringify(pair)),
      sandboxOperator.settingForms(Object.keys(DEFAULT_SETTINGS).join(', ')),
    );
  }
  const [, choices] = Object.entries(CHOICES).find(([setting]) => setting === name) ?? [];
  const value = choices === undefined ? valueLike(name, fallback, text) : findChoice(choices, text);
  if (value !== undefined) return [name, value];
  const right = choices ? sandboxOperator.oneOf(choices.map(String)) : rightFor(name, fallback);
  throw usageError(sandboxOperator.settingWrong({ name, right, given: JSON.stringify(text) }));
}

type Value = string | number | boolean;

function findChoice(choices: readonly Value[], text: string): Value | undefined {
  return choices.find((choice) => String(choice) === text);
}

function rightFor(name: string, fallback: Value): Message {
  if (name === 'slipBank') return sandboxOperator.threeDigits;
  if (name === 'deliverTo') return sandboxOperator.hostList;
  return typeof fallback === 'boolean' ? sandboxOperator.trueOrFalse : sandboxOperator.wholeNumber;
}

/** A value of the same type. */
function valueLike(name: string, fallback: Value, text: string): Value | undefined {
  if (name === 'slipBank') return /^[0-9]{3}$/.test(text) ? text : undefined;
  if (name === 'deliverTo') return isHostList(text) ? text : undefined;
  if (typeof fallback === 'string') return text;
  if (typeof fallback === 'boolean') return findChoice([true, false], text);
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}
