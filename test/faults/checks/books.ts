import { clerkOf, nightOf } from '../../books/clerk.js';
import { fileBooks } from '../../fixtures/file-stores.js';
import type { Checks, Parts } from '../parts.js';

type Lines = Readonly<Record<'orders' | 'bank', readonly string[]>>;

/** A book of nights, each of one file of a side. */
async function bookOf(parts: Parts, bankMap?: string) {
  const { books, tamper } = await fileBooks();
  const clerk = clerkOf();
  const rules = { ordersMap: undefined, bankMap, tolerance: 0, cutoff: 79_200 };
  await parts.createBook(books, clerk, { name: 'shop', ...rules });
  const book = await books.open('shop');
  if (book === undefined) throw new Error('no book');
  let night = 0;
  return {
    ...{ book, clerk, tamper },
    async night(files: Partial<Lines>) {
      night += 1;
      const fileOf = (lines: readonly string[] = []) => ({
        [`night-${night}.csv`]: ['reference,amount,date,payout', ...lines, ''].join('\n'),
      });
      const sides = {
        ...(files.orders && { orders: fileOf(files.orders) }),
        ...(files.bank && { bank: fileOf(files.bank) }),
      };
      await parts.runBook(book, clerk, nightOf(sides));
    },
    open: () => parts.openItems(book),
  };
}

/** Two items that a typing error keeps apart. */
async function typingError(parts: Parts) {
  const shop = await bookOf(parts);
  await shop.night({ orders: ['X,10.00,2026-01-01,'], bank: ['Y,10.00,2026-01-01,'] });
  const [one, other] = await shop.open();
  return { ...shop, one: one?.id ?? '', other: other?.id ?? '' };
}

export const BOOKS = {
  async 'a later line of a payout meets its orders again'(parts) {
    const { night, open } = await bookOf(parts, 'bank:\n  settlement: { by: payout }\n');
    const orders = ['A,10.00,2026-01-01,P', 'B,5.00,2026-01-01,P'];
    await night({ orders, bank: ['P,15.00,2026-01-01,'] });
    await night({ bank: ['P,-15.00,2026-01-02,'] });
    const [item, ...others] = await open();
    return others.length === 0 && item?.sides.orders === 1500 && item.sides.bank === 0;
  },

  async 'a decision about items that belong together lapses for all of them'(parts) {
    const { book, clerk, night, open, one, other } = await typingError(parts);
    const together = { ids: [one], as: 'matched-with', with: other, note: 'a typo' } as const;
    await parts.resolveItems(book, clerk, [together]);
    if ((await open()).length > 0) return false;
    await night({ bank: ['X,10.00,2026-01-01,'] });
    return (await open()).some(({ reference }) => reference === 'Y');
  },

  async 'an item is not decided twice at once'(parts) {
    const { book, clerk, open, one } = await typingError(parts);
    const decisions = [
      { ids: [one], as: 'explained', note: 'cash' },
      { ids: [one], as: 'duplicate', note: 'twice' },
    ] as const;
    const isTaken = await parts.resolveItems(book, clerk, decisions).then(
      () => true,
      () => false,
    );
    return !isTaken && (await open()).length === 2;
  },

  async 'a row of a book that no event wrote is found'(parts) {
    const { book, tamper } = await typingError(parts);
    const isSound = async () => (await parts.verifyBook(book, () => 1)).length === 0;
    const wasSound = await isSound();
    await tamper("UPDATE item SET first_seen = '2026-01-01'");
    return wasSound && !(await isSound());
  },
} satisfies Checks;
