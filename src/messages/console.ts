import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What stands around every page of the console. */
export const consoleWords = area('consoleWords', () => ({
  skip: 'Skip to the content',
  search: 'Search',
  searchHint: 'Reference, amount or name',
  menu: 'Pages',
  openMenu: 'Menu',
  readOnly: 'read-only',
  failed: 'This could not be done',
  toStart: 'Back to the start',
  seeHealth: 'See why the bank could not be asked',
  onlyCommand: 'With a command in the terminal:',
  noFile: 'No picture was chosen. Choose a file, then check it.',
  tooLarge: 'The file is over 8 MB. Go back and choose a smaller one.',
  tooLargeHere: 'Too large: 8 MB at most. Choose a smaller one, or take a screenshot of it.',
  broken: 'The form arrived incomplete. Send it again.',
  notFound: 'There is no page at this address. Search for what you need, or choose a page above.',
  noPage: 'No such page',
  linkUsed:
    'This link was used already, or does not belong to this console. Start payctl console again for a new one.',
  mayNot: 'You are not allowed to do this. Ask whoever assigns the roles of this console.',
  locked: 'Open the link that payctl console printed: this browser has not followed it.',
  stale: 'This form does not belong to this console. Open the page again and send it from there.',
  opening: 'Opening the console',
  goOn: 'Continue',
  show: 'Show',
  newer: 'Newer',
  older: 'Older',
  page: (number: number) => `Page ${number}`,
  moreWarnings: (count: number) =>
    `${pluralize(count, 'more warning')} like ${count === 1 ? 'this' : 'these'}`,
  language: 'Language',
  signOut: 'Sign out',
}));

/** What the pages are called. */
export const pageNames = area('pageNames', () => ({
  start: 'Start',
  payments: 'Payments',
  approvals: 'Approvals',
  audit: 'Audit',
  journal: 'Journal',
  confirmations: 'Confirmations',
  tickets: 'Tickets',
  reconcile: 'Reconcile',
  health: 'Health',
  phone: "Customer's phone",
  bank: 'Bank',
  payment: 'Payment',
  refund: 'Refund',
}));

/** Where money would move. */
export const environments = area('environments', () => ({
  test: 'Test',
  live: 'Live',
}));

/** Why a request is turned away. */
export const refusals = area('refusals', () => ({
  get: 'Use GET.',
  getOrPost: 'Use GET or POST.',
  host: 'This page answers to 127.0.0.1, localhost and [::1] alone.',
  otherHost: (origin: string) => `This page answers to ${origin} alone.`,
  foreign: 'This request came from another page.',
}));
