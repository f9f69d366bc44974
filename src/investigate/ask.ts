import { checkInput, nestFields } from '../bank/check.js';
import type { Fields, InputContext, Operation } from '../bank/define.js';
import { loadOperation } from '../bank/families.js';
import { defaultValues, generatedFields } from '../bank/generate.js';
import type {
  AskContext,
  Question as Asking,
  KnownTexts,
  PaymentKind,
  Reference,
} from '../bank/reference.js';
import type { Caller } from '../client/caller.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { withoutUndefined } from '../core/fields.js';
import { fromPlain, type Json, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import type { Clock, Random } from '../host/host.js';
import { inquiries } from '../messages/inquiries.js';
import { type IdReading, referenceKind } from './evidence.js';
import type { InvestigationServices } from './services.js';

/** An inquiry that can know a reference. */
export interface PaymentQuestion extends Asking {
  family: PaymentKind;
  reference: string;
}

/** What the person and the profile say beside the id. */
export interface Scope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Bangkok day of the payment, and the first that is searched, YYYY-MM-DD. */
  date?: string;
  since?: string;
  reference2?: string;
  sendingBank?: string;
  refDateTime?: string;
  settings(name: string): string | undefined;
}

/** The questions of one reading; none where no inquiry takes such a reference. */
export function questionsFor(
  references: readonly Reference[],
  reading: IdReading,
  scope: Scope,
): PaymentQuestion[] {
  const { value, family, known } = reading;
  const questions =
    referenceKind(references, reading)?.ask?.(value, askContext(known, scope)) ?? [];
  return questions.map((question) => ({ ...question, family, reference: value }));
}

/** What the references led to beats what the person said about the id; reference 2 always narrows. */
function askContext(known: KnownTexts, { now, settings, ...stated }: Scope): AskContext {
  const { date, since, reference2, sendingBank, refDateTime } = stated;
  const fromPerson = withoutUndefined({ date, since, sendingBank, refDateTime });
  return { now, settings, known: { ...fromPerson, ...known, ...withoutUndefined({ reference2 }) } };
}

/** A question with its outcome, or why it could not be sent. */
export type AskedQuestion = { question: PaymentQuestion } & (
  | { outcome: Outcome /** When it was sent, milliseconds since the epoch. */; at: number }
  | Unsendable
);

export interface AskedBank {
  caller: Caller;
  clock: Clock;
  /** Milliseconds by which the bank's clock is known to be ahead: days count from it. */
  ahead?: number;
  random: Random;
  environment: InputContext['environment'];
  settings(name: string): string | undefined;
  signal: NonNullable<CallOptions['signal']>;
  /** Calls a second and operation, where it allows another number than the specification. */
  perSecond?: () => Promise<number>;
}

/** Calls a second and operation that the bank allows. */
const PER_SECOND = 5;

export type Asker = (questions: readonly PaymentQuestion[]) => Promise<AskedQuestion[]>;

/** How calls of an operation keep their pace. */
interface CallPace {
  /** Before a call begins. */
  before(): Promise<void> | void;
  /** Given to the call itself. */
  options: Pick<CallOptions, 'turn' | 'onWait'>;
}

export type PaceOf = (operation: Operation) => Promise<CallPace>;

/** Sends questions concurrently, within the rate that the bank allows per operation. */
export function createAsker(bank: AskedBank, paceOf: PaceOf = ownPace(bank)): Asker {
  return (questions) => Promise.all(questions.map((question) => ask(bank, paceOf, question)));
}

/** Why an inquiry cannot be sent; `lacks` is the field that is not known. */
interface Unsendable {
  why: Message;
  lacks?: string;
}

/** What would be sent: the operation and its complete input, or why it cannot be sent. */
export async function prepareInquiry(
  { clock, random, environment, settings }: Omit<AskedBank, 'caller' | 'signal' | 'ahead'>,
  { operation: id, input }: Pick<PaymentQuestion, 'operation' | 'input'>,
): Promise<{ operation: Operation; input: Fields } | Unsendable> {
  const operation = await loadOperation(id);
  if (operation.effect !== 'read') throw new TypeError(`investigate never sends ${id}`);
  const now = clock.now();
  const fields = { ...nestFields(defaultValues(operation, settings)), ...withoutUndefined(input) };
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

/** What these inquiries would send, for --dry-run; those that cannot be sent are left out. */
export async function previewInquiries(
  bank: AskedBank,
  inquiries: readonly Pick<PaymentQuestion, 'operation' | 'input'>[],
): Promise<Json[]> {
  const previews: Json[] = [];
  for (const inquiry of inquiries) {
    const prepared = await prepareInquiry(bank, inquiry);
    if ('why' in prepared) continue;
    const { operation, input } = prepared;
    const { method, url, body } = await bank.caller.preview(operation, input);
    previews.push(fromPlain({ operation: operation.id, method, url, body }));
  }
  return previews;
}

/** Identifies a question, without the times and ids that are generated for each call. */
export function questionKey({ operation, input }: PaymentQuestion): string {
  return `${operation} ${stringifyJson(fromPlain(withoutUndefined(input)))}`;
}

async function ask(
  bank: AskedBank,
  paceOf: PaceOf,
  question: PaymentQuestion,
): Promise<AskedQuestion> {
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
export function ownPace({ clock, signal, perSecond = async () => PER_SECOND }: AskedBank): PaceOf {
  const rate = once(perSecond);
  const starts = new Map<string, number[]>();
  return async ({ id }) => {
    const earlier = starts.get(id) ?? [];
    starts.set(id, earlier);
    const most = await rate();
    const before = async () => {
      const now = clock.now();
      const start = Math.max(now, (earlier.at(-most) ?? Number.NEGATIVE_INFINITY) + 1000);
      if (Number.isFinite(most) && earlier.push(start) > most) earlier.shift();
      if (start > now) await clock.sleep(start - now, signal);
    };
    return { before, options: {} };
  };
}

/** The bank of this run, for questions that only read. */
export async function bankFor(services: InvestigationServices): Promise<AskedBank> {
  const { host, stopping } = services;
  const { name, environment, settings } = await services.profile();
  const { clock, random } = host;
  return {
    caller: await services.caller(),
    clock,
    ahead: (await services.bankNow()) - clock.now(),
    random,
    environment,
    settings,
    signal: stopping,
    ...(name === 'sandbox' && !services.isReplay && { perSecond: () => rateOfSandbox(services) }),
  };
}

/** The rate limit that the embedded bank is set to. */
export async function rateOfSandbox(services: InvestigationServices): Promise<number> {
  const bank = await services.bank();
  return bank.look(({ settings: { rateLimit } }) => rateLimit || Number.POSITIVE_INFINITY);
}
