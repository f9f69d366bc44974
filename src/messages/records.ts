import { area } from '../core/message.js';

const english = {
  endlessCell: 'has a quoted cell that never ends',
  textAfterQuote:
    'has text after a closing quote; to quote inside a cell, double the quotation mark',
  quoteInBareCell: 'has a quotation mark in an unquoted cell; quote the cell and double the mark',
  twice: (key: string) => `${key} is there twice`,
  at: ({ file, line, column, problem }: Located) => `${file}:${line}:${column}: ${problem}`,
};

interface Located {
  file: string;
  line: number;
  column: number;
  problem: string;
}

export type RecordsSentences = typeof english;

/** What is wrong with the text of a file in CSV or YAML. */
export const records = area('records', english);
