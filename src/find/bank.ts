import { type Days, splitDays } from '../bank/days.js';
import { doubtMessage, findDoubts } from '../bank/doubt.js';
import type { PaymentRecord, Search } from '../bank/reference.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { readAnswer } from '../investigate/answer.js';
import {
  type AskedBank,
  type Asker,
  ownPace,
  type PaceOf,
  type PaymentQuestion,
  prepareInquiry,
} from '../investigate/ask.js';
import { finding } from '../messages/finding.js';
import { type Gap, type Payment, paymentKind, type Sighting, transactionKey } from './payment.js';

/** The questions of a search, newest days first; undefined `ref1` narrows nothing. */
export function questionsForSearch(
  search: Search,
  days: Days,
  ref1: string | undefined,
  settings: AskedBank['settings'],
): PaymentQuestion[] {
  const parts = splitDays(days, search.days).reverse();
  return parts.map((part) => ({
    family: search.payment,
    reference: ref1 ?? '',
    operation: search.operation,
    asked: finding.question(part.from, part.to),
    input: search.input({ ...part, ref1, settings }),
  }));
}

export interface BankFindings {
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

/** Runs every search over all parts and pages; what fails becomes a gap. */
export async function searchBank(
  bank: AskedBank,
  searches: readonly Search[],
  days: Days,
  ref1: string | undefined,
): Promise<BankFindings> {
  const findings: BankFindings = { sightings: [], records: new Map(), gaps: [] };
  const paceOf = ownPace(bank);
  for (const search of searches) {
    for (const question of questionsForSearch(search, days, ref1, bank.settings)) {
      if (bank.signal.aborted) throw stoppedError();
      const gap = await askPart({ bank, paceOf }, search, question, findings);
      if (gap === undefined) continue;
      findings.gaps.push(gap);
      // The bank would refuse the other days of this search too.
      break;
    }
  }
  return findings;
}

function stoppedError(): PayctlError {
  return new PayctlError('UNAVAILABLE', finding.stopped);
}

async function askPart(
  { bank, paceOf }: { bank: AskedBank; paceOf: PaceOf },
  search: Search,
  question: PaymentQuestion,
  findings: BankFindings,
): Promise<BankGap | undefined> {
  const prepared = await prepareInquiry(bank, question);
  if ('why' in prepared) return { source: 'bank', class: 'CONFIG', why: prepared.why };
  const { before } = await paceOf(prepared.operation);
  // Every page waits for its turn.
  const options = {
    signal: bank.signal,
    limit: Number.MAX_SAFE_INTEGER,
    turn: async () => before(),
  };
  const outcome = await bank.caller.call(prepared.operation, prepared.input, options);
  const { data } = outcome;
  const { readPayments: says, id } = prepared.operation;
  const all = data === undefined ? [] : (says?.(data, 'SUCCESS', question.input) ?? []);
  const doubts = findDoubts(all, {
    payment: search.payment,
    ...(question.reference !== '' && { ref1: question.reference }),
    billerId: bank.settings('billerId'),
  });
  for (const record of all) {
    const plain = toSighting(search, record);
    if (plain === undefined) continue;
    const doubt = doubts.get(record);
    const sighting: Sighting = doubt
      ? { ...plain, state: 'unknown', doubt: doubtMessage(doubt) }
      : plain;
    findings.sightings.push(sighting);
    findings.records.set(sighting, { search, record });
  }
  const [doubt] = doubts.values();
  if (doubt) findings.gaps.push(doubtGap(finding.of(id, doubtMessage(doubt))));
  // Doubts were reported above, payment by payment.
  return outcome.doubt && doubt ? undefined : gapFromOutcome(outcome);
}

function doubtGap(why: Message): BankGap {
  return { source: 'bank', class: 'BAD_DATA', isAnswer: true, why };
}

/** An empty result is an answer; a refused search is not. */
function gapFromOutcome({ class: ended, message, operation }: Outcome): BankGap | undefined {
  if (ended === 'SUCCESS' || ended === 'NOT_FOUND') return undefined;
  const failed = ended === 'REJECTED' || ended === 'PENDING' ? 'UNAVAILABLE' : ended;
  return { source: 'bank', class: failed, why: finding.of(operation, message) };
}

function toSighting({ payment }: Search, record: PaymentRecord): Sighting | undefined {
  const kind = paymentKind(payment);
  const { transactionId = '', ref1 = '', amount, paidAt, payer, standing } = record;
  // A transfer that was only initiated is not a payment.
  if (kind === undefined || paidAt === undefined || standing === 'initiated') return undefined;
  return {
    ...{ source: 'bank', kind, reference: ref1, transactionId, state: standing, at: paidAt },
    keys: transactionKey(transactionId),
    amount,
    payer,
    ...(ref1 !== '' && { ref1 }),
  };
}

/** Fills in the payer by an inquiry per payment where the search did not name one. */
export async function withPayers(
  payments: readonly Payment[],
  { records }: BankFindings,
  ask: Asker,
  now: number,
): Promise<{ payments: Payment[]; gaps: BankGap[] }> {
  const questions = new Map<string, PaymentQuestion>();
  for (const { sightings } of payments) {
    for (const sighting of sightings) {
      const from = records.get(sighting);
      for (const question of from?.search.payerQuestions(from.record) ?? []) {
        const key = JSON.stringify([question.operation, question.input]);
        questions.set(key, { ...question, family: from?.search.payment ?? 'other', reference: '' });
      }
    }
  }
  const asked = await ask([...questions.values()]);
  const names = new Map<string, string>();
  const gaps: BankGap[] = [];
  for (const answer of asked) {
    for (const { transactionId, payer } of (await readAnswer(answer, now)).statements) {
      if (transactionId && payer) names.set(transactionId, payer);
    }
    const gap = 'outcome' in answer ? gapFromInquiry(answer.outcome) : undefined;
    if (gap) gaps.push(gap);
  }
  const named = payments.map((payment) => {
    const payer = names.get(payment.transactionId);
    return payer === undefined ? payment : withName(payment, payer);
  });
  return { payments: named, gaps: gaps.slice(0, 1) };
}

/** An inquiry that says "pending" or "rejected" has answered. */
function gapFromInquiry(outcome: Outcome): BankGap | undefined {
  return outcome.class === 'PENDING' || outcome.class === 'REJECTED'
    ? undefined
    : gapFromOutcome(outcome);
}

function withName(payment: Payment, payer: string): Payment {
  const sightings = payment.sightings.map((one) =>
    one.source === 'bank' ? { ...one, payer } : one,
  );
  return { ...payment, payer, sightings };
}
