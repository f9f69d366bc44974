import { PayctlError } from '../errors.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

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
    throw new PayctlError('USAGE', `${JSON.stringify(pair)} names no setting of the sandbox`, {
      hint: `name=value, with one of: ${Object.keys(DEFAULT_SETTINGS).join(', ')}`,
    });
  }
  const kind = typeof Object.entries(DEFAULT_SETTINGS).find(([key]) => key === name)?.[1];
  if (kind === 'boolean' && /^(true|false)$/.test(value)) return [name, value === 'true'];
  if (kind === 'number' && /^[0-9]{1,9}$/.test(value)) return [name, Number(value)];
  const choices = CHOICES[name];
  if (kind === 'string' && (choices === undefined || choices.includes(value))) return [name, value];
  const right = choices?.join(' or ') ?? (kind === 'boolean' ? 'true or false' : 'a whole number');
  throw new PayctlError('USAGE', `${name} is ${JSON.stringify(value)}; give ${right}`);
}
