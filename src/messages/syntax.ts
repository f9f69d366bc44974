import { area } from '../core/message.js';

/** What is wrong with a record of CSV. */
export const csv = area('csv', () => ({
  tooLong: 'is longer than 1 MB',
  endlessCell: 'has a quoted cell that never ends',
  textAfterQuote:
    'has text after a closing quote; to quote inside a cell, double the quotation mark',
  quoteInBareCell: 'has a quotation mark in an unquoted cell; quote the cell and double the mark',
}));

/** What is wrong with a file in YAML, whatever it is about. */
export const yaml = area('yaml', () => ({
  at: (place: string, mistake: string) => `${place}: ${mistake}`,
  twice: (key: string) => `${key} is there twice`,
}));
