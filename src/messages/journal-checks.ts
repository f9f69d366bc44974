import { area } from '../core/message.js';
import { counted } from '../core/text.js';

/** What `doctor` finds of the journal. */
export const journalChecks = area('journalChecks', () => ({
  backupLinksMade: (directory: string, count: number) =>
    `${directory} made anew: ${counted(count, 'backup link')}`,
  damaged: ({ count, file, line, why }: Damage) =>
    `damaged in ${counted(count, 'place')}, first ${file}, line ${line}: ${why}`,
  whole: (charges: number) => `${counted(charges, 'charge')}, every line whole`,
  newestWhole: (charges: number) =>
    `the newest ${counted(charges, 'charge')} and those that are open, every line whole; 'payctl journal verify' checks all`,
  wholeButTorn: (charges: number, torn: number) =>
    `${counted(charges, 'charge')}, every line whole; ${counted(torn, 'file')} ended within a line when the process died`,
  noneOpen: 'none are open',
  open: ({ unknown, pending, inFlight }: { unknown: number; pending: number; inFlight: number }) =>
    `${unknown} unknown, ${pending} pending, ${inFlight} in flight`,
  limitNotReached: 'not reached within a day',
  limitReached: (charges: number) =>
    `reached by ${counted(charges, 'charge')} within a day; none was executed`,
  spreadOut: 'spread the calls out; these can be repeated as they are',
}));

interface Damage {
  count: number;
  /** The first place, and what is wrong there. */
  file: string;
  line: number;
  why: string;
}
