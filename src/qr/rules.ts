import type { Message, Text } from '../core/message.js';
import { payload as says } from '../messages/payload.js';
import { fieldAt, isThaiTemplate, type PayloadReading, valueAt } from './reading.js';
import { isPersonal, isStatic } from './tags.js';
import type { Field } from './tlv.js';

/**
 * `error`: wrong grammar, checksum, characters or length, or a mandatory field of a Thai QR is missing.
 * `warning`: some banking apps refuse it.
 */
export type Severity = 'error' | 'warning';

/** A place in the payload, and what is wrong there. */
export interface PayloadPlace<Words = Message> {
  /** Tag path as `30.01`; empty for the payload as a whole. */
  path: string;
  /** Characters from the start of the payload, from 0. */
  offset: number;
  message: Words;
}

/** One thing that can be wrong with a payload. */
export interface LintRule {
  /** Never changes: scripts may match it. */
  code: string;
  severity: Severity;
  fix: Message;
  find: (reading: PayloadReading) => PayloadPlace[];
}

type Find = LintRule['find'];

/** A rule that every payload must keep. */
export function error(code: string, fix: Message, find: Find): LintRule {
  return { code, severity: 'error', fix, find };
}

/** A rule that a payload should keep. */
export function warning(code: string, fix: Message, find: Find): LintRule {
  return { code, severity: 'warning', fix, find };
}

/** The place of a field, and what is wrong there. */
export function placeInPayload(
  { path, offset }: Pick<Field, 'path' | 'offset'>,
  message: Message,
): PayloadPlace {
  return { path, offset, message };
}

/** The place of the value at a path, if there is one and it is wrong. */
export function wrongValueAt(
  reading: PayloadReading,
  path: string,
  isWrong: (value: string) => boolean,
  say: (subject: Text) => Message,
): PayloadPlace[] {
  const field = fieldAt(reading, path);
  if (field === undefined || !isWrong(field.value)) return [];
  return [placeInPayload(field, say(nameValue(field)))];
}

/** The place of a missing field, unless the payload breaks off before it. */
export function absent(reading: PayloadReading, path: string, part: Message): PayloadPlace[] {
  if (fieldAt(reading, path) || breaksOff(reading, path)) return [];
  return [missingAt(reading, path, says.missing(part))];
}

/** The same for mandatory fields, where an empty value counts as missing. */
export function emptyOrAbsent(
  reading: PayloadReading,
  path: string,
  part: Message,
): PayloadPlace[] {
  const field = fieldAt(reading, path);
  if (field?.length === 0) return [placeInPayload(field, says.empty(part))];
  return absent(reading, path, part);
}

/** Whether reading stopped before the end of the payload, or of the template that the path is in. */
export function breaksOff({ faults, rest, fields }: PayloadReading, path: string): boolean {
  const last = fields.at(-1);
  if (rest !== '' || (last && Array.from(last.value).length < last.length)) return true;
  const [template, part] = path.split('.');
  return part !== undefined && faults.some((f) => f.path.split('.')[0] === template);
}

/** The place of something missing: the template that lacks it, or the end of the payload. */
export function missingAt(reading: PayloadReading, path: string, message: Message): PayloadPlace {
  const offset = fieldAt(reading, path.slice(0, 2))?.offset ?? Array.from(reading.text).length;
  return placeInPayload({ path, offset }, message);
}

/** The template 29, 30 or 31, if it is Thai. */
export function thaiTemplate(reading: PayloadReading, tag: string) {
  const template = fieldAt(reading, tag);
  return isThaiTemplate(template) ? template : undefined;
}

/** The parts of tag 29 that name who is paid. */
export function payees(reading: PayloadReading) {
  return thaiTemplate(reading, '29')?.parts.filter(({ tag }) => tag >= '01' && tag <= '04') ?? [];
}

/** Whether it has a Thai template. */
export function isThai(reading: PayloadReading): boolean {
  return ['29', '30', '31'].some((tag) => thaiTemplate(reading, tag) !== undefined);
}

/** Tag 01: whether the code is static; undefined where it says neither. */
export function isStaticCode(reading: PayloadReading): boolean | undefined {
  return isStatic(valueAt(reading, '01') ?? '');
}

/** The paths of reference 1, 2 and 3, which only a bill payment has. */
export function referencePaths(reading: PayloadReading): string[] {
  return thaiTemplate(reading, '30') ? ['30.02', '30.03', '62.07'] : [];
}

/** How a message names a value: by the value itself, but never the number of a person or card. */
export function nameValue({ path, value }: Pick<Field, 'path' | 'value'>): Text {
  return isPersonal(path, 'payment') ? says.theValue : JSON.stringify(value);
}
