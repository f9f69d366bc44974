import { bangkokTimeOf } from '../api/time.js';
import { isJsonObject, type Json, stringifyJson, textOf } from '../json.js';
import { visible } from '../text.js';

/** Beyond this a value is no reading matter (an image in base64): its beginning and size are shown. */
const LONGEST = 600;
const SAMPLE = 40;

/** `{amount, currency}` and nothing else: shown as one value. */
export function isMoney(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const [amount, currency] = [textOf(value.amount), textOf(value.currency)];
  return Object.keys(value).length === 2 && amount !== undefined && currency !== undefined;
}

export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** One line of safe text for any value; `-` where there is none. Moments are Bangkok time. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || isEmpty(value)) return '-';
  if (isJsonObject(value) && isMoney(value)) {
    return visible(`${textOf(value.amount)} ${textOf(value.currency)}`);
  }
  if (Array.isArray(value) && value.every((item) => textOf(item) !== undefined)) {
    return value.map(cellText).join(', ');
  }
  const text = textOf(value);
  return shorten(
    visible(text === undefined ? stringifyJson(value) : (bangkokTimeOf(text) ?? text)),
  );
}

function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, SAMPLE)}… (${text.length} characters; -o json shows all)`;
}
