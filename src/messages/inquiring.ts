import { area } from '../core/message.js';

/** What inquiries teach of a charge whose end is not known. */
export const inquiring = area('inquiring', () => ({
  otherCredentials:
    'the bank has no record of it under these credentials; ask with the ones it was made with',
  silent: (word: string | undefined) =>
    `the inquiry does not say how it ended${word === undefined ? '' : ` (${word})`}`,
  turnedAway: (status: number | undefined, code: string | undefined) =>
    `the inquiry was turned away (HTTP ${status ?? '-'}, code ${code ?? '-'}), which does not say that the bank has no record of it`,
  showsMore: 'the bank says that it has no record of it, but the answer holds more than that',
  contradicts: (field: string, theirs: string, ours: string) =>
    `the bank has ${field} ${theirs}, but ${ours} was sent`,
  notCovered: 'no inquiry covers it',
  rawNotCovered: {
    terminal:
      'no inquiry covers a call that is not in the catalogue; for one that only reads, use --reads',
    page: 'no inquiry covers a call that is not in the catalogue',
  },
  notAskedYet: 'the bank has not been asked yet',
  noRecordYet: 'the bank has no record of it so far, which proves nothing yet',
  notFinal: 'it is not final',
}));
