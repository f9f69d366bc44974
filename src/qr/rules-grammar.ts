import { crcField, fieldAt, isSlip, LONGEST_PAYLOAD, type Reading } from './reading.js';
import type { Place, Rule } from './rules.js';
import type { Fault } from './tlv.js';

/** Grammar and checksum: what makes a payload readable at all. */
export const GRAMMAR_RULES: readonly Rule[] = [
  {
    code: 'not-recognised',
    severity: 'error',
    fix: 'pass the text of a Thai QR, a slip or a bill barcode',
    find(reading) {
      if (reading.kind !== 'unknown') return [];
      const long = reading.text.length > LONGEST_PAYLOAD;
      const message = long
        ? `${reading.text.length} characters are more than any QR code holds`
        : reading.text === ''
          ? 'the payload is empty'
          : 'this is not a payment code, a slip or a bill barcode';
      return [{ path: '', offset: 0, message }];
    },
  },
  faultRule('tag-malformed', 'write two digits for the tag; check the length of the field before'),
  faultRule('length-malformed', 'write two digits for the length'),
  faultRule('value-cut-off', 'scan the code again, or correct the length'),
  faultRule('tag-twice', 'keep one of the two'),
  {
    code: 'value-empty',
    severity: 'warning',
    fix: 'leave the field out',
    find: ({ kind, fields }) =>
      (kind === 'bill-barcode' ? [] : fields.flatMap((f) => [f, ...f.parts]))
        .filter((f) => f.length === 0)
        .map(({ path, offset }) => ({ path, offset, message: 'the value is empty' })),
  },
  {
    code: 'crc-missing',
    severity: 'error',
    fix: 'end the payload with its checksum',
    find({ crc, kind, text }) {
      if (crc === null || crc.actual !== null) return [];
      const tag = isSlip(kind) ? '91' : '63';
      return [{ path: tag, offset: lengthOf(text), message: 'the checksum is missing' }];
    },
  },
  {
    code: 'crc-wrong',
    severity: 'error',
    fix: 'scan or copy the payload again: some of its characters have changed',
    find(reading) {
      const { crc } = reading;
      if (crc === null || crc.valid || crc.actual === null) return [];
      const message = `the checksum is ${JSON.stringify(crc.actual)}, the contents give ${crc.expected}`;
      return crcPlace(reading, message);
    },
  },
  {
    code: 'crc-not-last',
    severity: 'error',
    fix: 'move the checksum to the end and compute it again',
    find(reading) {
      const crc = crcField(reading.fields, isSlip(reading.kind));
      if (crc === undefined || (crc === reading.fields.at(-1) && reading.rest === '')) return [];
      return crcPlace(reading, 'the checksum is not the last field');
    },
  },
  {
    code: 'crc-lower-case',
    severity: 'warning',
    fix: 'write the checksum in upper case: some apps compare letter by letter',
    // The slips of wallets carry it in lower case, by their own rule.
    find(reading) {
      const actual = reading.kind === 'wallet-slip' ? null : (reading.crc?.actual ?? null);
      if (actual === null || !/[a-f]/.test(actual)) return [];
      return crcPlace(reading, 'the checksum is in lower case');
    },
  },
  {
    code: 'crc-shortened',
    severity: 'warning',
    fix: 'write four digits, zeros included',
    find(reading) {
      if (!shortenedCrc(reading)) return [];
      return crcPlace(reading, 'the checksum lacks its leading zeros');
    },
  },
  {
    code: 'white-space-around',
    severity: 'warning',
    fix: 'remove it: some apps refuse the code',
    find: ({ padded }) =>
      padded ? [{ path: '', offset: 0, message: 'there is white space around the payload' }] : [],
  },
  {
    code: 'payload-long',
    severity: 'warning',
    fix: 'shorten names and references: old scanners stop at 512 characters',
    find({ kind, text }) {
      const length = lengthOf(text);
      if (kind === 'unknown' || length <= 512) return [];
      return [{ path: '', offset: 512, message: `the payload has ${length} characters` }];
    },
  },
];

function faultRule(code: Fault['code'], fix: string): Rule {
  return {
    code,
    severity: 'error',
    fix,
    find(reading) {
      if (reading.kind === 'unknown' && reading.fields.length === 0) return [];
      return reading.faults
        .filter((fault) => fault.code === code && !(fault.path === '91' && shortenedCrc(reading)))
        .map(({ path, offset, message }) => ({ path, offset, message }));
    },
  };
}

/** A slip whose checksum lost its leading zeros is cut off, strictly read, but banks accept it. */
function shortenedCrc({ kind, crc }: Reading): boolean {
  return isSlip(kind) && crc?.valid === true && crc.actual?.length !== 4;
}

function crcPlace(reading: Reading, message: string): Place[] {
  const field = crcField(reading.fields, isSlip(reading.kind)) ?? fieldAt(reading, '63');
  return field === undefined ? [] : [{ path: field.path, offset: field.offset, message }];
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
