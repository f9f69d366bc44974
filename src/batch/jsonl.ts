import { fromPlain, isJsonObject, parseJson } from '../json.js';
import type { Reader, Taken } from './rows.js';

/** JSON Lines: an object a line, its fields named and typed as in `--data`. */
export const jsonlReader: Reader = (text, start, ended) => {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0 && !ended) return undefined;
  const end = lineEnd < 0 ? text.length : lineEnd;
  const place = { next: end + 1, lines: lineEnd < 0 ? 0 : 1 };
  const line = text.slice(start, end);
  return line.trim() === '' ? place : { ...place, row: rowOf(line) };
};

function rowOf(line: string): Taken['row'] {
  try {
    const value = parseJson(line);
    if (!isJsonObject(value)) return { problem: 'is not a JSON object; give {"field": …}' };
    return { given: Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fromPlain(v)])) };
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : 'malformed'}` };
  }
}
