import { jsonText } from '../core/json.js';
import { Message } from '../core/message.js';
import type { Desk } from '../state/desk.js';
import { readEvent } from '../state/desk-event.js';
import type { Proposal } from './proposal.js';

/**
 * Forgets what was proposed to an embedded bank that was reset. Never for another bank: who released what
 * there has to stay known.
 */
export async function forgetProposals(
  desk: Pick<Desk, 'all' | 'forget'>,
  isTheirs: (made: Pick<Proposal, 'baseUrl' | 'principal'>) => boolean,
): Promise<void> {
  const found: string[] = [];
  for await (const page of desk.all()) {
    for (const event of page) {
      // All proposals of a charge are made to the same bank.
      if (event.kind !== 'proposal' || event.seq !== 1) continue;
      const entry = readEvent(event, undefined);
      if (entry instanceof Message) continue;
      const [baseUrl = '', principal = ''] = [entry.lasting.baseUrl, entry.lasting.principal].map(
        jsonText,
      );
      if (isTheirs({ baseUrl, principal })) found.push(event.subject);
    }
  }
  await desk.forget('proposal', found);
}
