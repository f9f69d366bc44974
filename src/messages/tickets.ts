import { area } from '../core/message.js';
import { counted } from '../core/text.js';

/** Tickets and slips, a row each. */
export const ticketMessages = area('tickets', () => ({
  lineEnds: 'the header never ends: the lines of this file end with CR alone; nothing was sent',
  saveAsCsv: 'save it as CSV in UTF-8',
  noReference: (names: readonly string[], columns: readonly string[]) =>
    `the header has no column ${names.join(' or ')}; it has ${columns.join(', ')}; nothing was sent`,
  nameReference: 'say which one has the references: --reference-column NAME',
  namedTwice: (column: string) => `the header names ${column} twice; nothing was sent`,
  ofWholeBatch: (column: string) =>
    `the header names ${column}, which is one for the whole batch; nothing was sent`,
  give: (flag: string) => `give ${flag}`,
  ofResult: (column: string) =>
    `the header names ${column}, which is a column of the result; nothing was sent`,
  otherColumnName: 'give yours another name',
  notText: (column: string) => `${column} is not a text`,
  notTruth: (column: string, given: string) => `${column} is ${given}; give true or false`,
  empty: (column: string) => `${column} is empty`,
  unknownField: (field: string, known: readonly string[]) =>
    `${field} is no field of this batch; it has ${known.join(', ')}`,
  reportOfOneRun: '--report shows all tickets of one run, and --resume does the rest of another',
  leaveOutOne: 'leave out one of them',
  reportOverwrites: (file: string) => `--report would overwrite ${file}`,
  standardInput: '"-" is standard input, which a row cannot read',
  wouldBeAsked: (command: string, count: number) =>
    `${command}: ${counted(count, 'row')} would be asked about`,
  stopped: 'stopped',
  slipConfirmed: 'the bank confirms the slip',
  slipToCompare: (amount: string) =>
    `the bank confirms the slip, and ${amount} baht: compare it with the slip and the order`,
  slipAccepted: 'the bank confirms the slip, and it is accepted',
  verifiedBefore: (what: string, when: string) =>
    `${what} (seen before: accepted, or verified for another order, on ${when}, Bangkok)`,
}));
