import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** The page Tickets. */
export const ticketWords = area('ticketWords', () => ({
  lead: 'What became of the payments of many tickets.',
  file: 'File of the help desk',
  fileHelp:
    'CSV or xlsx with a row for each ticket. The order or reference is found by its heading; tickets, customers and subjects are carried along.',
  column: 'Heading of the reference, if it is not found',
  look: 'Look up',
  noFile: 'Choose a file.',
  tooMany: (rows: number, most: number) =>
    `The file has ${pluralize(rows, 'row')}; this page looks up at most ${most} at a time.`,
  results: 'Results',
  download: 'Download CSV',
  line: 'Row',
}));
