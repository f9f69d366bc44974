import { area } from '../core/message.js';

/** What the commands of the journal say. */
export const journalMessages = area('journal', () => ({
  unknownReference: {
    terminal: (reference: string) => `the journal has no charge with the reference ${reference}`,
    page: (reference: string) =>
      `Nothing that can move money was sent from here under ${reference}.`,
    code: (reference: string) => `the journal has no charge with the reference ${reference}`,
  },
  rightStore: 'is stateDir, or store, the one that it was charged with?',

  // What became of charges that were open.
  untrusted: (charge: string) => `the journal of ${charge} cannot be trusted`,
  inFlight: (charge: string) => `${charge} is in flight`,
  ended: (charge: string, state: string) => `${charge} has ended: ${state}`,
  noCredentials: (charge: string, bank: string) =>
    `${charge} was sent to ${bank}, for which this run has no credentials`,

  // A person's word.
  changedMeanwhile: (reference: string) => `${reference} changed while it was being settled`,
  mustAsk: (reference: string, bank: string) =>
    `the bank must be asked about ${reference}, and this run has no credentials for ${bank}; nothing was recorded`,
  notRecorded: (why: string) => `${why}; nothing was recorded`,
  notUnexecuted: (reference: string, why: string) =>
    `${reference} cannot be settled as not executed: ${why}`,
  severalCharges: (reference: string, charges: string) =>
    `${reference} names several charges: ${charges}`,
  sayWhich: {
    terminal: 'say which with --operation, or give its key for the reference',
    page: 'Choose one of them.',
  },
  namedTwice: (line: number) =>
    `names the charge of line ${line} again: a file settles each charge once`,
  cannotSettle: (reference: string, state: string) =>
    `${reference} cannot be settled by hand: it is ${state}`,

  notWhole: (name: string, why: string) => `${name} is not a complete archive: ${why}`,
  readBackOtherwise: (name: string) =>
    `${name} could not be read back as it was written; nothing was taken out of the journal`,
  stoppedArchiving: 'stopped before every charge was moved',
  runAgain: {
    terminal: 'run the same command again: it goes on where this run stopped',
    page: 'Start it again: it goes on where it stopped.',
  },
  newFile: { terminal: 'name a new file', page: 'Name a new file.' },
}));
