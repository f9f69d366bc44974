import { formatDate } from '../core/time.js';
import {
  type AskBank,
  type BankPayment,
  type InquiryAnswer,
  type InquiryQuery,
  isPaid,
  type Learned,
  learnedFrom,
  queryKey,
} from './answers.js';
import type { MatchRecord, RecordClass } from './classes.js';
import { type Columns, PAID, REVERSED } from './columns.js';
import type { LocalRecords } from './local-records.js';
import { momentFields } from './synthetic.js';
import type { Texts } from './texts.js';

/** What must be asked where there is no file of the bank: each own line once. */
function queriesForLines(own: Columns, local: LocalRecords): Map<string, InquiryQuery> {
  const queries = new Map<string, InquiryQuery>();
  for (let row = 0; row < own.count; row++) {
    const query = queryForRow(own, row, local);
    queries.set(queryKey(query), query);
  }
  return queries;
}

function queryForRow(lines: Columns, row: number, local: LocalRecords): InquiryQuery {
  const [reference, transactionId] = [lines.reference[row] ?? 0, lines.transactionId[row] ?? 0];
  return {
    reference: local.texts.lookUp(reference),
    transactionId: local.texts.lookUp(transactionId),
    day: formatDate(lines.date[row] ?? 0),
    charges: local.chargesFor(reference),
    confirmations: local.confirmationsFor(reference, transactionId),
  };
}

/** Payments that the bank tells of stand in for the lines of its file. */
function addAnswers(
  bank: Columns,
  queries: ReadonlyMap<string, InquiryQuery>,
  answers: ReadonlyMap<string, InquiryAnswer>,
  cutoff: number,
  texts: Texts,
): void {
  const seen = new Set<string>();
  for (const [key, { reference, transactionId: ours, day }] of queries) {
    const answer = answers.get(key);
    if (answer === undefined || 'why' in answer) continue;
    for (const payment of answer.payments) {
      const { standing, amount, transactionId = ours, at } = payment;
      const isReversed = standing === 'reversed';
      if (amount === undefined || (!isPaid(payment) && !isReversed)) continue;
      const moment = at ?? Date.parse(`${day}T00:00:00+07:00`);
      // Asked about under two days, the bank tells of one payment twice.
      const name = JSON.stringify([reference, transactionId, amount, at]);
      if (seen.has(name)) continue;
      seen.add(name);
      bank.add({
        ...momentFields(moment, { cutoff }),
        reference: texts.intern(reference),
        transactionId: texts.intern(transactionId),
        amount,
        status: isReversed ? REVERSED : PAID,
      });
    }
  }
}

interface InquiryParts {
  own: Columns;
  bank: Columns;
  local: LocalRecords;
  answers: Map<string, InquiryAnswer>;
}

/** Asks about each own line, where there is no file of the bank; the payments that it tells of are its lines. */
export async function askForLines(
  { own, bank, local, answers }: InquiryParts,
  ask: AskBank,
  cutoff: number,
): Promise<void> {
  const queries = queriesForLines(own, local);
  for (const [key, answer] of await ask([...queries.values()])) answers.set(key, answer);
  addAnswers(bank, queries, answers, cutoff, local.texts);
}

/** The bank is not asked about what cannot be read, is repeated, or matched. */
const UNASKED: ReadonlySet<RecordClass> = new Set(['bad-line', 'duplicate-line', 'matched']);

/** Asks about the breaks, and lets the bank's word change what it decides. */
export async function learn(
  records: readonly MatchRecord[],
  asked: InquiryParts,
  ask: AskBank,
): Promise<void> {
  const { local, own, answers } = asked;
  const breaks = records.filter(({ kind }) => !UNASKED.has(kind));
  const queries = new Map<string, InquiryQuery>();
  for (const record of breaks)
    for (const query of queriesFor(record, asked)) queries.set(queryKey(query), query);
  for (const [key, answer] of await ask([...queries.values()])) answers.set(key, answer);
  for (const [record, learned] of learnedByRecord(breaks, asked)) {
    const [row] = record.own;
    if (!('paid' in learned) || !learned.paid || row === undefined || record.bank.length > 0)
      continue;
    const isOpen = local.isOpen(own.reference[row] ?? 0);
    if (isOpen && (record.kind === 'missing-at-bank' || record.kind === 'timing')) {
      record.kind = 'unknown-but-paid';
    } else if (record.kind === 'missing-at-bank') record.kind = 'success-but-absent';
  }
}

/** About its first line: the own one, else the bank's. */
function queriesFor(
  { own: [row], bank: [other] }: MatchRecord,
  { own, bank, local }: InquiryParts,
): InquiryQuery[] {
  if (row !== undefined) return [queryForRow(own, row, local)];
  return other === undefined ? [] : [queryForRow(bank, other, local)];
}

export function learnedByRecord(
  records: readonly MatchRecord[],
  asked: InquiryParts,
): Map<MatchRecord, Learned> {
  const learned = new Map<MatchRecord, Learned>();
  if (asked.answers.size === 0) return learned;
  for (const record of records) {
    const [query] = queriesFor(record, asked);
    const answer = query && asked.answers.get(queryKey(query));
    if (answer)
      learned.set(
        record,
        learnedFrom(answer, (payment) => isAbout(payment, record, asked)),
      );
  }
  return learned;
}

/** Of several payments under one reference, the one of this record. */
function isAbout(
  { transactionId, amount }: BankPayment,
  { own, bank }: MatchRecord,
  asked: InquiryParts,
): boolean {
  const { texts } = asked.local;
  const id = transactionId === undefined ? 0 : texts.intern(transactionId);
  const isOn = (lines: Columns, rows: readonly number[]) =>
    rows.some(
      (row) => (id !== 0 && lines.transactionId[row] === id) || lines.amount[row] === amount,
    );
  return isOn(asked.own, own) || isOn(asked.bank, bank);
}
