import { type Json, stringifyJson } from '../json.js';
import { visibleLines } from '../text.js';

/** The data as the bank sent it; indented for a person, on one line for a pipe. */
export function renderJson(data: Json, indented: boolean): string {
  return `${visibleLines(stringifyJson(data, indented ? 2 : undefined))}\n`;
}

/** One record a line. */
export function renderJsonLines(data: Json): string {
  const items = Array.isArray(data) ? data : [data];
  return items.map((item) => renderJson(item, false)).join('');
}
