import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import type { Message } from '../core/message.js';
import { elapsed, toBangkokTime } from '../core/time.js';
import { mayRepeat } from '../journal/state.js';
import { approvalMessages as messages } from '../messages/approvals.js';
import { charging } from '../messages/charging.js';
import { dates } from '../messages/dates.js';
import type { NewEntry } from '../state/desk-event.js';
import { displayName, isSamePerson, type Who, whoText } from '../state/who.js';
import type { Proposal } from './proposal.js';
import { chargedError, chargeName } from './propose.js';
import { type Approvals, findCharge } from './state.js';
import { changeProposal, readProposal, type StoredProposal } from './stored-proposals.js';

/** Who decides, and why. */
export interface DecisionInput {
  by: Who;
  note: string;
}

/**
 * The proposal, where this person may release it now: it is another one than who proposed it, and nobody
 * has refused it. One that was released already may be released again: its charge is then sent, or asked
 * about, as the release that stands says. Rejects with REJECTED where not, and with CONFLICT where its
 * reference was charged without it.
 */
export async function releasable(parts: Approvals, id: string, by: Who): Promise<StoredProposal> {
  const stored = await readProposal(parts, id);
  await checkReleasable(parts, stored, by);
  return stored;
}

async function checkReleasable(parts: Approvals, stored: StoredProposal, by: Who): Promise<void> {
  const { proposal, state } = stored;
  const { id, proposer, confidential } = proposal;
  if (state === 'refused' || state === 'expired') throw overAlreadyError(stored);
  if (isSamePerson(proposer, by)) {
    const withdraw = payctl`approvals refuse ${id} --note TEXT`;
    throw rejectedError(messages.ownProposal(id), messages.anotherPerson(withdraw));
  }
  if (!confidential) throw rejectedError(messages.erased(id), messages.proposeAnew);
  if (state !== 'done') await refuseCharged(parts, proposal);
}

/** Throws CONFLICT where its reference was charged, and not by this proposal. */
async function refuseCharged({ journal }: Approvals, proposal: Proposal): Promise<void> {
  const charge = await findCharge(journal, proposal.key);
  if (charge === undefined || mayRepeat(charge.evidence.state)) return;
  const { intent } = charge.attempt;
  if (intent.proposal?.id === proposal.id && intent.contents === proposal.contents) return;
  const operation = await journal.loadOperation(proposal.operation);
  const name = chargeName(operation, proposal.reference);
  throw chargedError(messages.chargedWithout, name, intent);
}

/**
 * Writes the release down, unless one stands. To be called with what `releasable` returned, once all that
 * could refuse the charge has been asked: from then on it is sent, by whoever comes first.
 */
export async function release(
  parts: Approvals,
  { proposal: { id } }: StoredProposal,
  { by, note }: DecisionInput,
): Promise<Proposal> {
  // On a server that may have lost a refusal nothing is released.
  await parts.journal.store.shared?.refuseForgetful();
  const { proposal } = await changeProposal(parts, id, async (stored) => {
    await checkReleasable(parts, stored, by);
    if (stored.proposal.release) return undefined;
    const lasting = { type: 'released', by: whoText(by) };
    return newEvent(parts, stored, lasting, { note });
  });
  return proposal;
}

/** Writes down that it is not to be sent; whoever proposed it may withdraw it so. Rejects with REJECTED where it was released, refused or has expired. */
export function refuse(
  parts: Approvals,
  id: string,
  { by, note }: DecisionInput,
): Promise<StoredProposal> {
  return changeProposal(parts, id, async (stored) => {
    if (stored.state !== 'open') throw overAlreadyError(stored);
    return newEvent(parts, stored, { type: 'refused', by: whoText(by) }, { note });
  });
}

/** Writes down how a released proposal ended, once that is final, so that nobody has to look for it again. */
export function recordProposalEnd(parts: Approvals, id: string): Promise<StoredProposal> {
  return changeProposal(parts, id, async (stored) => {
    const end = endingEvent(stored);
    return end && newEvent(parts, stored, end, {});
  });
}

/** undefined where it has not ended, or that was written down. */
function endingEvent({ proposal, state, outcome }: StoredProposal): JsonObject | undefined {
  if (!proposal.release || proposal.ended || proposal.isLapsed) return undefined;
  if (state === 'expired') return { type: 'lapsed' };
  return state === 'done' && outcome ? { type: 'ended', class: outcome.class } : undefined;
}

async function newEvent(
  { now }: Approvals,
  { proposal: { id, operation, reference, amount, profile } }: StoredProposal,
  lasting: JsonObject,
  details: JsonObject,
): Promise<NewEntry> {
  const about = { id, operation, reference, profile, ...(amount !== undefined && { amount }) };
  const at = new Date(await now()).toISOString();
  return { at, lasting: { ...lasting, ...about }, details };
}

/** Why it must not be sent any more, to be asked right before the first byte; undefined while it may. */
export async function expiryCheck(
  { journal, now }: Approvals,
  { id, expires }: Proposal,
): Promise<() => Message | undefined> {
  const passed = elapsed(journal);
  const leftMs = Date.parse(expires) - (await now());
  return () => {
    const ms = passed();
    if (ms === undefined) return charging.clocksDisagree;
    return ms < leftMs ? undefined : messages.expired(id, displayTime(expires));
  };
}

function overAlreadyError({ proposal, state }: StoredProposal): PayctlError {
  const { id, refusal, release, expires } = proposal;
  if (state === 'expired')
    return rejectedError(messages.expired(id, displayTime(expires)), messages.proposeAnew);
  if (refusal) {
    return rejectedError(
      messages.refused(id, displayName(refusal.by), displayTime(refusal.at)),
      messages.proposeAnew,
    );
  }
  const by = release ? displayName(release.by) : '';
  return rejectedError(
    messages.released(id, by, displayTime(release?.at ?? '')),
    payctl`approvals show ${id}`,
  );
}

function rejectedError(why: Message, hint: Message): PayctlError {
  return new PayctlError('REJECTED', why, { hint });
}

function displayTime(text: string): Message {
  return dates.written(toBangkokTime(text) ?? text);
}
