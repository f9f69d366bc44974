import { walletName } from '../bank/ewallet/references.js';
import { defined } from '../core/fields.js';
import { fromPlain, type JsonObject } from '../core/json.js';
import { channelDateTime } from '../core/time.js';
import { told } from './ask.js';
import type { Judgement } from './decision.js';
import {
  type Answered,
  type Confirmed,
  type Evidence,
  FITS,
  type Reading,
  type Sent,
  type Source,
  type Statement,
} from './evidence.js';
import type { Step } from './next.js';

/** One thing that happened, or was said. */
interface Event {
  /** Milliseconds since the epoch. */
  at: number;
  /** Whose word it is: `journal`, `confirmations`, or the inquiry. */
  source: string;
  what: string;
  amount?: string;
  requestUId?: string;
}

/** All that is known, in order of time; what the bank says now stands last. */
export function timelineOf(evidence: Evidence): Event[] {
  const events = [
    ...(evidence.created ?? []).map(eventOfCreated),
    ...evidence.sent.flatMap(eventsOfSent),
    ...evidence.confirmed.map(eventOfConfirmed),
    ...paidEvents(evidence.statements),
  ];
  const sorted = events.sort((a, b) => orderOf(a) - orderOf(b));
  return [...sorted, ...evidence.statements.map(eventOfStatement)];
}

/** The bank tells whole seconds: the payment came within it, so after what was sent in it. */
export function orderOf({ at }: Pick<Event, 'at'>): number {
  return at % 1000 === 0 ? at + 999 : at;
}

function eventOfCreated({ at, reference }: NonNullable<Evidence['created']>[number]): Event {
  return { at, source: 'journal', what: `a code was made for ${reference}` };
}

function eventsOfSent(sent: Sent): Event[] {
  const { at, command, reference, amount, requestUId, answer, later } = sent;
  const where = sent.machine === undefined ? '' : ` from ${sent.machine}`;
  const source = 'journal';
  return [
    {
      ...{ at, source, requestUId, what: `we sent ${command} ${reference}${where}` },
      ...(amount !== undefined && { amount }),
    },
    answer
      ? { at: answer.at, source, requestUId, what: answerText(answer) }
      : { at, source, requestUId, what: 'no answer was recorded' },
    ...later.map((event) => ({ source, ...event })),
  ];
}

function answerText({ class: ended, word, code, httpStatus, ms }: Answered): string {
  const parts = [
    httpStatus === undefined ? 'no answer came:' : `the bank answered HTTP ${httpStatus}:`,
    word ?? ended,
    code && `(code ${code})`,
    ms === undefined ? '' : `after ${ms} ms`,
  ];
  return parts.filter(Boolean).join(' ');
}

function eventOfConfirmed(confirmed: Confirmed): Event {
  const { receivedAt, machine, id, amount, differs } = confirmed;
  const other =
    differs.length === 0
      ? ''
      : `; another confirmation with this id differs: ${differs.join(', ')}`;
  const where = machine === undefined ? '' : ` on ${machine}`;
  const what = `confirmation ${id} was received${where}${other}`;
  return { at: receivedAt, source: 'confirmations', what, ...(amount && { amount }) };
}

/** The moment of a payment by the bank's clock; of several inquiries that tell it, the first. */
function paidEvents(statements: readonly Statement[]): Event[] {
  const events = new Map<string, Event>();
  for (const { paidAt, source, amount, transactionId } of statements) {
    const key = `${paidAt} ${amount}`;
    if (paidAt === undefined || events.has(key)) continue;
    const what = `paid${transactionId ? `, transaction ${transactionId}` : ''}`;
    events.set(key, { at: paidAt, source, what, ...(amount && { amount }) });
  }
  return [...events.values()];
}

function eventOfStatement(statement: Statement): Event {
  const { source, saidAt: at, wallet, requestUId } = statement;
  const where = wallet === undefined ? '' : ` of ${walletName(wallet)}`;
  return { at, source, requestUId, what: `the bank says${where}: ${told(statement)}` };
}

/** What an investigation comes to, before it is printed. */
export interface Report extends Pick<Judgement, 'contradictions' | 'verdict' | 'undone'> {
  id: string;
  /** The id, or what it is a payload of: that may name a person. */
  title: string;
  recognised: Pick<Reading, 'as' | 'value' | 'fit' | 'why'>[];
  sources: Source[];
  timeline: Event[];
  next: Step[];
}

export function reportOf(
  evidence: Evidence,
  { contradictions, verdict, undone }: Judgement,
  next: Step[],
): Report {
  return {
    id: evidence.id,
    title: titleOf(evidence),
    recognised: recognisedOf(evidence.readings),
    sources: evidence.sources,
    timeline: timelineOf(evidence),
    contradictions,
    verdict,
    ...(undone && { undone }),
    next,
  };
}

function titleOf({ id, payloads, decoded }: Evidence): string {
  const [payload] = decoded;
  return payload && payloads.includes(id) ? `a ${payload.kind} payload` : id;
}

/** The shape that scripts read; every key is always there. */
export function reportJson(report: Report): JsonObject {
  const { id, recognised, contradictions, verdict, next } = report;
  return {
    id,
    recognised: fromPlain(recognised),
    sources: report.sources.map(sourceJson),
    timeline: report.timeline.map(eventJson),
    contradictions: fromPlain(contradictions),
    verdict: fromPlain(verdict),
    next: fromPlain(next.map(({ command, why }) => ({ command, why }))),
  };
}

function sourceJson(source: Source): JsonObject {
  const { asked, result, says, class: ended, code, httpStatus, ms, requestUId, at } = source;
  const trace = { class: ended, code, httpStatus, ms, requestUId, at: channelDateTime(at) };
  return object({ source: source.source, asked, result, says, ...trace });
}

function eventJson({ at, ...event }: Event): JsonObject {
  return object({ at: channelDateTime(at), ...event });
}

function object(fields: Readonly<Record<string, string | number | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(defined(fields)).map(([name, value]) => [name, fromPlain(value)]),
  );
}

/** Each reading once, by its strongest reason; the strongest first. */
function recognisedOf(readings: readonly Reading[]): Report['recognised'] {
  const best = new Map<string, Reading>();
  const byFit = [...readings].sort((a, b) => FITS.indexOf(a.fit) - FITS.indexOf(b.fit));
  for (const reading of byFit) {
    const key = `${reading.as} ${reading.value}`;
    if (!best.has(key)) best.set(key, reading);
  }
  return [...best.values()].map(({ as, value, fit, why }) => ({ as, value, fit, why }));
}
