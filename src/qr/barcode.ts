import { usageError } from '../core/errors.js';
import { formatAmount } from '../core/money.js';
import { payload as says } from '../messages/payload.js';
import { AID } from './tags.js';
import type { ThaiQr } from './thai-qr.js';
import {
  checksum,
  type Field,
  type GrammarFault,
  tagSatang,
  writeAmount,
  writeField,
} from './tlv.js';

/** The mini QR of a bank's slip. It holds neither amount nor receiver: the bank has to be asked. */
export interface Slip {
  /** Three digits. */
  sendingBank: string;
  /** Up to 25 letters and digits, case matters. */
  transRef: string;
}

/** Writes the mini QR of a slip. Throws PayctlError USAGE for a part of over 99 characters. */
export function writeSlip({ sendingBank, transRef }: Slip): string {
  const parts =
    writeField('00', '000001') + writeField('01', sendingBank) + writeField('02', transRef);
  const head = `${writeField('00', parts)}${writeField('51', 'TH')}9104`;
  return head + checksum(head);
}

/** The barcode on a paper bill, as the central bank's standard lays it out. */
export interface Barcode {
  billerId: string;
  ref1: string;
  ref2?: string;
  /** Baht with two decimals; absent where the payer decides. */
  amount?: string;
}

const PARTS = ['billerId', 'ref1', 'ref2', 'amount'] as const;

/**
 * Reads `|biller CR ref1 CR ref2 CR amount`; the amount is in satang, `0` leaves it to the payer. The
 * tags of the fields are the four names. Scanners and text files make line ends of the carriage
 * returns and add one: both are accepted. Never throws.
 */
export function parseBarcode(text: string): {
  barcode: Barcode;
  fields: Field[];
  faults: GrammarFault[];
} {
  const fields: Field[] = [];
  const faults: GrammarFault[] = [];
  let offset = 1;
  // Parts and the separators between them in turn.
  const pieces = text.slice(1).split(/(\r\n|\r|\n)/);
  const parts = pieces.filter((_, index) => index % 2 === 0);
  if (parts.length === PARTS.length + 1 && parts.at(-1) === '') parts.pop();
  for (const [index, value] of parts.entries()) {
    const tag = PARTS[index];
    const length = Array.from(value).length;
    if (tag === undefined) {
      const message = says.fifthPart(index + 1);
      faults.push({ code: 'tag-malformed', path: '', offset, message });
      break;
    }
    fields.push({ tag, path: tag, length, value, offset, parts: [] });
    offset += length + (pieces[2 * index + 1] ?? '').length;
  }
  const [billerId = '', ref1 = '', ref2 = '', amount = ''] = fields.map((f) => f.value);
  const barcode: Barcode = { billerId, ref1 };
  if (ref2 !== '') barcode.ref2 = ref2;
  if (/^[0-9]*[1-9][0-9]*$/.test(amount)) barcode.amount = formatAmount(BigInt(amount));
  return { barcode, fields, faults };
}

/**
 * Writes the payload of a bill barcode. Throws PayctlError USAGE for a part with a line break or an
 * invalid amount.
 */
export function writeBarcode({ billerId, ref1, ref2, amount }: Barcode): string {
  if (/[\r\n]/.test(billerId + ref1 + (ref2 ?? ''))) {
    throw usageError(says.lineBreaks);
  }
  const satang = amount === undefined ? 0n : tagSatang(writeAmount(amount));
  return `|${[billerId, ref1, ref2 ?? '', satang].join('\r')}`;
}

/** The same bill as a payment code with tag 30. Whether it can be paid is up to the biller's bank. */
export function barcodeToThaiQr({ amount, ...bill }: Barcode): ThaiQr {
  const qr: ThaiQr = {
    static: amount === undefined,
    bill: { aid: AID.BILL, ...bill },
    currency: '764',
    country: 'TH',
  };
  return amount === undefined ? qr : { ...qr, amount };
}
