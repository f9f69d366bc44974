import { type Doubt, isSameTransaction } from '../bank/doubt.js';
import { walletName } from '../bank/ewallet/references.js';
import { agrees } from '../bank/questions.js';
import type { Message } from '../core/message.js';
import { DAY_MS } from '../core/time.js';
import { isOpen, type State } from '../journal/state.js';
import { contradictions as says } from '../messages/contradictions.js';
import { payloads } from '../messages/inquiries.js';
import { chargeStates } from '../messages/payments.js';
import {
  type Facts,
  hasMoved,
  isDone,
  isSameMoment,
  type ReceivedConfirmation,
  type Statement,
} from './evidence.js';
import { commandOf, formatStatement } from './statement.js';

/**
 * conflict: two statements that cannot both be true; no verdict stands on them.
 * gap: one side knows less than the other, or a person should look; the verdict stands.
 */
export interface Contradiction {
  rule: string;
  severity: 'conflict' | 'gap';
  message: Message;
}

export interface Rule extends Pick<Contradiction, 'rule' | 'severity'> {
  /** A message for each place where the facts contradict each other. */
  find(facts: Facts): Message[];
}

/** Money moved, but no record of the bank has this amount. */
function amountMismatch(
  sayBoth: (ours: string, bank: string) => Message,
  amount: string | undefined,
  statements: readonly Statement[],
): Message[] {
  const moved = statements.filter((one) => hasMoved(one) && one.amount !== undefined);
  const [first] = moved;
  if (amount === undefined || first === undefined) return [];
  // Of a partial debit the amount that was asked for is compared.
  if (moved.some((one) => agrees(amount, one.wanted ?? one.amount, true))) return [];
  return [sayBoth(amount, first.amount ?? '')];
}

/** The bank against itself. */
const bankRules: readonly Rule[] = [
  {
    rule: 'answer-doubted',
    severity: 'conflict',
    find: ({ sources }) =>
      sources.flatMap(({ source, doubt }) =>
        doubt ? [doubtMessage(commandOf(source), doubt)] : [],
      ),
  },
  {
    rule: 'paid-twice',
    severity: 'conflict',
    find({ readings, statements, all: { decoded } }) {
      // A code that many pay is paid many times.
      if (decoded.some((payload) => payload.static === true)) return [];
      if (!readings.some(({ derived }) => !derived)) return [];
      const paid = distinct(statements.filter(hasMoved));
      if (paid.length < 2) return [];
      const amounts = paid.map(({ amount = '?' }) => amount);
      return [says.paidTwice(paid.length, amounts)];
    },
  },
  {
    rule: 'inquiries-differ',
    severity: 'conflict',
    find({ statements }) {
      const slip = statements.find(({ kind }) => kind === 'slip');
      const bills = statements.filter(({ kind }) => kind === undefined);
      const searched = statements.filter(({ kind }) => kind === 'search');
      const near = [...bills, ...searched].filter(
        (bill) => slip && isSameMoment(slip.paidAt, bill.paidAt),
      );
      const bill = near.find(({ amount }) => !agrees(slip?.amount, amount, true));
      const amounts = slip && bill ? [says.slipAndBill(slip.amount ?? '', bill.amount ?? '')] : [];
      const differing = differingPairs(bills, searched).map(([inquired, searchedFor]) =>
        says.inquireAndSearch(formatStatement(inquired), formatStatement(searchedFor)),
      );
      return [...amounts, ...differing, ...selfContradictions(bills)];
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
      (one) =>
        one.standing === bill.standing && mayBeSamePayment(bill, one) && isOfAmount(bill, one),
    );
    if (same) left.delete(same);
    return same === undefined;
  });
  return open.flatMap((bill) => {
    const near = [...left].filter((one) => mayBeSamePayment(bill, one));
    const counterpart = near.find((one) => isOfAmount(bill, one)) ?? near[0];
    if (counterpart === undefined) return [];
    left.delete(counterpart);
    return [[bill, counterpart] as const];
  });
}

function isOfAmount(one: Statement, other: Statement): boolean {
  return agrees(one.amount, other.amount, true);
}

/** Whether two records may be of one payment; a missing time proves nothing. */
function mayBeSamePayment({ paidAt: one }: Statement, { paidAt: other }: Statement): boolean {
  return one === undefined || other === undefined || isSameMoment(one, other);
}

/** Answers of one inquiry that differ about the same transaction. */
function selfContradictions(statements: readonly Statement[]): Message[] {
  return statements.flatMap((one, index) => {
    const { transactionId, amount, standing, source } = one;
    const differing = statements.slice(index + 1).find((that) => {
      if (!transactionId || !that.transactionId || !isSameTransaction(one, that)) return false;
      return that.standing !== standing || !agrees(that.amount, amount, true);
    });
    return differing
      ? [says.inquiryTwice(commandOf(source), formatStatement(one), formatStatement(differing))]
      : [];
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
    find: ({ payments, statements }) =>
      payments
        .filter(({ state }) => state !== 'rejected' && state !== 'not-executed')
        .flatMap(({ command, amount }) =>
          amountMismatch(
            (ours, bank) => says.commandAmount(command, ours, bank),
            amount,
            statements,
          ),
        ),
  },
  {
    rule: 'reversal-not-shown',
    severity: 'conflict',
    find: ({ reversals, bank }) =>
      bank && hasMoved(bank)
        ? reversals
            .filter(({ state }) => isDone(state))
            .map(({ command }) => says.reversalNotShown(command, formatStatement(bank)))
        : [],
  },
  {
    rule: 'reversed-twice',
    severity: 'conflict',
    find({ reversals }) {
      const done = reversals.filter(({ state }) => isDone(state));
      return done.length < 2 ? [] : [says.reversedTwice(done.map(({ command }) => command))];
    },
  },
  {
    rule: 'journal-against',
    severity: 'conflict',
    find: ({ payments, bank, isUnknown, reversals }) =>
      payments.flatMap(({ command, state, wallet }) => {
        if (bank && hasMoved(bank) && isUndone(state) && agrees(bank.wallet, wallet)) {
          return [says.journalAgainst(command, chargeStates[state], formatStatement(bank))];
        }
        if (!isDone(state) || reversals.length > 0) return [];
        if (isUnknown) return [says.journalUnknownToBank(command)];
        return bank?.standing === 'initiated' ? [says.journalUnconfirmed(command)] : [];
      }),
  },
  {
    rule: 'journal-behind',
    severity: 'gap',
    find: ({ payments, bank }) =>
      bank === undefined || !isFinal(bank)
        ? []
        : payments
            .filter(({ state }) => isOpen(state))
            .map(({ state }) => says.journalBehind(chargeStates[state], formatStatement(bank))),
  },
  {
    rule: 'reversed-elsewhere',
    severity: 'gap',
    find: ({ payments, reversals, confirmed, bank }) =>
      (payments.some(({ state }) => isDone(state)) || confirmed.length > 0) &&
      bank?.standing === 'refused' &&
      reversals.length === 0
        ? [says.takenBack(formatStatement(bank))]
        : [],
  },
  {
    rule: 'wrong-wallet',
    severity: 'gap',
    find: ({ payments, reversals, bank }) =>
      [...payments, ...reversals]
        .filter(({ wallet }) => !agrees(bank?.wallet, wallet))
        .map(({ command, wallet = '' }) => {
          return says.wrongWallet(command, walletName(wallet), walletName(bank?.wallet ?? ''));
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
    find: ({ confirmed, statements }) =>
      confirmed.flatMap((confirmation) => {
        const record = recordOf(confirmation, statements);
        if (record === undefined || agrees(confirmation.amount, record.amount, true)) return [];
        return [says.confirmationAmount(confirmation.amount ?? '', record.amount ?? '')];
      }),
  },
  {
    rule: 'confirmation-transaction',
    severity: 'conflict',
    find: ({ confirmed, statements }) =>
      confirmed
        .filter((one) => statements.length > 0 && recordOf(one, statements) === undefined)
        .filter(({ paidAt }) => wasAsked(paidAt, statements))
        .map(({ id }) => says.confirmationTransaction(id)),
  },
  {
    rule: 'confirmation-unpaid',
    severity: 'conflict',
    find({ confirmed: [first], bank, isUnknown, family }) {
      if (first === undefined || family === 'registration') return [];
      const amount = first.amount || undefined;
      if (isUnknown) return [says.confirmationUnknown(amount)];
      if (bank?.standing !== 'pending' && bank?.standing !== 'initiated') return [];
      return [says.confirmationUnpaid(amount, formatStatement(bank))];
    },
  },
  {
    rule: 'confirmations-differ',
    severity: 'conflict',
    find: ({ confirmed }) =>
      Array.from(differing(confirmed), ([id, differs]) => says.confirmationsDiffer(id, differs)),
  },
  {
    rule: 'not-delivered',
    severity: 'gap',
    find: ({ confirmed }) =>
      confirmed
        .filter(({ forwarding }) => forwarding === 'dead')
        .map(({ id }) => says.notDelivered(id)),
  },
];

/** By the id that several messages have, the fields in which they differ. */
function differing(confirmed: readonly ReceivedConfirmation[]): Map<string, readonly string[]> {
  const fieldsById = new Map<string, readonly string[]>();
  for (const { id, differs } of confirmed) {
    if (differs.length > (fieldsById.get(id)?.length ?? 0)) fieldsById.set(id, differs);
  }
  return fieldsById;
}

/** The bank's record of a confirmed payment; a search tells another id than a confirmation. */
function recordOf(
  { transactionId }: ReceivedConfirmation,
  statements: readonly Statement[],
): Statement | undefined {
  const named = statements.filter(
    (one) => one.transactionId !== undefined && one.kind !== 'search',
  );
  if (transactionId === undefined || named.length === 0) return statements[0];
  return named.find((one) => one.transactionId === transactionId);
}

/** Inquiries cover days, so no record is expected for a payment on another day. */
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
    find: ({ all: { decoded } }) =>
      decoded.flatMap(({ kind, faults: [first] }) =>
        first === undefined ? [] : [says.broken(payloads[kind], first)],
      ),
  },
  {
    rule: 'payload-biller',
    severity: 'conflict',
    find({ all: { decoded, billerId }, statements }) {
      const payees = [...decoded, ...statements].map((one) => one.billerId);
      const otherBiller = payees.find((payee) => !agrees(payee, billerId));
      if (otherBiller === undefined) return [];
      return [says.otherBiller(otherBiller, billerId ?? '')];
    },
  },
  {
    rule: 'payload-amount',
    severity: 'conflict',
    find: ({ all: { decoded }, statements }) =>
      decoded.flatMap(({ kind, amount }) =>
        amountMismatch(
          (ours, bank) => says.payloadAmount(payloads[kind], ours, bank),
          amount,
          statements,
        ),
      ),
  },
  {
    rule: 'expected-amount',
    severity: 'conflict',
    find: ({ all: { expectedAmount }, statements }) =>
      amountMismatch(says.givenAmount, expectedAmount, statements),
  },
];

/** Why an answer is not believed. Nothing of another payment is repeated: it is somebody else's. */
function doubtMessage(inquiry: string, doubt: Doubt): Message {
  switch (doubt.id) {
    case 'other':
      return says.otherPayment(inquiry, doubt.field);
    case 'no-amount':
      return says.noAmount(inquiry);
    case 'amount':
      return says.badAmount(inquiry, doubt.amount);
    case 'currency':
      return says.otherCurrency(inquiry, doubt.currency, undefined);
    case 'currencies':
      return says.otherCurrency(inquiry, doubt.currency, doubt.wanted);
    case 'both':
      return says.paidAndGivenBack(inquiry);
  }
}

const RULES = [...payloadRules, ...confirmationRules, ...journalRules, ...bankRules];

/** Every contradiction in the facts, conflicts first. */
export function contradictionsIn(facts: Facts): Contradiction[] {
  const contradictions = RULES.flatMap(({ rule, severity, find }) =>
    find(facts).map((message) => ({ rule, severity, message })),
  );
  const isGap = ({ severity }: Contradiction) => Number(severity === 'gap');
  return contradictions.sort((a, b) => isGap(a) - isGap(b));
}
