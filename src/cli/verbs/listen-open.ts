import { opened } from '../../callbacks/open.js';
import type { Stored } from '../../callbacks/stored.js';
import type { Context } from '../context.js';

/** Opens what direct debit sends sealed, where the profile names the bank's key. */
export async function openerOf(context: Context): Promise<(stored: Stored) => Stored> {
  const { resolved } = await context.wiring.profile();
  if (resolved.values.ddPublicKey === undefined) return (stored) => stored;
  const { directDebitKeyFrom } = await import('../../config/direct-debit-key.js');
  const key = directDebitKeyFrom(context.host, resolved)?.();
  return (stored) => opened(stored, key);
}
