import { readPages } from '../../callbacks/stored.js';
import type { Journal } from '../../journal/journal.js';
import type { ConfirmedPayment, OwnCharge, Refund } from '../../reconcile/own.js';
import type { Services } from '../../runtime/services.js';
import type { InboxStore } from '../../state/inbox.js';

/** What this machine knows of payments at the bank of this run. */
export interface LocalKnowledge {
  charges: OwnCharge[];
  refunds: Refund[];
  confirmations: ConfirmedPayment[];
  journal: Journal;
  inbox: InboxStore;
}

export async function readLocalKnowledge(services: Services): Promise<LocalKnowledge> {
  const { resolved } = await services.profile();
  const journal = await services.journal();
  // "No charges" must be true: a missing directory counts as empty only if it can be made.
  await journal.store.claims.prepare();
  const { readCharges, toConfirmations } = await import('../../reconcile/own.js');
  const inbox = await services.inbox();
  const confirmations: ConfirmedPayment[] = [];
  for await (const { stored } of readPages(inbox)) confirmations.push(...toConfirmations(stored));
  return {
    ...(await readCharges(journal, resolved.values.baseUrl)),
    confirmations,
    journal,
    inbox,
  };
}
