import { area } from '../core/message.js';

/** A book on a page: of the console, or of --report. */
export const bookWords = area('bookWords', () => ({
  books: 'Books',
  book: (name: string) => `Book ${name}`,
  through: 'Both sides cover it up to',
  closed: 'Closed up to',
  movement: 'Movement by class',
  lastRun: 'Since the last run',
  carried: 'Carried',
  new: 'New',
  resolved: 'Resolved',
  open: 'Open',
  total: 'Total',
  ages: 'Open items by age',
  age: 'Age',
  days: (from: string, to: string) => `${from} to ${to} days`,
  older: 'older',
  items: 'Open items, the oldest first',
  noItems: 'No item is open.',
  more: (count: number) => `${count} more: payctl books breaks lists them.`,
  inDays: 'Days',
  id: 'Item',
  firstSeen: 'First seen',
  orders: 'Orders',
  bank: 'Bank',
}));

/** What only the console says of a book. */
export const bookPageWords = area('bookPageWords', () => ({
  none: 'There is no book yet. One is made by the command:',
  lead: 'What earlier nights left open, and what a person decided. Files are added by the command:',
  choose: 'Decide',
  decide: 'Decide about the chosen items',
  as: 'They are',
  'written-off': 'written off',
  explained: 'explained',
  duplicate: 'a duplicate',
  'matched-with': 'matched with this item:',
  other: 'This item',
  note: 'Why (it is written down with your name)',
  resolve: 'Resolve',
  resolved: (count: number) =>
    count === 1 ? '1 item is resolved.' : `${count} items are resolved.`,
  noneChosen: 'Choose at least one item.',
  noNote: 'Write down why.',
  noOther: 'Name the item that they match.',
}));
