import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What is wrong with files of the journal and its archives. */
export const damage = area('damage', () => ({
  cannotTrust: (file: string, line: number, why: string) =>
    `the journal cannot be trusted: ${file}, line ${line}: ${why}`,

  unfinished: {
    terminal: (file: string) =>
      phrase`compare what it says with ${payctl`journal list`}, then move ${file} away`,
    code: (file: string) => `compare what it says with the journal, then move ${file} away`,
  },

  // What is wrong with a line, or a file of lines.
  noLine: 'there is no complete line',
  notOfJournal: 'it is not a line of the journal',
  notSealed: 'it is not a line that payctl wrote',
  checksum: 'its checksum is wrong',
  notObject: 'it is not an object',
  notJson: 'it is not JSON',
  notContinued: 'it does not continue the line before',
  numberJumps: 'its number does not follow',
  laterVersion: 'this version of payctl cannot read it',
  archivedLineGone: (archive: string) =>
    `the line is gone that says it went into the archive ${archive}`,
  fileNotContinued: 'it does not continue the file before',
  outcomeGone: 'the outcome that was recorded here is gone',
  noBackupLinks: (files: number) =>
    `${pluralize(files, 'file')} of the journal have no backup link in it, so nobody would notice that one was deleted`,
  fileMissing: 'the file is missing',
  lacksLines: (file: string) => `it lacks lines that are in ${file}, whose backup link it is`,
  linesGone: (name: string) => `lines are gone that its backup link has, ${name}`,
  otherLines: (name: string) => `its backup link has other lines, ${name}`,

  // Records of initiated transfers.
  transferRecord: (place: string, why: string) =>
    `the record of an initiated transfer, ${place}: ${why}; nothing was sent`,
  transferMissing: 'it is missing, though the journal has the transfer',
  transferOther: 'it names another transfer',
  damaged: 'it is damaged',
  restoreOrInquire: {
    terminal: (tokenizerId: string) =>
      phrase`restore it from a backup, or inquire: ${payctl`transfer inquire --tokenizer-id ${tokenizerId}`}`,
    code: (tokenizerId: string) =>
      `restore it from a backup, or inquire about the tokenizerId ${tokenizerId}`,
  },
  restoreOrAsk: 'restore the file from a backup, or ask the bank what it has under this reference',
  transferDamaged: (place: string) =>
    `the record of an initiated transfer is damaged: ${place}; nothing was sent`,

  // Archives.
  archive: (line: number, why: string) => `the archive is damaged: line ${line}: ${why}`,
  anotherCopy: 'keep the file as it is, and take another copy of it',
  afterEnd: 'something follows its end',
  endMissing: 'its end is missing',
  endDiffers: 'its end counts other lines, or has another digest',
  notArchive: 'it is no archive of the journal',
  noEntry: 'it has no entry of any claim',
  entryNotContinued: 'its entry does not continue the one before',
}));
