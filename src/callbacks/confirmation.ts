import { detectEventKind, EVENT_REFERENCES, type EventKind, eventShape } from '../bank/events.js';
import { erasePersonal } from '../bank/privacy.js';
import { sha256 } from '../core/hash.js';
import {
  at,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  readJson,
  stringifyJson,
} from '../core/json.js';
import type { Message } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { parseChannelDateTime } from '../core/time.js';
import { confirmations } from '../messages/confirmations.js';
import { ENCRYPTED_FIELD, type StatedPayment } from '../state/inbox.js';

/**
 * A message that the bank sent by itself: a payment confirmation, or the host-to-host status of a
 * registration. Nothing in it is signed, so that all of it is a hint until an inquiry agrees.
 */
export interface Confirmation {
  kind: EventKind;
  /** Names it for ever: transactionId, or else `body-` and the hash of its contents. */
  id: string;
  /** Hash of its contents; the order of fields and the form of the amount do not count. */
  fingerprint: string;
  /** Baht as it came, text or number, digit by digit. */
  amount?: string;
  /** Moment of the payment, in milliseconds since the epoch. */
  paidAt?: number;
  /** As it came, unknown fields included. */
  fields: JsonObject;
}

/** What came cannot be a message of the bank. */
export class NotAConfirmation extends SyntaxError {
  readonly said: Message;

  constructor(said: Message) {
    super(String(said));
    this.said = said;
  }
}

/** The longest transaction id that is believed; the bank's have 34 characters. */
const ID_LENGTH = 128;

/**
 * Reads a message; tolerant of unknown and missing fields and of amounts as text or number. Throws
 * NotAConfirmation for everything that cannot be a message of the bank.
 */
export function readConfirmation(text: string): Confirmation {
  const fields = parsed(text);
  const kind = detectEventKind(fields);
  if (kind === undefined) throw new NotAConfirmation(confirmations.noKind);
  const fingerprint = sha256(canonical(fields)).slice(0, 32);
  const amount = jsonText(fields.amount);
  const paidAt = parseMoment(jsonText(fields.transactionDateandTime), kind);
  return {
    kind,
    id: messageId(fields) ?? `body-${fingerprint}`,
    fingerprint,
    ...(amount !== undefined && { amount }),
    ...(paidAt !== undefined && { paidAt }),
    fields,
  };
}

/** Text of a field; undefined where it is absent or empty. */
export function field({ fields }: Confirmation, name: string): string | undefined {
  return jsonText(fields[name]) || undefined;
}

/** Top-level fields in which two messages differ, by meaning. */
export function differences(a: Confirmation, b: Confirmation): string[] {
  const names = new Set([...Object.keys(a.fields), ...Object.keys(b.fields)]);
  return [...names].filter(
    (name) =>
      canonical({ [name]: a.fields[name] ?? null }) !==
      canonical({ [name]: b.fields[name] ?? null }),
  );
}

function parsed(text: string): JsonObject {
  const value = readJson(text);
  if (isJsonObject(value)) return value;
  // The parser's own words would quote what an unknown sender wrote.
  throw new NotAConfirmation(value === undefined ? confirmations.notJson : confirmations.notObject);
}

function messageId(fields: JsonObject): string | undefined {
  const given = fields.transactionId;
  if (given === undefined || given === null || given === '') return undefined;
  const id = jsonText(given);
  if (id !== undefined && id.length <= ID_LENGTH) return id;
  throw new NotAConfirmation(confirmations.badTransactionId(ID_LENGTH));
}

/** Without an offset of its own a moment has that of its kind of message. */
function parseMoment(text: string | undefined, kind: EventKind): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?$/.exec(
    text ?? '',
  );
  if (match === null) return undefined;
  const [, moment, fraction = '', given = eventShape(kind).offset ?? '+07:00'] = match;
  const offset = given === 'Z' ? '+00:00' : given.replace(/^(...):?/, '$1:');
  return parseChannelDateTime(`${moment}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
}

/** The same text for the same meaning: `100`, `100.00` and `"100.00"` are one amount. */
function canonical(value: Json, name = ''): string {
  const text = jsonText(value);
  if (text !== undefined) {
    const satang = name === 'amount' ? parseAmount(text) : undefined;
    return JSON.stringify(satang === undefined ? text : formatAmount(satang));
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join()}]`;
  if (!isJsonObject(value)) return String(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null, key)}`).join()}}`;
}

/** The body of a message without what is personal in it; it stays a message of the bank. */
export function withoutPersonal(body: string): string {
  const fields = readJson(body);
  return isJsonObject(fields) ? stringifyJson(erasePersonal(fields)) : '{}';
}

/** Whether people may know it by this reference. */
export function isAbout(confirmation: Confirmation, reference: string): boolean {
  return allReferences(confirmation).includes(reference);
}

function allReferences({ id, fields }: Confirmation): string[] {
  return [id, ...EVENT_REFERENCES.flatMap((path) => jsonText(at(fields, path)) || [])];
}

/** As `ReadPayment` of the inbox. */
export function readPayment(body: string): StatedPayment | undefined {
  if (body.includes(ENCRYPTED_FIELD)) return undefined;
  const { paidAt = 'arrival', amount = '' } = readable(body) ?? {};
  return { paidAt, amount: formatAmount(parseAmount(amount) ?? 0n) };
}

/** By which people may know a message; none where it is not one of the bank. */
export function readReferences(body: string): string[] {
  const confirmation = readable(body);
  return confirmation ? allReferences(confirmation) : [];
}

function readable(body: string): Confirmation | undefined {
  try {
    return readConfirmation(body);
  } catch (error) {
    if (error instanceof NotAConfirmation) return undefined;
    throw error;
  }
}
