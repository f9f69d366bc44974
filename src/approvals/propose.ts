import { inputText } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { fromPlain } from '../core/json.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { toBangkokTime } from '../core/time.js';
import { claimFor } from '../journal/claim.js';
import { mayRepeat } from '../journal/state.js';
import { approvalMessages as messages } from '../messages/approvals.js';
import { dates } from '../messages/dates.js';
import { addEvent } from '../state/desk-event.js';
import { type Who, whoText } from '../state/who.js';
import { type Proposal, type ProposedCall, proposalSubject, replayProposals } from './proposal.js';
import { type Approvals, findCharge, proposalStatus } from './state.js';

/** A charge that somebody wants. */
export interface NewProposal {
  operation: Operation;
  /** Checked fields, as they go on the wire. */
  input: Fields;
  call: ProposedCall;
  profile: string;
  baseUrl: string;
  /** In whose name, as `principalFingerprint` makes it. */
  principal: string;
  environment: 'test' | 'live';
  amount: string | undefined;
  by: Who;
  reason: string;
  /** How long it may be released. */
  lastsMs: number;
}

/**
 * Writes down what somebody wants sent; sends nothing. What is proposed already, and was neither refused
 * nor has expired, is the same proposal. Rejects with CONFLICT for other contents under its reference,
 * and where the reference was charged.
 */
export async function propose(parts: Approvals, wanted: NewProposal): Promise<Proposal> {
  const claim = claimFor(wanted.baseUrl, wanted.operation, wanted.input);
  const events = await addEvent(parts, proposalSubject(claim.key), async (before) => {
    const now = await parts.now();
    const last = replayProposals(before).at(-1);
    const status = last && (await proposalStatus(parts, last, now));
    const isTaken = last && status && !['refused', 'expired'].includes(status.state);
    const isSame = last?.contents === claim.contents && last.principal === wanted.principal;
    const name = chargeName(wanted.operation, claim.reference);
    if (isTaken && !isSame) throw conflictError(messages.proposedOtherwise(name, last.id), last.id);
    if (isTaken && last.release) return undefined;
    const charge = await findCharge(parts.journal, claim.key);
    if (charge && !mayRepeat(charge.evidence.state)) {
      throw chargedError(messages.chargedAlready, name, charge.attempt.intent);
    }
    if (isTaken) return undefined;
    return proposalEntry(wanted, claim, { now, expires: now + wanted.lastsMs });
  });
  const proposal = replayProposals(events).at(-1);
  if (proposal === undefined) throw new TypeError('a proposal that is not there');
  return proposal;
}

function proposalEntry(
  { operation, input, call, profile, baseUrl, principal, environment, ...wanted }: NewProposal,
  { key, reference, contents }: ReturnType<typeof claimFor>,
  { now, expires }: { now: number; expires: number },
) {
  const { amount, by, reason } = wanted;
  const payee = (operation.payee ?? []).flatMap((field) => {
    const value = inputText(input, field);
    return value ? [[field, value] as const] : [];
  });
  return {
    at: new Date(now).toISOString(),
    lasting: {
      type: 'proposed',
      operation: operation.id,
      ...{ reference, key, contents, profile, baseUrl, principal, environment },
      ...(amount !== undefined && { amount }),
      by: whoText(by),
      expires: new Date(expires).toISOString(),
    },
    details: {
      input: fromPlain(input),
      payee: Object.fromEntries(payee),
      reason,
      call: fromPlain(call),
    },
  };
}

/** The charge as a person names it. */
export function chargeName({ command }: Pick<Operation, 'command'>, reference: string): string {
  return `${command.join(' ')} ${visible(reference)}`;
}

function conflictError(why: PayctlError['said'], id: string): PayctlError {
  return new PayctlError('CONFLICT', why, { hint: payctl`approvals show ${id}` });
}

/** For a charge that was made without the proposal. */
export function chargedError(
  message: (charge: string, since: Message, user: string) => PayctlError['said'],
  name: string,
  { reference, at, user = '' }: { reference: string; at: string; user?: string },
): PayctlError {
  const since = dates.written(toBangkokTime(at) ?? visible(at));
  return new PayctlError('CONFLICT', message(name, since, visible(user)), {
    hint: payctl`journal show ${reference}`,
  });
}
