import type { View } from '../../bank/define.js';
import { at, isJsonObject, type Json, type JsonObject, jsonText, number } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { renderList, renderRecord } from '../../format/table.js';
import type { Journal } from '../../journal/journal.js';
import type { ShownCharge } from '../../journal/list.js';
import type { ChargeRow } from '../../journal/rows.js';
import { chargeStates } from '../../messages/payments.js';
import { lineTypes } from '../../messages/value-names.js';
import type { Screen } from '../../runtime/command.js';

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
export const chargeFields = ({ store }: Journal): readonly string[] =>
  store.shared ? [...CHARGE_FIELDS, 'machine'] : CHARGE_FIELDS;

/** What people call the values of a charge and of its lines. */
export const NAMES = { state: chargeStates, type: lineTypes };

export const chargeView = (journal: Journal): View => ({
  fields: chargeFields(journal),
  names: NAMES,
  keep: 3,
});

/** Bangkok time with its offset, as in everything that people and scripts are shown. */
export function shownRow(row: ChargeRow): JsonObject {
  return {
    ...row,
    startedAt: bangkok(row.startedAt),
    endedAt: row.endedAt && bangkok(row.endedAt),
    attempts: number(String(row.attempts)),
    exit: row.exit === null ? null : number(String(row.exit)),
  };
}

export function inBangkok(line: Json): Json {
  return isJsonObject(line) ? { ...line, at: bangkok(jsonText(line.at) ?? '') } : line;
}

/** A line that is damaged has no moment. */
function bangkok(text: string): string {
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? channelDateTime(moment) : text;
}

/** A charge for a person: what it is, then what happened, a line each; -o json has all of its lines. */
export function chargeTable(
  { row, lines }: ShownCharge,
  notes: readonly Json[],
  screen: Screen,
): string {
  const events = lines.map((line) => toEvent(inBangkok(line)));
  const fields = ['at', 'type', 'class', 'code', 'user', 'message'];
  const table = renderList(events, { ...screen, fields, names: NAMES, keep: 3 });
  const record = { ...shownRow(row), notes: [...notes] };
  return [...renderRecord(record, { ...screen, names: NAMES }), '', ...table]
    .map((one) => `${one}\n`)
    .join('');
}

function toEvent(line: Json): JsonObject {
  const either = (...paths: readonly string[]) =>
    paths.map((path) => jsonText(at(line, path))).find(Boolean) ?? '';
  return {
    at: either('at'),
    type: either('type'),
    class: either('outcome.class', 'class', 'as'),
    code: either('outcome.code', 'outcome.status.code'),
    user: either('user', 'by.user'),
    message: either('outcome.message', 'message', 'note'),
  };
}
