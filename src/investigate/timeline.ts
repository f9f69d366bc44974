import type { Answered, Confirmed, Evidence, Sent, Statement } from './evidence.js';
import { walletName } from './questions.js';
import { told } from './sources.js';

/** One thing that happened, or was said. */
export interface Event {
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
    ...evidence.sent.flatMap(eventsOfSent),
    ...evidence.confirmed.map(eventOfConfirmed),
    ...paidEvents(evidence.statements),
  ];
  const sorted = events.sort((a, b) => orderOf(a) - orderOf(b));
  return [...sorted, ...evidence.statements.map(eventOfStatement)];
}

/** The bank tells whole seconds: the payment came within it, so after what was sent in it. */
function orderOf({ at }: Event): number {
  return at % 1000 === 0 ? at + 999 : at;
}

function eventsOfSent(sent: Sent): Event[] {
  const { at, command, reference, amount, requestUId, answer, later } = sent;
  const source = 'journal';
  return [
    {
      ...{ at, source, requestUId, what: `we sent ${command} ${reference}` },
      ...(amount !== undefined && { amount }),
    },
    answer
      ? { at: answer.at, source, requestUId, what: answerText(answer) }
      : { at, source, requestUId, what: 'no answer was written down' },
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

function eventOfConfirmed({ receivedAt, id, amount, differs }: Confirmed): Event {
  const other =
    differs.length === 0 ? '' : `; another one of this id differs: ${differs.join(', ')}`;
  const what = `confirmation ${id} was received${other}`;
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
