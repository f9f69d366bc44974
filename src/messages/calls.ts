import { area } from '../core/message.js';
import { capitalized, pluralize } from '../core/text.js';
import { theseAre } from './wording.js';

/** Of lists that the bank gives page by page. */
export const lists = area('lists', () => ({
  shrank: (before: number, now: number) =>
    `the list shrank from ${before} to ${now} while it was read, so a record may be missing`,
  repeats: (page: number) => `page ${page} repeats what came before it`,
  miscounted: (total: number, given: number) =>
    `the bank counts ${pluralize(total, 'record')} and gave ${given}`,
  fetched: (count: number, total: number | undefined) =>
    total === undefined
      ? `${pluralize(count, 'record')} ${count === 1 ? 'was' : 'were'} fetched`
      : `${count} of ${pluralize(total, 'record')} ${count === 1 ? 'was' : 'were'} fetched`,
  pageFailed: ({ page, why, fetched }: { page: number; why: string; fetched: string }) =>
    `page ${page}: ${why}; ${fetched}`,
  contradicted: ({ call, why, fetched }: { call: string; why: string; fetched: string }) =>
    `${call}: ${why}; ${fetched}`,
  onePage: {
    terminal: 'try again later; --page-number 1 shows one page',
    page: 'Try again later.',
  },
  cut: {
    terminal: (count: number, total: number) =>
      `${count === 1 ? 'this is' : 'these are'} ${count} of ${total} records; --limit ${total} fetches all`,
    page: (count: number, total: number) =>
      `${count === 1 ? 'This is' : 'These are'} ${count} of ${total} records.`,
  },
  first: {
    terminal: (count: number) =>
      `${theseAre(count, 'first', 'record')}, there may be more; raise --limit`,
    page: (count: number) =>
      `${capitalized(theseAre(count, 'first', 'record'))}, there may be more.`,
  },
}));

/** How many records of the bank are listed. */
export const recordLists = area('recordLists', () => ({
  limitZero: (flag: string) => `${flag} is 0; give 1 or more`,
}));

/** Why a call cannot be made at all. */
export const request = area('request', () => ({
  unusablePath: (why: string) => `the path of the call cannot be used: ${why}`,
  notAsWritten: 'it does not stay as it is written',
  asInDocument:
    "write the path from the bank's document, percent-encoded, without . and .. segments",
  header: (name: string) => `the header ${name} would hold a character that is not ASCII`,
  notRsaKey: 'directDebitKey is not an RSA public key in PEM',
  missing: (name: string) => `${name} is missing`,
  giveToClient: (name: string) => `createClient({ ${name}: '…' })`,

  noToken: (why: string) => `no access token: ${why}`,
  noTokenBy: (why: string, from: string) => `no access token: ${why}; ${from}`,
  noUser: 'no user is logged in',
  consentEnded: "the user's consent has ended and cannot be renewed",
}));

/** What recordings of exchanges cannot do. */
export const recording = area('recording', () => ({
  notRecorded: (call: string, file: string) =>
    `${call} with these fields is not in the recording ${file}; nothing was sent`,
  recordIt: {
    terminal: 'record it with PAYCTL_RECORD, or unset PAYCTL_REPLAY',
    code: 'record it, or leave out replay',
  },
  notOfLive: {
    terminal: (call: string, profile: string) =>
      `${call} can move money and the profile ${profile} is live: a recording cannot answer it; nothing was sent`,
    code: (call: string) =>
      `${call} can move money and environment is live: a recording cannot answer it; nothing was sent`,
  },
  useTest: {
    terminal: 'unset PAYCTL_REPLAY, or use a profile of the test environment',
    code: "leave out replay, or give environment: 'test'",
  },
  notRecording: (file: string, line: number) =>
    `${file}:${line}: this line is not a recorded exchange`,
  recordAgain:
    'record it again, or delete the line: a run that was killed may have cut its last one off',
  answersThisRun: 'a recording answers this run',
}));
