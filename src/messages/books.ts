import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What books of reconciling say: of their files, days, items and decisions. */
export const books = area('books', () => ({
  unknown: (book: string) => `there is no book ${book}`,
  exists: (book: string) => `there is a book ${book} already`,
  busy: (book: string) => `somebody else writes to the book ${book}; nothing was written`,
  again: 'run it again',

  otherDays: (file: string, applied: string, days: string) =>
    `${file} was applied on ${applied} with other days (${days})`,
  ownName: "give each night's file its own name",
  sameName: (file: string) => `two of the files are called ${file}`,
  notApplied: (what: string) => `nothing was applied: ${what}`,
  unbalanced: 'carried + new - resolved is not what is open; nothing was written',
  noFiles: 'give the files of the night with --orders or --bank',

  openingHeader: 'the header is not side,reference,transactionId,amount,date,note',
  openingLine: 'the line has other columns than the header',
  badOpening: (count: number) =>
    `${pluralize(count, 'line')} of the opening cannot be read; no book was made`,
  openingSide: 'side is neither orders nor bank',
  openingAmount: 'amount is no amount of baht',
  openingDate: 'date is no date as YYYY-MM-DD',
  openingName: 'neither a reference nor a transactionId of at most 200 letters',
  openingColumns: 'the columns are side (orders or bank),reference,transactionId,amount,date,note',

  noteNeeded: 'a decision needs a note',
  giveNote: 'say why with --note',
  badDecisions: (count: number) =>
    `${pluralize(count, 'decision')} cannot be taken; nothing was decided`,
  noItem: (id: string) => `there is no open item ${id}`,
  withNeeded: 'matched-with needs the id of the other item',
  withItself: (id: string) => `${id} cannot be matched with itself`,
  decidedTwice: (id: string) => `${id} is decided twice`,
  sumsDiffer: (orders: string, bank: string) =>
    `orders have ${orders} and the bank ${bank}: they cannot be matched`,
  notBoth: 'matched-with needs items of both sides',

  closedAlready: (day: string) => `the book is closed up to ${day} already`,
  notClosed: (day: string) => `${day} is not closed`,
  beyondBoth: (through?: string) =>
    through === undefined
      ? 'no day has files of both sides yet'
      : `files of both sides reach only ${through}`,
  notCovered: (days: string, side: string) => `no file of ${side} covers ${days}`,
  stillOpen: (count: number, ids: string) =>
    `${pluralize(count, 'item')} open up to that day: ${ids}`,
  refusedClose: (day: string) => `the book cannot be closed up to ${day}`,
  sideOrders: 'the orders',
  sideBank: 'the bank',

  eventChain: (seq: number) => `event ${seq} does not follow on the one before it`,
  eventSum: (seq: number) => `event ${seq} was changed`,
  eventFigures: (seq: number) => `event ${seq}: carried + new - resolved is not what is open`,
  fileLines: (file: string) => `the lines of ${file} are not those that were applied`,
  fileDiffers: (file: string) => `what the book says of ${file} is not what its event says`,
  lineRows: 'the lines of the book are not those that its events wrote',
  itemRows: 'the items of the book are not those that its events wrote',
  itemMissing: (id: string) => `item ${id} is not open in the book, but its lines do not match`,
  itemExtra: (id: string) => `item ${id} is open in the book, but its lines do not say so`,
  itemDiffers: (id: string) => `item ${id} is not what its lines say`,
  itemDecision: (id: string) => `no event has the decision about item ${id} as the item has it`,
  stateDiffers: 'what the book says of itself is not what its newest event says',
  broken: (book: string, count: number) => `${pluralize(count, 'finding')} in the book ${book}`,
  unreadable: (book: string) => `the book ${book} was written by a newer version, or is damaged`,
}));

/** What the entries of an export say of themselves. */
export const bookEntries = area('bookEntries', () => ({
  fee: "the bank's fee",
  decided: (as: string, note: string) => `${as}: ${note}`,
}));

/** What the commands of books say: their tables, the files that they read, and what goes together. */
export const bookCommands = area('bookCommands', () => ({
  head: (book: string, through: string | undefined) =>
    through === undefined
      ? `${book}: no day has both sides yet`
      : `${book}: both sides up to ${through}`,
  closed: (day: string) => `closed up to ${day}`,
  made: (book: string) => `the book ${book} is there`,
  sound: (book: string) => `the book ${book} is sound`,
  firstFinding: (finding: string) => `the first one: ${finding}`,

  fileOrIds: 'give a file, or ids with --as and --note',
  nothingDecided: (file: string) => `${file} decides nothing: no line has as filled in`,
  nothingRead: (file: string) => `${file} is empty`,
  columnsNeeded: (file: string, columns: string) => `${file} needs the columns ${columns}`,
  cellMissing: (column: string) => `${column} is empty`,
  notDecision: (given: string, choices: string) => `as cannot be ${given}; it can be ${choices}`,
  asNeeded: 'what was decided is missing',
  giveAs: (choices: string) => `give --as with one of ${choices}`,
  giveWith: phrase`give it last: ${payctl`books resolve BOOK ID --as matched-with OTHER --note TEXT`}`,

  ruleOfBook: (flag: string) => `${flag} does not go with --book: the book has its own`,
  giveAtCreation: phrase`a book is given its rules by ${payctl`books create`}`,
  noInquiry: 'with --book the bank is not asked: a book holds what files say',
  leaveOutInquire: 'leave out --inquire',
  noDryRun: 'with --book there is no --dry-run: a run is written whole or not at all',
  skipped: (file: string) => `${file} was applied before, and changes nothing`,
  amended: (file: string, added: number, removed: number, withdrawn: number) =>
    `${file} amends what was applied: ${pluralize(added, 'line')} added, ${removed} removed, ${withdrawn} withdrawn`,
  addedAt: (file: string, line: number, what: string) => `${file}:${line} added: ${what}`,
  removedAt: (file: string, line: number, what: string) => `${file}:${line} removed: ${what}`,
  withdrawnAt: (file: string, line: number, what: string) =>
    `${file}:${line} withdrawn on a closed day: ${what}`,
  moreLines: (count: number) => `${pluralize(count, 'line')} more: -o json lists all`,
  reopenFirst: 'reopen the day, and what waits is matched',
}));

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
  ages: 'Open items by age',
  age: 'Age',
  days: (from: string, to: string) => `${from} to ${to} days`,
  older: 'older',
  items: 'Open items, the oldest first',
  noItems: 'No item is open.',
  more: (count: number) => phrase`${count} more: ${payctl`books breaks`} lists them.`,
  inDays: 'Days',
  id: 'Item',
  firstSeen: 'First seen',
}));

/** What only the console says of a book. */
export const bookPageWords = area('bookPageWords', () => ({
  none: 'There is no book yet. Whoever reconciles each night creates one.',
  lead: 'What earlier nights left open, and what a person decided. The nightly run adds its files.',
  choose: 'Decide',
  decide: 'Decide about the chosen items',
  as: 'They are',
  'written-off': 'written off',
  explained: 'explained',
  duplicate: 'a duplicate',
  'matched-with': 'matched with another item',
  other: 'Item that they are matched with',
  note: 'Why (it is written down with your name)',
  resolve: 'Resolve',
  resolved: (count: number) =>
    count === 1 ? '1 item is resolved.' : `${count} items are resolved.`,
  noneChosen: 'Choose at least one item.',
  noNote: 'Write down why.',
  noOther: 'Name the item that they match.',
}));
