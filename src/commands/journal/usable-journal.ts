import type { Journal } from '../../journal/journal.js';
import type { Services } from '../../runtime/services.js';

/** Creates a missing directory, so that "no charges" is not said of one that cannot be read. */
export async function usableJournal(services: Services): Promise<Journal> {
  const journal = await services.journal();
  await journal.store.claims.prepare();
  return journal;
}
