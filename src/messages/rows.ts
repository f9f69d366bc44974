import { area } from '../core/message.js';
import { counted, visible } from '../core/text.js';

/** What is wrong with the rows of a file, or with its header. */
export const rowMessages = area('rows', () => ({
  tooLong: 'is longer than 1 MB',
  notUtf8: 'is not UTF-8 text: save the file as UTF-8',
  notAnObject: 'is not a JSON object; give {"field": …}',
  notJson: (why: string) => `is not JSON: ${why}`,
  malformed: 'malformed',
  cells: (cells: number, columns: number) =>
    `has ${counted(cells, 'cell')}, but the header has ${columns}`,
  unreadable: 'cannot be read',
  field: (field: string, problem: string) => `${field} ${problem}`,
  problems: (problems: readonly string[]) => visible(problems.join('; ')),
  sameCall: (line: number) => `the same call is already on line ${line}`,
  sameReference: ({ field, reference, line }: { field: string; reference: string; line: number }) =>
    `${field} ${reference} is already on line ${line}`,
  line: (line: number) => `line ${line}`,
  onLine: (line: number, what: string) => `line ${line}: ${what}`,
  namedTwice: (column: string) => `the header names ${column} twice; nothing was sent`,
  unknownColumn: (column: { name: string; command: string; known: readonly string[] }) =>
    `the header names ${column.name}, which ${column.command} does not have; it has ${column.known.join(', ')}; nothing was sent`,
  markOwnColumn: 'to carry a column of your own, put # before its name',
}));
