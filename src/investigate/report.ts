import { walletName } from '../bank/ewallet/references.js';
import { type Data, type Message, type Text, toData } from '../core/message.js';
import { channelDateTime } from '../core/time.js';
import { payloads } from '../messages/inquiries.js';
import { timeline } from '../messages/timeline.js';
import {
  type ChargeAnswer,
  type Evidence,
  type EvidenceSource,
  FITS,
  type IdReading,
  type PaymentNote,
  type PaymentStatement,
  type ReceivedConfirmation,
  type SentCharge,
} from './evidence.js';
import { type PaidMoment, paidMoments } from './facts.js';
import type { Judgement } from './judge.js';
import type { NextStep } from './next-steps.js';
import { formatStatement } from './statement.js';

/** One thing that happened, or was said. */
interface Event {
  /** Milliseconds since the epoch. */
  at: number;
  /** Whose word it is: `journal`, `confirmations`, `notes`, or the inquiry. */
  source: string;
  what: Message;
  amount?: string;
  requestUId?: string;
}

/** All that is known, in order of time; what the bank says now stands last. */
export function createTimeline(evidence: Evidence): Event[] {
  const events = [
    ...(evidence.created ?? []).map(eventOfCreated),
    ...evidence.sent.flatMap(eventsOfSent),
    ...evidence.confirmed.map(eventOfConfirmed),
    ...(evidence.notes ?? []).map(eventOfNote),
  ];
  const sorted = sortByTime(events, paidMoments(evidence).map(eventOfPaid));
  return [...sorted, ...evidence.statements.map(eventOfStatement)];
}

/** The bank tells whole seconds: a payment came within one, so after what we know of it. */
export function sortByTime<T extends Pick<Event, 'at'>>(
  known: readonly T[],
  paid: readonly T[],
): T[] {
  const ends = paid.map((event) => ({ event, at: event.at + (event.at % 1000 === 0 ? 999 : 0) }));
  return [...known.map((event) => ({ event, at: event.at })), ...ends]
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
}

function eventOfCreated({ at, reference }: NonNullable<Evidence['created']>[number]): Event {
  return { at, source: 'journal', what: timeline.codeMade(reference) };
}

function eventOfNote({ at, by, text }: PaymentNote): Event {
  return { at, source: 'notes', what: timeline.noted(by, text) };
}

function eventsOfSent(sent: SentCharge): Event[] {
  const { at, command, reference, machine, amount, requestUId, answer, later } = sent;
  const source = 'journal';
  const what = timeline.sent(command, reference, machine);
  return [
    { ...{ at, source, requestUId, what }, amount },
    answer
      ? { at: answer.at, source, requestUId, what: answeredAs(answer) }
      : { at, source, requestUId, what: timeline.silent },
    ...later.map((event) => ({ source, ...event })),
  ];
}

function answeredAs({ class: ended, word, code, httpStatus, ms }: ChargeAnswer): Message {
  return timeline.answered({ httpStatus, ending: word ?? ended, code, ms });
}

function eventOfConfirmed(confirmed: ReceivedConfirmation): Event {
  const { receivedAt, machine, id, amount, differs } = confirmed;
  const what = timeline.received({ id, machine, differs });
  return { at: receivedAt, source: 'confirmations', what, ...(amount && { amount }) };
}

function eventOfPaid({ at, source, amount, transactionId }: PaidMoment): Event {
  return { at, source, what: timeline.paid(transactionId), ...(amount && { amount }) };
}

function eventOfStatement(statement: PaymentStatement): Event {
  const { source, saidAt: at, wallet, requestUId } = statement;
  const where = wallet === undefined ? undefined : walletName(wallet);
  return { at, source, requestUId, what: timeline.bankSays(formatStatement(statement), where) };
}

/** What an investigation comes to, before it is printed. */
export interface Report
  extends Pick<Judgement, 'contradictions' | 'verdict' | 'headline' | 'undone' | 'isToCompare'> {
  id: string;
  /** As a person typed it, where another spelling of it was looked up. */
  typed?: string;
  /** The id, or what it is a payload of: that may name a person. */
  title: Text;
  recognised: Pick<IdReading, 'as' | 'value' | 'fit' | 'why'>[];
  sources: EvidenceSource[];
  timeline: Event[];
  next: NextStep[];
}

export function createReport(
  evidence: Evidence,
  { contradictions, verdict, headline, undone, isToCompare }: Judgement,
  next: NextStep[],
): Report {
  return {
    id: evidence.id,
    typed: evidence.typed,
    title: reportTitle(evidence),
    recognised: strongestReadings(evidence.readings),
    sources: evidence.sources,
    timeline: createTimeline(evidence),
    contradictions,
    verdict,
    headline,
    ...(undone && { undone }),
    ...(isToCompare && { isToCompare }),
    next,
  };
}

function reportTitle({ id, payloads: texts, decoded }: Evidence): Text {
  const [payload] = decoded;
  return payload && texts.includes(id) ? payloads.titled(payloads[payload.kind]) : id;
}

/** The shape that scripts read; every key is always there. */
export function reportJson(report: Report): { readonly [key: string]: Data } {
  const { id, typed, recognised, contradictions, verdict, next } = report;
  return {
    id: typed ?? id,
    taken: typed === undefined ? null : id,
    recognised: toData(recognised),
    sources: report.sources.map(sourceJson),
    timeline: report.timeline.map(eventJson),
    contradictions: toData(contradictions),
    verdict: toData(verdict),
    next: toData(next.map(({ command, why }) => ({ command, why }))),
  };
}

function sourceJson(source: EvidenceSource): Data {
  const { asked, result, says, class: ended, code, httpStatus, ms, requestUId, at } = source;
  const trace = { class: ended, code, httpStatus, ms, requestUId, at: channelDateTime(at) };
  return toData({ source: source.source, asked, result, says, ...trace });
}

function eventJson({ at, ...event }: Event): Data {
  return toData({ at: channelDateTime(at), ...event });
}

/** Each reading once, by its strongest reason; the strongest first. */
function strongestReadings(readings: readonly IdReading[]): Report['recognised'] {
  const best = new Map<string, IdReading>();
  const byFit = [...readings].sort((a, b) => FITS.indexOf(a.fit) - FITS.indexOf(b.fit));
  for (const reading of byFit) {
    const key = `${reading.as} ${reading.value}`;
    if (!best.has(key)) best.set(key, reading);
  }
  return [...best.values()].map(({ as, value, fit, why }) => ({ as, value, fit, why }));
}

/** Those that the sentence of the verdict does not say already. */
export function contradictionsBeside({
  verdict,
  contradictions,
}: Report): Report['contradictions'] {
  const isSaid = verdict.class === 'BAD_DATA' && contradictions.length === 1;
  return isSaid ? [] : contradictions;
}
