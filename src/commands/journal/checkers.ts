import type { Checkers } from '../../journal/verify.js';
import type { Context } from '../../runtime/context.js';

/** Threads that read the files of the journal; a shared store, or one in memory, is none of theirs. */
export async function openCheckers({
  host,
  services,
}: Pick<Context, 'host' | 'services'>): Promise<Checkers | undefined> {
  const isElsewhere = (await services.server()) ?? (await services.recording()).memory;
  return isElsewhere ? undefined : host.openThreads?.('verifier', services.paths.state);
}
