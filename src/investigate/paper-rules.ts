import { otherAmount, type Rule } from './rule.js';

/** What a QR, a slip or a person says, against the bank. */
export const paperRules: readonly Rule[] = [
  {
    rule: 'paper-broken',
    severity: 'conflict',
    find: ({ all: { papers } }) =>
      papers.flatMap(({ kind, faults: [first] }) =>
        first === undefined ? [] : [`the ${kind} is broken or was altered: ${first}`],
      ),
  },
  {
    rule: 'paper-biller',
    severity: 'conflict',
    find({ all: { papers, billerId }, statements }) {
      const payees = [...papers, ...statements].map((one) => one.billerId);
      const other = payees.find((payee) => payee !== undefined && payee !== billerId);
      if (billerId === undefined || other === undefined) return [];
      return [`it pays biller ${other}, and the profile's biller is ${billerId}`];
    },
  },
  {
    rule: 'paper-amount',
    severity: 'conflict',
    find: ({ all: { papers }, statements }) =>
      papers.flatMap(({ kind, amount }) => otherAmount(`the ${kind} asks for`, amount, statements)),
  },
  {
    rule: 'expected-amount',
    severity: 'conflict',
    find: ({ all: { expectedAmount }, statements }) =>
      otherAmount('--amount says', expectedAmount, statements),
  },
];
