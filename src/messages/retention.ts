import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What is kept of charges, confirmations and jobs, and what is erased. */
export const retention = area('retention', () => ({
  keepNothing: (flags: string) => `say what to keep, and for how long: ${flags}`,
  archiveOfCharges: '--archive is for charges: give --keep, too',
  notADirectory: (path: string) => `--archive ${path} is a file, not a directory`,
  useStore: 'the charges of this profile are in a shared store',
  mayGiveUp: (charges: number, before: string) =>
    `give up the lines of ${pluralize(charges, 'charge')} that ended before ${before}, without an archive?`,
  personGivesUp: 'without --archive the lines are lost: a person must confirm',
  keptThem: 'nothing was taken out',
  nothingToRetire: 'no charge is final and old enough',
  stayed: (count: number) =>
    `${pluralize(count, 'charge')} changed meanwhile and stayed in the journal`,
  listenerRuns: 'a listener receives confirmations here; nothing was changed',
  stopListener: 'stop it, run the same command again, and start it again',
  eraseNeeds: 'erase needs --before, up to when, and --personal',
  mayErase: (before: string) =>
    `erase what is personal and was written before ${before}? Nobody can bring it back`,
  personErases: 'what is erased is lost: a person must confirm',
  erasedNothing: 'nothing was erased',
}));
