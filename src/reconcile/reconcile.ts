import { formatDate } from '../core/time.js';
import {
  type Answer,
  isPaid,
  keyOf,
  type Learned,
  learnedFrom,
  type Payment,
  type Query,
} from './answers.js';
import { type RecordClass, rankOf } from './classes.js';
import { Classifier, type DayTally, type MatchRecord, type Tally } from './classifier.js';
import { Columns, type Days, isWithin, PAID, REVERSED } from './columns.js';
import { LocalRecords, momentFields, type SyntheticRow, synthesizeRow } from './local-records.js';
import type { Mapping } from './mapping.js';
import { Matcher } from './match.js';
import type { Charge, Confirmation, Refund } from './own.js';
import { type BadLine, type Input, type Role, readInput, type Source } from './read.js';
import { type Suggestion, suggestionsFor } from './suggest.js';
import { Texts } from './texts.js';

/** Puts questions to the bank; undefined where it was stopped before all were answered. */
export type Ask = (queries: readonly Query[]) => Promise<ReadonlyMap<string, Answer>>;

export interface Request {
  sources: readonly Source[];
  mappings: Readonly<Record<Role, Mapping>>;
  /** What both sides cover, in days since 1970, where it was said. */
  days: Partial<Days>;
  /** Satang. */
  tolerance: number;
  /** Seconds of the day. */
  cutoff: number;
  all: boolean;
  /** Of the hash of texts. */
  seed: () => number;
  charges: readonly Charge[];
  refunds: readonly Refund[];
  confirmations: readonly Confirmation[];
  /** Where the bank shall be asked: about breaks, or about every own line where there is no file of it. */
  ask?: Ask | undefined;
}

/** All that came of a run, its records in order. */
export interface Reconciled {
  inputs: Input[];
  summary: Map<RecordClass, Tally>;
  /** By settlement day, since 1970: of the bank, else of the own side. */
  days: Map<number, DayTally>;
  records: MatchRecord[];
  bad: BadLine[];
  own: Columns;
  bank: Columns;
  local: LocalRecords;
  synthetic: ReadonlyMap<number, SyntheticRow>;
  learned: ReadonlyMap<MatchRecord, Learned>;
  suggestions: ReadonlyMap<MatchRecord, Suggestion>;
  /** How many files each side has. */
  files: Readonly<Record<Role, number>>;
}

export async function reconcile(request: Request): Promise<Reconciled> {
  const { sources, mappings, cutoff, tolerance, all, ask } = request;
  const texts = new Texts(request.seed);
  const [own, bank] = [new Columns(), new Columns()];
  const bad: BadLine[] = [];
  const inputs: Input[] = [];
  for (const source of sources) {
    const lines = source.role === 'orders' ? own : bank;
    const mapping = mappings[source.role];
    inputs.push(await readInput(source, { lines, texts, mapping, cutoff, bad }));
  }
  const local = new LocalRecords(texts, request);
  const files = countOf(sources);
  const [hasOrders, hasBank] = [files.orders > 0, files.bank > 0];
  const synthetic = hasOrders
    ? new Map<number, SyntheticRow>()
    : synthesizeAll(request, own, bank, local);
  const ownDays = covered(request.days, own.covered());
  const bankDays = hasBank ? covered(request.days, bank.covered()) : ('all' as const);
  const unmatched = () => {
    const days = ownDays ?? (bankDays === 'all' ? undefined : bankDays);
    const added = hasOrders ? addUnmatchedLocal(request, { own, bank, bad, local, days }) : [];
    for (const [row, line] of added) synthetic.set(row, line);
    return synthetic.keys();
  };
  const answers = new Map<string, Answer>();
  if (!hasBank && ask) {
    unmatched();
    const queries = queriesOf(own, local);
    for (const [key, answer] of await ask([...queries.values()])) answers.set(key, answer);
    addAnswers(bank, queries, answers, cutoff, texts);
  }
  const rules = { own, bank, local, synthetic, ownDays, bankDays, hasOrders, tolerance, all };
  const classifier = new Classifier(rules);
  const wasRefunded = (reference: number) => local.wasRefunded(reference);
  for (const currency of new Set([0, ...own.currencies(), ...bank.currencies()])) {
    const broken = currency === 0 ? bad : [];
    const sides = { own, bank, texts, tolerance, currency, bad: broken, wasRefunded };
    new Matcher(sides, classifier).run();
  }
  // Where the bank has a file, what only this machine knows is no line that it could be matched with.
  if (hasBank && hasOrders) for (const row of unmatched()) classifier.own(row);
  const asked = { own, bank, local, answers };
  if (hasBank && ask) await learn(classifier.records, asked, ask);
  const learned = learnedOf(classifier.records, asked);
  const suggestions = suggestionsFor(classifier.records, { own, bank, texts });
  const records = sorted(classifier.records, own, bank, texts);
  const sides = { own, bank, local, synthetic };
  const [summary, days] = [classifier.summary(), classifier.days()];
  return { inputs, summary, days, records, bad, ...sides, learned, suggestions, files };
}

function countOf(sources: readonly Source[]): Record<Role, number> {
  const of = (role: Role) => sources.filter((source) => source.role === role).length;
  return { orders: of('orders'), bank: of('bank') };
}

function covered({ from, to }: Partial<Days>, lines: Days | undefined): Days | undefined {
  const [first, last] = [from ?? lines?.from, to ?? lines?.to];
  return first === undefined || last === undefined ? undefined : { from: first, to: last };
}

/** Journal and confirmations in the place of orders; of other days than were asked for only what the bank has. */
function synthesizeAll(request: Request, own: Columns, bank: Columns, local: LocalRecords) {
  const { days, cutoff, charges, confirmations } = request;
  const { texts } = local;
  const present = presence(bank.reference, bank.count, texts.size);
  const ids = presence(bank.transactionId, bank.count, texts.size);
  const isWanted = (at: number, reference: string, transactionId = '') => {
    const { settles } = momentFields(at, cutoff);
    const isInside = settles >= (days.from ?? settles) && settles <= (days.to ?? settles);
    return (
      isInside ||
      present[texts.idOf(reference)] === 1 ||
      (transactionId !== '' && ids[texts.idOf(transactionId)] === 1)
    );
  };
  const wantedCharges = charges.filter((charge) => isWanted(charge.at, charge.reference));
  const wantedConfirmations = confirmations.filter((one) =>
    isWanted(one.at, one.reference, one.transactionId),
  );
  return synthesizeRow(own, local, wantedCharges, wantedConfirmations, cutoff);
}

function presence(ids: Int32Array, count: number, size: number): Uint8Array {
  const present = new Uint8Array(size);
  for (let row = 0; row < count; row++) present[ids[row] ?? 0] = 1;
  present[0] = 0;
  return present;
}

interface UnmatchedParts {
  own: Columns;
  bank: Columns;
  bad: readonly BadLine[];
  local: LocalRecords;
  days: Days | undefined;
}

/** What this machine knows of the covered days, and neither the orders nor the bank. */
function addUnmatchedLocal(
  { charges, confirmations, cutoff }: Request,
  { own, bank, bad, local, days }: UnmatchedParts,
): Map<number, SyntheticRow> {
  if (charges.length === 0 && confirmations.length === 0) return new Map();
  const { texts } = local;
  const sides = [own, bank].flatMap(({ reference, transactionId, count }) => [
    presence(reference, count, texts.size),
    presence(transactionId, count, texts.size),
  ]);
  const broken = presence(
    Int32Array.from(bad, ({ reference = 0 }) => reference),
    bad.length,
    texts.size,
  );
  sides.push(broken);
  const isKnown = (text: string) => sides.some((present) => present[texts.idOf(text)] === 1);
  const isUnmatched = (at: number, ...names: string[]) =>
    isWithin(momentFields(at, cutoff).settles, days) && !names.some(isKnown);
  const unmatchedCharges = charges.filter(({ at, reference, alias = '' }) => {
    return isUnmatched(at, reference, alias);
  });
  const unmatchedConfirmations = confirmations.filter((one) =>
    isUnmatched(one.at, one.reference, one.transactionId),
  );
  return synthesizeRow(own, local, unmatchedCharges, unmatchedConfirmations, cutoff);
}

/** What must be asked where there is no file of the bank: each own line once. */
function queriesOf(own: Columns, local: LocalRecords): Map<string, Query> {
  const queries = new Map<string, Query>();
  for (let row = 0; row < own.count; row++) {
    const query = queryOf(own, row, local);
    queries.set(keyOf(query), query);
  }
  return queries;
}

function queryOf(lines: Columns, row: number, local: LocalRecords): Query {
  const [reference, transactionId] = [lines.reference[row] ?? 0, lines.transactionId[row] ?? 0];
  return {
    reference: local.texts.textOf(reference),
    transactionId: local.texts.textOf(transactionId),
    day: formatDate(lines.date[row] ?? 0),
    charges: local.chargesOf(reference),
    confirmations: local.confirmationsOf(reference, transactionId),
  };
}

/** Payments that the bank tells of stand in for the lines of its file. */
function addAnswers(
  bank: Columns,
  queries: ReadonlyMap<string, Query>,
  answers: ReadonlyMap<string, Answer>,
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
      const name = JSON.stringify([reference, transactionId, amount, at ?? day]);
      if (seen.has(name)) continue;
      seen.add(name);
      bank.add({
        ...momentFields(moment, cutoff),
        reference: texts.idOf(reference),
        transactionId: texts.idOf(transactionId),
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
  answers: Map<string, Answer>;
}

/** No question is worth asking about what was not read, or is there already. */
const UNASKED: ReadonlySet<RecordClass> = new Set(['bad-line', 'duplicate-line', 'matched']);

/** Asks about the breaks, and lets the bank's word change what it decides. */
async function learn(
  records: readonly MatchRecord[],
  asked: InquiryParts,
  ask: Ask,
): Promise<void> {
  const { local, own, answers } = asked;
  const breaks = records.filter(({ kind }) => !UNASKED.has(kind));
  const queries = new Map<string, Query>();
  for (const record of breaks)
    for (const query of queriesFor(record, asked)) queries.set(keyOf(query), query);
  for (const [key, answer] of await ask([...queries.values()])) answers.set(key, answer);
  for (const [record, learned] of learnedOf(breaks, asked)) {
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
): Query[] {
  if (row !== undefined) return [queryOf(own, row, local)];
  return other === undefined ? [] : [queryOf(bank, other, local)];
}

function learnedOf(
  records: readonly MatchRecord[],
  asked: InquiryParts,
): Map<MatchRecord, Learned> {
  const learned = new Map<MatchRecord, Learned>();
  if (asked.answers.size === 0) return learned;
  for (const record of records) {
    const [query] = queriesFor(record, asked);
    const answer = query && asked.answers.get(keyOf(query));
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
  { transactionId, amount }: Payment,
  { own, bank }: MatchRecord,
  asked: InquiryParts,
): boolean {
  const { texts } = asked.local;
  const id = transactionId === undefined ? 0 : texts.idOf(transactionId);
  const isOn = (lines: Columns, rows: readonly number[]) =>
    rows.some(
      (row) => (id !== 0 && lines.transactionId[row] === id) || lines.amount[row] === amount,
    );
  return isOn(asked.own, own) || isOn(asked.bank, bank);
}

/** By class, reference, transaction id and lines. */
function sorted(records: MatchRecord[], own: Columns, bank: Columns, texts: Texts): MatchRecord[] {
  return records.sort(
    (a, b) =>
      rankOf(a.kind) - rankOf(b.kind) ||
      texts.compare(referenceOf(a, own, bank), referenceOf(b, own, bank)) ||
      texts.compare(transactionIdOf(a, own, bank), transactionIdOf(b, own, bank)) ||
      placeOf(a, own, bank) - placeOf(b, own, bank),
  );
}

/** Of its payout, its orders or its bank lines: the first that is there; else of what cannot be read. */
export function referenceOf(record: MatchRecord, own: Columns, bank: Columns): number {
  const { column = null, reference = 0 } = record.bad ?? {};
  // Where the cells are not those of the header, it may be any word.
  const ofBank = first(record.bank, bank.reference) || (column === null ? 0 : reference);
  return record.byPayout ? ofBank : first(record.own, own.reference) || ofBank;
}

/** The bank's own, where it tells one. */
export function transactionIdOf(
  { own: rows, bank: lines }: MatchRecord,
  own: Columns,
  bank: Columns,
): number {
  return first(lines, bank.transactionId) || first(rows, own.transactionId);
}

function first(rows: readonly number[], ids: Int32Array): number {
  for (const row of rows) if (ids[row]) return ids[row] ?? 0;
  return 0;
}

const SIDE = 2 ** 48;
const FILE = 2 ** 32;

/** Where its first line stands: orders before the bank, then file, then line. */
function placeOf(
  { own: rows, bank: lines, bad }: MatchRecord,
  own: Columns,
  bank: Columns,
): number {
  if (bad) return (bad.role === 'bank' ? SIDE : 0) + bad.index * FILE + bad.line;
  const at = (side: Columns, row: number) => (side.file[row] ?? 0) * FILE + (side.line[row] ?? 0);
  const least = (side: Columns, all: readonly number[]) =>
    all.reduce((place, row) => Math.min(place, at(side, row)), Number.POSITIVE_INFINITY);
  return rows.length > 0 ? least(own, rows) : SIDE + least(bank, lines);
}
