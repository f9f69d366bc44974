import { usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { formatAmount } from '../core/money.js';
import { payload as says } from '../messages/payload.js';

/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final xor. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}

/**
 * The checksum of a payload as four upper-case hexadecimal digits. `text` ends with tag and length of
 * the checksum (`6304`, on slips `9104`). Lengths in a payload count characters, but the checksum is
 * over the UTF-8 bytes, as the EMVCo sample with a Chinese name shows.
 */
export function checksum(text: string): string {
  return crc16(new TextEncoder().encode(text)).toString(16).toUpperCase().padStart(4, '0');
}

/** A data object of a payload: two digits of tag, two of length, the value. */
export interface Field {
  tag: string;
  /** Tags from the outside in: `30.01` is tag 01 in template 30. */
  path: string;
  /** The length that the payload declares; larger than the value where the payload is cut off. */
  length: number;
  value: string;
  /** Characters from the start of the payload to the tag, from 0. */
  offset: number;
  /** The parts of a template; empty for everything else. */
  parts: Field[];
}

/** A place where the grammar is broken. */
export interface GrammarFault {
  code: 'tag-malformed' | 'length-malformed' | 'value-cut-off' | 'tag-twice';
  /** As in `Field`. */
  path: string;
  offset: number;
  message: Message;
}

/** What could be read, and where it broke. */
interface Tlv {
  fields: Field[];
  faults: GrammarFault[];
  /** The text after the point where reading had to stop. */
  rest: string;
}

/** Whether the value of a field holds fields: by its path, because values may look like fields by chance. */
type IsTemplate = (path: string) => boolean;

/**
 * Reads the fields of an EMVCo merchant-presented code, in their order. Never throws: returns what can
 * be read, and each place where it cannot.
 *
 * A character is a Unicode code point, so that each Thai combining mark counts as one. The standard
 * speaks of characters, and its sample does not tell code points from UTF-16 units.
 */
export function parseTlv(text: string, isTemplate: IsTemplate): Tlv {
  return parseLevel(Array.from(text), 0, '', isTemplate);
}

function parseLevel(chars: string[], base: number, parent: string, isTemplate: IsTemplate): Tlv {
  const fields: Field[] = [];
  const faults: GrammarFault[] = [];
  const seen = new Set<string>();
  let at = 0;
  while (at < chars.length) {
    const offset = base + at;
    const tag = chars.slice(at, at + 2).join('');
    const digits = chars.slice(at + 2, at + 4).join('');
    const path = parent === '' ? tag : `${parent}.${tag}`;
    if (!/^[0-9]{2}$/.test(tag)) {
      const message = says.malformedTag(JSON.stringify(tag));
      faults.push({ code: 'tag-malformed', path: parent, offset, message });
      break;
    }
    if (!/^[0-9]{2}$/.test(digits)) {
      const message = says.malformedLength(path, JSON.stringify(digits));
      faults.push({ code: 'length-malformed', path, offset: offset + 2, message });
      break;
    }
    if (seen.has(tag)) {
      faults.push({ code: 'tag-twice', path, offset, message: says.twice(path) });
    }
    seen.add(tag);
    const length = Number(digits);
    const value = chars.slice(at + 4, at + 4 + length);
    const inner = isTemplate(path)
      ? parseLevel(value, offset + 4, path, isTemplate)
      : { fields: [], faults: [] };
    fields.push({ tag, path, length, value: value.join(''), offset, parts: inner.fields });
    if (value.length < length) {
      const message = says.cutOff({ tag: path, length, left: value.length });
      faults.push({ code: 'value-cut-off', path, offset: offset + 4 + value.length, message });
    } else {
      faults.push(...inner.faults);
    }
    at += 4 + value.length;
  }
  return { fields, faults, rest: chars.slice(at).join('') };
}

/** Writes one field. Throws PayctlError USAGE for a value of over 99 characters. */
export function writeField(tag: string, value: string): string {
  const length = Array.from(value).length;
  if (length > 99) {
    throw usageError(says.tooLong(tag, length));
  }
  return tag + String(length).padStart(2, '0') + value;
}

/**
 * The satang of an amount in baht as tag 54 has it; undefined for anything but ASCII digits with at
 * most one point and two decimals. Unlike in the bank's API, `10.` and `.5` are amounts.
 */
export function tagSatang(baht: string): bigint | undefined {
  const match = /^([0-9]*)(?:\.([0-9]{0,2}))?$/.exec(baht);
  if (match === null || !/[0-9]/.test(baht)) return undefined;
  const [, whole = '', decimals = ''] = match;
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/**
 * An amount in baht as the value of tag 54: two decimals, above zero, at most 13 characters. Throws
 * PayctlError USAGE for anything else: nothing is rounded.
 */
export function writeAmount(baht: string): string {
  const satang = /^[0-9]/.test(baht) ? tagSatang(baht) : undefined;
  if (satang === undefined || satang === 0n) {
    throw usageError(says.notAmount(JSON.stringify(baht)), says.forExample);
  }
  const text = formatAmount(satang);
  if (text.length > 13) {
    throw usageError(says.amountTooLong(text));
  }
  return text;
}

/** Whether two amounts are equal, however they are written. */
export function sameAmount(one: string, other: string): boolean {
  const satang = tagSatang(one);
  return satang !== undefined && satang === tagSatang(other);
}
