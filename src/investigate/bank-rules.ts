import { commandName } from '../bank/define.js';
import { doubtMessage, isSameTransaction } from '../bank/doubt.js';
import { agrees } from '../bank/questions.js';
import type { Message, Text } from '../core/message.js';
import { contradictions as says } from '../messages/contradictions.js';
import { dates } from '../messages/dates.js';
import type { PaymentStatement } from './evidence.js';
import { hasMoved, isSameMoment } from './facts.js';
import type { ContradictionRule } from './rule.js';
import { formatStatement } from './statement.js';

/** The bank against itself. */
export const bankRules: readonly ContradictionRule[] = [
  {
    rule: 'answer-doubted',
    severity: 'conflict',
    find: ({ sources }) =>
      sources.flatMap(({ source, doubt }) =>
        doubt ? [says.doubted(commandName(source), doubtMessage(doubt))] : [],
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
      return [says.paidTwice(paid.length, paid.map(formatPaid))];
    },
  },
  {
    rule: 'paid-again',
    severity: 'gap',
    find({ family, readings, statements, all }) {
      if (all.decoded.some((payload) => payload.static === true)) return [];
      const isNamed = readings.some(({ derived }) => !derived);
      // Where the id names the bill, and no single payment of it, that is `paid-twice`.
      if (isNamed && distinct(statements.filter(hasMoved)).length > 1) return [];
      const moved = all.statements.filter((one) => one.family === family && hasMoved(one));
      const paid = distinct(moved.filter(({ kind }) => kind !== 'slip'));
      return paid.length < 2 ? [] : [says.paidTwice(paid.length, paid.map(formatPaid))];
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
  bills: readonly PaymentStatement[],
  searched: readonly PaymentStatement[],
): (readonly [PaymentStatement, PaymentStatement])[] {
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

function isOfAmount(one: PaymentStatement, other: PaymentStatement): boolean {
  return agrees(one.amount, other.amount, true);
}

/** Whether two records may be of one payment; a missing time proves nothing. */
function mayBeSamePayment(
  { paidAt: one }: PaymentStatement,
  { paidAt: other }: PaymentStatement,
): boolean {
  return one === undefined || other === undefined || isSameMoment(one, other);
}

/** Answers of one inquiry that differ about the same transaction. */
function selfContradictions(statements: readonly PaymentStatement[]): Message[] {
  return statements.flatMap((one, index) => {
    const { transactionId, amount, standing, source } = one;
    const differing = statements.slice(index + 1).find((that) => {
      if (!transactionId || !that.transactionId || !isSameTransaction(one, that)) return false;
      return that.standing !== standing || !agrees(that.amount, amount, true);
    });
    return differing
      ? [says.inquiryTwice(commandName(source), formatStatement(one), formatStatement(differing))]
      : [];
  });
}

/** `250.00 at 2026-01-31 09:00:00`. */
function formatPaid({ amount = '?', paidAt }: PaymentStatement): Text {
  return paidAt === undefined ? amount : says.amountAt(amount, dates.moment(paidAt));
}

/** Payments, each counted once however many inquiries tell of it; each wallet has its own. */
function distinct(statements: readonly PaymentStatement[]): PaymentStatement[] {
  const asked = new Set(statements.map(({ source }) => source));
  const [most = []] = [...asked]
    .map((source) => statements.filter((one) => one.source === source))
    .sort((a, b) => b.length - a.length);
  return most;
}
