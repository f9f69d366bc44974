import { argument, text } from '../../runtime/parameter.js';

export const NAME = argument('book', 'name of the book');
export const NOTE = text('--note <text>', 'why');

/** Lines by which the examples of help have a book with an open item. */
export const A_BOOK = [
  "printf 'reference,amount,date\\nA1,100.00,2026-01-30\\nA2,50.00,2026-01-30\\nA3,5.00,2026-01-30\\n' > orders-30.csv",
  "printf 'ref1,transRef,amount,transactionDate\\nA1,T1,100.00,2026-01-30\\n' > bank-30.csv",
  'payctl books create shop',
  'payctl reconcile --book shop --orders orders-30.csv --bank bank-30.csv || true',
];
