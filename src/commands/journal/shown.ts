import type { View } from '../../bank/define.js';
import { fromPlain, isJsonObject, type Json, type JsonObject, textOf } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import type { Journal } from '../../journal/journal.js';
import type { Row } from '../../journal/rows.js';

const CHARGE_FIELDS = [
  'operation',
  'reference',
  'state',
  'amount',
  'exit',
  'startedAt',
  'profile',
  'endedAt',
] as const;

/** With the machine, where several share the store. */
export const fieldsOf = ({ store }: Journal): readonly string[] =>
  store.shared ? [...CHARGE_FIELDS, 'machine'] : CHARGE_FIELDS;

export const viewOf = (journal: Journal): View => ({ fields: fieldsOf(journal), keep: 3 });

/** Bangkok time with its offset, as in everything that people and scripts are shown. */
export function shownRow(row: Row): JsonObject {
  const shown = Object.entries(row).map(([key, value]) => {
    const isMoment = key === 'startedAt' || key === 'endedAt';
    return [key, isMoment && value ? bangkok(String(value)) : fromPlain(value)] as const;
  });
  return Object.fromEntries(shown);
}

export function inBangkok(line: Json): Json {
  return isJsonObject(line) ? { ...line, at: bangkok(textOf(line.at) ?? '') } : line;
}

/** A line that is damaged has no moment. */
function bangkok(text: string): string {
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? channelDateTime(moment) : text;
}
