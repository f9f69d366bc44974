import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';
import { theseAre } from './wording.js';

/** What the commands of the journal say beside what they show. */
export const journalCommand = area('journalCommand', () => ({
  newest: {
    terminal: (shown: number) => `${theseAre(shown, 'newest', 'charge')}; there are more`,
    page: () => '',
  },
  noCharge: phrase`the journal has no such charge; ${payctl`find`} asks the bank too`,
  noneYet: phrase`nothing is recorded in the journal yet; ${payctl`find`} asks the bank`,
  whole: (charges: number, lines: number) =>
    `Whole: ${pluralize(charges, 'charge')} with ${pluralize(lines, 'line')}, none changed or missing.`,
  settleNeeds:
    'settle needs --as executed or --as not-executed, and a --note that says how you know',
  settleWhat: 'settle needs the reference of a charge, or --file with many of them',
  noteNeeds: 'give --text: what is to be known',
  settleOneWay:
    'with --file, leave out the reference, --as, --note and --operation: they stand in the file',
  settleHeader: (required: string, optional: string) =>
    `its first line must name the columns ${required} and may name ${optional}, nothing else`,
  settleBadFile: (lines: number) =>
    `${pluralize(lines, 'line')} of the file cannot be used; nothing was recorded`,
  settleNothing: (lines: number) =>
    `${pluralize(lines, 'charge')} of the file cannot be settled; nothing was recorded`,
  settleStopped: 'stopped before every charge of the file was settled',
  settleAgain: 'run the same command again: it settles what is left',
  settleEmpty: 'the file has no line below its header',
  cellMissing: (column: string) => `has nothing in the column ${column}`,
  cellUnknown: (column: string, known: string) =>
    `must have one of ${known} in the column ${column}`,
  damaged: (places: number) => `the journal is damaged in ${pluralize(places, 'place')}`,
  keepFiles:
    'keep the files as they are and inquire each reference at the bank before repeating it',
  stopped: 'stopped before every charge was looked at',
  archiveNeeds: 'archive needs --before, up to when, and --out, the file to write',
  nothingToArchive: 'no charge ended before that: nothing was written',
  alreadyArchived:
    'the archive was there already, and is whole; what ended since needs another file',
  stayed: (count: number) =>
    count === 1
      ? '1 of its charges stays in the journal: it has changed since it was written, or is not final'
      : `${count} of its charges stay in the journal: they have changed since it was written, or are not final`,
}));
