import { eventShape } from '../bank/events.js';
import type { DirectDebitKey } from '../client/connection.js';
import { openRecord } from '../client/direct-debit.js';
import { withoutUndefined } from '../core/fields.js';
import { isJsonObject, type Json, type JsonObject, jsonText } from '../core/json.js';
import type { Say } from '../core/message.js';
import { excerpt } from '../core/text.js';
import { channelDateTime, toBangkokTime } from '../core/time.js';
import { confirmations } from '../messages/confirmations.js';
import { field } from './confirmation.js';
import type { StoredMessage } from './stored.js';

/** The fields of a row that fit a table or CSV. */
export const ROW_FIELDS = [
  'receivedAt',
  'state',
  'kind',
  'amount',
  'bankAmount',
  'reference',
  'transactionId',
  'reason',
  'contradicts',
  'forwarding',
] as const;

/** A message as people and scripts see it; amounts in baht as they came, times in Bangkok. */
export function confirmationRow(stored: StoredMessage): JsonObject {
  const { confirmation, receivedAt, contradicts, state, bankAmount, reason, forwarding } = stored;
  const { kind, id, amount, paidAt, fields } = confirmation;
  const row: Record<string, Json | undefined> = {
    receivedAt: channelDateTime(Date.parse(receivedAt)),
    state,
    kind,
    id,
    amount,
    bankAmount,
    reference: rowReference(stored),
    transactionId: jsonText(fields.transactionId),
    paidAt: paidAt === undefined ? undefined : channelDateTime(paidAt),
    reason: reason && String(reason),
    contradicts: contradicts || undefined,
    differs: stored.differs,
    forwarding,
    failure: stored.failure && String(stored.failure),
    machine: stored.machine,
  };
  return { ...withoutUndefined(row), confirmation: fields };
}

/** One line for a person: when, how sure, what, how much, what for. */
export function formatLine(row: Json, say: Say): string {
  const text = (name: string) => excerpt(fieldText(row, name), 64);
  const parts = [
    toBangkokTime(text('receivedAt')) ?? '',
    text('state'),
    text('kind'),
    text('amount') || say(confirmations.noAmount),
    text('reference'),
    text('id'),
  ].filter((part) => part !== '');
  const contradicts = isJsonObject(row) && row.contradicts === true;
  const fields = text('differs');
  const remarks = [contradicts && say(confirmations.contradicts(fields)), text('reason')].filter(
    Boolean,
  );
  return [parts.join('  '), ...remarks].join('; ');
}

function rowReference({ confirmation }: StoredMessage): string | undefined {
  const { reference } = eventShape(confirmation.kind);
  return reference && field(confirmation, reference.in);
}

function fieldText(row: Json, name: string): string {
  const value = isJsonObject(row) ? row[name] : undefined;
  if (Array.isArray(value)) return value.map((item) => jsonText(item) ?? '').join(', ');
  return jsonText(value) ?? '';
}

/**
 * The message of a registration with its `encryptedValue` in clear, as people are to see it; on
 * disk it stays as it came. Anything else, and what the key does not open, is returned unchanged.
 */
export function decrypted(stored: StoredMessage, key: DirectDebitKey | undefined): StoredMessage {
  const { confirmation } = stored;
  if (key === undefined || confirmation.kind !== 'registration') return stored;
  const { fields } = confirmation;
  const inner = isJsonObject(fields.body) ? fields.body : fields;
  const clear = openRecord(inner, key);
  if (clear === undefined) return stored;
  return {
    ...stored,
    confirmation: { ...confirmation, fields: inner === fields ? clear : { ...fields, ...clear } },
  };
}
