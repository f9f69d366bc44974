import { area } from '../core/message.js';
import { counted } from '../core/text.js';

/** What the commands of books say: their tables, the files that they read, and what goes together. */
export const bookCommands = area('bookCommands', () => ({
  head: (book: string, through: string | undefined) =>
    through === undefined
      ? `${book}: no day has both sides yet`
      : `${book}: both sides up to ${through}`,
  closed: (day: string) => `closed up to ${day}`,
  carried: 'carried',
  new: 'new',
  resolved: 'resolved',
  open: 'open',
  openAmount: 'open baht',
  carriedAmount: 'carried baht',
  newAmount: 'new baht',
  resolvedAmount: 'resolved baht',
  total: 'total',
  age: 'age',
  items: 'items',
  made: (book: string) => `the book ${book} is there`,
  sound: (book: string) => `the book ${book} is sound`,
  firstFinding: (finding: string) => `the first one: ${finding}`,

  fileOrIds: 'give a file, or ids with --as and --note',
  nothingDecided: (file: string) => `${file} decides nothing: no line has as filled in`,
  nothingRead: (file: string) => `${file} is empty`,
  columnsNeeded: (file: string, columns: string) => `${file} needs the columns ${columns}`,
  badDecisions: (count: number) => `${counted(count, 'line')} cannot be taken; nothing was decided`,
  cellMissing: (column: string) => `${column} is empty`,
  notDecision: (given: string, choices: string) => `as is ${given}; give one of ${choices}`,
  asNeeded: 'what was decided is missing',
  giveAs: (choices: string) => `give --as with one of ${choices}`,
  giveWith: 'give it last: payctl books resolve BOOK ID --as matched-with OTHER --note TEXT',

  ruleOfBook: (flag: string) => `${flag} does not go with --book: the book has its own`,
  giveAtCreation: 'a book is given its rules by payctl books create',
  noInquiry: 'with --book the bank is not asked: a book holds what files say',
  leaveOutInquire: 'leave out --inquire',
  noDryRun: 'with --book there is no --dry-run: a run is written whole or not at all',
  skipped: (file: string) => `${file} was applied before, and changes nothing`,
  amended: (file: string, added: number, removed: number, withdrawn: number) =>
    `${file} amends what was applied: ${counted(added, 'line')} added, ${removed} removed, ${withdrawn} withdrawn`,
  addedAt: (file: string, line: number, what: string) => `${file}:${line} added: ${what}`,
  removedAt: (file: string, line: number, what: string) => `${file}:${line} removed: ${what}`,
  withdrawnAt: (file: string, line: number, what: string) =>
    `${file}:${line} withdrawn on a closed day: ${what}`,
  moreLines: (count: number) => `${counted(count, 'line')} more: -o json lists all`,
  reopenFirst: 'reopen the day, and what waits is matched',
}));
