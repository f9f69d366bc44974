import { PayctlError } from '../core/errors.js';

/**
 * Where the specification is silent or public facts contradict it, the bank can behave either way.
 * The defaults are the specification's.
 */
export interface Settings {
  /** Calls a second per operation and application before 429; 0 switches the limit off. */
  rateLimit: number;
  /** Whether `resourceOwnerId` must hold what the header table says. */
  strictOwner: boolean;
  /** Whether every call must come with a client certificate (9591, 9595). */
  requireClientCertificate: boolean;
  /** Seconds that an access token lives: the specification says 1800, 21600 was once seen. */
  tokenSeconds: number;
  /** Whether a refresh hands out a new refresh token and ends the old one. */
  rotateRefreshTokens: boolean;
  /** Whether the application must send a codeChallenge with an authorization code. */
  requireCodeChallenge: boolean;
  /** Which flows the application may use: 403/9503 for the other one. */
  grants: 'both' | 'application' | 'customer';
  /** Name of the card QR's id in the answer to its creation. */
  qrIdName: 'qrCodeId' | 'qrcodeId';
  /** Digits of a card QR's id: the inquiry allows 20, public samples have 23. */
  qrIdDigits: 20 | 23;
  /** Channel of a Visa payment. */
  visaChannel: 'VISA' | 'VSA';
  /** Whether tag 30 opens with its application id. */
  tag30Aid: boolean;
  /** Whether tranType X is allowed on every call or, as specified, for cancel only. */
  tranTypeX: 'cancel' | 'everywhere';
  /** Words for e-wallet states: only those of the specification, or the wallet schemes' own too. */
  tradeStates: 'specification' | 'scheme';
  /** What a bill inquiry answers before the payment: an empty list, or 404/1104. */
  unpaidBill: 'empty' | 'not-found';
  /** Whether a bill search wraps its data once more in `status` and `data`. */
  nestedSearch: boolean;
  /** Whether a debit needs the payer's tax id. */
  debitTaxId: 'optional' | 'required';
  /** Where the state of a confirmed transfer is told: in the answer too, or by the inquiry alone. */
  confirmState: 'answer' | 'inquiry';
  /** Digits that a direct debit merchant id must have: the table says 10, its example has 14; 0 takes any. */
  directDebitMerchantDigits: 0 | 10 | 14;
  /** Whether the amount of a confirmation is text or a JSON number. */
  confirmationAmount: 'text' | 'number';
  /** Where confirmations go; none are sent while it is empty. */
  confirmationUrl: string;
}

export const DEFAULT_SETTINGS: Settings = {
  rateLimit: 5,
  strictOwner: true,
  requireClientCertificate: false,
  tokenSeconds: 1800,
  rotateRefreshTokens: false,
  requireCodeChallenge: false,
  grants: 'both',
  qrIdName: 'qrCodeId',
  qrIdDigits: 20,
  visaChannel: 'VISA',
  tag30Aid: true,
  tranTypeX: 'cancel',
  tradeStates: 'specification',
  unpaidBill: 'empty',
  nestedSearch: false,
  debitTaxId: 'optional',
  confirmState: 'answer',
  directDebitMerchantDigits: 0,
  confirmationAmount: 'text',
  confirmationUrl: '',
};

/** The words that a setting with a choice knows. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  grants: ['both', 'application', 'customer'],
  qrIdName: ['qrCodeId', 'qrcodeId'],
  visaChannel: ['VISA', 'VSA'],
  tranTypeX: ['cancel', 'everywhere'],
  tradeStates: ['specification', 'scheme'],
  unpaidBill: ['empty', 'not-found'],
  confirmState: ['answer', 'inquiry'],
  debitTaxId: ['optional', 'required'],
  confirmationAmount: ['text', 'number'],
};

/** Reads `name=value` pairs. Throws PayctlError USAGE for an unknown name or a value that it cannot have. */
export function readChanges(pairs: readonly string[]): Partial<Settings> {
  return Object.fromEntries(pairs.map(readChange));
}

function readChange(pair: string): [string, string | number | boolean] {
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)];
  if (at <= 0 || !Object.hasOwn(DEFAULT_SETTINGS, name)) {
    throw new PayctlError('USAGE', `${JSON.stringify(pair)} is not a setting of the sandbox.`, {
      hint: `Use name=value with one of: ${Object.keys(DEFAULT_SETTINGS).join(', ')}.`,
    });
  }
  const kind = typeof Object.entries(DEFAULT_SETTINGS).find(([key]) => key === name)?.[1];
  if (kind === 'boolean' && /^(true|false)$/.test(value)) return [name, value === 'true'];
  if (kind === 'number' && /^[0-9]{1,9}$/.test(value)) return [name, Number(value)];
  const choices = CHOICES[name];
  if (kind === 'string' && (choices === undefined || choices.includes(value))) return [name, value];
  const right = choices?.join(' or ') ?? (kind === 'boolean' ? 'true or false' : 'a whole number');
  throw new PayctlError('USAGE', `${name} must be ${right}, not ${JSON.stringify(value)}.`);
}
