import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { visible } from '../core/text.js';
import { approvalMessages as messages } from '../messages/approvals.js';
import { deskMessages } from '../messages/desk.js';
import { wording } from '../messages/wording.js';
import type { DeskEvent, DeskPlace, DeskSubject } from '../state/desk.js';
import { addEvent, type NewEntry } from '../state/desk-event.js';
import { changedError, type Proposal, parseProposalId, replayProposals } from './proposal.js';
import { type Approvals, type ProposalStatus, proposalStatus } from './state.js';

/** A proposal as it is now. */
export interface StoredProposal extends ProposalStatus {
  proposal: Proposal;
}

/** Rejects with NOT_FOUND, and with REJECTED where what was said of it was changed. */
export async function readProposal(parts: Approvals, id: string): Promise<StoredProposal> {
  return findProposal(await readProposals(parts, knownSubject(id)), id);
}

/**
 * Adds what `next` makes of a proposal as it is, and resolves to it as it is then; undefined adds nothing.
 * Rejects as `readProposal` does.
 */
export async function changeProposal(
  parts: Approvals,
  id: string,
  next: (stored: StoredProposal) => Promise<NewEntry | undefined>,
): Promise<StoredProposal> {
  const events = await addEvent(parts, knownSubject(id), async (before) =>
    next(findProposal(await withStatus(parts, before), id)),
  );
  return findProposal(await withStatus(parts, events), id);
}

function knownSubject(id: string): DeskSubject {
  const subject = parseProposalId(id);
  if (subject === undefined) throw unknownError(id);
  return subject;
}

function findProposal(all: readonly StoredProposal[], id: string): StoredProposal {
  const found = all.find(({ proposal }) => proposal.id === id);
  if (found === undefined) throw unknownError(id);
  return found;
}

function unknownError(id: string): PayctlError {
  return new PayctlError('NOT_FOUND', messages.unknown(visible(id)), {
    hint: wording.pageOfMenu(payctl`approvals list`),
  });
}

/** The proposals of a charge, the oldest first. */
async function readProposals(parts: Approvals, subject: DeskSubject): Promise<StoredProposal[]> {
  const { events, isWhole } = await parts.desk.read(subject);
  if (!isWhole) throw changedError(subject.subject, deskMessages.newestDiffers);
  return withStatus(parts, events);
}

async function withStatus(
  parts: Approvals,
  events: readonly DeskEvent[],
): Promise<StoredProposal[]> {
  const now = await parts.now();
  const stored: StoredProposal[] = [];
  const proposals = replayProposals(events);
  for (const proposal of proposals) {
    const status = await proposalStatus(parts, proposal, now);
    const isNewest = proposal === proposals.at(-1);
    // Where something was proposed in its place, it was not sent in time.
    const isPassed = !isNewest && !proposal.refusal && !proposal.ended;
    stored.push({ ...(isPassed ? { state: 'expired' } : status), proposal });
  }
  return stored;
}

const PAGE = 100;

/**
 * Proposals, those of which something was said last first. `waiting`: those that wait for somebody, and
 * released ones whose end nobody has written down. `onDamaged` hears of what was changed.
 */
export async function* listProposals(
  parts: Approvals,
  onDamaged: (why: PayctlError) => Promise<void>,
  { waiting = false }: { waiting?: boolean } = {},
): AsyncGenerator<StoredProposal> {
  const openAt = waiting ? await parts.now() : undefined;
  let after: DeskPlace | undefined;
  do {
    const page = await parts.desk.list({ kind: 'proposal', openAt, after, limit: PAGE });
    for (const { subject } of page) {
      const all = await soundProposals(parts, subject, onDamaged);
      yield* waiting ? all.slice(-1) : all.reverse();
    }
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after);
}

async function soundProposals(
  parts: Approvals,
  subject: string,
  onDamaged: (why: PayctlError) => Promise<void>,
): Promise<StoredProposal[]> {
  try {
    return await readProposals(parts, { kind: 'proposal', subject });
  } catch (error) {
    if (!(error instanceof PayctlError) || error.exitClass !== 'REJECTED') throw error;
    await onDamaged(error);
    return [];
  }
}

/** Somebody has something to do about it: release or refuse it, or end what was released. */
export function waits({ state }: ProposalStatus): boolean {
  return state === 'open' || state === 'released';
}
