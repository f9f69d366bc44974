import { recordProposalEnd } from '../../approvals/decide.js';
import { listProposals } from '../../approvals/stored-proposals.js';
import { PayctlError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { approvalMessages as messages } from '../../messages/approvals.js';
import { openApprovals } from '../../runtime/approvals.js';
import { grantPermission } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import { checkUnchanged, sendReleased } from './release.js';

/** Which of them, as `journal recover` is asked. */
interface Wanted {
  reference: string | undefined;
  waitMs: number | undefined;
}

/**
 * Ends what was released, and of which a killed process left the charge unsent: the release that stands is
 * the yes to it. Only where it is for the bank of this profile, and not over files where it was released in
 * a shared store: several machines may have taken it along. The others are named. Charges that were sent are
 * asked about by recovery itself.
 */
export async function sendUnsent(services: Services, { reference, waitMs }: Wanted): Promise<void> {
  const parts = await openApprovals(services);
  const onDamaged = ({ said }: PayctlError) => services.warn(said);
  for await (const { proposal, state, outcome } of listProposals(parts, onDamaged, {
    waiting: true,
  })) {
    if (reference !== undefined && proposal.reference !== reference) continue;
    if (state !== 'released' || outcome || services.stopping.aborted) continue;
    const name = `${proposal.operation} ${visible(proposal.reference)}`;
    if (!parts.journal.store.shared && proposal.release?.by.machine !== undefined) {
      await services.warn(messages.releasedInStore(name, proposal.id));
      continue;
    }
    try {
      const profile = await services.profile();
      await checkUnchanged(
        services,
        await parts.journal.loadOperation(proposal.operation),
        proposal,
      );
      const permission = await grantPermission(services, profile);
      const ended = await sendReleased(services, parts, proposal, permission, waitMs);
      await services.note(messages.sentByRecovery(name, proposal.id, ended.class));
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      await services.warn(messages.stillUnsent(name, proposal.id, error.said));
    }
  }
}

/** Writes down how released proposals ended, once recovery has learnt it. */
export async function recordEnds(services: Services): Promise<void> {
  const parts = await openApprovals(services);
  // Damage was told of before.
  const onDamaged = async () => {};
  for await (const { proposal } of listProposals(parts, onDamaged, { waiting: true })) {
    if (proposal.release) await recordProposalEnd(parts, proposal.id);
  }
}
