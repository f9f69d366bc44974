import type { DirectDebitKey } from '../client/connection.js';
import { openRecord } from '../client/direct-debit.js';
import { isJsonObject } from '../core/json.js';
import type { Stored } from './stored.js';

/**
 * The message of a registration with its `encryptedValue` in clear, as people are to see it; on
 * disk it stays as it came. Anything else, and what the key does not open, is returned unchanged.
 */
export function opened(stored: Stored, key: DirectDebitKey | undefined): Stored {
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
