import { type Json, stringifyJson, textOf } from '../../core/json.js';
import { flatten, isSparse, recordsOf } from './cell.js';

/** Records in columns that are the same for all. */
export interface Sheet {
  header: readonly string[];
  rows: readonly string[][];
}

/**
 * Nested fields have dotted names, unless `fields` names the columns. Records that share hardly a
 * field stand whole, as JSON, in one column.
 */
export function sheetOf(data: Json, fields?: readonly string[]): Sheet {
  const records = recordsOf(data);
  const leaves = records.map((record) => {
    return fields ? new Map(Object.entries(record)) : flatten(record);
  });
  const header = fields ?? [...new Set(leaves.flatMap((row) => [...row.keys()]))];
  const filled = leaves.reduce((sum, row) => sum + row.size, 0);
  if (!fields && isSparse(header.length * records.length, filled)) {
    return { header: ['record'], rows: records.map((record) => [stringifyJson(record)]) };
  }
  return { header, rows: leaves.map((row) => header.map((field) => textIn(row.get(field)))) };
}

function textIn(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return textOf(value) ?? stringifyJson(value);
}
