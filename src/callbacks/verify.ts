import { checkInput } from '../bank/check.js';
import { EVENT_ECHOES, eventShape } from '../bank/events.js';
import { loadOperation, loadReferences } from '../bank/families.js';
import { disagreement } from '../bank/questions.js';
import type { PaymentRecord, Question } from '../bank/reference.js';
import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { withoutUndefined } from '../core/fields.js';
import { at, type Json, jsonText } from '../core/json.js';
import { Message } from '../core/message.js';
import { compareAmounts } from '../core/money.js';
import { bangkokDate } from '../core/time.js';
import { tolerate } from '../core/tolerate.js';
import { confirmations } from '../messages/confirmations.js';
import type { MessageJudgement } from '../state/inbox.js';
import { type Confirmation, field } from './confirmation.js';

/** As a judgement, before its reason is kept. */
export type VerifiedMessage = Omit<MessageJudgement, 'type' | 'reason'> & { reason: Message };

interface Verifier {
  caller: Pick<Caller, 'call'>;
  /** What the partner knows of itself is taken from here before it is taken from a message. */
  profile: { environment: 'test' | 'live'; settings(name: string): string | undefined };
  /** Milliseconds since the epoch. */
  now: number;
  signal: AbortSignal;
}

/**
 * Asks the bank about the payment that a message tells of. `verified` only where the bank has a paid
 * record of it with the same transaction and amount; `contradicted` where its record says otherwise;
 * without a record the message stays a hint, because forged and early ones look alike.
 */
export async function verify(
  verifier: Verifier,
  confirmation: Confirmation,
): Promise<VerifiedMessage> {
  // Without one, a copy of a real payment's message would pass for a second payment.
  if (field(confirmation, 'transactionId') === undefined)
    return hint(confirmations.noTransactionId);
  const questions = await questionsFor(verifier, confirmation);
  let answer: VerifiedMessage = hint(confirmations.noInquiry);
  for (const question of questions) {
    const outcome = await ask(verifier, question);
    if (outcome instanceof Message) return hint(outcome);
    answer = await judgePayment(confirmation, question, outcome);
    if (outcome.class === 'SUCCESS' || outcome.state !== undefined) return answer;
  }
  return answer;
}

/** A search would say no more than the inquiry does. */
async function questionsFor(verifier: Verifier, confirmation: Confirmation): Promise<Question[]> {
  const { reference, known, own } = eventShape(confirmation.kind);
  const value = reference && field(confirmation, reference.in);
  if (reference === undefined || value === undefined) return [];
  const { settings } = verifier.profile;
  const fieldsAt = (names: Readonly<Record<string, string>> = {}, first?: typeof settings) =>
    Object.fromEntries(
      Object.entries(names).map(([name, at]) => [name, first?.(name) ?? field(confirmation, at)]),
    );
  const date = bangkokDate(confirmation.paidAt ?? verifier.now);
  const context = {
    now: verifier.now,
    settings,
    known: withoutUndefined({ date, ...fieldsAt(known), ...fieldsAt(own, settings) }),
  };
  const kinds = await loadReferences();
  const questions =
    kinds.find(({ field: name }) => name === reference.field)?.ask?.(value, context) ?? [];
  return questions.filter(({ kind }) => kind !== 'search');
}

/** The outcome, or why the question cannot be asked. */
async function ask(
  verifier: Verifier,
  { operation: id, input }: Question,
): Promise<Outcome | Message> {
  const { caller, profile, now, signal } = verifier;
  const operation = await loadOperation(id);
  const checked = checkInput(operation, withoutUndefined(input), {
    environment: profile.environment,
    now,
  });
  // What fails on this machine, such as the program that prints the secret, may work for the next one.
  if (checked.ok) {
    return tolerate<Outcome, Message>(
      () => caller.call(operation, checked.value, { signal }),
      ({ said }) => said,
    );
  }
  const [problem] = checked.problems;
  return confirmations.cannotInquire(problem?.field ?? '', problem?.message ?? '');
}

async function judgePayment(
  confirmation: Confirmation,
  question: Question,
  outcome: Outcome,
): Promise<VerifiedMessage> {
  const { class: end, state, data = null } = outcome;
  if (end !== 'SUCCESS') {
    if (state === undefined) return hint(outcome.message);
    const reason = confirmations.bankSays(state);
    return end === 'REJECTED' ? contradicted(reason) : hint(reason);
  }
  const records = Array.isArray(data) ? data : [data];
  const { readPayments } = await loadOperation(question.operation);
  const payments = readPayments?.(data, end, question.input) ?? [];
  const isNamed = (one: Json) => Boolean(jsonText(at(one, 'transactionId')));
  const index = records.findIndex(
    (one) => isNamed(one) && findDifference(confirmation, one, ['transactionId']) === undefined,
  );
  const record = records[index];
  if (record !== undefined) return compare(confirmation, record, payments[index]);
  return records.every(isNamed)
    ? contradicted(confirmations.otherTransaction)
    : hint(confirmations.namelessPayment);
}

function compare(
  confirmation: Confirmation,
  record: Json,
  payment: PaymentRecord | undefined,
): VerifiedMessage {
  const { amount } = confirmation;
  const bankAmount = payment?.amount;
  const amounts = bankAmount === undefined ? {} : { bankAmount };
  if (payment?.standing === 'reversed') {
    return { ...contradicted(confirmations.refunded), ...amounts };
  }
  if (payment?.standing !== 'paid') {
    return { ...hint(confirmations.bankSays(payment?.word ?? '')), ...amounts };
  }
  const other = findDifference(confirmation, record, EVENT_ECHOES);
  if (other !== undefined) return { ...contradicted(confirmations.otherField(other)), ...amounts };
  if (
    amount !== undefined &&
    bankAmount !== undefined &&
    compareAmounts(amount, bankAmount) === 0
  ) {
    return { state: 'verified', bankAmount, reason: confirmations.sameAmount };
  }
  const reason = confirmations.amountsDiffer(amount, bankAmount);
  return { ...contradicted(reason), ...amounts };
}

/** The first of these fields in which a record differs; one that either side lacks proves nothing. */
function findDifference(
  confirmation: Confirmation,
  record: Json,
  names: readonly string[],
): string | undefined {
  return disagreement(
    record,
    names.map((name) => [name, field(confirmation, name)]),
  )?.path;
}

function hint(reason: Message): VerifiedMessage {
  return { state: 'hint', reason };
}

function contradicted(reason: Message): VerifiedMessage {
  return { state: 'contradicted', reason };
}
