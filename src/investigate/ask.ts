import { type BankStatus, NO_SUCH_ENTITY } from '../bank/answers.js';
import { checkInput, nestFields } from '../bank/check.js';
import type { Fields, InputContext, Operation } from '../bank/define.js';
import { type Doubt, doubtMessage, doubtsIn } from '../bank/doubt.js';
import { loadOperation } from '../bank/families.js';
import { defaultsOf, generatedFields } from '../bank/generate.js';
import type {
  AskContext,
  Question as Asking,
  KnownFields,
  PaymentKind,
  Reference,
} from '../bank/reference.js';
import type { Caller } from '../client/caller.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { defined, optionalField } from '../core/fields.js';
import { fromPlain, stringifyJson, textOf } from '../core/json.js';
import { joined, type Message } from '../core/message.js';
import { bangkokDate } from '../core/time.js';
import type { Clock, Random } from '../host/host.js';
import { inquiries } from '../messages/inquiries.js';
import type { CodeRecord } from '../state/codes.js';
import type { TransferRecord } from '../state/store.js';
import type { Context } from './context.js';
import {
  hasMoved,
  type Reading,
  type ReceivedConfirmation,
  referenceOf,
  type Sent,
  type Source,
  type Statement,
} from './evidence.js';
import { formatStatement } from './statement.js';

/** An inquiry that can know a reference. */
export interface Question extends Asking {
  family: PaymentKind;
  reference: string;
}

/** What the person and the profile say beside the id. */
export interface Scope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Bangkok day of the payment, YYYY-MM-DD. */
  date?: string;
  reference2?: string;
  sendingBank?: string;
  refDateTime?: string;
  settings(name: string): string | undefined;
}

/** The questions of one reading; none where no inquiry takes such a reference. */
export function questionsFor(
  references: readonly Reference[],
  reading: Reading,
  scope: Scope,
): Question[] {
  const { value, family, known } = reading;
  const questions = referenceOf(references, reading)?.ask?.(value, askContext(known, scope)) ?? [];
  return questions.map((question) => ({ ...question, family, reference: value }));
}

/** What the references led to beats what the person said about the id; reference 2 always narrows. */
function askContext(known: KnownFields, { now, settings, ...stated }: Scope): AskContext {
  const { date, reference2, sendingBank, refDateTime } = stated;
  const fromPerson = defined({ date, sendingBank, refDateTime });
  return { now, settings, known: { ...fromPerson, ...known, ...defined({ reference2 }) } };
}

/** A charge is known by the reference under which its own inquiry knows it. */
export function readingOfSent({ kind, family, command, reference, input, at }: Sent): Reading[] {
  if (kind === undefined) return [];
  const needed = kind.needs.map((name) => [name, textOf(input[name])] as const);
  const date = kind.needs.includes('date') ? bangkokDate(at) : undefined;
  const why = inquiries.journalHas(command);
  return [
    certainReading(
      kind.field,
      family,
      reference,
      why,
      defined({ ...Object.fromEntries(needed), date }),
    ),
  ];
}

export function readingOfConfirmed({
  event,
  reference,
  family,
  paidAt,
  known,
}: ReceivedConfirmation): Reading[] {
  if (event.reference === undefined) return [];
  const date = family === 'bill' && paidAt !== undefined ? bangkokDate(paidAt) : undefined;
  const why = inquiries.confirmationNames;
  return [
    certainReading(event.reference.field, family, reference, why, defined({ ...known, date })),
  ];
}

/** A slip, or what else was paid under a reference of its own, names the bill that it paid. */
export function readingOfStatement(statement: Statement): Reading[] {
  const { kind, family, reference, ref1, ref2: reference2, billerId, paidAt } = statement;
  const isOfBill = family === 'bill' && hasMoved(statement);
  if (!isOfBill || ref1 === undefined || ref1 === reference) return [];
  const date = paidAt === undefined ? undefined : bangkokDate(paidAt);
  const known = defined({ billerId, reference2, date });
  const why = kind === 'slip' ? inquiries.slipNames : inquiries.recordNames;
  return [certainReading('reference1', 'bill', ref1, why, known)];
}

export function readingOfInitiated({ tokenizerId, at }: TransferRecord): Reading {
  const why = inquiries.initiatedHere;
  return certainReading('tokenizerId', 'transfer', tokenizerId, why, {
    date: bangkokDate(Date.parse(at)),
  });
}

/** A code is paid under the reference that its inquiry takes. */
export function readingOfCreated(references: readonly Reference[], code: CodeRecord): Reading[] {
  const { reference: value, inquiry, known, at: now } = code;
  const asks = ({ ask }: Reference) =>
    ask?.(value, { known, now, settings: () => undefined }).some(
      ({ operation }) => operation === inquiry,
    );
  const kind = references.find(asks);
  if (kind === undefined) return [];
  const needed = kind.needs.map((name) => [name, known[name]] as const);
  const why = inquiries.codeMadeHere;
  return [
    certainReading(kind.field, kind.payment, value, why, defined(Object.fromEntries(needed))),
  ];
}

function certainReading(
  as: string,
  family: PaymentKind,
  value: string,
  why: Message,
  known: KnownFields,
): Reading {
  return { as, family, value, fit: 'certain', why, derived: true, known };
}

/** A question with its outcome, or why it could not be sent. */
export type AskedQuestion = { question: Question } & (
  | { outcome: Outcome /** When it was sent, milliseconds since the epoch. */; at: number }
  | Unsendable
);

export interface Bank {
  caller: Caller;
  clock: Clock;
  random: Random;
  environment: InputContext['environment'];
  settings(name: string): string | undefined;
  signal: NonNullable<CallOptions['signal']>;
  /** Calls a second and operation, where it allows another number than the specification. */
  perSecond?: () => Promise<number>;
}

/** Calls a second and operation that the bank allows. */
const PER_SECOND = 5;

export type Asker = (questions: readonly Question[]) => Promise<AskedQuestion[]>;

/** How calls of an operation keep their pace. */
interface CallPace {
  /** Before a call begins. */
  before(): Promise<void> | void;
  /** Given to the call itself. */
  options: Pick<CallOptions, 'turn' | 'onWait'>;
}

export type PaceOf = (operation: Operation) => Promise<CallPace>;

/** Sends questions concurrently, within the rate that the bank allows per operation. */
export function createAsker(bank: Bank, paceOf: PaceOf = ownPace(bank)): Asker {
  return (questions) => Promise.all(questions.map((question) => ask(bank, paceOf, question)));
}

/** Why an inquiry cannot be sent; `lacks` is the field that is not known. */
interface Unsendable {
  why: Message;
  lacks?: string;
}

/** What would be sent: the operation and its complete input, or why it cannot be sent. */
export async function prepareInquiry(
  { clock, random, environment, settings }: Omit<Bank, 'caller' | 'signal'>,
  { operation: id, input }: Pick<Question, 'operation' | 'input'>,
): Promise<{ operation: Operation; input: Fields } | Unsendable> {
  const operation = await loadOperation(id);
  if (operation.effect !== 'read') throw new TypeError(`investigate never sends ${id}`);
  const now = clock.now();
  const fields = { ...nestFields(defaultsOf(operation, settings)), ...defined(input) };
  const complete = { ...fields, ...generatedFields(operation, fields, { now, random }) };
  const outTradeNoPrefix = settings('outTradeNoPrefix');
  const checked = checkInput(operation, complete, { environment, now, outTradeNoPrefix });
  if (checked.ok) return { operation, input: checked.value };
  const [problem] = checked.problems;
  if (problem === undefined) throw new TypeError(`nothing is wrong with the input of ${id}`);
  const { field, message } = problem;
  return field in complete && complete[field] !== undefined
    ? { why: inquiries.unfit(field, message) }
    : { why: inquiries.lacks(field, message), lacks: field };
}

/** Identifies a question, without the times and ids that are generated for each call. */
export function keyOf({ operation, input }: Question): string {
  return `${operation} ${stringifyJson(fromPlain(defined(input)))}`;
}

async function ask(bank: Bank, paceOf: PaceOf, question: Question): Promise<AskedQuestion> {
  const prepared = await prepareInquiry(bank, question);
  if ('why' in prepared) return { question, ...prepared };
  const { operation, input } = prepared;
  const pace = await paceOf(operation);
  await pace.before();
  const { signal } = bank;
  const at = bank.clock.now();
  const options = { signal, ...pace.options };
  return { question, outcome: await bank.caller.call(operation, input, options), at };
}

/** The pace of a run that asks about few payments: at once, up to the rate limit of the bank. */
export function ownPace({ clock, signal, perSecond = async () => PER_SECOND }: Bank): PaceOf {
  let rate: Promise<number> | undefined;
  const starts = new Map<string, number[]>();
  return async ({ id }) => {
    const earlier = starts.get(id) ?? [];
    starts.set(id, earlier);
    rate ??= perSecond();
    const most = await rate;
    const before = async () => {
      const now = clock.now();
      const start = Math.max(now, (earlier.at(-most) ?? Number.NEGATIVE_INFINITY) + 1000);
      earlier.push(start);
      if (start > now) await clock.sleep(start - now, signal);
    };
    return { before, options: {} };
  };
}

/** What an answer says of payments; none where the bank has no record. */
async function statementsOf(question: Question, outcome: Outcome, saidAt: number) {
  const { data = null, class: ended } = outcome;
  const { family, reference, operation: source, kind, input } = question;
  const { readPayments: says } = await loadOperation(source);
  const records = isStanding(ended) ? (says?.(data, ended, input) ?? []) : [];
  return records.map(
    (one): Statement => ({
      family,
      reference,
      source,
      ...(kind && { kind }),
      saidAt,
      requestUId: outcome.request.requestUId,
      ...defined({ ...one }),
      standing: one.standing,
    }),
  );
}

function isStanding(ended: Outcome['class']): ended is BankStatus['class'] {
  return ['SUCCESS', 'REJECTED', 'PENDING', 'PARTIAL'].includes(ended);
}

/** How an inquiry went, and what it says of payments. */
export async function readAnswer(
  asked: AskedQuestion,
  now: number,
): Promise<{ source: Source; statements: Statement[] }> {
  const { question } = asked;
  const at = 'why' in asked ? now : asked.at;
  const about = {
    family: question.family,
    source: question.operation,
    ...(question.kind && { kind: question.kind }),
    asked: question.asked,
    at,
  };
  if ('why' in asked) {
    const { why: says, lacks } = asked;
    const source: Source = {
      ...about,
      result: 'not-asked',
      says,
      ...optionalField('lacks', lacks),
    };
    return { source, statements: [] };
  }
  const { outcome } = asked;
  const statements = isAnswer(outcome) ? await statementsOf(question, outcome, at) : [];
  const doubt = outcome.doubt ?? doubtAbout(question, statements);
  if (doubt !== undefined) {
    const source = { ...about, ...traceOf(outcome), class: 'BAD_DATA', doubt } as const;
    return {
      source: { ...source, result: 'no-answer', says: doubtMessage(doubt) },
      statements: [],
    };
  }
  const source: Source = { ...about, ...resultOf(outcome, statements), ...traceOf(outcome) };
  return { source, statements };
}

/** Verdicts rest on amounts, and the results of searches have not been checked before. */
function doubtAbout(
  { kind, reference, family: payment }: Question,
  statements: readonly Statement[],
): Doubt | undefined {
  const [doubt] = doubtsIn(statements, {
    payment,
    ...(kind === 'search' && reference !== '' && { ref1: reference }),
  }).values();
  return doubt;
}

/** Only 404 with code 1104 proves that the bank has no record; other 404s do not. */
function saysAbsent({ class: ended, http, code }: Outcome): boolean {
  if (ended !== 'NOT_FOUND') return false;
  return http?.status === NO_SUCH_ENTITY.status && code === NO_SUCH_ENTITY.code;
}

/** A refusal of the inquiry itself says nothing about the payment. */
function isAnswer({ class: ended, state }: Outcome): boolean {
  if (ended === 'REJECTED') return state !== undefined;
  return ended === 'SUCCESS' || ended === 'PENDING' || ended === 'PARTIAL';
}

function resultOf(
  outcome: Outcome,
  statements: readonly Statement[],
): Pick<Source, 'result' | 'says'> {
  if (statements.length > 0)
    return { result: 'found', says: joined(statements.map(formatStatement)) };
  if (saysAbsent(outcome)) return { result: 'not-found', says: inquiries.bankDoesNotKnow };
  if (isAnswer(outcome)) return { result: 'not-found', says: inquiries.noRecord };
  return { result: 'no-answer', says: outcome.message };
}

function traceOf(outcome: Outcome): Partial<Source> {
  const code = outcome.code ?? textOf(outcome.status?.code);
  return {
    class: outcome.class,
    requestUId: outcome.request.requestUId,
    ...(code !== undefined && { code }),
    ...(outcome.http && { httpStatus: outcome.http.status, ms: outcome.http.ms }),
  };
}

/** The bank of this run, for questions that only read. */
export async function bankFor({ services, host, stopping }: Context): Promise<Bank> {
  const { name, environment, settings } = await services.profile();
  const { clock, random } = host;
  return {
    caller: await services.caller(),
    clock,
    random,
    environment,
    settings,
    signal: stopping,
    ...(name === 'sandbox' && !services.isReplay && { perSecond: () => rateOfSandbox(services) }),
  };
}

/** The rate limit that the embedded bank is set to. */
export async function rateOfSandbox(services: Context['services']): Promise<number> {
  const bank = await services.bank();
  return bank.look(({ settings: { rateLimit } }) => rateLimit || Number.POSITIVE_INFINITY);
}
