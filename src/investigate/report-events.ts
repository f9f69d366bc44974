import type { Message } from '../core/message.js';
import { endings, paymentStates } from '../messages/payments.js';
import { timeline } from '../messages/timeline.js';
import type { ChargeAnswer, Evidence } from './evidence.js';
import { hasMoved, isDone, type PaidMoment, paidMoments } from './facts.js';
import { plainAmount, plainId } from './redaction.js';
import { sortByTime } from './report.js';
import { inquiryName, type TicketWording } from './report-wording.js';

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
export function listEvents(evidence: Evidence, parts: TicketWording): PageEvent[] {
  const known = [
    ...(evidence.created ?? []).map(({ at }): PageEvent => {
      return { at, lane: JOURNAL, tone: 'bar', what: parts.say(timeline.codeMade('')) };
    }),
    ...(evidence.notes ?? []).map(({ at, by, text }): PageEvent => {
      return { at, lane: JOURNAL, tone: 'bar', what: parts.clean(timeline.noted(by, text)) };
    }),
    ...sentEvents(evidence, parts),
    ...confirmedEvents(evidence, parts),
  ];
  const paid = paidMoments(evidence).map((one) => eventOfPaid(one, parts));
  return [...sortByTime(known, paid), ...saidEvents(evidence, parts)];
}

function sentEvents({ sent }: Evidence, { say, clean }: TicketWording): PageEvent[] {
  return sent.flatMap((one): PageEvent[] => {
    const { at, answer, name, state, later } = one;
    const amount = plainAmount(one.amount);
    const about = { lane: JOURNAL, amount };
    return [
      { ...about, at, tone: 'bar', what: clean(timeline.sent(name, one.reference, undefined)) },
      answer
        ? {
            at: answer.at,
            lane: JOURNAL,
            tone: isDone(state) ? 'good' : 'bar',
            what: say(answeredAs(answer)),
          }
        : { at, lane: JOURNAL, tone: 'bad', what: say(timeline.silent) },
      ...later.map((event): PageEvent => {
        return { at: event.at, lane: JOURNAL, tone: 'bar', what: clean(event.what) };
      }),
    ];
  });
}

/** Its class in our words: those of the bank are not shown. */
function answeredAs({ httpStatus, class: ended }: ChargeAnswer): Message {
  return timeline.answered({ httpStatus, ending: endings[ended] });
}

function confirmedEvents({ confirmed }: Evidence, { say }: TicketWording): PageEvent[] {
  return confirmed.map((one) => {
    const amount = plainAmount(one.amount);
    const what = say(timeline.received({ id: plainId(one.id) }));
    const tone = one.differs.length > 0 ? 'bad' : 'good';
    return { at: one.receivedAt, lane: CONFIRMATION, what, tone, ...(amount && { amount }) };
  });
}

function eventOfPaid(paid: PaidMoment, { say }: TicketWording): PageEvent {
  const amount = plainAmount(paid.amount);
  const what = say(timeline.paid(plainId(paid.transactionId)));
  const lane = paid.source === 'confirmations' ? CONFIRMATION : BANK;
  return { at: paid.at, lane, what, tone: 'good', ...(amount && { amount }) };
}

function saidEvents({ statements }: Evidence, { say, standing }: TicketWording): PageEvent[] {
  return statements.map((statement) => {
    const { saidAt, amount: said } = statement;
    const amount = plainAmount(said);
    const what = say(timeline.bankSays(standing(statement), inquiryName(statement)));
    const isRefused = standing(statement) === paymentStates.refused;
    const tone = hasMoved(statement) ? 'good' : isRefused ? 'bad' : 'bar';
    return { at: saidAt, lane: BANK, what, tone, isNow: true, ...(amount && { amount }) };
  });
}
