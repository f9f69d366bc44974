import { area } from '../core/message.js';
import { counted } from '../core/text.js';

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
  openingSide: 'side is neither orders nor bank',
  openingAmount: 'amount is no amount of baht',
  openingDate: 'date is no date as YYYY-MM-DD',
  openingName: 'neither a reference nor a transactionId of at most 200 letters',
  openingColumns: 'the columns are side (orders or bank),reference,transactionId,amount,date,note',

  noteNeeded: 'a decision needs a note',
  giveNote: 'say why with --note',
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
  notCovered: (days: string, side: string) => `${days}: no file of ${side} covers it`,
  stillOpen: (count: number, ids: string) =>
    `${counted(count, 'item')} open up to that day: ${ids}`,
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
  broken: (book: string, count: number) => `${counted(count, 'finding')} in the book ${book}`,
  unreadable: (book: string) => `the book ${book} was written by a newer version, or is damaged`,
}));
