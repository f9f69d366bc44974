import type { Message } from '../core/message.js';
import { bangkokDate, parseDate } from '../core/time.js';
import { bookEntries as words } from '../messages/books.js';
import { recordClasses } from '../messages/reconcile.js';
import type { MatchRecord } from '../reconcile/classes.js';
import { FEE, OPEN, REVERSED } from '../reconcile/columns.js';
import type { Account, Mapping, SettlementRule } from '../reconcile/mapping.js';
import type { Book, BookItem, BookLine } from '../state/books.js';
import { LineChanges } from './apply.js';
import { type KeptDecision, parseDecision } from './codec.js';
import { readWhole } from './event.js';
import { type Matched, match } from './match.js';
import { bookMappings } from './parts.js';
import type { BookState } from './state.js';
import { workingSet } from './working-set.js';

/** What one line of the bank, or one decision of a person, moves from account to account. */
export interface AccountingEntry {
  /** Days since 1970. */
  date: number;
  reference: string;
  text: Message;
  /** They add up to nothing. */
  postings: readonly Posting[];
}

export interface Posting {
  account: Account;
  /** Satang: debit, or credit where it is negative. */
  amount: number;
}

interface Period {
  from: number | undefined;
  to: number | undefined;
}

interface Rules {
  state: BookState;
  settlement: SettlementRule | undefined;
  seed: () => number;
}

/** What a period comes to, and how the ERP names the accounts. */
export interface Entries {
  /** In order: cash is the sum of the bank's lines. */
  entries: AccountingEntry[];
  accounts: Mapping['accounts'];
}

/** The double entries of a period. */
export function journalEntries(book: Book, period: Period, seed: () => number): Promise<Entries> {
  return readWhole(book, async (state) => {
    const { accounts, settlement } = bookMappings(state).bank;
    return { entries: await makeEntries(book, period, { state, settlement, seed }), accounts };
  });
}

async function makeEntries(book: Book, period: Period, rules: Rules): Promise<AccountingEntry[]> {
  const isWithin = (day: number) => day >= (period.from ?? day) && day <= (period.to ?? day);
  const decided = (await decidedGroups(book)).filter(({ date }) => isWithin(date));
  const lines = await linesFor(book, period, rules.settlement, decided);
  const matched = match(lines, { ...rules, fileName: () => '' });
  const netted = rules.settlement?.fees !== 'separate';
  const entries: AccountingEntry[] = [];
  for (const record of matched.records) entries.push(...entriesForRecord(record, matched, netted));
  const accounted = accountedLines(matched);
  entries.push(...decided.flatMap((group) => entriesOfDecision(group, accounted)));
  return entries.filter(({ date }) => isWithin(date)).sort((a, b) => a.date - b.date);
}

/** The lines of the period, those that were decided about in it, and all that they may be matched with. */
async function linesFor(
  book: Book,
  { from, to }: Period,
  settlement: SettlementRule | undefined,
  decided: readonly DecidedGroup[],
): Promise<Iterable<BookLine>> {
  if (from === undefined || to === undefined) {
    const all: BookLine[] = [];
    for await (const page of book.allLines()) all.push(...page);
    return all;
  }
  const changes = new LineChanges();
  changes.added.push(...(await book.lines({ days: [{ from, to }] })));
  changes.added.push(...decided.flatMap(({ lines }) => lines));
  return (await workingSet(book, changes, settlement)).lines.values();
}

/** What was refunded is no open question of accounts: it is known what for. */
function isAccounted({ kind }: MatchRecord): boolean {
  return kind === 'matched' || kind === 'reversed';
}

/** The ids of lines that are in no suspense: a decision about them moves nothing. */
function accountedLines({ records, linesFor }: Matched): Set<number> {
  return new Set(
    records
      .filter(isAccounted)
      .flatMap(linesFor)
      .map(({ id }) => id),
  );
}

/** An entry for each line of the bank, on the day on which it settles. */
function entriesForRecord(
  record: MatchRecord,
  { linesFor }: Matched,
  isNetted: boolean,
): AccountingEntry[] {
  const lines = linesFor(record).filter(({ fault }) => fault === null);
  const bank = lines
    // Of an open line the bank has moved nothing.
    .filter(({ side, status }) => side === 'bank' && status !== OPEN)
    .sort((a, b) => a.settles - b.settles || a.id - b.id);
  const share = isAccounted(record) ? shareOut(record, lines, bank, isNetted) : inSuspense;
  return bank.map((line) => ({
    date: line.settles,
    reference: line.reference || line.transactionId,
    text: line.status === FEE ? words.fee : recordClasses[record.kind],
    postings: [{ account: 'cash' as const, amount: line.amount }, ...share(line)].filter(
      ({ amount }) => amount !== 0,
    ),
  }));
}

function inSuspense(line: BookLine): Posting[] {
  return [{ account: line.status === FEE ? 'fees' : 'suspense', amount: -line.amount }];
}

/**
 * What stands against each line of the bank. Where several pay for the same orders, each pays as much of
 * them as it has, and the last one has what is left over: fees that were taken off, and what tolerance accepted.
 */
function shareOut(
  record: MatchRecord,
  lines: readonly BookLine[],
  bank: readonly BookLine[],
  isNetted: boolean,
): (line: BookLine) => Posting[] {
  // A payout may be negative: more was refunded than paid.
  const isOwnRefund = (line: BookLine) => record.settled === undefined && isRefund(line);
  const payments = bank.filter((line) => !isOwnRefund(line) && line.status !== FEE);
  const last = payments.at(-1);
  let fees = isNetted ? (record.settled?.fees ?? 0) : 0;
  let due = record.settled?.sum ?? amountDue(record, lines, payments);
  return (line) => {
    if (line.status === FEE) return [{ account: 'fees', amount: -line.amount }];
    if (isOwnRefund(line)) return [{ account: 'refunds', amount: -line.amount }];
    const fee = line === last ? fees : 0;
    const receivable = line === last ? due : line.amount;
    fees -= fee;
    due -= receivable;
    return [
      { account: 'fees', amount: fee },
      { account: 'receivable', amount: -receivable },
      { account: 'suspense', amount: receivable - fee - line.amount },
    ];
  };
}

/** What was to be paid; where something was refunded, all that had been paid. */
function amountDue(
  { kind }: MatchRecord,
  lines: readonly BookLine[],
  payments: readonly BookLine[],
): number {
  const isRefunded = lines.some((line) =>
    line.side === 'bank' ? isRefund(line) : line.status === REVERSED,
  );
  if (isRefunded || kind === 'reversed') return sumLines(payments);
  return sumLines(lines.filter(({ side, status }) => side === 'own' && status !== OPEN));
}

function isRefund({ amount, status }: BookLine): boolean {
  return status === REVERSED || (amount < 0 && status !== OPEN);
}

/** Items that a person decided about as one, and all their lines. */
interface DecidedGroup {
  item: BookItem;
  decision: KeptDecision;
  /** Day of the decision: days since 1970. */
  date: number;
  lines: readonly BookLine[];
}

async function decidedGroups(book: Book): Promise<DecidedGroup[]> {
  const groups: DecidedGroup[] = [];
  const seen = new Set<string>();
  for await (const items of book.allItems()) {
    for (const item of items) {
      const decision = parseDecision(item);
      if (decision === undefined || item.resolved === null) continue;
      const group = decision.group.length > 0 ? decision.group : [item.id];
      const key = [...group].sort().join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      const lines = await book.lines({ items: group });
      // Where a later file has changed the lines of one, the decision does not hold for the others, either.
      if (!group.every((id) => lines.some((line) => line.item === id))) continue;
      const date = parseDate(bangkokDate(Date.parse(decision.at))) ?? 0;
      groups.push({ item, decision, date, lines });
    }
  }
  return groups;
}

/** What a person decided moves on the day of the decision. */
function entriesOfDecision(
  { item, decision, date, lines }: DecidedGroup,
  accounted: ReadonlySet<number>,
): AccountingEntry[] {
  const moved = lines.filter((line) => isInQuestion(line) && !accounted.has(line.id));
  const postings = toPostings(item, decision, moved).filter(({ amount }) => amount !== 0);
  if (postings.length === 0) return [];
  const [first] = lines;
  const reference = first?.reference || first?.transactionId || item.id;
  return [{ date, reference, text: words.decided(decision.as, decision.note), postings }];
}

/** Whether a decision about a line can move money; of an open line the bank has moved none. */
function isInQuestion({ side, fault, waits, status }: BookLine): boolean {
  const hasMoved = status !== FEE && (side === 'own' || status !== OPEN);
  return fault === null && waits !== 'late' && hasMoved;
}

/** The bank's sum leaves suspense, and what our own side has is no longer to be received. */
function toPostings(
  { class: kind }: BookItem,
  { as }: KeptDecision,
  lines: readonly BookLine[],
): Posting[] {
  const bank = lines.filter(({ side }) => side === 'bank');
  const own = lines.filter(({ side }) => side === 'own');
  const [paid, due] = [sumLines(bank), sumLines(own)];
  const isLost = as === 'written-off';
  if (own.length === 0) {
    const account = paid < 0 ? 'refunds' : 'receivable';
    return [
      { account: 'suspense', amount: paid },
      { account: isLost ? 'write-offs' : account, amount: -paid },
    ];
  }
  if (bank.length === 0 && !isLost) return [];
  return [
    { account: 'suspense', amount: paid },
    { account: 'receivable', amount: -due },
    { account: isLost ? 'write-offs' : differenceAccount(kind), amount: due - paid },
  ];
}

/** Where the difference between what was due and what was paid belongs. */
function differenceAccount(kind: string): Account {
  if (kind === 'fee') return 'fees';
  return kind === 'refund-missing' ? 'refunds' : 'suspense';
}

function sumLines(lines: readonly BookLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
