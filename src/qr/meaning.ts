import { AID, bankName, type Dialect } from './tags.js';

const APPLICATIONS: ReadonlyMap<string, string> = new Map([
  [AID.TRANSFER, 'PromptPay credit transfer'],
  [AID.TRANSFER_ONE_TIME, 'PromptPay credit transfer, one-time authorisation'],
  [AID.BILL, 'PromptPay bill payment'],
  [AID.BILL_CROSS_BORDER, 'PromptPay bill payment, cross-border'],
  [AID.INNOVATION, 'payment innovation'],
  [AID.INNOVATION_ACQUIRER, 'payment innovation of an acquirer'],
]);

const TIPS: ReadonlyMap<string, string> = new Map([
  ['01', 'asks for a tip'],
  ['02', 'fixed fee'],
  ['03', 'percentage fee'],
]);

/** What a value says, where its digits do not say it themselves. */
export function meaningOf(path: string, value: string, dialect: Dialect): string | undefined {
  if (dialect === 'slip') return path === '00.01' ? bankName(value) : undefined;
  if (dialect === 'wallet-slip') return undefined;
  if (/^(?:29|30|31)\.00$/.test(path)) return APPLICATIONS.get(value);
  switch (path) {
    case '01':
      return isStatic(value) === undefined ? undefined : isStatic(value) ? 'static' : 'dynamic';
    case '29.04':
      return bankName(value.slice(0, 3));
    case '53':
      return value === '764' ? 'THB' : undefined;
    case '55':
      return TIPS.get(value);
    case '81':
      return messageOf(value);
    default:
      return undefined;
  }
}

/** Tag 01: its second digit says static (1) or dynamic (2), its first only how it is presented. */
export function isStatic(initiation: string): boolean | undefined {
  if (!/^[123][12]$/.test(initiation)) return undefined;
  return initiation.endsWith('1');
}

/** The text of tag 81: UTF-16BE as hexadecimal. Undefined where it is not. */
export function messageOf(hex: string): string | undefined {
  if (!/^(?:[0-9A-Fa-f]{4})+$/.test(hex)) return undefined;
  const units = hex.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

/** Writes a text as tag 81 carries it. */
export function writeMessage(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('');
}
