import type { Json } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { sheetOf } from './sheet.js';

/**
 * For scripts: a bare value, or a record a line, its fields separated by tabs, without a header. As
 * each line holds one record, tabs and line ends in a value are escaped.
 */
export function renderPlainText(data: Json, fields?: readonly string[]): string {
  const { header, rows } = sheetOf(data, fields);
  if (header.length === 0) return '';
  return rows.map((cells) => `${cells.map(visible).join('\t')}\n`).join('');
}
