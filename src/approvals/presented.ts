import { fromPlain, type JsonObject } from '../core/json.js';
import { channelDateTime } from '../core/time.js';
import { discreetText } from '../journal/notes.js';
import { whoText } from '../state/who.js';
import type { StoredProposal } from './stored-proposals.js';

/** A proposal for whoever reads it: exactly what will be sent, and how it stands. */
export function presentProposal({ proposal, state, outcome }: StoredProposal): JsonObject {
  const { id, operation, reference, amount, environment, proposer, expires, release } = proposal;
  const { input, payee, reason } = proposal.confidential ?? {};
  return {
    ...{ id, operation, reference, amount: amount ?? null },
    payee: payee ? fromPlain(payee) : null,
    environment,
    proposer: whoText(proposer),
    reason: reason === undefined ? null : discreetText(reason),
    state,
    expires: channelDateTime(Date.parse(expires)),
    releasedBy: release ? whoText(release.by) : null,
    outcome: outcome ? fromPlain(outcome) : null,
    input: input ?? null,
  };
}
