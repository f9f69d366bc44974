import type { Message, Text } from '../core/message.js';
import { type Characters, payload as says } from '../messages/payload.js';
import {
  crcField,
  dialectFor,
  fieldAt,
  isSlip,
  isThaiTemplate,
  LONGEST_PAYLOAD,
  type PayloadReading,
} from './reading.js';
import {
  error,
  type LintRule,
  nameValue,
  type PayloadPlace,
  placeInPayload,
  warning,
} from './rules.js';
import type { Field, GrammarFault } from './tlv.js';

const START = { path: '', offset: 0 };

/** Grammar and checksum. */
export const GRAMMAR_RULES: readonly LintRule[] = [
  error('not-recognised', says.passPayload, ({ kind, text }) => {
    if (kind !== 'unknown') return [];
    if (text === '') return [placeInPayload(START, says.payloadEmpty)];
    const message =
      text.length > LONGEST_PAYLOAD ? says.moreThanAnyCode(text.length) : says.noPayment;
    return [placeInPayload(START, message)];
  }),
  faultRule('tag-malformed', says.twoDigitTag),
  faultRule('length-malformed', says.twoDigitLength),
  faultRule('value-cut-off', says.scanAgain),
  faultRule('tag-twice', says.keepOne),
  warning('value-empty', says.leaveOut, ({ kind, fields }) =>
    (kind === 'bill-barcode' ? [] : fields.flatMap((f) => [f, ...f.parts]))
      .filter((f) => f.length === 0)
      .map((f) => placeInPayload(f, says.valueEmpty)),
  ),
  error('crc-missing', says.endWithChecksum, ({ crc, kind, text }) => {
    if (crc === null || crc.actual !== null) return [];
    const path = isSlip(kind) ? '91' : '63';
    return [placeInPayload({ path, offset: characterCount(text) }, says.checksumMissing)];
  }),
  error('crc-wrong', says.copyAgain, (reading) => {
    const { crc } = reading;
    if (crc === null || crc.valid || crc.actual === null) return [];
    const actual = JSON.stringify(crc.actual);
    return atCrc(reading, says.checksumWrong(actual, crc.expected));
  }),
  error('crc-not-last', says.moveChecksum, (reading) => {
    const crc = crcField(reading.fields, isSlip(reading.kind));
    if (crc === undefined || (crc === reading.fields.at(-1) && reading.rest === '')) return [];
    return atCrc(reading, says.checksumNotLast);
  }),
  // The slips of wallets carry it in lower case, by their own rule.
  warning('crc-lower-case', says.upperCaseChecksum, (reading) =>
    reading.kind !== 'wallet-slip' && /[a-f]/.test(reading.crc?.actual ?? '')
      ? atCrc(reading, says.checksumLowerCase)
      : [],
  ),
  warning('crc-shortened', says.fourDigits, (reading) =>
    shortenedCrc(reading) ? atCrc(reading, says.checksumShort) : [],
  ),
  warning('white-space-around', says.removeSpace, ({ padded }) =>
    padded ? [placeInPayload(START, says.padded)] : [],
  ),
  warning('payload-long', says.shorten, ({ kind, text }) => {
    const length = characterCount(text);
    if (kind === 'unknown' || length <= 512) return [];
    return [placeInPayload({ path: '', offset: 512 }, says.long(length))];
  }),
];

function faultRule(code: GrammarFault['code'], fix: Message): LintRule {
  return error(code, fix, (reading) => {
    if (reading.kind === 'unknown' && reading.fields.length === 0) return [];
    return reading.faults
      .filter((fault) => fault.code === code && !(fault.path === '91' && shortenedCrc(reading)))
      .map((fault) => placeInPayload(fault, fault.message));
  });
}

/** A slip whose checksum lost its leading zeros is cut off, strictly read, but banks accept it. */
function shortenedCrc({ kind, crc }: PayloadReading): boolean {
  return isSlip(kind) && crc?.valid === true && crc.actual?.length !== 4;
}

function atCrc(reading: PayloadReading, message: Message): PayloadPlace[] {
  const field = crcField(reading.fields, isSlip(reading.kind)) ?? fieldAt(reading, '63');
  return field === undefined ? [] : [placeInPayload(field, message)];
}

function characterCount(text: string): number {
  return Array.from(text).length;
}

interface Shape {
  pattern: RegExp;
  what: Characters;
}

const DIGITS: Shape = { pattern: /^[0-9]*$/, what: 'digits' };
const UPPER: Shape = { pattern: /^[A-Z]*$/, what: 'upper' };
const ALPHANUMERIC: Shape = { pattern: /^[A-Za-z0-9]*$/, what: 'alphanumeric' };
const AMOUNT: Shape = {
  pattern: /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/,
  what: 'amount',
};
const HEX: Shape = { pattern: /^[0-9A-Fa-f]*$/, what: 'hexadecimal' };
/** All but control characters, lone surrogates and what decoding has damaged. */
const TEXT: Shape = {
  pattern: /^[\x20-\x7e\xa0-\ud7ff\ue000-\ufffc\ufffe\uffff\u{10000}-\u{10ffff}]*$/u,
  what: 'readable',
};
const ASCII: Shape = { pattern: /^[\x20-\x7E]*$/, what: 'ascii' };

/** By path. */
type Forms = Readonly<Record<string, readonly [shape: Shape, least: number, most: number]>>;

/** What the standards allow in each tag of a payment code: characters and length. */
const PAYMENT_FORMS: Forms = {
  '00': [DIGITS, 2, 2],
  '01': [DIGITS, 2, 2],
  '52': [DIGITS, 4, 4],
  '53': [DIGITS, 3, 3],
  '54': [AMOUNT, 1, 13],
  '55': [DIGITS, 2, 2],
  '56': [AMOUNT, 1, 13],
  '57': [AMOUNT, 1, 5],
  '58': [UPPER, 2, 2],
  '59': [TEXT, 1, 25],
  '60': [TEXT, 1, 15],
  '61': [ASCII, 1, 10],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((part) => [`62.0${part}`, [ASCII, 1, 25]])),
  '62.09': [UPPER, 1, 3],
  '64.00': [ALPHANUMERIC, 2, 2],
  '64.01': [TEXT, 1, 25],
  '64.02': [TEXT, 1, 15],
  '81': [HEX, 4, 96],
};

/** The same for the Thai templates, which bind only where the application is Thai. */
const THAI_FORMS: Forms = {
  '29.01': [DIGITS, 13, 13],
  '29.02': [DIGITS, 13, 13],
  '29.03': [DIGITS, 15, 15],
  '29.04': [ALPHANUMERIC, 4, 43],
  '29.05': [ALPHANUMERIC, 10, 10],
  // Thirteen digits are a warning of their own.
  '30.01': [DIGITS, 15, 15],
  '30.02': [ALPHANUMERIC, 1, 20],
  '30.03': [ALPHANUMERIC, 1, 20],
  '31.01': [ALPHANUMERIC, 3, 3],
  '80.00': [DIGITS, 4, 4],
  '80.01': [AMOUNT, 1, 5],
  '80.02': [AMOUNT, 1, 13],
};

const SLIP_FORMS: Forms = {
  '00.00': [DIGITS, 6, 6],
  '00.01': [DIGITS, 3, 3],
  '00.02': [ALPHANUMERIC, 1, 25],
};

const WALLET_SLIP_FORMS: Forms = {
  '00.02': [ALPHANUMERIC, 1, 99],
  '00.03': [ALPHANUMERIC, 1, 99],
  '00.04': [DIGITS, 8, 8],
};

const BARCODE_FORMS: Forms = {
  billerId: [DIGITS, 15, 15],
  ref1: [ALPHANUMERIC, 1, 20],
  ref2: [ALPHANUMERIC, 0, 20],
  amount: [DIGITS, 0, 12],
};

/** Character sets and lengths, tag by tag. */
export const VALUE_RULES: readonly LintRule[] = [
  error('value-characters', says.allowedCharacters, (reading) =>
    leaves(reading).flatMap((field) => {
      const shape = formFor(field, reading)?.[0] ?? defaultShape(field, reading);
      return shape.pattern.test(field.value)
        ? []
        : [place(field, (value) => says.wrongCharacters(value, shape.what))];
    }),
  ),
  error('value-length', says.allowedLength, (reading) =>
    leaves(reading).flatMap((field) => {
      const [, least, most] = formFor(field, reading) ?? [TEXT, 0, 99];
      const length = Array.from(field.value).length;
      if ((length >= least && length <= most) || isShortBiller(field)) return [];
      return [place(field, (value) => says.wrongLength({ value, least, most, length }))];
    }),
  ),
  warning('biller-id-13', says.appendSuffix, (reading) =>
    leaves(reading)
      .filter((field) => isShortBiller(field) && formFor(field, reading) !== undefined)
      .map((field) => place(field, says.shortBiller)),
  ),
  warning('name-not-ascii', says.latinHere, (reading) =>
    leaves(reading)
      .filter((f) => dialectFor(reading.kind) === 'payment' && /^(?:59|60)$/.test(f.path))
      .filter((f) => !ASCII.pattern.test(f.value) && TEXT.pattern.test(f.value))
      .map((field) => place(field, says.notAscii)),
  ),
];

function formFor({ path }: Field, { kind, fields }: PayloadReading): Forms[string] | undefined {
  if (kind === 'bill-barcode') return BARCODE_FORMS[path];
  if (kind === 'slip') return SLIP_FORMS[path];
  if (kind === 'wallet-slip') return WALLET_SLIP_FORMS[path];
  const template = fields.find((f) => f.tag === path.slice(0, 2));
  const thai = path.startsWith('80.') || isThaiTemplate(template);
  return PAYMENT_FORMS[path] ?? (thai ? THAI_FORMS[path] : undefined);
}

/** The types of EMVCo: text in tags 64 to 99, ASCII in all others. */
function defaultShape({ path }: Field, { kind }: PayloadReading): Shape {
  return isSlip(kind) || path < '64' ? ASCII : TEXT;
}

/**
 * Fields with values. Excludes the checksum, and empty values other than the amount: they have
 * rules of their own.
 */
function leaves({ kind, fields }: PayloadReading): Field[] {
  const crc = isSlip(kind) ? /^(?:63|91)$/ : /^63$/;
  const values = fields.flatMap(function inside(f): Field[] {
    return f.parts.length > 0 ? f.parts.flatMap(inside) : [f];
  });
  const empty = kind === 'bill-barcode' ? -1 : 0;
  return values.filter(
    (f) => !crc.test(f.path) && (f.length !== empty || f.path === '54') && !isCut(f),
  );
}

/** A value that is cut off is a fault of the grammar, not of its length. */
function isCut(field: Field): boolean {
  return Array.from(field.value).length < field.length;
}

function isShortBiller({ path, value }: Field): boolean {
  return /^(?:30\.01|billerId)$/.test(path) && /^[0-9]{13}$/.test(value);
}

function place(field: Field, say: (subject: Text) => Message): PayloadPlace {
  return placeInPayload(field, say(nameValue(field)));
}
