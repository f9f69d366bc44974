import type { Context } from '../../cli/context.js';
import type { Journal } from '../../journal/journal.js';

/** "No charges" must be true: a directory that is not there counts as empty only where it can be made. */
export async function usableJournal({ services }: Context): Promise<Journal> {
  const journal = await services.journal();
  await journal.store.claims.prepare();
  return journal;
}
