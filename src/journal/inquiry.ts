import type { BankStatus } from '../bank/answers.js';
import type { Fields, Operation, ResolvedBy } from '../bank/define.js';
import { generatedFields } from '../bank/generate.js';
import { disagreement, expectedEchoes, questionsAfter } from '../bank/questions.js';
import type { Question } from '../bank/reference.js';
import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import { at, isJsonObject, type Json, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { tolerate } from '../core/tolerate.js';
import { inSpan } from '../core/trace.js';
import { inquiring } from '../messages/charging.js';
import { stateMessages } from '../messages/state.js';
import type { Moment } from '../state/shared-store.js';
import { absenceProof } from './absence.js';
import { learntOutcome, neverExecuted } from './answers.js';
import { type Credentials, credentialsFingerprint } from './claim.js';
import { originalMetadata, recordable } from './codec.js';
import type { History } from './history.js';
import {
  type Attempt,
  type Authorship,
  type Entry,
  type Inquiry,
  type Journal,
  stamp,
} from './journal.js';
import { decisiveIndex, groupAttempts } from './state.js';

export type InquiryResult = Authorship & { asked?: Moment } & (
    | { kind: 'status'; status: BankStatus; answer: Outcome }
    | { kind: 'absent'; answer: Outcome }
    /** The bank answered, but not about this call. */
    | { kind: 'silent'; answer: Outcome; why: Message }
    /** The answer contradicts itself or this call, or lacks what would decide. */
    | { kind: 'doubtful'; answer: Outcome; why: Message }
    /** No usable answer: nothing was learnt, so the journal gets no line. `isAway`: not even one of HTTP. */
    | { kind: 'failed'; why: Message; isAway?: boolean }
  );

/**
 * Asks the bank what became of an attempt: once, and where that finds nothing, also about the day beside its
 * own if the call was sent near midnight.
 */
export async function inquire(
  journal: Journal,
  access: BankAccess,
  operation: Operation,
  resolution: ResolvedBy,
  attempt: Attempt,
  signal?: AbortSignal,
): Promise<InquiryResult> {
  const { reference, input, at: sentAt } = attempt.intent;
  const [first, ...others] = questionsAfter(resolution, reference, input, Date.parse(sentAt));
  if (first === undefined) throw new TypeError(`no inquiry knows ${operation.id}`);
  const ask = (question: Question) =>
    askOnce(question, { journal, access, operation, resolution, attempt, signal });
  const result = await ask(first);
  for (const question of others) {
    if (result.kind !== 'absent' && result.kind !== 'doubtful') break;
    const other = await ask(question);
    // Only where it has nothing under any of them is it absent.
    if (other.kind !== 'absent') return other;
  }
  return result;
}

interface Asking {
  journal: Journal;
  access: BankAccess;
  operation: Operation;
  resolution: ResolvedBy;
  attempt: Attempt;
  signal: AbortSignal | undefined;
}

async function askOnce(
  question: Question,
  { journal, access: { caller, connection }, operation, resolution, attempt, signal }: Asking,
): Promise<InquiryResult> {
  try {
    const { credentials } = attempt.intent;
    const inquiry = await journal.loadOperation(question.operation);
    const input = inquiryInput(journal, inquiry, question);
    const asUser = credentials === credentialsFingerprint(connection, 'user');
    const options = {
      mayLackAmount: true,
      signal,
      ...(asUser && { grant: 'user' as const }),
    };
    const asked = await storeMoment(journal);
    // Days may lie between a charge and its inquiry, and then they are of two traces.
    const answer = await inSpan('inquiry', { links: [attempt.intent.trace] }, () =>
      caller.call(inquiry, input, options),
    );
    const judgement = judgeAnswer({ operation, resolution, inquiry }, attempt, answer);
    // Another user may be logged in than the one who paid: what this one does not find proves nothing.
    const otherCredentials = credentials !== credentialsFingerprint(connection);
    return {
      ...stamp(journal),
      asked,
      ...(judgement.kind === 'absent' && otherCredentials ? OTHER_CREDENTIALS : judgement),
    };
  } catch (error) {
    // This machine's fault (a secret that cannot be read) teaches nothing about the charge.
    if (!(error instanceof PayctlError)) throw error;
    return { ...stamp(journal), kind: 'failed', why: error.said };
  }
}

/** Now, by the clock of a shared store; undefined where that cannot be asked, and then the inquiry proves no absence. */
async function storeMoment({ store: { shared } }: Journal): Promise<Moment | undefined> {
  return shared && tolerate(() => shared.moment());
}

function inquiryInput(journal: Journal, inquiry: Operation, question: Question): Fields {
  const input = withoutUndefined(question.input);
  const { random, clock } = journal;
  return { ...input, ...generatedFields(inquiry, input, { now: clock.now(), random }) };
}

/** An inquiry's result before it is stamped. */
type Judgement = InquiryResult extends infer F
  ? F extends InquiryResult
    ? Omit<F, keyof Authorship | 'asked'>
    : never
  : never;

/** The bank shows a payment only to the partner that made it. */
const OTHER_CREDENTIALS: Judgement = {
  kind: 'failed',
  why: inquiring.otherCredentials,
};

interface Calls {
  /** The call whose outcome is sought, and how it can be learnt. */
  operation: Operation;
  resolution: ResolvedBy;
  inquiry: Operation;
}

function judgeAnswer(
  { operation, resolution, inquiry }: Calls,
  attempt: Attempt,
  answer: Outcome,
): Judgement {
  if (answer.class === 'NOT_FOUND') return judgeNotFound(inquiry, answer);
  if (!isAnswer(answer)) {
    return { kind: 'failed', why: answer.message, isAway: answer.http === undefined };
  }
  const { data = null } = answer;
  const records = Array.isArray(data) ? data : [data];
  const contradictions = records.map((record) => contradiction(operation, attempt, record));
  const ours = records.filter((_, index) => contradictions[index] === undefined);
  const [why] = contradictions;
  if (ours.length === 0 && why !== undefined) return { kind: 'doubtful', answer, why };
  const record = Array.isArray(data) ? ours : data;
  const status = resolution.verdict(record);
  const shaped = resolution.data ? { ...answer, data: resolution.data(record) } : answer;
  if (status) return { kind: 'status', status, answer: shaped };
  // The record lacks the bank status that would decide.
  const lacksStatus = answer.class === 'PENDING' && answer.state === undefined;
  return {
    kind: lacksStatus ? 'doubtful' : 'silent',
    answer,
    why: inquiring.silent(answer.state && visible(answer.state)),
  };
}

function judgeNotFound({ absence }: Operation, answer: Outcome): Judgement {
  const { http, code, data, showsMore = false } = answer;
  if (absence === undefined || http?.status !== absence.status || code !== absence.code) {
    return { kind: 'failed', why: inquiring.turnedAway(http?.status, code && visible(code)) };
  }
  const isEmpty = isJsonObject(data) ? Object.keys(data).length === 0 : (data ?? null) === null;
  if (isEmpty && !showsMore) return { kind: 'absent', answer };
  return { kind: 'doubtful', answer, why: inquiring.showsMore };
}

/** Whether the bank answered the question; a refusal of the inquiry itself says nothing about the charge. */
function isAnswer({ class: kind, state }: Outcome): boolean {
  return (
    ['SUCCESS', 'PENDING', 'PARTIAL'].includes(kind) || (kind === 'REJECTED' && state !== undefined)
  );
}

/** How a record contradicts the call; one with another amount under our reference is not about it. */
function contradiction(operation: Operation, { intent }: Attempt, data: Json): Message | undefined {
  const agreed = expectedEchoes(operation, (field) => {
    const ours = field === operation.amount ? intent.amount : jsonText(at(intent.input, field));
    // What the journal has masked compares with nothing.
    return ours?.startsWith('***') ? undefined : ours;
  });
  const differing = disagreement(data, agreed);
  if (differing === undefined) return undefined;
  return inquiring.contradicts(differing.path, visible(differing.theirs), visible(differing.ours));
}

/** A client of a bank, and its credentials. */
export interface BankAccess {
  caller: Caller;
  connection: Credentials;
}

/** Gives access to the bank of a charge; undefined where this run has no credentials for it. */
export type Connect = (target: {
  profile: string;
  baseUrl: string;
}) => Promise<BankAccess | undefined>;

/** A charge whose outcome is sought: its history on disk, and the results of inquiries since. */
export interface OpenCharge {
  history: History;
  /** Which attempt of the claim, from 0. */
  index: number;
  attempt: Attempt;
  operation: Operation | undefined;
  /** Access to the bank that it was sent to. */
  access: BankAccess;
  results: InquiryResult[];
  /** Its outcome, once that is known and on disk. */
  end?: Outcome;
}

export function openCharge(
  journal: Journal,
  history: History,
  operation: Operation | undefined,
  { caller, connection }: BankAccess,
): OpenCharge {
  const attempts = groupAttempts(history.entries);
  const index = decisiveIndex(journal, attempts);
  const attempt = attempts[index];
  if (attempt === undefined) throw new PayctlError('INTERNAL', stateMessages.claimWithoutAttempt);
  const access = { caller, connection };
  return { history, index, attempt, operation, access, results: [] };
}

interface Conclusion {
  /** What to record: inquiries that add evidence, and the resolution. */
  entries: Entry[];
  end?: Outcome;
}

/** What the results prove, together with the inquiries on disk. Pure. */
export function conclude(
  journal: Journal,
  { attempt, operation, results }: OpenCharge,
): Conclusion {
  const entries: Entry[] = [];
  const inquiries = [...attempt.inquiries];
  if (operation?.resolution === undefined) return { entries };
  const { absentAfterMs } = operation.resolution;
  const absence = absenceProof(journal, attempt, absentAfterMs);
  const close = (end: Outcome, result: InquiryResult): Conclusion => {
    const outcome = recordable(end);
    entries.push({ type: 'resolution', ...toWritten(result), outcome, ...originalMetadata(end) });
    return { entries, end };
  };
  for (const result of results) {
    if (result.kind === 'failed') continue;
    if (result.kind === 'status' && result.status.class !== 'PENDING') {
      return close(learntOutcome(attempt, operation, result.status, result.answer), result);
    }
    const inquiry = toInquiry(result);
    const proven = absence.proves(inquiries, inquiry);
    if (proven || absence.isNews(inquiries, inquiry)) {
      entries.push(inquiry);
      inquiries.push(inquiry);
    }
    if (proven) return close(neverExecuted(attempt, operation), result);
  }
  return { entries };
}

/** The result as an entry of the journal has it. */
const FOUND = {
  status: 'pending',
  absent: 'absent',
  silent: 'silent',
  doubtful: 'silent',
} as const;

function toInquiry(result: Exclude<InquiryResult, { kind: 'failed' }>): Inquiry {
  const { asked, kind, answer } = result;
  const inquiry: Inquiry = {
    type: 'inquiry',
    ...toWritten(result),
    operation: answer.operation,
    requestUId: answer.request.requestUId,
    found: FOUND[kind],
  };
  const state = kind === 'status' ? result.status.state : answer.state;
  if (state !== undefined) inquiry.state = state;
  if (asked !== undefined) inquiry.asked = asked;
  return inquiry;
}

/** Who asked, and when, without what was learnt. */
function toWritten({ at, by, up, machine, ...more }: InquiryResult): Authorship {
  const { user, sudoUser, subject, name } = more;
  return { at, by, up, machine, user, sudoUser, subject, name };
}
