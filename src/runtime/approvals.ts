import { presentProposal } from '../approvals/presented.js';
import { principalFingerprint } from '../approvals/proposal.js';
import { propose } from '../approvals/propose.js';
import type { Approvals } from '../approvals/state.js';
import { readProposal } from '../approvals/stored-proposals.js';
import type { Fields, Operation } from '../bank/define.js';
import { payctl } from '../core/command-line.js';
import { withoutUndefined } from '../core/fields.js';
import { approvalMessages as messages } from '../messages/approvals.js';
import type { CallValues, Proposing } from './call-parameters.js';
import type { Result } from './command.js';
import { checkAmount } from './safety.js';
import type { Services } from './services.js';
import { currentUser } from './who.js';

/** The parts that read and write proposals. */
export async function openApprovals(services: Services): Promise<Approvals> {
  const { host, stopping } = services;
  const journal = await services.journal();
  const { shared } = journal.store;
  return {
    desk: await services.desk(),
    journal,
    ...{ random: host.random, stopping },
    now: async () => (shared ? (await shared.moment()).at : host.clock.now()),
  };
}

/** In place of sending a checked call: writes down what is to be sent, for a second person to release. */
export async function proposeCall(
  operation: Operation,
  input: Fields,
  services: Services,
  { proposing, expectAmount, method, grant }: CallValues & { proposing: Proposing },
  amount: string | undefined,
): Promise<Result> {
  const { requestUId } = services.options;
  await checkAmount(expectAmount, amount);
  const { name: profile, environment } = await services.profile();
  const connection = await services.connection();
  const { baseUrl } = connection;
  // What this machine may not charge, it does not propose.
  (await services.claimPermission()).check();
  const parts = await openApprovals(services);
  const { id } = await propose(parts, {
    ...{ operation, input, profile, baseUrl, environment, amount },
    principal: principalFingerprint(connection, grant),
    call: withoutUndefined({ method, grant, requestUId }),
    by: await currentUser(services),
    ...proposing,
  });
  await services.note(messages.proposed(payctl`approvals release ${id}`));
  const { id: proposal, ...shown } = presentProposal(await readProposal(parts, id));
  return { data: { proposal: proposal ?? id, ...shown } };
}
