import { type JsonObject, textOf } from '../core/json.js';

/**
 * The type of a claim's last line where all that came before lies in an archive. The part that has
 * it stands for the whole claim, and nothing ever follows it.
 */
export const ARCHIVED = 'archived';

/** With more parts than the first and the one that stands for it, all stay. */
export const MOST_CONDENSED = 2;

export function isArchived(lines: readonly JsonObject[]): boolean {
  return lines.some(({ type }) => textOf(type) === ARCHIVED);
}
