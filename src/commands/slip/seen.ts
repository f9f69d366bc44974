import { createHash } from 'node:crypto';
import type { Context } from '../../cli/context.js';
import { PayctlError } from '../../core/errors.js';
import { bangkokDateTime } from '../../core/time.js';
import { Untrusted } from '../../host/trust.js';

/**
 * Notes that the bank has confirmed a slip, and tells when it first did so on this machine: a slip
 * is good for one sale.
 */
export async function firstSeen(
  slip: { baseUrl: string; sendingBank: string; transRef: string },
  context: Context,
): Promise<string | undefined> {
  const words = [slip.baseUrl, slip.sendingBank, slip.transRef];
  const name = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
  try {
    const { slips } = await context.wiring.store();
    return await slips.firstSeen(name, bangkokDateTime(context.host.clock.now()));
  } catch (error) {
    if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await context.note(
      `warning: whether this slip was verified before is not known: ${error.message}`,
    );
    return undefined;
  }
}
