import { recordProposalEnd } from '../../approvals/decide.js';
import { listProposals } from '../../approvals/desk.js';
import { PayctlError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { approvalMessages as messages } from '../../messages/approvals.js';
import { openApprovals } from '../../runtime/approvals.js';
import type { Context } from '../../runtime/context.js';
import { grantPermission } from '../../runtime/safety.js';
import { checkUnchanged, sendReleased } from './release.js';

/** Which of them, as `journal recover` is asked. */
interface Wanted {
  reference: string | undefined;
  waitMs: number | undefined;
}

/**
 * Ends what was released, and of which a killed process left the charge unsent: the release that stands is
 * the yes to it. Only where it is for the bank of this profile; the others are named. Charges that were
 * sent are asked about by recovery itself.
 */
export async function sendUnsent(context: Context, { reference, waitMs }: Wanted): Promise<void> {
  const parts = await openApprovals(context);
  const onDamaged = ({ said }: PayctlError) => context.warn(said);
  for await (const { proposal, state, outcome } of listProposals(parts, onDamaged, {
    waiting: true,
  })) {
    if (reference !== undefined && proposal.reference !== reference) continue;
    if (state !== 'released' || outcome || context.stopping.aborted) continue;
    const name = `${proposal.operation} ${visible(proposal.reference)}`;
    try {
      const profile = await context.services.profile();
      await checkUnchanged(
        context,
        await parts.journal.loadOperation(proposal.operation),
        proposal,
      );
      const permission = await grantPermission(context, profile);
      const ended = await sendReleased(context, parts, proposal, permission, waitMs);
      await context.note(messages.sentByRecovery(name, proposal.id, ended.class));
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      await context.warn(messages.stillUnsent(name, proposal.id, error.said));
    }
  }
}

/** Writes down how released proposals ended, once recovery has learnt it. */
export async function recordEnds(context: Context): Promise<void> {
  const parts = await openApprovals(context);
  // Damage was told of before.
  const onDamaged = async () => {};
  for await (const { proposal } of listProposals(parts, onDamaged, { waiting: true })) {
    if (proposal.release) await recordProposalEnd(parts, proposal.id);
  }
}
