import { type Barcode, parseBarcode } from './barcode.js';
import { AID, type Dialect, isCardTag, isPaymentTemplate, isSlipTemplate } from './tags.js';
import { checksum, type Field, type GrammarFault, parseTlv } from './tlv.js';

/**
 * What a payload is:
 * - `bill-payment`: Thai QR with tag 30 (a combined code with cards too)
 * - `credit-transfer`: Thai QR with tag 29
 * - `payment-innovation`: tag 31 without 29 or 30
 * - `card`: card schemes (tags 02–25) alone
 * - `emv`: an EMVCo payment code that is none of these, as of another country
 * - `slip`: the mini QR on a bank's slip
 * - `wallet-slip`: the variant of a wallet, without a bank and with a date
 * - `bill-barcode`: the barcode on a paper bill
 * - `unknown`: anything else
 */
export type PayloadKind =
  | 'bill-payment'
  | 'credit-transfer'
  | 'payment-innovation'
  | 'card'
  | 'emv'
  | 'slip'
  | 'wallet-slip'
  | 'bill-barcode'
  | 'unknown';

/** The checksum, four hexadecimal digits. */
export interface Crc {
  valid: boolean;
  /** Computed from the payload. */
  expected: string;
  /** As written in the payload; null where there is none. */
  actual: string | null;
}

/** A payload taken apart into fields. */
export interface PayloadReading {
  kind: PayloadKind;
  /** The payload without the white space around it. */
  text: string;
  /** Whether there was white space around it, beyond one line end. */
  padded: boolean;
  fields: Field[];
  faults: GrammarFault[];
  /** The text after the fault where reading had to stop. */
  rest: string;
  /** Null for barcodes, which have none. */
  crc: Crc | null;
  barcode?: Barcode;
}

/** In characters: what a QR symbol holds at most (digits in version 40). Longer texts are not read. */
export const LONGEST_PAYLOAD = 7089;

/** Takes any text apart. Never throws; takes no longer than for the longest QR code. */
export function readPayload(source: string): PayloadReading {
  const { text, padded } = trimmed(source);
  if (text.length > LONGEST_PAYLOAD) {
    return { kind: 'unknown', text, padded, fields: [], faults: [], rest: text, crc: null };
  }
  if (text.startsWith('|')) {
    const { fields, faults, barcode } = parseBarcode(text);
    return { kind: 'bill-barcode', text, padded, fields, faults, rest: '', crc: null, barcode };
  }
  const slip = slipKind(text);
  const { fields, faults, rest } = parseTlv(text, slip ? isSlipTemplate : isPaymentTemplate);
  const kind = slip ?? paymentKind(fields);
  const crc = fields.length === 0 ? null : checkCrc(text, fields, slip !== undefined);
  return { kind, text, padded, fields, faults, rest, crc };
}

/** The field at a path like `30.01`; the first of two with one tag. */
export function fieldAt(reading: PayloadReading, path: string): Field | undefined {
  const [root, part] = path.split('.');
  const field = reading.fields.find((f) => f.tag === root);
  return part === undefined ? field : field?.parts.find((f) => f.tag === part);
}

/** The value at a path like `30.01`; undefined where there is no such field. */
export function valueAt(reading: PayloadReading, path: string): string | undefined {
  return fieldAt(reading, path)?.value;
}

/** The field that carries the checksum. */
export function crcField(fields: readonly Field[], slip: boolean): Field | undefined {
  if (slip) return fields.find((f) => f.tag === '91') ?? fields.find((f) => f.tag === '63');
  return fields.find((f) => f.tag === '63');
}

/** Whether a payload is the mini QR of a slip, of a bank or a wallet. */
export function isSlip(kind: PayloadKind): kind is 'slip' | 'wallet-slip' {
  return kind === 'slip' || kind === 'wallet-slip';
}

/** Whether a text begins as a payment code, a slip, a bill barcode or a link does, and no file name. */
export function beginsAsPayload(text: string): boolean {
  return /^(?:000201|\||[A-Za-z][A-Za-z0-9+.-]*:\/\/)/.test(text) || slipKind(text) !== undefined;
}

/** Whether a text is something else, such as a link, and not a broken payload. */
export function isNoPayload(payload: string): boolean {
  const { kind, text } = readPayload(payload);
  return kind === 'unknown' && text !== '' && !text.startsWith('0002');
}

/** The table of its tags. */
export function dialectFor(kind: PayloadKind): Dialect {
  return isSlip(kind) ? kind : 'payment';
}

/** Whether tag 29, 30 or 31 is the Thai template, by its application id; one without an id counts. */
export function isThaiTemplate(template: Field | undefined): template is Field {
  if (template === undefined) return false;
  const aid = template.parts.find((part) => part.tag === '00')?.value;
  return aid === undefined || (THAI_AIDS.get(template.tag)?.includes(aid.toUpperCase()) ?? false);
}

const THAI_AIDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['29', [AID.TRANSFER, AID.TRANSFER_ONE_TIME]],
  ['30', [AID.BILL, AID.BILL_CROSS_BORDER]],
  ['31', [AID.INNOVATION, AID.INNOVATION_ACQUIRER]],
]);

/** In a payment code tag 00 holds two characters; on a slip it is a template that starts with 00. */
function slipKind(text: string): 'slip' | 'wallet-slip' | undefined {
  if (/^00(?!02)[0-9]{2}000201/.test(text)) return 'wallet-slip';
  return /^00(?!02)[0-9]{2}00[0-9]{2}/.test(text) ? 'slip' : undefined;
}

function paymentKind(fields: readonly Field[]): PayloadKind {
  const has = (tag: string) => isThaiTemplate(fields.find((f) => f.tag === tag));
  if (has('30')) return 'bill-payment';
  if (has('29')) return 'credit-transfer';
  if (has('31')) return 'payment-innovation';
  if (fields.some((f) => f.tag === '00' && f.value === '01')) {
    return fields.some((f) => isCardTag(f.tag)) ? 'card' : 'emv';
  }
  return 'unknown';
}

function checkCrc(text: string, fields: readonly Field[], slip: boolean): Crc {
  const field = crcField(fields, slip);
  if (field === undefined) {
    return { valid: false, expected: checksum(text + (slip ? '9104' : '6304')), actual: null };
  }
  const before = Array.from(text).slice(0, field.offset + 4);
  const expected = checksum(before.join(''));
  // Some banking apps print the checksum of a slip without its leading zeros.
  const actual = slip && field.value !== '' ? field.value.padStart(4, '0') : field.value;
  return { valid: actual.toUpperCase() === expected, expected, actual: field.value };
}

function trimmed(source: string): { text: string; padded: boolean } {
  // A text file may begin with a byte order mark and ends with a line end: neither is content.
  const line = source.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  // The carriage returns of a barcode separate its parts, so only spaces and line feeds go there.
  const text = line.startsWith('|') ? line.replace(/[ \t\n]+$/, '') : line.trim();
  return { text, padded: text !== line };
}
