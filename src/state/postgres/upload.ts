import { PayctlError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { storeClaims } from '../../messages/store-claims.js';
import { ClaimWriter, Displaced, type WriterContext } from './claim-writer.js';
import { readSpooledRevision, type SpooledRevision } from './own-revision.js';

/**
 * Uploads the outcomes that earlier runs of this machine could not bring to the store. Rejects with
 * UNAVAILABLE if it still cannot be reached: nothing may be decided before.
 */
export async function upload(to: Omit<WriterContext, 'sealer'>): Promise<void> {
  const { server, spool } = to;
  const names = spool.names();
  if (names.length === 0) return;
  const { store } = await server.greeting();
  const sealer = await server.sealer();
  for (const name of names) {
    const spooled = await readSpooled(name, to);
    if (spooled === undefined) continue;
    if (spooled.store !== store && spooled.store !== '') continue;
    try {
      await new ClaimWriter({ ...to, sealer }, spooled.own).upload();
      spool.remove(name);
    } catch (error) {
      if (!(error instanceof Displaced)) throw error;
      // Nothing was sent on it, so nothing is lost.
      if (spooled.sent) server.warn(storeClaims.outcomeStays(error.said));
      else spool.remove(name);
    }
  }
}

/** A value that cannot be opened stays in the spool, with a warning. */
async function readSpooled(
  name: string,
  { spool, server }: Pick<WriterContext, 'spool' | 'server'>,
): Promise<SpooledRevision | undefined> {
  try {
    const value = await spool.read(name);
    // Another process brought it to the store meanwhile.
    if (value === undefined) return undefined;
    const spooled = readSpooledRevision(value);
    if (spooled === undefined) server.warn(storeClaims.unreadable(visible(name)));
    return spooled;
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    server.warn(storeClaims.unopened(error.said));
    return undefined;
  }
}
