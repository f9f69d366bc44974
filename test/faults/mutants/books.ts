import { bug, changed, type Mutant } from './mutant.js';

/** Of books of reconciling. */
export const BOOKS: readonly Mutant[] = [
  bug('the orders of a payout are not looked for when more is said of it')
    .breaks('a later line of a payout meets its orders again')
    .in('books/working-set', 'workingSet', (real) => (book, ...given) => {
      const without = changed(book, {
        lines: (query) => book.lines({ ...query, payouts: [] }),
      });
      return real(without, ...given);
    }),
  bug('a decision about several items holds though one of them is another')
    .breaks('a decision about items that belong together lapses for all of them')
    .in('books/codec', 'parseDecision', (real) => (item) => {
      const decision = real(item);
      return decision && { ...decision, group: [] };
    }),
  bug('of two decisions about one item the last one counts')
    .breaks('an item is not decided twice at once')
    .in('books/resolve', 'resolveItems', (real) => (book, desk, decisions) => {
      const newest = new Map(decisions.flatMap((one) => one.ids.map((id) => [id, one] as const)));
      return real(book, desk, [...new Set(newest.values())]);
    }),
  bug('the sums of a book leave out its items')
    .breaks('a row of a book that no event wrote is found')
    .in(
      'books/row-sums',
      'addRows',
      (real) =>
        (sums, { lines }) =>
          real(sums, { lines }),
    ),
];
