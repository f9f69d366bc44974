import type { ForwardSettings } from '../../callbacks/forward.js';
import type { Context } from '../context.js';

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
