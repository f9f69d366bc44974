import { crcField, fieldAt, isSlip, LONGEST_PAYLOAD, type Reading } from './reading.js';
import { error, type Place, placed, type Rule, warning } from './rules.js';
import type { Fault } from './tlv.js';

const START = { path: '', offset: 0 };

/** Grammar and checksum: what makes a payload readable at all. */
export const GRAMMAR_RULES: readonly Rule[] = [
  error(
    'not-recognised',
    'pass the text of a Thai QR, a slip or a bill barcode',
    ({ kind, text }) => {
      if (kind !== 'unknown') return [];
      if (text === '') return [placed(START, 'the payload is empty')];
      const message =
        text.length > LONGEST_PAYLOAD
          ? `${text.length} characters are more than any QR code holds`
          : 'this is not a payment code, a slip or a bill barcode';
      return [placed(START, message)];
    },
  ),
  faultRule('tag-malformed', 'write two digits for the tag; check the length of the field before'),
  faultRule('length-malformed', 'write two digits for the length'),
  faultRule('value-cut-off', 'scan the code again, or correct the length'),
  faultRule('tag-twice', 'keep one of the two'),
  warning('value-empty', 'leave the field out', ({ kind, fields }) =>
    (kind === 'bill-barcode' ? [] : fields.flatMap((f) => [f, ...f.parts]))
      .filter((f) => f.length === 0)
      .map((f) => placed(f, 'the value is empty')),
  ),
  error('crc-missing', 'end the payload with its checksum', ({ crc, kind, text }) => {
    if (crc === null || crc.actual !== null) return [];
    const path = isSlip(kind) ? '91' : '63';
    return [placed({ path, offset: lengthOf(text) }, 'the checksum is missing')];
  }),
  error(
    'crc-wrong',
    'scan or copy the payload again: some of its characters have changed',
    (reading) => {
      const { crc } = reading;
      if (crc === null || crc.valid || crc.actual === null) return [];
      const actual = JSON.stringify(crc.actual);
      return atCrc(reading, `the checksum is ${actual}, the contents give ${crc.expected}`);
    },
  ),
  error('crc-not-last', 'move the checksum to the end and compute it again', (reading) => {
    const crc = crcField(reading.fields, isSlip(reading.kind));
    if (crc === undefined || (crc === reading.fields.at(-1) && reading.rest === '')) return [];
    return atCrc(reading, 'the checksum is not the last field');
  }),
  // The slips of wallets carry it in lower case, by their own rule.
  warning(
    'crc-lower-case',
    'write the checksum in upper case: some apps compare letter by letter',
    (reading) =>
      reading.kind !== 'wallet-slip' && /[a-f]/.test(reading.crc?.actual ?? '')
        ? atCrc(reading, 'the checksum is in lower case')
        : [],
  ),
  warning('crc-shortened', 'write four digits, zeros included', (reading) =>
    shortenedCrc(reading) ? atCrc(reading, 'the checksum lacks its leading zeros') : [],
  ),
  warning('white-space-around', 'remove it: some apps refuse the code', ({ padded }) =>
    padded ? [placed(START, 'there is white space around the payload')] : [],
  ),
  warning(
    'payload-long',
    'shorten names and references: old scanners stop at 512 characters',
    ({ kind, text }) => {
      const length = lengthOf(text);
      if (kind === 'unknown' || length <= 512) return [];
      return [placed({ path: '', offset: 512 }, `the payload has ${length} characters`)];
    },
  ),
];

function faultRule(code: Fault['code'], fix: string): Rule {
  return error(code, fix, (reading) => {
    if (reading.kind === 'unknown' && reading.fields.length === 0) return [];
    return reading.faults
      .filter((fault) => fault.code === code && !(fault.path === '91' && shortenedCrc(reading)))
      .map((fault) => placed(fault, fault.message));
  });
}

/** A slip whose checksum lost its leading zeros is cut off, strictly read, but banks accept it. */
function shortenedCrc({ kind, crc }: Reading): boolean {
  return isSlip(kind) && crc?.valid === true && crc.actual?.length !== 4;
}

function atCrc(reading: Reading, message: string): Place[] {
  const field = crcField(reading.fields, isSlip(reading.kind)) ?? fieldAt(reading, '63');
  return field === undefined ? [] : [placed(field, message)];
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
