import type { Fields, Operation } from '../bank/define.js';
import { loadOperation } from '../bank/families.js';
import { questionsAbout } from '../bank/questions.js';
import type { Question } from '../bank/reference.js';
import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { uniqueBy } from '../core/fields.js';
import { fromPlain, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import type { Clock } from '../host/host.js';
import { inquiryPauseMs } from '../journal/absence.js';
import { running } from '../messages/running.js';
import type { CallValues } from './call-parameters.js';
import type { Services } from './services.js';

/** What waiting needs of a run. */
export interface Waiting extends Pick<Services, 'host' | 'stopping'> {
  door: Pick<Services['door'], 'statusLine'>;
  caller(): Promise<Pick<Caller, 'call'>>;
}

/** Under --wait: inquires until the state is final or the time is over. */
export async function waitFor(
  operation: Operation,
  input: Fields,
  outcome: Outcome,
  services: Waiting,
  { waitMs, grant }: Pick<CallValues, 'waitMs' | 'grant'>,
): Promise<Outcome> {
  const questions = nextQuestions(operation, input, outcome, services.host.clock);
  if (waitMs === undefined || questions === undefined) return outcome;
  const { clock, random } = services.host;
  const { stopping } = services;
  // Not by the wall clock: setting it would cut the wait short or make it endless.
  const uptime = () => services.host.process.uptime();
  const deadline = uptime() + waitMs;
  const line = services.door.statusLine();
  let latest = operation.effect === 'read' ? outcome : await askAll(questions(), services, grant);
  while (mayChange(latest) && uptime() < deadline && !stopping.aborted) {
    await line.show(...progressMessages(latest, deadline - uptime()));
    await clock.sleep(Math.min(inquiryPauseMs(random), deadline - uptime()), stopping);
    if (!stopping.aborted) latest = await askAll(questions(), services, grant);
  }
  await line.clear();
  const isCreation = operation.effect === 'create';
  if (!mayChange(latest) && (!isCreation || isAboutPayment(latest))) return latest;
  // A wait that a signal stopped has not finished: it may be run again, whatever is known so far.
  if (stopping.aborted) {
    return { ...latest, class: 'UNAVAILABLE', executed: isCreation ? 'yes' : 'no' };
  }
  if (isCreation && !isAboutPayment(latest)) return notPaidYet(latest);
  return latest.class === 'PENDING' ? { ...latest, hint: running.inquireLater } : latest;
}

/**
 * What the customer must see to pay stands on standard error before the wait begins; without one it
 * goes with the result.
 */
export async function showBeforeWait(
  picture: string,
  { host }: Pick<Services, 'host'>,
  { waitMs }: Pick<CallValues, 'waitMs'>,
): Promise<string | undefined> {
  if (waitMs === undefined) return picture;
  await host.stderr.write(picture);
  return undefined;
}

type Inquiry = Pick<Question, 'operation' | 'input'>;

/** What to ask next: a read repeats itself, a creation is followed by the inquiries that know it. */
function nextQuestions(
  operation: Operation,
  input: Fields,
  outcome: Outcome,
  clock: Clock,
): (() => Inquiry[]) | undefined {
  if (operation.effect === 'read') {
    return mayChange(outcome) ? () => [{ operation: operation.id, input }] : undefined;
  }
  if (outcome.class !== 'SUCCESS' || !operation.created) return undefined;
  const createdAt = clock.now();
  const at = (now: number) => questionsAbout(operation, input, outcome.data ?? null, now);
  // Where the day of the payment is asked for, midnight may lie between creation and payment.
  return () =>
    uniqueBy([...at(clock.now()), ...at(createdAt)], (asked) => stringifyJson(fromPlain(asked)));
}

/** The first answer that is final, else the one that knows most. */
async function askAll(
  questions: readonly Inquiry[],
  services: Waiting,
  grant: CallValues['grant'],
): Promise<Outcome> {
  const { stopping: signal } = services;
  const caller = await services.caller();
  let best: Outcome | undefined;
  for (const { operation, input } of questions) {
    const answer = await caller.call(await loadOperation(operation), input, { signal, grant });
    if (!mayChange(answer)) return answer;
    if (best === undefined || answer.class === 'PENDING') best = answer;
  }
  if (best === undefined) throw new TypeError('nothing to ask');
  return best;
}

/** A payment that is not made yet shows as a state, or as an unknown reference. */
const OPEN: ReadonlySet<Outcome['class']> = new Set([
  'PENDING',
  'NOT_FOUND',
  'RATE_LIMITED',
  'UNAVAILABLE',
]);

function mayChange(outcome: Outcome): boolean {
  return OPEN.has(outcome.class);
}

function isAboutPayment({ class: end, found }: Outcome): boolean {
  return end === 'SUCCESS' || end === 'PENDING' || found === true;
}

/** The creation went well: that nothing is known of a payment must not have it made a second time. */
function notPaidYet(outcome: Outcome): Outcome {
  const { class: end, message: why } = outcome;
  const message = end === 'NOT_FOUND' ? running.notPaidInTime : running.createdUnasked(why);
  return { ...outcome, class: 'PENDING', executed: 'yes', message, hint: running.inquireLater };
}

/** The line that is rewritten while this is so, and the one that says it once. */
function progressMessages(
  { operation, state, class: end }: Outcome,
  leftMs: number,
): [Message, Message] {
  const word = state === undefined ? end : visible(state);
  const left = Math.ceil(leftMs / 1000);
  return [running.askingFor(operation, word, left), running.asking(operation, word)];
}
