import type { BankStatus } from '../bank/answers.js';
import type { Operation } from '../bank/define.js';
import type { Outcome } from '../client/outcome.js';
import { payctl } from '../core/command-line.js';
import { EXECUTED, PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { toBangkokTime } from '../core/time.js';
import { exhaustedBy } from '../host/disk.js';
import { charging } from '../messages/charging.js';
import { dates } from '../messages/dates.js';
import { unmasked } from './codec.js';
import { differencesBetween } from './differences.js';
import type { Archived, Attempt, Intent } from './journal.js';
import type { AttemptEvidence } from './state.js';

/** The charge as a person names it: `ewallet pay ABC123`. */
function chargeName(attempt: Attempt, operation: Operation | undefined): string {
  const { intent } = attempt;
  const words = operation?.command ?? [intent.operation];
  return `${words.join(' ')} ${visible(intent.reference)}`;
}

/** When the attempt began, as a person reads it. */
function startTime({ intent }: Attempt): Message {
  return dates.written(toBangkokTime(intent.at) ?? visible(intent.at));
}

/** An inquiry proved how the charge ended, or that the bank has it and it is not final. */
export function learntOutcome(
  attempt: Attempt,
  operation: Operation,
  bankStatus: BankStatus,
  inquiry: Outcome,
): Outcome {
  const { class: kind, state, code, reason } = bankStatus;
  const { http, status, data, raw } = inquiry;
  const name = chargeName(attempt, operation);
  const word = state && visible(state);
  const why = reason && visible(reason);
  const outcome: Outcome = {
    ...requestFacts(attempt),
    class: kind,
    executed: EXECUTED[kind],
    message: charging.inItsWord(MESSAGES[kind](name), word, why),
    recovered: true,
  };
  if (http) outcome.http = http;
  if (status) outcome.status = status;
  if (data !== undefined) outcome.data = data;
  if (raw) outcome.raw = raw;
  if (state !== undefined) outcome.state = state;
  if (code !== undefined) outcome.code = code;
  if (kind === 'PENDING') outcome.hint = recoverHint(attempt);
  return outcome;
}

const MESSAGES: Readonly<Record<BankStatus['class'], (name: string) => Message>> = {
  SUCCESS: charging.confirmed,
  PARTIAL: charging.inPart,
  REJECTED: charging.refused,
  PENDING: charging.notFinal,
};

/** Proven by absence: the same reference may be used again. */
export function neverExecuted(attempt: Attempt, operation: Operation): Outcome {
  return {
    ...requestFacts(attempt),
    class: 'UNAVAILABLE',
    executed: 'no',
    message: charging.neverExecuted(chargeName(attempt, operation)),
  };
}

export function outcomeStillUnknown(
  attempt: Attempt,
  operation: Operation | undefined,
  why: Message,
  hint: Message,
): Outcome {
  const { ending } = attempt;
  const lost = ending?.outcome.class === 'OUTCOME_UNKNOWN' ? ending.outcome : undefined;
  return {
    ...lost,
    ...requestFacts(attempt),
    class: 'OUTCOME_UNKNOWN',
    executed: 'unknown',
    message: lost
      ? charging.afterwards(lost.message, why)
      : charging.unknown(chargeName(attempt, operation), why),
    hint,
  };
}

/** The bank has it, not final; another inquiry will tell. */
export function outcomeStillPending(attempt: Attempt, operation: Operation): Outcome {
  const { ending, inquiries } = attempt;
  const state = inquiries.findLast(({ found }) => found === 'pending')?.state;
  const outcome: Outcome = {
    ...(ending?.outcome.class === 'PENDING' ? ending.outcome : {}),
    ...requestFacts(attempt),
    class: 'PENDING',
    executed: 'unknown',
    message: MESSAGES.PENDING(chargeName(attempt, operation)),
    hint: recoverHint(attempt),
  };
  if (state !== undefined) outcome.state = state;
  return outcome;
}

export function notSent(intent: Intent, why: Message): Outcome {
  return { ...requestFacts({ intent }), class: 'UNAVAILABLE', executed: 'no', message: why };
}

/** Before a charge that a person settled is sent again, the bank must be asked, and could not be. */
export function notAsked(attempt: Attempt, operation: Operation, why: Message): Outcome {
  const name = chargeName(attempt, operation);
  return {
    ...notSent(attempt.intent, charging.mustAskAgain(name, why)),
    hint: charging.runAgainLater,
  };
}

/** The message of an unforeseen error is not shown: it may hold a credential. */
export function failedHereError(error: unknown): PayctlError {
  if (error instanceof PayctlError) return error;
  const name = error instanceof Error ? error.name : undefined;
  return (
    exhaustedBy(error) ??
    new PayctlError('INTERNAL', charging.failedBefore(name), { executed: 'no' })
  );
}

/** This program failed after it may have been sent. */
export function outcomeUnknownLocally(intent: Intent): Outcome {
  const message = charging.failedAfter;
  return { ...requestFacts({ intent }), class: 'OUTCOME_UNKNOWN', executed: 'unknown', message };
}

/** The outcome as recorded in the journal; of an archived charge only how it ended. */
export function recordedOutcome(
  attempt: Attempt,
  evidence: AttemptEvidence,
  operation: Operation | undefined,
): Outcome {
  const outcome = endOutcome(attempt, evidence, operation);
  return attempt.archived ? { ...outcome, remark: whereArchived(attempt.archived) } : outcome;
}

function whereArchived({ file }: Archived): Message {
  return file === '' ? charging.givenUp : charging.archived(visible(file));
}

function endOutcome(
  attempt: Attempt,
  { state, outcome, original, recovered }: AttemptEvidence,
  operation: Operation | undefined,
): Outcome {
  if (outcome) return { ...unmasked(outcome, original), ...(recovered && { recovered }) };
  const executed = state === 'settled-executed';
  const note = visible(attempt.settlement?.note ?? '');
  return {
    ...requestFacts(attempt),
    class: executed ? 'SUCCESS' : 'UNAVAILABLE',
    executed: executed ? 'yes' : 'no',
    message: charging.settled(chargeName(attempt, operation), executed, note),
  };
}

/** `wanted` would reuse the reference of another charge. */
export function conflictingContents(
  attempt: Attempt,
  operation: Operation,
  wanted: Intent,
): Outcome {
  const { archived } = attempt;
  const { amount, input, profile } = attempt.intent;
  const before = amount && visible(amount);
  const how = archived
    ? whereArchived(archived)
    : differencesBetween(input, wanted.input, operation);
  const show = payctl`journal show ${wanted.reference}`;
  return {
    ...requestFacts(attempt),
    class: 'CONFLICT',
    executed: 'no',
    message: charging.usedWithOther(
      chargeName(attempt, operation),
      startTime(attempt),
      before,
      how,
    ),
    hint: profile === 'sandbox' ? charging.showOrReset(show) : show.inCode(resolvedInCode(attempt)),
  };
}

/** As `conflictingContents`, for an initiation whose run died before the journal had it. */
export function initiatedOtherwise(intent: Intent, since: string): Outcome {
  return {
    ...requestFacts({ intent }),
    class: 'CONFLICT',
    executed: 'no',
    message: charging.usedOtherwise(`${intent.operation} ${visible(intent.reference)}`, since),
    hint: charging.anotherId,
  };
}

/** Machines initiated transfers under one reference before they shared a store. */
export function initiatedTwice(intent: Intent, tokenizerIds: readonly string[]): Outcome {
  const name = `${intent.operation} ${visible(intent.reference)}`;
  return {
    ...requestFacts({ intent }),
    class: 'CONFLICT',
    executed: 'no',
    message: charging.initiatedTwice(name, tokenizerIds.map(visible).join(', ')),
    hint: charging.askAboutEach,
  };
}

/** An initiation whose run died after its record was written and before the journal had it. */
export function initiatedBefore(intent: Intent, { tokenizerId }: { tokenizerId: string }): Outcome {
  return {
    ...requestFacts({ intent }),
    class: 'SUCCESS',
    executed: 'yes',
    message: charging.initiatedBefore(`${intent.operation} ${visible(intent.reference)}`),
    data: { tokenizerId },
  };
}

export function inFlight(attempt: Attempt, operation: Operation | undefined): Outcome {
  const { by, reference } = attempt.intent;
  return {
    ...requestFacts(attempt),
    class: 'CONFLICT',
    executed: 'unknown',
    message: charging.inFlight(chargeName(attempt, operation), by.pid, startTime(attempt)),
    hint: payctl`journal show ${reference}`.inCode(resolvedInCode(attempt)),
  };
}

export function recoverHint({ intent }: Pick<Attempt, 'intent'>): Message {
  return payctl`journal recover --ref ${intent.reference}`.inCode(resolvedInCode({ intent }));
}

function resolvedInCode({ intent }: Pick<Attempt, 'intent'>): string {
  return `await payments.resolve(${JSON.stringify(visible(intent.reference))})`;
}

export function settleHint({ intent }: { intent: Pick<Intent, 'reference'> }): Message {
  const { reference } = intent;
  return payctl`journal settle ${reference} --as executed|not-executed --note TEXT`.inCode(
    charging.settleByHand(reference),
  );
}

function requestFacts({ intent }: Pick<Attempt, 'intent'>): Pick<Outcome, 'operation' | 'request'> {
  const { operation, method, requestUId, baseUrl, path } = intent;
  return { operation, request: { method, url: baseUrl + path, requestUId } };
}
