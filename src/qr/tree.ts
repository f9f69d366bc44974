import type { Decoded, DecodedField } from './decode.js';
import { isPersonalField } from './decode.js';
import { describeFinding } from './lint.js';
import type { Crc } from './reading.js';

const KIND_TITLES: Readonly<Record<Decoded['kind'], string>> = {
  'bill-payment': 'Thai QR, bill payment (tag 30)',
  'credit-transfer': 'Thai QR, credit transfer (tag 29)',
  'payment-innovation': 'Thai QR, payment innovation (tag 31)',
  card: 'card payment code',
  emv: 'EMVCo payment code',
  slip: 'mini QR of a slip',
  'wallet-slip': 'mini QR of a wallet slip',
  'bill-barcode': 'bill barcode',
  unknown: 'unknown',
};

export interface TreeOptions {
  /** Applied to values that identify people and cards. */
  mask?: (value: string) => string;
}

/** A decoded payload as a tree for people, its errors and warnings below. Ends without a line end. */
export function drawTree(decoded: Decoded, { mask = (value) => value }: TreeOptions = {}): string {
  const { fields, errors, warnings, crc } = decoded;
  const rows = fields.map((field) => {
    const shown = isPersonalField(field, decoded) ? { ...field, value: mask(field.value) } : field;
    return { label: label(field), text: text(shown, isTemplate(field, fields)) };
  });
  const width = Math.max(0, ...rows.map((row) => row.label.length));
  const lines = rows.map((row) => `  ${row.label.padEnd(width)}  ${row.text}`.trimEnd());
  return [
    KIND_TITLES[decoded.kind],
    ...lines,
    ...(crc ? [checksumLine(crc)] : []),
    ...[...errors, ...warnings].map((finding) => visible(describeFinding(finding))),
  ].join('\n');
}

function checksumLine({ valid, expected, actual }: Crc): string {
  if (valid) return 'checksum valid';
  return `checksum ${actual === null ? 'missing' : 'wrong'}, expected ${expected}`;
}

function label({ path, name }: DecodedField): string {
  const depth = path.split('.').length - 1;
  return path === name ? name : `${'  '.repeat(depth)}${path} ${name}`;
}

/** A template repeats its parts, so only the parts are shown. */
function isTemplate({ path }: DecodedField, fields: readonly DecodedField[]): boolean {
  return fields.some((field) => field.path.startsWith(`${path}.`));
}

function text({ value, meaning }: DecodedField, template: boolean): string {
  if (template) return '';
  return visible(meaning === undefined ? value : `${value} (${meaning})`);
}

/** Control and direction characters from a stranger's code must not reach the terminal. */
function visible(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
