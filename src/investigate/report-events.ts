import { amountIn, idOf } from './bundle.js';
import { type Evidence, hasMoved, isDone } from './evidence.js';
import { orderOf } from './report.js';
import type { Parts } from './report-parts.js';

/** Journal, confirmations, bank: the columns of the drawing. */
type Lane = 0 | 1 | 2;
const [JOURNAL, CONFIRMATION, BANK]: readonly [Lane, Lane, Lane] = [0, 1, 2];

export interface PageEvent {
  /** Milliseconds since the epoch. */
  at: number;
  lane: Lane;
  what: string;
  amount?: string;
  tone: 'good' | 'bad' | 'bar';
  /** Not when it happened: when the bank was asked. */
  isNow?: true;
}

/** The timeline in words of ours alone, in order of time; what the bank says now stands last. */
export function eventsOf(evidence: Evidence, parts: Parts): PageEvent[] {
  const happened = [
    ...(evidence.created ?? []).map(({ at }): PageEvent => {
      return { at, lane: JOURNAL, tone: 'bar', what: parts.words.events.created };
    }),
    ...sentEvents(evidence, parts),
    ...confirmedEvents(evidence, parts),
    ...paidEvents(evidence, parts),
  ];
  return [...happened.sort((a, b) => orderOf(a) - orderOf(b)), ...saidEvents(evidence, parts)];
}

function sentEvents({ sent }: Evidence, { words, clean }: Parts): PageEvent[] {
  const { events } = words;
  return sent.flatMap((one): PageEvent[] => {
    const { at, answer, command, state, later } = one;
    const amount = amountIn(one.amount);
    const about = { lane: JOURNAL, ...(amount !== undefined && { amount }) };
    const http = answer?.httpStatus === undefined ? '' : ` HTTP ${answer.httpStatus}`;
    return [
      { ...about, at, tone: 'bar', what: clean(`${events.sent}: ${command} ${one.reference}`) },
      answer
        ? {
            at: answer.at,
            lane: JOURNAL,
            tone: isDone(state) ? 'good' : 'bar',
            what: `${events.answered}:${http} ${words.ended[answer.class]}`,
          }
        : { at, lane: JOURNAL, tone: 'bad', what: events.silent },
      ...later.map((event): PageEvent => {
        return { at: event.at, lane: JOURNAL, tone: 'bar', what: events.later };
      }),
    ];
  });
}

function confirmedEvents({ confirmed }: Evidence, { words }: Parts): PageEvent[] {
  return confirmed.map((one) => {
    const amount = amountIn(one.amount);
    const what = [words.events.received, idOf(one.id)].filter(Boolean).join(' ');
    const tone = one.differs.length > 0 ? 'bad' : 'good';
    return { at: one.receivedAt, lane: CONFIRMATION, what, tone, ...(amount && { amount }) };
  });
}

/** Of several inquiries that tell one moment, the first. */
function paidEvents({ statements }: Evidence, { words }: Parts): PageEvent[] {
  const events = new Map<string, PageEvent>();
  // One inquiry tells the second alone, another the transaction too.
  const named = [...statements].sort((a, b) => Number(!a.transactionId) - Number(!b.transactionId));
  for (const { paidAt, amount: said, transactionId } of named) {
    const amount = amountIn(said);
    const key = `${Math.floor((paidAt ?? 0) / 1000)} ${amount}`;
    if (paidAt === undefined || events.has(key)) continue;
    const what = [words.events.paid, idOf(transactionId)].filter(Boolean).join(' ');
    events.set(key, { at: paidAt, lane: BANK, what, tone: 'good', ...(amount && { amount }) });
  }
  return [...events.values()];
}

function saidEvents({ statements }: Evidence, { words, standing, inquiry }: Parts): PageEvent[] {
  return statements.map((statement) => {
    const { saidAt, amount: said } = statement;
    const amount = amountIn(said);
    const what = `${words.events.says}: ${standing(statement)} (${inquiry(statement)})`;
    const isRefused = standing(statement) === words.standings.refused;
    const tone = hasMoved(statement) ? 'good' : isRefused ? 'bad' : 'bar';
    return { at: saidAt, lane: BANK, what, tone, isNow: true, ...(amount && { amount }) };
  });
}
