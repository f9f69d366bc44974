import { area } from '../core/message.js';

/** The journal, and one charge in it. */
export const journalWords = area('journalWords', () => ({
  lead: 'What this machine sent that can move money, newest first.',
  none: 'The journal is empty: nothing that can move money was sent.',
  raw: 'All lines as they are kept',
}));

/** What the bank sent by itself. */
export const confirmationWords = area('confirmationWords', () => ({
  lead: 'What the bank sent, newest first. New ones appear by themselves.',
  none: 'None received yet. They arrive only while payctl listen is running.',
  live: 'Live',
  lost: 'Connection lost; trying again',
  fresh: 'new',
  paused: 'Without scripts, reload the page to see new ones.',
  otherContents: 'another message says otherwise',
}));

/** Orders beside the file of the bank. */
export const reconcileWords = area('reconcileWords', () => ({
  lead: "Compare your orders with the bank's file; nothing is sent and nothing is kept.",
  orders: 'Your orders',
  bankFile: "The bank's file",
  compare: 'Compare',
  files:
    'Orders are CSV or xlsx with a first line of column names: a reference, an amount, a day. So is the file of the bank, or it is a statement: camt.053, MT940, BAI2.',
  noFiles: 'Choose both files, then compare them.',
  classes: 'By class',
  breaks: 'What does not match',
  allMatched: 'Everything matches.',
  cut: 'Only the first 500 are shown; the command reconcile writes all of them to a file.',
  ordersFile: 'your orders',
  theBanksFile: "the bank's file",
}));

/** What a check of this machine finds. */
export const healthWords = area('healthWords', () => ({
  lead: 'What a check of this machine finds, now.',
  fix: 'To fix',
}));
