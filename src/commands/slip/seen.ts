import type { Context } from '../../cli/context.js';
import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { bangkokDateTime } from '../../core/time.js';
import { Untrusted } from '../../host/trust.js';

/**
 * Notes that the bank has confirmed a slip, and tells when it first did so on this machine: a slip
 * is good for one sale. A file for each, named by a hash, so that processes need no lock.
 */
export async function firstSeen(
  slip: { baseUrl: string; sendingBank: string; transRef: string },
  context: Context,
): Promise<string | undefined> {
  const { files, clock } = context.host;
  const directory = `${context.wiring.paths.state}/slips`;
  const words = [slip.baseUrl, slip.sendingBank, slip.transRef];
  const name = sha256(JSON.stringify(words)).slice(0, 32);
  const path = `${directory}/${name}`;
  try {
    files.makeDirectory(directory);
    const now = `${bangkokDateTime(clock.now())}\n`;
    if (files.create(path, new TextEncoder().encode(now))) return undefined;
    return new TextDecoder().decode(files.read(path)).trim();
  } catch (error) {
    if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await context.note(
      `warning: whether this slip was verified before is not known: ${error.message}`,
    );
    return undefined;
  }
}
