import { expiryCheck, recordProposalEnd, releasable, release } from '../../approvals/decide.js';
import { presentProposal } from '../../approvals/presented.js';
import { type Proposal, principalFingerprint } from '../../approvals/proposal.js';
import type { Approvals } from '../../approvals/state.js';
import type { StoredProposal } from '../../approvals/stored-proposals.js';
import { checkInput } from '../../bank/check.js';
import type { Operation } from '../../bank/define.js';
import type { Outcome } from '../../client/outcome.js';
import { payctl } from '../../core/command-line.js';
import { isExitClass, PayctlError, usageError } from '../../core/errors.js';
import { tolerate } from '../../core/tolerate.js';
import { claimFor } from '../../journal/claim.js';
import { addNote } from '../../journal/notes.js';
import { approvalMessages as messages } from '../../messages/approvals.js';
import { openApprovals } from '../../runtime/approvals.js';
import type { Result } from '../../runtime/command.js';
import { guard } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import { currentUser } from '../../runtime/who.js';
import type { ChargePermission } from '../../state/permission.js';

interface Given {
  id: string;
  note: string | undefined;
  waitMs: number | undefined;
}

/** Releases a proposal and makes its charge. All that could refuse it is asked before the release is written. */
export async function releaseAndSend(
  services: Services,
  { id, note = '', waitMs }: Given,
): Promise<Result> {
  const parts = await openApprovals(services);
  const by = await currentUser(services);
  const stored = await releasable(parts, id, by);
  if (stored.state === 'done') return releasedResult(await recordProposalEnd(parts, id));
  const { proposal } = stored;
  const profile = await services.profile();
  const operation = await parts.journal.loadOperation(proposal.operation);
  await checkUnchanged(services, operation, proposal);
  const { amount, confidential } = proposal;
  const permission = await guard(services, operation, confidential?.input ?? {}, {
    ...profile,
    amount,
  });
  const released = await release(parts, stored, { by, note });
  const outcome = await sendReleased(services, parts, released, permission, waitMs);
  return { data: presentProposal(await recordEnd(services, parts, id)), outcome };
}

/** The end of one that was sent before, as it ended then. */
function releasedResult(stored: StoredProposal): Result {
  const exit = stored.outcome?.class;
  return { data: presentProposal(stored), ...(isExitClass(exit) && { exit }) };
}

/** Makes the charge of a released proposal, or learns how it ended: the claim lets it out once, whoever comes. */
export async function sendReleased(
  services: Services,
  parts: Approvals,
  { id, operation, proposer, release: decision, confidential, ...proposal }: Proposal,
  permission: ChargePermission,
  waitMs: number | undefined,
): Promise<Outcome> {
  if (!decision || !confidential) throw new TypeError('a proposal that was not released');
  const { input, call, reason } = confidential;
  const { journal } = parts;
  const { reference, baseUrl } = proposal;
  const note = { reference, baseUrl, by: proposer, text: reason, operation };
  await addNote({ ...parts, clock: journal.clock }, note);
  return services.charge(await journal.loadOperation(operation), input, permission, {
    ...call,
    waitMs,
    ...(proposal.amount !== undefined && { amount: proposal.amount }),
    proposal: { id, proposedBy: proposer, releasedBy: decision.by },
    refusal: await expiryCheck(parts, { ...proposal, id, operation, proposer }),
  });
}

/** The proposal as it is after its charge. What cannot be written down now is found in the journal later. */
function recordEnd(services: Services, parts: Approvals, id: string): Promise<StoredProposal> {
  return tolerate(
    () => recordProposalEnd(parts, id),
    async ({ said }) => {
      await services.warn(messages.endNotWritten(id, said));
      const { readProposal } = await import('../../approvals/stored-proposals.js');
      return readProposal(parts, id);
    },
  );
}

/** Throws where what was proposed is for another bank, or is not what the bank or the guards take now. */
export async function checkUnchanged(
  services: Services,
  operation: Operation,
  { id, key, contents, environment, profile, baseUrl, principal, confidential }: Proposal,
): Promise<void> {
  const { host, warn } = services;
  const { settings, environment: now } = await services.profile();
  const { input = {}, call } = confidential ?? {};
  const connection = await services.connection();
  const own = claimFor(connection.baseUrl, operation, input);
  const withItsProfile = payctl.on(profile)`approvals release ${id}`;
  if (own.key !== key && claimFor(baseUrl, operation, input).key === key) {
    throw usageError(messages.otherBank(id, baseUrl), withItsProfile);
  }
  if (own.key !== key || own.contents !== contents) throw refusedError(messages.otherContents(id));
  if (environment !== now) throw refusedError(messages.otherEnvironment(id, environment, now));
  if (principalFingerprint(connection, call?.grant) !== principal) {
    throw usageError(messages.otherPrincipal(id, profile), withItsProfile);
  }
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const moment = host.clock.now();
  const checked = checkInput(operation, input, { environment, now: moment, outTradeNoPrefix });
  if (!checked.ok) throw refusedError(messages.invalidNow(id), checked.problems);
  for (const warning of checked.warnings) await warn(warning);
}

function refusedError(why: PayctlError['said'], details?: unknown): PayctlError {
  return new PayctlError('REJECTED', why, { hint: messages.proposeAnew, details });
}
