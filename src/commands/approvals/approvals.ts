import { refuse as refuseProposal } from '../../approvals/decide.js';
import { presentProposal } from '../../approvals/presented.js';
import { listProposals, readProposal, waits } from '../../approvals/stored-proposals.js';
import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import { type PayctlError, usageError } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { approvalMessages as messages } from '../../messages/approvals.js';
import { proposalStates } from '../../messages/console-approvals.js';
import { openApprovals } from '../../runtime/approvals.js';
import { wait } from '../../runtime/call-parameters.js';
import { type Command, command } from '../../runtime/command.js';
import { argument, flag, option } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { noteText } from '../../runtime/value-parsers.js';
import { currentUser } from '../../runtime/who.js';
import { releaseAndSend } from './release.js';

const NAMES = { state: proposalStates };

const VIEW = {
  fields: ['id', 'operation', 'reference', 'amount', 'state', 'proposer.user', 'expires'],
  names: NAMES,
  keep: 5,
};

const list = command({
  words: ['approvals', 'list'],
  summary: 'what was proposed and how it stands, the newest first; asks no bank',
  parameters: { open: flag('--open', 'only what waits for a release, or for its end') },
  examples: ['payctl approvals list --open', 'payctl approvals list -o json'],
  dryRun: 'harmless',
  run: async (services, { open }) => ({
    rows: { items: shownProposals(services, open), isUniform: true },
    view: VIEW,
  }),
});

async function* shownProposals(services: Services, open: boolean): AsyncGenerator<Json> {
  const parts = await openApprovals(services);
  const onDamaged = ({ said }: PayctlError) => services.warn(said);
  for await (const one of listProposals(parts, onDamaged, { waiting: open })) {
    if (!open || waits(one)) yield presentProposal(one);
  }
}

const PROPOSE =
  'payctl --sandbox ewallet refund --tran-type W --out-trade-no SBXDEMO0001 --total-fee 100.00 --propose --note "came broken"';
const PROPOSED = [...TRADE_PAID, PROPOSE];
/** The embedded bank is always at the same address, and so is the proposal of the same charge. */
const EXAMPLE = '9ca8436afa044c95';

const ID = argument('id', 'of the proposal');

const show = command({
  words: ['approvals', 'show'],
  summary: 'a proposal, with exactly what its release would send; asks no bank',
  parameters: { id: ID },
  examples: [
    ...PROPOSED,
    `payctl --sandbox approvals show ${EXAMPLE}-1`,
    `payctl --sandbox approvals show ${EXAMPLE}-1 -o json`,
  ],
  dryRun: 'harmless',
  run: async (services, { id }) => ({
    data: presentProposal(await readProposal(await openApprovals(services), id)),
    view: { names: NAMES },
  }),
});

const release = command({
  words: ['approvals', 'release'],
  summary: 'send what somebody else proposed, exactly as it is shown, and once',
  notes: [
    'Refused (5) for whoever proposed it, and where it has expired, was refused or was changed; 12 where its reference was charged without it. What a killed release has left, the same command or journal recover ends, until it expires.',
    'Whoever uses the same account of the operating system on the same machine counts as the same person. Such an account can also change what lies in its files: there, approvals protect against mistakes only. For more, let people sign in to the console, or use machines of their own over a shared store.',
  ],
  parameters: {
    id: ID,
    note: option('--note <text>', 'why', noteText),
    waitMs: wait('inquire until final; after a lost answer 60s by default, 0 inquires once'),
  },
  examples: [
    `payctl --sandbox approvals release ${EXAMPLE}-1`,
    `payctl --sandbox approvals release ${EXAMPLE}-1 --note "seen in the shop" --yes`,
  ],
  run: releaseAndSend,
});

const refuse = command({
  words: ['approvals', 'refuse'],
  summary: 'say that a proposal is not to be sent; whoever made it may withdraw it so',
  parameters: { id: ID, note: option('--note <text>', 'why; required', noteText) },
  examples: [
    ...PROPOSED,
    `payctl --sandbox approvals refuse ${EXAMPLE}-1 --note "the amount is wrong"`,
    PROPOSE,
    `payctl --sandbox approvals refuse ${EXAMPLE}-3 --note "given back in cash"`,
  ],
  run: async (services, { id, note }) => {
    if (note === undefined) throw usageError(messages.refusalNeedsNote);
    const by = await currentUser(services);
    const parts = await openApprovals(services);
    const refused = await refuseProposal(parts, id, { by, note });
    return { data: presentProposal(refused), view: { names: NAMES } };
  },
});

export const commands: readonly Command[] = [list, show, release, refuse];
