import { isLosslessNumber, jsonText } from '../core/json.js';
import { type Data, isList, Message, type Text } from '../core/message.js';
import { excerpt } from '../core/text.js';

/** An object in the data of a result. Its messages are worded when the page is written. */
export interface DataRecord {
  readonly [key: string]: Data;
}

/** Whether data is an object. */
export function isDataRecord(data: Data | undefined): data is DataRecord {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  return !(data instanceof Message) && !isLosslessNumber(data);
}

/** The objects of a list. */
export function toDataRecords(data: Data | undefined): DataRecord[] {
  const list = isList(data) ? data : [];
  return list.filter(isDataRecord);
}

/** The value at a path like `a.b`; undefined where there is none. */
export function getField(data: Data | undefined, path: string): Data | undefined {
  return path
    .split('.')
    .reduce(
      (value, name) =>
        isDataRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined,
      data,
    );
}

/** A string or a number as text; empty where there is none. */
export function fieldText(data: Data | undefined, path: string): string {
  const field = getField(data, path);
  return typeof field === 'string' || isLosslessNumber(field) ? (jsonText(field) ?? '') : '';
}

/** Longer than any name or reference of the bank; a message from anybody may have a megabyte. */
const LONGEST_CELL = 140;

/** The same for a table, shortened. */
export function cellText(data: Data | undefined, path: string): string {
  return excerpt(fieldText(data, path), LONGEST_CELL);
}

/** A message, or words from outside, shortened; undefined where there are none. */
export function getMessage(data: Data | undefined, path: string): Text | undefined {
  const field = getField(data, path);
  return field instanceof Message ? field : cellText(data, path) || undefined;
}

/** An amount as people write it: `1,290.00`; anything else as it is. */
export function amountText(text: string): string {
  const [, whole = '', fraction = ''] = /^(-?[0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === '') return text;
  return `${whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** What people call a value; one that is not known stays as it is. */
export function labelFor(names: Readonly<Record<string, Message>>, value: string): Text {
  return (Object.hasOwn(names, value) && names[value]) || value;
}
