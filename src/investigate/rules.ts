import { isSameTransaction } from '../bank/doubt.js';
import { walletName } from '../bank/ewallet/references.js';
import { agrees } from '../bank/questions.js';
import { DAY_MS } from '../core/time.js';
import { isOpen, type State } from '../journal/state.js';
import { told, wordsOf } from './ask.js';
import {
  type Confirmed,
  type Facts,
  hasMoved,
  isDone,
  isSameMoment,
  type Statement,
} from './evidence.js';
import { PHRASES, type Phrases } from './phrases.js';

/**
 * conflict: two statements that cannot both be true; no verdict stands on them.
 * gap: one side knows less than the other, or a person should look; the verdict stands.
 */
export interface Contradiction {
  rule: string;
  severity: 'conflict' | 'gap';
  message: string;
}

export interface Rule extends Pick<Contradiction, 'rule' | 'severity'> {
  /** A message for each place where the facts contradict each other. */
  find(facts: Facts, say: Phrases): string[];
}

/** Money moved, but no record has this amount. */
function otherAmount(
  saying: string,
  amount: string | undefined,
  statements: readonly Statement[],
  say: Phrases,
): string[] {
  const moved = statements.filter((one) => hasMoved(one) && one.amount !== undefined);
  const [first] = moved;
  if (amount === undefined || first === undefined) return [];
  // Of a partial debit the amount that was asked for is compared.
  if (moved.some((one) => agrees(amount, one.wanted ?? one.amount, true))) return [];
  return [say.bankSays(saying, amount, first.amount ?? '')];
}

/** The bank against itself. */
const bankRules: readonly Rule[] = [
  {
    rule: 'answer-doubted',
    severity: 'conflict',
    find: ({ sources }, say) =>
      sources.flatMap(({ source, doubt }) => (doubt ? [say.doubted(wordsOf(source), doubt)] : [])),
  },
  {
    rule: 'paid-twice',
    severity: 'conflict',
    find({ readings, statements, all: { decoded } }, say) {
      // A code that many pay is paid many times.
      if (decoded.some((payload) => payload.static === true)) return [];
      if (!readings.some(({ derived }) => !derived)) return [];
      const paid = distinct(statements.filter(hasMoved));
      if (paid.length < 2) return [];
      const amounts = paid.map(({ amount = '?' }) => amount);
      return [say.paidTwice(paid.length, amounts)];
    },
  },
  {
    rule: 'inquiries-differ',
    severity: 'conflict',
    find({ statements }, say) {
      const slip = statements.find(({ kind }) => kind === 'slip');
      const bills = statements.filter(({ kind }) => kind === undefined);
      const searched = statements.filter(({ kind }) => kind === 'search');
      const near = [...bills, ...searched].filter(
        (bill) => slip && isSameMoment(slip.paidAt, bill.paidAt),
      );
      const other = near.find((bill) => !agrees(slip?.amount, bill.amount, true));
      const amounts = slip && other ? [say.slipAndBill(slip.amount ?? '', other.amount ?? '')] : [];
      const differing = differingPairs(bills, searched).map(([bill, found]) =>
        say.inquireAndSearch(told(bill, say), told(found, say)),
      );
      return [...amounts, ...differing, ...twoWays(bills, say)];
    },
  },
];

/**
 * What an inquiry and the search say differently of one payment. Of several in the same minute those
 * that are alike belong together; what is left over is compared.
 */
function differingPairs(
  bills: readonly Statement[],
  searched: readonly Statement[],
): (readonly [Statement, Statement])[] {
  const left = new Set(searched);
  const open = bills.filter((bill) => {
    const same = [...left].find(
      (one) => one.standing === bill.standing && mayBeOne(bill, one) && isOfAmount(bill, one),
    );
    if (same) left.delete(same);
    return same === undefined;
  });
  return open.flatMap((bill) => {
    const near = [...left].filter((one) => mayBeOne(bill, one));
    const other = near.find((one) => isOfAmount(bill, one)) ?? near[0];
    if (other === undefined) return [];
    left.delete(other);
    return [[bill, other] as const];
  });
}

function isOfAmount(one: Statement, other: Statement): boolean {
  return agrees(one.amount, other.amount, true);
}

/** A moment that one of them lacks proves nothing. */
function mayBeOne({ paidAt: one }: Statement, { paidAt: other }: Statement): boolean {
  return one === undefined || other === undefined || isSameMoment(one, other);
}

/** One transaction of which two answers of an inquiry say different things. */
function twoWays(statements: readonly Statement[], say: Phrases): string[] {
  return statements.flatMap((one, index) => {
    const { transactionId, amount, standing, source } = one;
    const other = statements.slice(index + 1).find((that) => {
      if (!transactionId || !that.transactionId || !isSameTransaction(one, that)) return false;
      return that.standing !== standing || !agrees(that.amount, amount, true);
    });
    return other ? [say.inquiryTwice(wordsOf(source), told(one, say), told(other, say))] : [];
  });
}

/** Payments, each counted once however many inquiries tell of it; each wallet has its own. */
function distinct(statements: readonly Statement[]): Statement[] {
  const asked = new Set(statements.map(({ source }) => source));
  const [most = []] = [...asked]
    .map((source) => statements.filter((one) => one.source === source))
    .sort((a, b) => b.length - a.length);
  return most;
}

/** What this machine sent, against the bank. */
const journalRules: readonly Rule[] = [
  {
    rule: 'sent-amount',
    severity: 'conflict',
    find: ({ payments, statements }, say) =>
      payments
        .filter(({ state }) => state !== 'rejected' && state !== 'not-executed')
        .flatMap(({ command, amount }) =>
          otherAmount(say.commandSays(command), amount, statements, say),
        ),
  },
  {
    rule: 'reversal-not-shown',
    severity: 'conflict',
    find: ({ reversals, bank }, say) =>
      bank && hasMoved(bank)
        ? reversals
            .filter(({ state }) => isDone(state))
            .map(({ command }) => say.reversalNotShown(command, told(bank, say)))
        : [],
  },
  {
    rule: 'reversed-twice',
    severity: 'conflict',
    find({ reversals }, say) {
      const done = reversals.filter(({ state }) => isDone(state));
      return done.length < 2 ? [] : [say.reversedTwice(done.map(({ command }) => command))];
    },
  },
  {
    rule: 'journal-against',
    severity: 'conflict',
    find: ({ payments, bank, isUnknown, reversals }, say) =>
      payments.flatMap(({ command, state, wallet }) => {
        if (bank && hasMoved(bank) && isUndone(state) && agrees(bank.wallet, wallet)) {
          return [say.journalAgainst(command, state, told(bank, say))];
        }
        if (!isDone(state) || reversals.length > 0) return [];
        if (isUnknown) return [say.journalUnknownToBank(command)];
        return bank?.standing === 'initiated' ? [say.journalUnconfirmed(command)] : [];
      }),
  },
  {
    rule: 'journal-behind',
    severity: 'gap',
    find: ({ payments, bank }, say) =>
      bank === undefined || !isFinal(bank)
        ? []
        : payments
            .filter(({ state }) => isOpen(state))
            .map(({ state }) => say.journalBehind(state, told(bank, say))),
  },
  {
    rule: 'reversed-elsewhere',
    severity: 'gap',
    find: ({ payments, reversals, confirmed, bank }, say) =>
      (payments.some(({ state }) => isDone(state)) || confirmed.length > 0) &&
      bank?.standing === 'refused' &&
      reversals.length === 0
        ? [say.takenBack(told(bank, say))]
        : [],
  },
  {
    rule: 'wrong-wallet',
    severity: 'gap',
    find: ({ payments, reversals, bank }, say) =>
      [...payments, ...reversals]
        .filter(({ wallet }) => !agrees(bank?.wallet, wallet))
        .map(({ command, wallet = '' }) => {
          const [ours, theirs] = [wallet, bank?.wallet ?? ''].map((one) =>
            say.wallet(String(walletName(one))),
          );
          return say.wrongWallet(command, ours ?? '', theirs ?? '');
        }),
  },
];

function isFinal({ standing }: Statement): boolean {
  return standing !== 'pending' && standing !== 'initiated';
}

function isUndone(state: State): boolean {
  return state === 'rejected' || state === 'not-executed' || state === 'settled-not-executed';
}

/** Received confirmations, which anyone could have sent, against the bank. */
const confirmationRules: readonly Rule[] = [
  {
    rule: 'confirmation-amount',
    severity: 'conflict',
    find: ({ confirmed, statements }, say) =>
      confirmed.flatMap((confirmation) => {
        const record = recordOf(confirmation, statements);
        if (record === undefined || agrees(confirmation.amount, record.amount, true)) return [];
        return [say.confirmationAmount(confirmation.amount ?? '', record.amount ?? '')];
      }),
  },
  {
    rule: 'confirmation-transaction',
    severity: 'conflict',
    find: ({ confirmed, statements }, say) =>
      confirmed
        .filter((one) => statements.length > 0 && recordOf(one, statements) === undefined)
        .filter(({ paidAt }) => wasAsked(paidAt, statements))
        .map(({ id }) => say.confirmationTransaction(id)),
  },
  {
    rule: 'confirmation-unpaid',
    severity: 'conflict',
    find({ confirmed: [first], bank, isUnknown, family }, say) {
      if (first === undefined || family === 'registration') return [];
      const amount = first.amount || undefined;
      if (isUnknown) return [say.confirmationUnknown(amount)];
      if (bank?.standing !== 'pending' && bank?.standing !== 'initiated') return [];
      return [say.confirmationUnpaid(amount, told(bank, say))];
    },
  },
  {
    rule: 'confirmations-differ',
    severity: 'conflict',
    find: ({ confirmed }, say) =>
      Array.from(differing(confirmed), ([id, differs]) =>
        say.confirmationsDiffer(id, differs.join(', ')),
      ),
  },
  {
    rule: 'not-delivered',
    severity: 'gap',
    find: ({ confirmed }, say) =>
      confirmed
        .filter(({ forwarding }) => forwarding === 'dead')
        .map(({ id }) => say.notDelivered(id)),
  },
];

/** By the id that several messages have, the fields in which they differ. */
function differing(confirmed: readonly Confirmed[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { id, differs } of confirmed) {
    if (differs.length > (found.get(id)?.length ?? 0)) found.set(id, differs);
  }
  return found;
}

/** The bank's record of a confirmed payment; a search tells another id than a confirmation. */
function recordOf(
  { transactionId }: Confirmed,
  statements: readonly Statement[],
): Statement | undefined {
  const named = statements.filter(
    (one) => one.transactionId !== undefined && one.kind !== 'search',
  );
  if (transactionId === undefined || named.length === 0) return statements[0];
  return named.find((one) => one.transactionId === transactionId);
}

/** Records are asked for by days: of a payment of another day there is none to expect. */
function wasAsked(paidAt: number | undefined, statements: readonly Statement[]): boolean {
  const moments = statements.flatMap((one) => one.paidAt ?? []);
  if (paidAt === undefined || moments.length === 0) return true;
  return moments.some((moment) => Math.abs(moment - paidAt) < DAY_MS);
}

/** What a QR, a slip or a person says, against the bank. */
const payloadRules: readonly Rule[] = [
  {
    rule: 'payload-broken',
    severity: 'conflict',
    find: ({ all: { decoded } }, say) =>
      decoded.flatMap(({ kind, faults: [first] }) =>
        first === undefined ? [] : [say.broken(kind, first)],
      ),
  },
  {
    rule: 'payload-biller',
    severity: 'conflict',
    find({ all: { decoded, billerId }, statements }, say) {
      const payees = [...decoded, ...statements].map((one) => one.billerId);
      const other = payees.find((payee) => !agrees(payee, billerId));
      if (other === undefined) return [];
      return [say.otherBiller(other, billerId ?? '')];
    },
  },
  {
    rule: 'payload-amount',
    severity: 'conflict',
    find: ({ all: { decoded }, statements }, say) =>
      decoded.flatMap(({ kind, amount }) =>
        otherAmount(say.payloadAsks(kind), amount, statements, say),
      ),
  },
  {
    rule: 'expected-amount',
    severity: 'conflict',
    find: ({ all: { expectedAmount }, statements }, say) =>
      otherAmount(say.amountSays, expectedAmount, statements, say),
  },
];

const RULES = [...payloadRules, ...confirmationRules, ...journalRules, ...bankRules];

/** Every contradiction in the facts, conflicts first. */
export function contradictionsIn(facts: Facts, say: Phrases = PHRASES.en): Contradiction[] {
  const found = RULES.flatMap(({ rule, severity, find }) =>
    find(facts, say).map((message) => ({ rule, severity, message })),
  );
  const isGap = ({ severity }: Contradiction) => Number(severity === 'gap');
  return found.sort((a, b) => isGap(a) - isGap(b));
}
