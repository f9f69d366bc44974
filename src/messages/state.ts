import { payctl, phrase, shell } from '../core/command-line.js';
import { area } from '../core/message.js';
import { ASK_OPERATOR } from './wording.js';

interface Versions {
  /** The version that wrote it, where it is known. */
  theirs: string | undefined;
  theirFormat: number;
  ours: string;
  ourFormat: number;
}

/** What outlives a run: its files, its store, its tokens. */
export const stateMessages = area('state', () => ({
  oddValue: (column: string) => `the store has a row that payctl did not write (column ${column})`,
  restore: 'restore it from a backup; whatever it says, no payment is sent twice',
  // Files that are not safe to use.
  readable: (path: string) => `${path} can be read by others`,
  makePrivate: {
    terminal: (command: string) => phrase`${command}, or: ${payctl`doctor --fix`}`,
    code: (command: string) => command,
  },
  writable: (path: string) => `${path} can be written by everyone`,
  keyReadable: (path: string) => `the key ${path} can be read by everyone`,
  formatDamaged: (path: string) =>
    `${path} is damaged: it says which version of payctl can read the state directory`,
  removeIfOlder: (command: string) => `if no newer payctl was used here: ${command}`,
  newer: ({ theirs = 'newer than this', theirFormat, ours, ourFormat }: Versions) =>
    `the state directory was written by payctl ${theirs} (format ${theirFormat}), and this is ${ours} (format ${ourFormat}); nothing was sent`,
  update: {
    terminal: (version = 'a newer version') =>
      `install ${version} of payctl (docs/installing.md); another state directory would be another journal`,
    code: (version = 'a newer version') =>
      `install ${version} of payctl (docs/installing.md); another stateDir would be another journal`,
  },
  severalNames: (path: string) => `${path} has several names (hard links)`,
  otherName: 'give it another name: this system cannot lock a file that has several',

  // Where the state directory is.
  notAbsolute: (variable: string, value: string) =>
    `${variable} is ${JSON.stringify(value)}, not an absolute path`,
  homeNotAbsolute: (home: string) =>
    `the home directory ${JSON.stringify(home)} is not an absolute path`,
  homeUnknown: 'the home directory is not known',
  inMemory: (state: string) =>
    `${state} is in memory (tmpfs): after a restart of the machine nothing remembers what was charged, and it could be charged again`,
  inContainer: (state: string) =>
    `${state} is in the writable layer of a container (overlay): without the container nothing remembers what was charged, and it could be charged again`,
  mountVolume: {
    terminal: (state: string) =>
      phrase`mount a volume at ${state}, or: ${shell`export PAYCTL_STATE_DIR=/path/of/a/volume`}`,
    code: (state: string) => `mount a volume at ${state}, or give another stateDir`,
  },
  perhapsLost: {
    terminal: (state: string, profile: string, trace: string) =>
      `${state} knows of no charge, although ${trace} with the live profile ${profile}: if it charged before, its journal is lost, and the same references could be charged again`,
    code: (state: string, _profile: string, trace: string) =>
      `${state} knows of no charge, although ${trace}: if one was made before, its journal is lost, and the same references could be charged again`,
  },
  confirmationsCame: 'confirmations came',
  tokenWasIssued: 'a token was issued',
  perhapsOlder: (state: string, at: string) =>
    `${state} was copied here at ${at}, perhaps from a backup: what was charged since the copy was taken it does not know, and the same references could be charged again`,
  ifItIsOlder: (command: string) =>
    `if nothing was charged since then, go on; otherwise ${command}, then follow docs/runbook.md, "A lost state directory"`,
  ifItWasLost: (command: string) =>
    `if nothing was ever charged, go on; otherwise ${command}, then follow docs/runbook.md, "A lost state directory"`,
  doThis: (why: string, fix: string) => `${why}; ${fix}`,

  // The store that the charges of this machine lie in.
  inSharedStore:
    'the charges of this machine lie in a shared store, and no store is set; nothing was sent',
  setStoreAgain: {
    terminal: phrase`set store again, or take everything out of it: ${payctl`store export`}`,
    code: ASK_OPERATOR,
  },
  takenOut: 'everything was taken out of the shared store meanwhile; nothing was sent',
  goOnWithout: {
    terminal: phrase`go on without the store, or go back to it: ${payctl`store import`}`,
    code: ASK_OPERATOR,
  },
  inOtherStore: 'the charges of this machine lie in another shared store; nothing was sent',
  exportThenImport: {
    terminal: phrase`with the other store: ${payctl`store export`}; then with this one: ${payctl`store import`}`,
    code: ASK_OPERATOR,
  },
  beingTakenOut:
    'this machine is moving into the shared store or out of it, or that did not end; nothing was sent',
  finishOrStay: {
    terminal: phrase`finish it: ${payctl`store export`}; or stay: ${payctl`store import`}`,
    code: ASK_OPERATOR,
  },
  storeNameDamaged: (path: string) =>
    `${path} is damaged: it names the shared store of this machine`,
  leaveStoreSet: {
    terminal: (command: string) =>
      phrase`leave the store set, then: ${command}; ${payctl`store import`}`,
    code: () => ASK_OPERATOR,
  },
  sealedOtherwise: (key: string) =>
    `the shared store holds a value that was sealed with another key (${key})`,
  sealedChanged:
    'the shared store holds a sealed value that was changed, or moved from another place',
  giveKeyOfStore: {
    terminal: phrase`give the key of the store: ${payctl.ofSettings`config set-secret storeKey`}, or PAYCTL_STORE_KEY`,
    code: 'give the key of the store as storeKey',
  },

  // What a copy of a store found.
  damagedAs: (why: string) => `it is damaged: ${why}`,
  otherLinesThere: 'it has other lines there',
  otherTransferThere: 'it names another transfer there',

  // Who may move money.
  readOnly: {
    terminal: 'a read-only profile sends nothing that moves money',
    code: 'readOnly is set: nothing that moves money is sent',
  },
  needsYes: 'a live payment needs confirmation',

  // Tokens.
  failedBefore: (why: string, seconds: number, wait: number) =>
    `${why} (${seconds} s ago; the bank is asked again in ${wait} s)`,
  tokenNotKept: (why: string) => `the access token is kept for this run only: ${why}`,

  // Faults of this program.
  claimWithoutAttempt: 'a claim without an attempt',
  attemptGone: 'an attempt left the journal',
  fileWithoutLine: 'a file of the journal without a line',
  indexNotMade: 'the index of the journal cannot be made anew',
}));
