import { type PayctlError, usageError } from '../core/errors.js';
import { isJsonObject, type Json, type JsonObject, jsonText, readJson } from '../core/json.js';
import { parseAmount } from '../core/money.js';
import { CsvReader } from '../core/records.js';
import { visible } from '../core/text.js';
import { attack as words } from '../messages/attack.js';
import { PAID } from '../reconcile/columns.js';
import {
  type ColumnName,
  HEADERS,
  type Mapping,
  plainHeader,
  statusWords,
} from '../reconcile/mapping.js';

/** What the application says of one order. */
export interface ReportedOrder {
  state: string;
  amount: string;
  /** What is credited, in satang; undefined for an amount that is none. */
  credited: bigint | undefined;
}

/** An order that the application made. */
export interface NewOrder {
  reference: string;
  amount: bigint;
  payload: string;
}

/** Of what `--create` printed: the last line that is an order, or all of it. */
export function readNewOrder(text: string): NewOrder | undefined {
  const candidates = [text.trim(), ...text.trim().split('\n').reverse()];
  for (const candidate of candidates) {
    const order = readJson(candidate);
    if (!isJsonObject(order)) continue;
    const reference = jsonText(order.reference);
    const amount = parseAmount(jsonText(order.amount) ?? '');
    if (reference === undefined || reference === '' || amount === undefined) continue;
    return { reference, amount, payload: jsonText(order.payload) ?? reference };
  }
  return undefined;
}

/** Orders by their references, as `--orders` printed them in JSON, JSON Lines or CSV. */
export function readOrders(
  text: string,
  mapping: Pick<Mapping, 'status'>,
): Map<string, ReportedOrder> {
  const kinds = statusWords(mapping.status);
  const orders = new Map<string, ReportedOrder>();
  for (const row of parseRows(text)) {
    const reference = (cell(row, 'reference') ?? '').trim();
    if (reference === '') continue;
    const said = toReportedOrder(row, kinds);
    const before = orders.get(reference);
    orders.set(reference, before === undefined ? said : added(before, said));
  }
  return orders;
}

function toReportedOrder(row: JsonObject, kinds: ReadonlyMap<string, number>): ReportedOrder {
  const state = (cell(row, 'status') ?? '').trim();
  const amount = (cell(row, 'amount') ?? '').trim();
  const kind = kinds.get(state.toLowerCase());
  if (kind === undefined) {
    throw usageError(words.unknownState(visible(JSON.stringify(state))), words.mapStates);
  }
  const credited = kind === PAID ? signedAmount(amount) : 0n;
  return { state, amount, credited };
}

/** An application that has an order twice has credited both. */
function added(one: ReportedOrder, other: ReportedOrder): ReportedOrder {
  const isKnown = one.credited !== undefined && other.credited !== undefined;
  return {
    state: other.state,
    amount: `${one.amount} + ${other.amount}`,
    credited: isKnown ? (one.credited ?? 0n) + (other.credited ?? 0n) : undefined,
  };
}

function signedAmount(text: string): bigint | undefined {
  if (text === '') return 0n;
  const isNegative = text.startsWith('-');
  const amount = parseAmount(text.slice(isNegative ? 1 : 0).replaceAll(',', ''));
  return isNegative && amount !== undefined ? -amount : amount;
}

function cell(row: JsonObject, column: ColumnName): string | undefined {
  for (const header of HEADERS[column]) {
    const [, value] = Object.entries(row).find(([name]) => plainHeader(name) === header) ?? [];
    if (value !== undefined) return jsonText(value) ?? '';
  }
  return undefined;
}

function parseRows(text: string): JsonObject[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return [];
  const whole = readJson(trimmed);
  if (whole !== undefined && typeof whole === 'object') return findObjects(whole);
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
  if (lines[0]?.trimStart().startsWith('{')) return lines.map(parseObject);
  return parseTable(trimmed);
}

/** A list of orders, or an object that holds one. */
function findObjects(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isJsonObject);
  if (!isJsonObject(value)) return [];
  const lists = Object.values(value).filter((item) => Array.isArray(item));
  const objects = lists.map((list) => list.filter(isJsonObject));
  return objects.find((list) => list.length > 0) ?? objects[0] ?? [value];
}

function parseObject(line: string): JsonObject {
  const value = readJson(line);
  if (isJsonObject(value)) return value;
  throw unreadableError();
}

function parseTable(text: string): JsonObject[] {
  const head = text.slice(0, `${text}\n`.indexOf('\n'));
  const delimiter = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ',';
  const [names = [], ...lines] = rowsOfCsv(text, delimiter);
  const headers = new Set(names.map(plainHeader));
  if (!HEADERS.reference.some((name) => headers.has(name))) throw unreadableError();
  return lines.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  );
}

function rowsOfCsv(text: string, delimiter: string): (readonly string[])[] {
  const reader = new CsvReader(delimiter);
  const rows: (readonly string[])[] = [];
  for (let start = 0; start < text.length; ) {
    const record = reader.take(text, start, true);
    if (record?.cells === undefined) throw unreadableError();
    if (record.cells.some((cell) => cell !== '')) rows.push(record.cells);
    start = record.next;
  }
  return rows;
}

function unreadableError(): PayctlError {
  return usageError(words.ordersUnreadable, words.ordersForms);
}
