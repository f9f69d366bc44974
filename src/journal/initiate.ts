import type { Operation } from '../bank/define.js';
import type { Outcome } from '../client/outcome.js';
import { requireStack } from '../core/stack.js';
import type { ClaimPermission } from '../state/permission.js';
import type { TransferRecord } from '../state/store.js';
import { otherTransferKey } from '../state/transfer-line.js';
import {
  conflictingContents,
  initiatedBefore,
  initiatedOtherwise,
  initiatedTwice,
  recordedOutcome,
} from './answers.js';
import { buildIntent, type ChargeRequest } from './charge-request.js';
import { type Claim, claimFor } from './claim.js';
import { originalMetadata, recordable } from './codec.js';
import { addEntries, type History, readHistory } from './history.js';
import { type Attempt, type Entry, stamp } from './journal.js';
import { groupAttempts, strongestEvidence } from './state.js';
import { listTokenizerIds, readTokenizerId, refuseMismatch } from './transfer-record.js';

export interface Initiated {
  outcome: Outcome;
  /** When it was initiated; milliseconds since the epoch. */
  at: number;
}

/** As a charge; but it moves no money, so it needs only the permission to claim. */
export interface Initiation extends Omit<ChargeRequest, 'permission'> {
  permission: ClaimPermission;
}

/**
 * Initiates a transfer once for its reference; a repetition returns the first outcome, so that there is
 * one tokenizerId to confirm. An initiation moves no money and only its answer has the tokenizerId, so it
 * is recorded when that has come; one whose answer was lost may be made again. Rejects with PayctlError
 * CONFIG where the journal and its record do not agree.
 */
export async function initiateOnce(request: Initiation): Promise<Initiated> {
  requireStack();
  const { journal, caller, connection, operation, input, permission, options = {} } = request;
  permission.check();
  const claim = claimFor(connection.baseUrl, operation, input);
  const known = await findInitiated(request, claim);
  if (known) return { ...known, outcome: { ...known.outcome, replayed: true } };
  // Else a second transfer could be confirmed beside a first one that the store has lost.
  await journal.store.shared?.refuseForgetful();
  const { requestUId, method, grant, signal, stopping, onWait, turn, timeoutMs } = options;
  const creation: Operation = { ...operation, effect: 'create' };
  const call = { requestUId, method, grant, signal, stopping, onWait, turn, timeoutMs };
  const outcome = await caller.call(creation, input, call);
  const tokenizerId = readTokenizerId(outcome);
  const now = journal.clock.now();
  if (outcome.class !== 'SUCCESS' || tokenizerId === undefined) return { outcome, at: now };
  const { reference, contents } = claim;
  const record = { reference, contents, tokenizerId, at: new Date(now).toISOString() };
  const kept = await journal.store.transfers.keep(claim.key, record);
  // If another process was first, its transfer counts, and nobody ever gets the tokenizerId of ours.
  const mine = kept.tokenizerId === tokenizerId ? outcome : undefined;
  return (await findInitiated(request, claim, mine)) ?? { outcome, at: now };
}

/** The recorded initiation; adds it to the journal if a run died after it wrote the record. */
async function findInitiated(
  request: Initiation,
  claim: Claim,
  answer?: Outcome,
): Promise<Initiated | undefined> {
  const { journal } = request;
  for (;;) {
    const history = await readHistory(journal, claim.key);
    const record = await readRecord(request, claim);
    const attempt = groupAttempts(history.entries).at(-1);
    if (attempt) {
      const at = Date.parse(attempt.intent.at);
      const other = attempt.archived && (await readRecord(request, claim, otherTransferKey));
      const named = [...listTokenizerIds(history), ...(other ? [other.tokenizerId] : [])];
      const outcome =
        named.length > 1
          ? initiatedTwice(attempt.intent, named)
          : replayedOutcome(request, history, claim, attempt, record);
      return { outcome, at };
    }
    if (record === undefined) return undefined;
    const intent = buildIntent(request, claim);
    const at = Date.parse(record.at);
    if (record.contents !== claim.contents) {
      return { outcome: initiatedOtherwise(intent, record.at), at };
    }
    const outcome = answer ?? initiatedBefore(intent, record);
    const kept = recordable(outcome);
    const entries: Entry[] = [
      { ...intent, at: record.at, requestUId: outcome.request.requestUId },
      { type: 'outcome', ...stamp(journal), outcome: kept, ...originalMetadata(outcome) },
    ];
    const added = await addEntries(journal, history, entries);
    if (added === undefined) continue;
    return { outcome, at };
  }
}

function replayedOutcome(
  request: Initiation,
  history: History,
  claim: Claim,
  attempt: Attempt,
  record: TransferRecord | undefined,
): Outcome {
  const { journal, operation } = request;
  const outcome = recordedOutcome(attempt, strongestEvidence(journal, attempt), operation);
  refuseMismatch(journal, history.key, record, readTokenizerId(outcome) ?? '');
  return attempt.intent.contents === claim.contents
    ? outcome
    : conflictingContents(attempt, operation, buildIntent(request, claim));
}

async function readRecord(
  { journal }: Initiation,
  { key, reference }: Claim,
  place: (key: string) => string = (own) => own,
): Promise<TransferRecord | undefined> {
  const record = await journal.store.transfers.read(place(key));
  return record?.reference === reference ? record : undefined;
}
