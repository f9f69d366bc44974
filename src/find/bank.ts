import type { Search } from '../bank/define.js';
import { doubtsIn, doubtText } from '../bank/doubt.js';
import type { PaymentRecord } from '../bank/reference.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { optional } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { formatDate, parseDate } from '../core/time.js';
import { type Asker, answered, type Bank, prepare, type Question } from '../investigate/ask.js';
import { finding } from '../messages/finding.js';
import { type Gap, kindOf, type Payment, type Sighting, transactionKey } from './payment.js';

/** Bangkok days, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** The window in parts of at most so many days. */
export function partsOf({ from, to }: Days, most: number): Days[] {
  const [first, last] = [parseDate(from), parseDate(to)];
  if (first === undefined || last === undefined) return [];
  const parts: Days[] = [];
  for (let day = first; day <= last; day += most) {
    parts.push({ from: formatDate(day), to: formatDate(Math.min(day + most - 1, last)) });
  }
  return parts;
}

/** A question of a search; undefined `ref1` narrows nothing. */
export function questionsOf(
  search: Search,
  days: Days,
  ref1: string | undefined,
  settings: Bank['settings'],
): Question[] {
  return partsOf(days, search.days).map((part) => ({
    family: search.payment,
    reference: ref1 ?? '',
    operation: search.operation,
    asked: finding.question(part.from, part.to),
    input: search.input({ ...part, ...(ref1 !== undefined && { ref1 }), settings }),
  }));
}

export interface Found {
  sightings: Sighting[];
  /** What each sighting was read from, for the question who paid. */
  records: Map<Sighting, { search: Search; record: PaymentRecord }>;
  gaps: BankGap[];
}

/** With the class that decides the exit. */
export interface BankGap extends Gap {
  class: PayctlError['exitClass'];
  /** An answer came, and is not believed. */
  isAnswer?: true;
}

/** All pages of all parts, as far as the bank gives them. */
export async function searchBank(
  bank: Bank,
  searches: readonly Search[],
  days: Days,
  ref1: string | undefined,
): Promise<Found> {
  const found: Found = { sightings: [], records: new Map(), gaps: [] };
  for (const search of searches) {
    for (const question of questionsOf(search, days, ref1, bank.settings)) {
      if (bank.signal.aborted) throw stopped();
      const gap = await take(bank, search, question, found);
      if (gap === undefined) continue;
      found.gaps.push(gap);
      // What the bank refused once, it would refuse for the other days too.
      break;
    }
  }
  return found;
}

function stopped(): PayctlError {
  return new PayctlError('UNAVAILABLE', finding.stopped, { executed: 'no' });
}

async function take(
  bank: Bank,
  search: Search,
  question: Question,
  into: Found,
): Promise<BankGap | undefined> {
  const prepared = await prepare(bank, question);
  if ('why' in prepared) return { source: 'bank', class: 'CONFIG', why: prepared.why };
  const { signal } = bank;
  const options = { signal, limit: Number.MAX_SAFE_INTEGER };
  const outcome = await bank.caller.call(prepared.operation, prepared.input, options);
  const { data } = outcome;
  const { says, id } = prepared.operation;
  const all = data === undefined ? [] : (says?.(data, 'SUCCESS', question.input) ?? []);
  const doubts = doubtsIn(all, {
    payment: search.payment,
    ...(question.reference !== '' && { ref1: question.reference }),
    ...optional('billerId', bank.settings('billerId')),
  });
  for (const record of all) {
    const seen = sightingOf(search, record);
    if (seen === undefined) continue;
    const doubt = doubts.get(record);
    const sighting: Sighting = doubt
      ? { ...seen, state: 'unknown', doubt: doubtText(doubt) }
      : seen;
    into.sightings.push(sighting);
    into.records.set(sighting, { search, record });
  }
  const [doubt] = doubts.values();
  if (doubt) into.gaps.push(doubtGap(finding.of(id, doubtText(doubt))));
  // What is not believed was said above, payment by payment.
  return outcome.doubt && doubt ? undefined : gapOf(outcome);
}

function doubtGap(why: Message): BankGap {
  return { source: 'bank', class: 'BAD_DATA', isAnswer: true, why };
}

/** That nothing is there is an answer; a search that was refused is none. */
function gapOf({ class: ended, message, operation }: Outcome): BankGap | undefined {
  if (ended === 'SUCCESS' || ended === 'NOT_FOUND') return undefined;
  const failed = ended === 'REJECTED' || ended === 'PENDING' ? 'UNAVAILABLE' : ended;
  return { source: 'bank', class: failed, why: finding.of(operation, message) };
}

function sightingOf({ payment }: Search, record: PaymentRecord): Sighting | undefined {
  const kind = kindOf(payment);
  const { transactionId = '', ref1 = '', amount, paidAt, payer, standing } = record;
  // What was only initiated is no payment.
  if (kind === undefined || paidAt === undefined || standing === 'initiated') return undefined;
  return {
    ...{ source: 'bank', kind, reference: ref1, transactionId, state: standing, at: paidAt },
    keys: transactionKey(transactionId),
    ...(amount !== undefined && { amount }),
    ...(payer !== undefined && { payer }),
    ...(ref1 !== '' && { ref1 }),
  };
}

/** Asks who paid, where the search did not say; gives the payments with the names. */
export async function withPayers(
  payments: readonly Payment[],
  { records }: Found,
  ask: Asker,
  now: number,
): Promise<{ payments: Payment[]; gaps: BankGap[] }> {
  const questions = new Map<string, Question>();
  for (const { sightings } of payments) {
    for (const sighting of sightings) {
      const from = records.get(sighting);
      for (const question of from?.search.payerOf(from.record) ?? []) {
        const key = JSON.stringify([question.operation, question.input]);
        questions.set(key, { ...question, family: from?.search.payment ?? 'other', reference: '' });
      }
    }
  }
  const asked = await ask([...questions.values()]);
  const names = new Map<string, string>();
  const gaps: BankGap[] = [];
  for (const one of asked) {
    for (const { transactionId, payer } of (await answered(one, now)).statements) {
      if (transactionId && payer) names.set(transactionId, payer);
    }
    const gap = 'outcome' in one ? gapOfInquiry(one.outcome) : undefined;
    if (gap) gaps.push(gap);
  }
  const named = payments.map((payment) => {
    const payer = names.get(payment.transactionId);
    return payer === undefined ? payment : withName(payment, payer);
  });
  return { payments: named, gaps: gaps.slice(0, 1) };
}

/** An inquiry that finds no payment has answered. */
function gapOfInquiry(outcome: Outcome): BankGap | undefined {
  return outcome.class === 'PENDING' || outcome.class === 'REJECTED' ? undefined : gapOf(outcome);
}

function withName(payment: Payment, payer: string): Payment {
  const sightings = payment.sightings.map((one) =>
    one.source === 'bank' ? { ...one, payer } : one,
  );
  return { ...payment, payer, sightings };
}
