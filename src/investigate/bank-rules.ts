import type { Statement } from './evidence.js';
import { hasMoved, isSameMoment, isSamePayment, sameAmount } from './facts.js';
import type { Rule } from './rule.js';
import { told } from './sources.js';

/** The bank against itself. */
export const bankRules: readonly Rule[] = [
  {
    rule: 'paid-twice',
    severity: 'conflict',
    find({ readings, statements, all: { papers } }) {
      // A code that many pay is paid many times.
      if (papers.some((paper) => paper.static === true)) return [];
      if (!readings.some(({ origin }) => origin === 'id')) return [];
      const paid = distinct(statements.filter(hasMoved));
      if (paid.length < 2) return [];
      const amounts = paid.map(({ amount = '?' }) => amount).join(' and ');
      return [`paid ${paid.length} times under one reference: ${amounts}`];
    },
  },
  {
    rule: 'inquiries-differ',
    severity: 'conflict',
    find({ statements }) {
      const slip = statements.find(({ source }) => source === 'slip.verify');
      const bills = statements.filter(({ source }) => source === 'bill.inquire');
      const searched = statements.filter(({ source }) => source === 'bill.search');
      const near = bills.find((bill) => slip && isSameMoment(slip.paidAt, bill.paidAt));
      const amounts =
        slip && near && !sameAmount(slip.amount, near.amount)
          ? [`the slip says ${slip.amount}, bill inquire says ${near.amount}`]
          : [];
      const standings = bills.flatMap((bill) => {
        const same = searched.find((other) => isSamePayment(bill, other));
        if (same === undefined || same.standing === bill.standing) return [];
        return [`bill inquire says ${told(bill)}, bill search says ${told(same)}`];
      });
      return [...amounts, ...standings];
    },
  },
];

/** Payments, each counted once however many inquiries tell of it; each wallet has its own. */
function distinct(statements: readonly Statement[]): Statement[] {
  const asked = new Set(statements.map(({ source }) => source));
  const [most = []] = [...asked]
    .map((source) => statements.filter((one) => one.source === source))
    .sort((a, b) => b.length - a.length);
  return most;
}
