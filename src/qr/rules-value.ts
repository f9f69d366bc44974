import { dialectOf, isSlip, isThaiTemplate, type Reading } from './reading.js';
import { type Place, type Rule, subjectOf } from './rules.js';
import type { Field } from './tlv.js';

interface Shape {
  pattern: RegExp;
  /** Completes "must be …". */
  what: string;
}

const DIGITS: Shape = { pattern: /^[0-9]*$/, what: 'digits' };
const UPPER: Shape = { pattern: /^[A-Z]*$/, what: 'upper-case letters' };
const ALPHANUMERIC: Shape = { pattern: /^[A-Za-z0-9]*$/, what: 'letters and digits' };
const AMOUNT: Shape = {
  pattern: /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/,
  what: 'digits with at most one point',
};
const HEX: Shape = { pattern: /^[0-9A-Fa-f]*$/, what: 'hexadecimal digits' };
const TEXT: Shape = { pattern: /^[^\p{Cc}\p{Cs}\uFFFD]*$/u, what: 'readable characters' };
const ASCII: Shape = { pattern: /^[\x20-\x7E]*$/, what: 'printable ASCII characters' };

interface Form {
  shape: Shape;
  lengths: readonly [least: number, most: number];
}

/** What the standards allow in each tag of a payment code: characters and length. */
const PAYMENT_FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['00', { shape: DIGITS, lengths: [2, 2] }],
  ['01', { shape: DIGITS, lengths: [2, 2] }],
  ['52', { shape: DIGITS, lengths: [4, 4] }],
  ['53', { shape: DIGITS, lengths: [3, 3] }],
  ['54', { shape: AMOUNT, lengths: [1, 13] }],
  ['55', { shape: DIGITS, lengths: [2, 2] }],
  ['56', { shape: AMOUNT, lengths: [1, 13] }],
  ['57', { shape: AMOUNT, lengths: [1, 5] }],
  ['58', { shape: UPPER, lengths: [2, 2] }],
  ['59', { shape: TEXT, lengths: [1, 25] }],
  ['60', { shape: TEXT, lengths: [1, 15] }],
  ['61', { shape: ASCII, lengths: [1, 10] }],
  ...['01', '02', '03', '04', '05', '06', '07', '08'].map((part): [string, Form] => [
    `62.${part}`,
    { shape: ASCII, lengths: [1, 25] },
  ]),
  ['62.09', { shape: UPPER, lengths: [1, 3] }],
  ['64.00', { shape: ALPHANUMERIC, lengths: [2, 2] }],
  ['64.01', { shape: TEXT, lengths: [1, 25] }],
  ['64.02', { shape: TEXT, lengths: [1, 15] }],
  ['81', { shape: HEX, lengths: [4, 96] }],
]);

/** The same for the Thai templates, which bind only where the application is Thai. */
const THAI_FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['29.01', { shape: DIGITS, lengths: [13, 13] }],
  ['29.02', { shape: DIGITS, lengths: [13, 13] }],
  ['29.03', { shape: DIGITS, lengths: [15, 15] }],
  ['29.04', { shape: ALPHANUMERIC, lengths: [4, 43] }],
  ['29.05', { shape: ALPHANUMERIC, lengths: [10, 10] }],
  // Thirteen digits are a warning of their own.
  ['30.01', { shape: DIGITS, lengths: [15, 15] }],
  ['30.02', { shape: ALPHANUMERIC, lengths: [1, 20] }],
  ['30.03', { shape: ALPHANUMERIC, lengths: [1, 20] }],
  ['31.01', { shape: ALPHANUMERIC, lengths: [3, 3] }],
  ['80.00', { shape: DIGITS, lengths: [4, 4] }],
  ['80.01', { shape: AMOUNT, lengths: [1, 5] }],
  ['80.02', { shape: AMOUNT, lengths: [1, 13] }],
]);

const SLIP_FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['00.00', { shape: DIGITS, lengths: [6, 6] }],
  ['00.01', { shape: DIGITS, lengths: [3, 3] }],
  ['00.02', { shape: ALPHANUMERIC, lengths: [1, 25] }],
]);

const WALLET_SLIP_FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['00.02', { shape: ALPHANUMERIC, lengths: [1, 99] }],
  ['00.03', { shape: ALPHANUMERIC, lengths: [1, 99] }],
  ['00.04', { shape: DIGITS, lengths: [8, 8] }],
]);

const BARCODE_FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['billerId', { shape: DIGITS, lengths: [15, 15] }],
  ['ref1', { shape: ALPHANUMERIC, lengths: [1, 20] }],
  ['ref2', { shape: ALPHANUMERIC, lengths: [0, 20] }],
  ['amount', { shape: DIGITS, lengths: [0, 12] }],
]);

/** Character sets and lengths, tag by tag. */
export const VALUE_RULES: readonly Rule[] = [
  {
    code: 'value-characters',
    severity: 'error',
    fix: 'write it with the characters that the standard allows',
    find: (reading) =>
      leaves(reading).flatMap((field) => {
        const shape = formOf(field, reading)?.shape ?? defaultShape(field, reading);
        return shape.pattern.test(field.value) ? [] : [place(field, `must be ${shape.what}`)];
      }),
  },
  {
    code: 'value-length',
    severity: 'error',
    fix: 'write it in the length that the standard allows',
    find: (reading) =>
      leaves(reading).flatMap((field) => {
        const [least, most] = formOf(field, reading)?.lengths ?? [0, 99];
        const length = Array.from(field.value).length;
        if ((length >= least && length <= most) || isShortBiller(field)) return [];
        const range = least === most ? `${most}` : `${least} to ${most}`;
        return [place(field, `must have ${range} characters, has ${length}`)];
      }),
  },
  {
    code: 'biller-id-13',
    severity: 'warning',
    fix: 'append the two digits of the biller suffix',
    find: (reading) =>
      leaves(reading)
        .filter((field) => isShortBiller(field) && formOf(field, reading) !== undefined)
        .map((field) => place(field, 'the biller id has 13 digits, some apps want 15')),
  },
  {
    code: 'name-not-ascii',
    severity: 'warning',
    fix: 'write it in Latin letters here and in its own script in tag 64',
    find: (reading) =>
      leaves(reading)
        .filter((f) => dialectOf(reading.kind) === 'payment' && /^(?:59|60)$/.test(f.path))
        .filter((f) => !ASCII.pattern.test(f.value) && TEXT.pattern.test(f.value))
        .map((field) => place(field, 'is not ASCII, some apps show it wrongly')),
  },
];

function formOf({ path }: Field, { kind, fields }: Reading): Form | undefined {
  if (kind === 'bill-barcode') return BARCODE_FORMS.get(path);
  if (kind === 'slip') return SLIP_FORMS.get(path);
  if (kind === 'wallet-slip') return WALLET_SLIP_FORMS.get(path);
  const template = fields.find((f) => f.tag === path.slice(0, 2));
  const thai = path.startsWith('80.') || isThaiTemplate(template);
  return PAYMENT_FORMS.get(path) ?? (thai ? THAI_FORMS.get(path) : undefined);
}

/** The standard's own types: text in 65–99, ASCII everywhere else. */
function defaultShape({ path }: Field, { kind }: Reading): Shape {
  return isSlip(kind) || path < '64' ? ASCII : TEXT;
}

/** Fields that hold values; the checksum has rules of its own, an empty value too, but for the amount. */
function leaves({ kind, fields }: Reading): Field[] {
  const crc = isSlip(kind) ? /^(?:63|91)$/ : /^63$/;
  const values = fields.flatMap(function inside(f): Field[] {
    return f.parts.length > 0 ? f.parts.flatMap(inside) : [f];
  });
  const empty = kind === 'bill-barcode' ? -1 : 0;
  return values.filter(
    (f) => !crc.test(f.path) && (f.length !== empty || f.path === '54') && !isCut(f),
  );
}

/** A value that the payload cuts off is a fault of grammar, not of its own length. */
function isCut(field: Field): boolean {
  return Array.from(field.value).length < field.length;
}

function isShortBiller({ path, value }: Field): boolean {
  return /^(?:30\.01|billerId)$/.test(path) && /^[0-9]{13}$/.test(value);
}

function place(field: Field, message: string): Place {
  return { path: field.path, offset: field.offset, message: `${subjectOf(field)} ${message}` };
}
