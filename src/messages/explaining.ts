import { area } from '../core/message.js';

const english = {
  unknown: (code: string) => `${code} is not a code that payctl knows`,
  didYouMean: (code: string) => `did you mean: payctl explain ${code}`,
  askBank:
    'give the bank its code and the requestUId of the call; payctl help exit-codes lists ours',
  /** One line at the end of an error. */
  short: (code: string, meanings: readonly string[], fixes: readonly string[]) =>
    `${code}: ${meanings.join(', or ')}; ${fixes.join(', or ')}`,
  several: (code: string) => `${code}: has several meanings; payctl explain ${code}`,

  // Labels.
  means: 'means',
  fault: 'fault',
  remedy: 'do',
  source: 'source',
  withStatus: (kind: string, status: number) => `${kind}, HTTP ${status}`,

  // Whose fault it is.
  you: 'yours: the request or the profile',
  bank: "the bank's",
  customer: "the customer's",
  network: "the network's",
  nobody: "nobody's",
  unclear: 'the code alone does not tell',

  // Who says so.
  specification: 'specification',
  'public facts': 'public facts',
  payctl: 'payctl',
};

export type ExplainingSentences = typeof english;

/** How codes are explained. */
export const explaining = area('explaining', english);

const kindsInEnglish = {
  'exit code': 'exit code',
  'business code': 'business code',
  'transfer code': 'transfer code',
  'direct-debit payment code': 'direct-debit payment code',
  'direct-debit registration code': 'direct-debit registration code',
  'trade state': 'trade state',
  'transfer state': 'transfer state',
  'debit status': 'debit status',
  'payment search status': 'payment search status',
  'transaction type': 'transaction type',
  'service status': 'service status',
  'card type': 'card type',
  'address usage': 'address usage',
  'home ownership': 'home ownership',
  'address format': 'address format',
  'contact indicator': 'contact indicator',
  'current address': 'current address',
  'wallet type': 'wallet type',
  'QR type': 'QR type',
  'service type': 'service type',
  currency: 'currency',
  'payment event': 'payment event',
};

export type CodeKindsSentences = typeof kindsInEnglish;

/** Of what a code is one. */
export const codeKinds = area('code-kinds', kindsInEnglish);

const fixesInEnglish = {
  nothing: 'nothing to do',
  repeatRead: 'repeat a read later; after a call that moves money: payctl journal recover',
  compareInput: "compare the input with the command's --help",
  inquireTransfer: 'inquire after 45 minutes: payctl transfer inquire',
  registerAgain: 'register again: payctl dd register',
  inquireRegistration: 'inquire again: payctl dd registration',
  doctor: 'payctl doctor',
  language: 'give --lang en or --lang th',
  getToken: 'payctl token get',
  login: 'payctl token login; a code lives one minute, a refresh token one hour',
  otherFlow: 'use the other flow (token get or token login), or ask the bank for the right',
  setCertificate: 'set a client certificate; payctl doctor',
  slower: 'wait and repeat, or lower --rate',
  recoverAndAsk: 'payctl journal recover; then ask the bank',
  method: 'use the method that payctl help names',
  leaveOut: 'leave the field out instead',
  investigate: 'payctl investigate ID',
  checkFields: 'check fields given by -f, -F and --data',
  inquireFirst: 'inquire it before taking a new one',
  askToEnable: 'ask the bank to enable it',
  readDescription: 'read the description that came with it',
  sendJson: 'send JSON',
  checkPayee: 'check payee and proxy, then ask the bank',
  checkLimits: 'check the amount and the limits',
  otherAccount: 'use another account',
  askChannels: 'ask the bank which channels you may use',
  checkBankCode: 'check the bank code',
  initiateAgain: 'initiate again; check the tokenizerId',
  explainResponse: 'payctl explain RESPONSECODE',
  inquireDebitFirst: 'inquire it before taking a new refNumber: payctl dd payment',
  chargeLess: 'charge less, or ask the bank for a higher limit',
  check: (field: string) => `check ${field}`,
  checkAmount: 'check the amount',
  onlyByPage: 'occurs only in payments by web page',
  askType: 'ask the bank which type you have',
  laterButInquire: 'later; inquire it first: payctl dd payment',
  inquireDebit: 'inquire it: payctl dd payment',
  askWhoCancelled: 'ask the bank who cancelled it',
  askAccount: 'ask the bank to check your account',
  later: 'try again later',
  unlockCard: 'the customer asks the bank to unlock the card',
  giveMobile: 'the customer gives the bank one',
  inquireWaiting: 'inquire again: payctl ewallet inquire --wait 60s',
  inquireWallet: 'inquire again: payctl ewallet inquire',
  askWhich: 'ask the bank which of the two',
  askBeforeCharging: 'ask the bank before charging again',
  compareJournal: 'compare with payctl journal list',
  investigateReference:
    'payctl investigate with the reference tells which; a new sale takes a new reference',
  confirmOrLeave: 'confirm it, or leave it',
  explainCode: 'payctl explain CODE',
  inquireTransferNow: 'inquire again: payctl transfer inquire',
  seeConfirmed: 'confirmAmount says how much',
  askWhy: 'ask the bank why',
  searchAgain: 'search again: payctl bill search',
};

export type CodeFixesSentences = typeof fixesInEnglish;

/** What to do about a code. */
export const codeFixes = area('code-fixes', fixesInEnglish);

const exitsInEnglish = {
  SUCCESS: 'confirmed by the bank',
  INTERNAL: 'a bug of payctl',
  USAGE: 'invalid input; nothing was sent',
  CONFIG: 'profile, credential source, state file or disk; nothing was sent',
  AUTH: 'the bank refused the credentials or their rights',
  REJECTED: 'the bank said no, finally',
  NOT_FOUND: 'the bank does not know the reference',
  RATE_LIMITED: 'too many calls until the retries ended; not executed',
  PENDING: 'not final yet',
  UNAVAILABLE: 'not sent, or a read that failed for now',
  OUTCOME_UNKNOWN: 'a call that can move money was sent, and how it ended is not known',
  PARTIAL: 'some rows of a batch failed, or a debit was partial',
  CONFLICT: 'this reference was used here before with other contents, or is in flight',
  TLS: 'the certificate chain, the host name or the client certificate',
  BAD_DATA: 'what came is not what its specification allows',
  INTERRUPTED: 'ended by SIGINT with nothing in flight',
  TERMINATED: 'ended by SIGTERM with nothing in flight',
};

export type ExitMeaningsSentences = typeof exitsInEnglish;

/** What the exits of payctl mean. */
export const exitMeanings = area('exit-meanings', exitsInEnglish);

const exitFixesInEnglish = {
  SUCCESS: 'nothing to do',
  INTERNAL: 'report it; payctl journal list before repeating a payment',
  USAGE: 'fix what the message names',
  CONFIG: 'payctl doctor',
  AUTH: 'payctl doctor',
  REJECTED: 'payctl explain CODE; do not repeat it',
  NOT_FOUND: 'payctl investigate ID',
  RATE_LIMITED: 'repeat it later',
  PENDING: 'inquire again, or give --wait',
  UNAVAILABLE: 'repeat it',
  OUTCOME_UNKNOWN: 'never repeat it: payctl journal recover',
  PARTIAL: 'look at the result',
  CONFLICT: 'payctl journal list',
  TLS: 'payctl doctor',
  BAD_DATA: 'look at it with -o raw',
  INTERRUPTED: 'repeat it',
  TERMINATED: 'repeat it',
};

export type ExitFixesSentences = typeof exitFixesInEnglish;

/** What to do about an exit of payctl. */
export const exitFixes = area('exit-fixes', exitFixesInEnglish);
