import { area } from '../core/message.js';

/** What the storage of books says: of their names, files and tables. */
export const bookStorage = area('bookStorage', () => ({
  badName: (name: string) => `${JSON.stringify(name)} cannot be the name of a book`,
  goodName: 'letters, digits, -, _ and ., at most 64 of them and no . at the beginning',
  damaged: (place: string, why: string) => `${place} is damaged (${why})`,
  cutOff: 'its end is missing',
  noBook: 'it is no book of payctl',
  notOpened: (place: string, why: string) => `${place} cannot be used: ${why}`,
  newer: (place: string) => `${place} was written by a newer payctl`,
  update: 'install a newer payctl (docs/installing.md)',
  restore: 'restore the book from a backup; its files can then be applied again',
  seeDisk: 'see whether the disk is full or cannot be written',
  held: (place: string) => `another process holds ${place}`,
  again: 'run it again once that process has ended',
  noSqlite: (machine: string) =>
    `books in files need SQLite (libsql), which is not installed or has no build for ${machine}`,
  installSqlite:
    'on Windows for ARM install Node for x64, and payctl with it; elsewhere install payctl again with --include=optional (docs/installing.md); or keep them in the shared store (docs/shared-store.md)',
  otherEvents: 'it has other events there',
}));
