import { visible } from '../core/text.js';
import { type Decoded, type DecodedField, isPersonalField } from './decode.js';
import { describeFinding, type Finding } from './lint.js';
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

/** How values are shown. */
export interface TreeOptions {
  /** Applied to values that identify people and cards. */
  mask?: (value: string) => string;
}

/** A decoded payload as a tree for people, with what is wrong below it. Ends without a line end. */
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
    ...errors.map(describeFinding),
    ...warningLines(warnings),
  ].join('\n');
}

function checksumLine({ valid, expected, actual }: Crc): string {
  if (valid) return 'checksum valid';
  return `checksum ${actual === null ? 'missing' : 'wrong'}, expected ${expected}`;
}

/** Common codes have several, so they only get their names here. */
function warningLines(warnings: readonly Finding[]): string[] {
  if (warnings.length === 0) return [];
  return [`warnings (qr lint explains them): ${warnings.map(({ code }) => code).join(', ')}`];
}

function label({ path, name }: DecodedField): string {
  const depth = path.split('.').length - 1;
  // The parts of a barcode have names, but no tags.
  return /^[0-9]/.test(path) ? `${'  '.repeat(depth)}${path} ${name}` : name;
}

/** A template repeats its parts, so only the parts are shown. */
function isTemplate({ path }: DecodedField, fields: readonly DecodedField[]): boolean {
  return fields.some((field) => field.path.startsWith(`${path}.`));
}

function text({ value, meaning }: DecodedField, template: boolean): string {
  if (template) return '';
  return visible(meaning === undefined ? value : `${value} (${meaning})`);
}
