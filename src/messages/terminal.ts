import { area } from '../core/message.js';

/** What stands around results and failures in a terminal. */
export const terminalMessages = area('terminal', () => ({
  warning: (what: string) => `warning: ${what}`,
  error: 'error:',
  details: 'details:',
  meaning: 'meaning:',
  hint: 'hint:',
  nothingFound: 'nothing found',
  hiddenColumns: (columns: readonly string[]) =>
    `no room for ${columns.join(', ')}: -o yaml shows all, --columns what you choose`,
  wholeResult: (why: string) => `${why}; the whole result is shown`,
  bodyNotKept:
    'the journal does not keep the body of an answer byte for byte; -o json shows what it keeps',
}));
