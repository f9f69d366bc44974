import type { ForwardSettings } from '../../callbacks/forward.js';
import { opened } from '../../callbacks/open.js';
import type { Stored } from '../../callbacks/stored.js';
import type { Context } from '../../cli/context.js';

/** Opens what direct debit sends sealed, where the profile names the bank's key. */
export async function openerOf(context: Context): Promise<(stored: Stored) => Stored> {
  const { resolved } = await context.wiring.profile();
  if (resolved.values.ddPublicKey === undefined) return (stored) => stored;
  const { directDebitKeyFrom } = await import('../../config/connection.js');
  const key = directDebitKeyFrom(context.host, resolved)?.();
  return (stored) => opened(stored, key);
}

/** What forwarding to the application at this URL needs; sockets are opened at the first message. */
export async function forwardSettings(context: Context, url: string): Promise<ForwardSettings> {
  const { forwardTarget } = await import('../../callbacks/forward-target.js');
  const { gotTransport } = await import('../../client/transport-got.js');
  return {
    target: forwardTarget(url),
    transport: gotTransport(),
    clock: context.host.clock,
    signal: context.stopping,
  };
}
