import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** What the inputs of two charges under one reference differ in. */
interface Difference {
  path: string;
  before: string | undefined;
  now: string | undefined;
}

/** Charges: how they stand, and why nothing was sent. */
export const charging = area('charging', () => ({
  // How a charge stands; `charge` is as a person names it: ewallet pay ABC123.
  confirmed: (charge: string) => `the bank confirmed ${charge} when asked again`,
  inPart: (charge: string) => `the bank says that ${charge} was carried out only in part`,
  refused: (charge: string) => `the bank says that it refused ${charge}`,
  notFinal: (charge: string) => `${charge} is not final yet`,
  /** `word` is the bank's for how it stands, `why` its reason. */
  inItsWord: (message: string, word: string | undefined, why: string | undefined) =>
    [`${message}${word === undefined ? '' : ` (${word})`}`, why].filter(Boolean).join(': '),
  neverExecuted: (charge: string) =>
    `the bank has no record of ${charge}, long enough after it was sent: it was not executed and can be repeated`,
  afterwards: (lost: string, why: string) => `${lost}; afterwards: ${why}`,
  unknown: (charge: string, why: string) => `the outcome of ${charge} is unknown: ${why}`,
  inFlight: (charge: string, pid: number, since: string) =>
    `${charge} is in flight in process ${pid} since ${since}; nothing was sent`,
  settled: (charge: string, executed: boolean, note: string) =>
    `${charge} was settled by hand as ${executed ? '' : 'not '}executed: ${note}`,
  initiatedBefore: (charge: string) => `${charge} was initiated before`,
  archived: (file: string) => `its lines are in the archive ${file}`,
  settleByHand: {
    terminal: (reference: string) =>
      phrase`ask the bank, then: ${payctl`journal settle ${reference}`}`,
    code: () => 'ask the bank what it has; a person then settles the charge: docs/recovering.md',
  },
  givenUp: 'its lines were given up, as old ones are here',

  // Why nothing was sent.
  usedOtherwise: (charge: string, since: string) =>
    `${charge} was used before with other contents (${since}); nothing was sent`,
  usedWithOther: (charge: string, since: string, amount: string | undefined, how: string) =>
    `${charge} was used before with other contents (${since}${amount === undefined ? '' : `, of ${amount}`}): ${how}; nothing was sent`,
  differences: (fields: readonly Difference[], more: number) => {
    const shown = fields.map(
      ({ path, before = 'absent', now = 'absent' }) => `${path} was ${before} and is ${now}`,
    );
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  },
  maskedDiffers: 'a field that the journal keeps masked',
  showOrReset: {
    terminal: (show: string) =>
      phrase`${show}; to begin anew: ${payctl.withoutProfile`sandbox reset --journal`}`,
    page: () => '',
  },
  anotherId: 'give other contents another partnerTransactionID',
  initiatedTwice: (charge: string, ids: string) =>
    `${charge} was initiated by machines that did not share a store (tokenizerId ${ids}); nothing was sent`,
  askAboutEach: {
    terminal: phrase`ask about each before you confirm one: ${payctl`transfer inquire --tokenizer-id TOKENIZERID`}`,
    code: 'ask about each tokenizerId before you confirm one',
  },
  mustAskAgain: (charge: string, why: string) =>
    `the bank must be asked once more about ${charge}, and could not be: ${why}; nothing was sent`,
  runAgainLater: {
    terminal: 'run the same command again later',
    page: 'Try again in a while.',
    code: 'make the same charge again later',
  },
  stopped: (operation: string) => `${operation} was stopped before it was sent`,
  claimUnconfirmed: 'the shared store did not confirm the claim: nothing was sent',
  bankNotAsked: (refusal: string, why: string) => `${refusal}; the bank could not be asked: ${why}`,
  nameMissing: (field: string) =>
    `${field} is missing, and it alone tells one charge from another; nothing was sent`,
  nameTwice: (field: string, other: string) =>
    `${field} is given a second time, as ${other}; nothing was sent`,
  nameUnusable: (field: string, problem: string) => `${field} ${problem}; nothing was sent`,
  giveOnce: (field: string) => `give ${field} once, as plain text`,

  // Why a call that was prepared may not leave any more.
  takenUp: 'another process has taken it up meanwhile',
  claimNotSeen: 'the shared store could not be asked in time whether it is ours',
  claimDeleted: (place: string) => `${place} was deleted before the call was sent`,
  claimChanged: (place: string) => `${place} was changed before the call was sent`,
  whoTouches: 'find out who touches the state directory, then make the call again',
  clocksDisagree:
    'the clocks of this machine disagree: one was set, or it slept, before the call was sent',
  tooLate: 'it was delayed too long to be sent safely',

  // Failures of this machine.
  failedBefore: (error: string | undefined) =>
    `payctl failed before it sent anything (${error ?? 'an error'})`,
  failedAfter: 'payctl failed before it understood the answer',
  failedWaiting: (error: string | undefined) =>
    `payctl failed while it waited for the answer (${error ?? 'an error'}); this is a bug`,
  outcomeNotWritten: {
    terminal: (why: string) =>
      phrase`the outcome could not be written to the journal: ${why}; there it stays unknown until you run: ${payctl`journal recover`}`,
    code: (why: string) =>
      `the outcome could not be written to the journal: ${why}; there it stays unknown until recover() asks the bank`,
  },
  answerNotWritten: (why: string) =>
    `what the bank answered could not be written to the journal: ${why}`,
}));

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
