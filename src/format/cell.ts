import { isJsonObject, type Json, type JsonObject, jsonText, stringifyJson } from '../core/json.js';
import { lazyMap } from '../core/lazy-map.js';
import { type Say, sayEnglish } from '../core/message.js';
import { visible } from '../core/text.js';
import { toBangkokTime } from '../core/time.js';
import { dates } from '../messages/dates.js';
import { output } from '../messages/terminal.js';

/** A longer value is not meant to be read (an image in base64): only its beginning and size are shown. */
const LONGEST = 600;
const SAMPLE = 40;

/** `{amount, currency}` and nothing else: shown as one value. */
export function isMoney(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const [amount, currency] = [jsonText(value.amount), jsonText(value.currency)];
  return Object.keys(value).length === 2 && amount !== undefined && currency !== undefined;
}

export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** One line of safe text for any value; `-` if there is none. Times are Bangkok time. */
export function cellText(value: Json | undefined, say = sayEnglish): string {
  if (value === undefined || isEmpty(value)) return '-';
  if (isJsonObject(value) && isMoney(value)) {
    return visible(`${jsonText(value.amount)} ${jsonText(value.currency)}`);
  }
  if (Array.isArray(value) && value.every((item) => jsonText(item) !== undefined)) {
    return value.map((item) => cellText(item, say)).join(', ');
  }
  const text = jsonText(value) ?? stringifyJson(value);
  const time = toBangkokTime(text);
  return time === undefined ? shorten(visible(text), say) : say(dates.written(time));
}

function shorten(text: string, say: Say): string {
  if (text.length <= LONGEST) return text;
  return say(output.shortened(text.slice(0, SAMPLE), text.length));
}

/** Values below a longer path are not split: each leaf would repeat the path. */
const LONGEST_PATH = 200;

/** A record's leaves by dotted path, in order; empty lists and objects are leaves too. */
export function flatten(
  record: JsonObject,
  isLeaf: (value: Json) => boolean = () => false,
): Map<string, Json> {
  const leaves = new Map<string, Json>();
  const walk = (value: Json, path: string): void => {
    const whole = path.length > LONGEST_PATH || isLeaf(value);
    const children = whole ? [] : listEntries(value);
    if (children.length === 0) leaves.set(path, value);
    for (const [key, child] of children) walk(child, path === '' ? key : `${path}.${key}`);
  };
  for (const [key, value] of Object.entries(record)) walk(value, key);
  return leaves;
}

const SPARSE = 16;
const FEW_CELLS = 10_000;

/**
 * Whether nearly all cells would be empty. A table of rows that share no field grows with the square
 * of their number.
 */
export function isSparse(cells: number, filled: number): boolean {
  return cells > FEW_CELLS && cells > SPARSE * filled;
}

function listEntries(value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The records of a result: the items of a list, or the one object; a bare value gets the name `value`. */
export function toRecords(data: Json): JsonObject[] {
  const items = Array.isArray(data) ? data : [data];
  return lazyMap(items, (item) => (isJsonObject(item) ? item : { value: item }));
}

/** The heading of a column: `startedAt` is STARTED AT. */
export function toHeading(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toUpperCase();
}
