import type * as z from 'zod/mini';
import type { BankStatus } from '../bank/answers.js';
import type { Operation } from '../bank/define.js';
import { type Doubt, findDoubts } from '../bank/doubt.js';
import { maskInShape } from '../bank/privacy.js';
import { disagreement, type ExpectedEcho, expectedEchoes } from '../bank/questions.js';
import type { PaymentKind } from '../bank/reference.js';
import { ruleMessage } from '../bank/rule.js';
import { payctl } from '../core/command-line.js';
import { EXECUTED } from '../core/errors.js';
import { at, fromPlain, type Json, jsonText, toPlain } from '../core/json.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { excerpt } from '../core/text.js';
import { field } from '../messages/bank.js';
import { verdict as says } from '../messages/verdict.js';
import { fieldNames } from './redact.js';
import {
  callName,
  doubted,
  type Exchange,
  explainCommand,
  type OutcomeVerdict,
  quoted,
  rejected,
  unusable,
} from './verdict.js';

/**
 * Judges an answer with code 1000 by its data: whether it has the shape of its table, is about this
 * call and can be true, and then what state the bank reports ("States and transitions").
 */
export function judgeData(exchange: Exchange, data: Json | undefined): OutcomeVerdict {
  const { operation } = exchange;
  const parsed = operation.data.safeParse(toPlain(data));
  if (!parsed.success) {
    const why = breach(exchange, data, parsed.error.issues);
    return unusable(
      exchange,
      operation.specified ? says.breaksSpecification(why) : says.cannotBeUsed(why),
    );
  }
  const wrongEcho = data === undefined ? undefined : findWrongEcho(exchange, data);
  if (wrongEcho !== undefined) return doubted(exchange, wrongEcho);
  const request = { input: exchange.input, now: exchange.endedAt };
  const status = operation.bankStatus?.(data ?? null, request) ?? { class: 'SUCCESS' };
  const doubt = findDoubt(exchange, data, status);
  if (doubt !== undefined) return doubted(exchange, doubt);
  const isAboutPayment = operation.effect === 'read' && status.class !== 'SUCCESS';
  return isAboutPayment ? judgeInquiry(exchange, status) : judgeCall(exchange, status);
}

/** The first place where an answer is not what its table says. */
function breach(
  exchange: Exchange,
  data: Json | undefined,
  [issue]: readonly z.core.$ZodIssue[],
): Message {
  const path = (issue?.path ?? []).map(String);
  const isAbsent = (path.length === 0 ? data : at(data, path.join('.'))) === undefined;
  const what = isAbsent && issue?.code === 'invalid_type' ? says.absent : describeIssue(issue);
  return field.of(quoted(exchange, ['data', ...path].join('.')), what);
}

/** In our words: zod's own are another file to load. */
function describeIssue(issue: z.core.$ZodIssue | undefined): Message {
  if (issue?.code === 'invalid_type') return says.notOfType(issue.expected);
  if (issue?.code === 'invalid_union') return says.noTypeOfIts;
  if (issue?.code === 'too_small') return field.empty;
  return (issue && ruleMessage(issue)) ?? says.wrong;
}

/** The first value that the bank echoes differently, in the answer or in a record of its list. */
function findWrongEcho(exchange: Exchange, data: Json): Doubt | undefined {
  const { operation, input } = exchange;
  const sent = fromPlain(input);
  const expected = expectedEchoes(operation, (name) => jsonText(at(sent, name))).map(
    ([path, ours, isAmount]): ExpectedEcho =>
      exchange.isRecorded && ours
        ? [path, asRecorded(operation, path, ours), isAmount]
        : [path, ours, isAmount],
  );
  for (const record of listRecords(data, operation.pages)) {
    const difference = disagreement(record, expected);
    if (difference === undefined) continue;
    return { id: 'other', field: operation.pages ? lastName(difference.path) : difference.path };
  }
  return undefined;
}

/** The records of an answer that is or holds a list; any other answer is one record. */
function listRecords(data: Json, pages: Operation['pages']): readonly Json[] {
  const records =
    pages && (at(data, pages.records) ?? at(data, `${pages.wrapper}.${pages.records}`) ?? []);
  const list = records ?? data;
  return Array.isArray(list) ? list : [data];
}

/** The value as a recording has it: a field of another name may be private in the answer alone. */
function asRecorded(operation: Operation, path: string, value: string): string | undefined {
  const name = lastName(path);
  const names = fieldNames(operation);
  const masked = maskInShape(
    { [name]: value },
    (known) => names.has(known),
    (open) => open,
  );
  return jsonText(at(masked, name));
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Paid by calls of ours alone, which name the amount; a confirmed credit is shown without one. */
const PAID_BY_OUR_CALLS: ReadonlySet<PaymentKind> = new Set(['transfer', 'dd']);

/** The first thing that cannot be true of the payments that an inquiry reports. */
function findDoubt(
  { operation, input, mayLackAmount = PAID_BY_OUR_CALLS.has(operation.payment) }: Exchange,
  data: Json = null,
  { class: statusClass }: BankStatus,
): Doubt | undefined {
  const { role, readPayments, payment } = operation;
  if (role !== 'inquiry' || readPayments === undefined) return undefined;
  const payments = readPayments(data, statusClass, input);
  const [doubt] = findDoubts(payments, { payment, mayLackAmount }).values();
  return doubt;
}

/** A call that the bank took, by the state that it reports. */
function judgeCall(exchange: Exchange, status: BankStatus): OutcomeVerdict {
  const { class: statusClass, state, code, hint } = status;
  const name = callName(exchange.operation);
  const words = stateAndReason(exchange, status);
  if (statusClass === 'REJECTED') {
    const verdict = { ...rejected(exchange, says.saysNo(words), code), state };
    // `explain` would take a code of another list for one of its own.
    return exchange.operation.codes ? verdict : { ...verdict, hint: undefined };
  }
  const sentences = {
    SUCCESS: { message: says.bankConfirmed(name, words) },
    PENDING: { message: says.notFinalYet(name, words), hint: says.inquireAgain },
    PARTIAL: { message: says.inPartOnly(name, words), hint },
  };
  return {
    ...{ class: statusClass, executed: EXECUTED[statusClass] },
    ...sentences[statusClass],
    ...{ state, code },
  };
}

const inquirySummaries = once(() => ({
  SUCCESS: says.confirmed,
  PENDING: says.notFinal,
  PARTIAL: says.inPart,
  REJECTED: says.withoutSuccess,
}));

/** An inquiry that went well, about a payment that is pending, refused or paid in part. */
function judgeInquiry(exchange: Exchange, status: BankStatus): OutcomeVerdict {
  const { class: statusClass, state, code } = status;
  return {
    class: statusClass,
    executed: EXECUTED[statusClass],
    message: says.stands({
      call: callName(exchange.operation),
      what: status.meaning ?? inquirySummaries()[statusClass],
      words: stateAndReason(exchange, status),
    }),
    hint: status.hint ?? nextStep(exchange, status),
    found: true,
    state,
    code,
  };
}

/** The bank's status word in brackets, and its reason: ` (CONFIRM_FAILED): no funds`. */
function stateAndReason(exchange: Exchange, { state, reason }: BankStatus): string {
  const word = state === undefined ? '' : ` (${quoted(exchange, state, 60)})`;
  return reason ? `${word}: ${quoted(exchange, reason)}` : word;
}

function nextStep(
  { operation, input }: Exchange,
  { class: statusClass, code }: BankStatus,
): Message | undefined {
  if (statusClass === 'PENDING') return says.inquireAgain;
  // `explain` would take a code of another list for one of its own.
  if (code && operation.codes) return explainCommand(code);
  const reference = input[operation.positional ?? operation.reference ?? ''];
  if (typeof reference !== 'string') return undefined;
  const named = excerpt(reference, 60);
  return says.investigate(named, payctl`investigate ${named}`);
}
