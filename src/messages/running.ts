import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** A run of a command: what it refuses, asks and tells while it goes on. */
export const running = area('running', () => ({
  bug: (what: string) => `a bug in payctl: ${what}`,
  notTraced: (why: string) => `this run cannot be traced: ${why}`,
  report: {
    terminal: phrase`report it with the output of -vv; before repeating a payment, check ${payctl`journal list`}`,
    code: 'report it; before repeating a payment, resolve it',
    page: 'Try again. If it happens again, tell whoever runs this console: its terminal says where. Before you repeat a refund, look at the journal.',
  },
  endedBySignal: 'ended by a signal',
  nothingInFlight: 'ended by a signal; nothing was in flight',
  cutShort: (why: string, signal: string) => `${why} (ended by ${signal})`,
  afterwards: (how: string) => `${how}; afterwards this machine failed`,
  howItEnded: {
    terminal: phrase`${payctl`journal list`} shows how it ended`,
    page: 'The journal shows how it ended.',
  },

  // Options that a command does not have.
  noDryRun: (command: string) => `${command} has no --dry-run; nothing was done`,
  helpSays: (help: string) => `${help} says what it does`,
  oneCallOnly: (option: string, command: string) =>
    `${option} is for commands that make one call; ${command} is not one of them`,
  severalCalls: '--dry-run=curl shows one call, and this command makes several',
  plainDryRun: 'use --dry-run',
  curlSecrets: (line: string) => `the line reads its secrets from the shell; ${line}`,
  limitOfPages:
    '--limit counts the records of all pages; with --page-number or --page-size there is one page',
  limitOfRaw: '--limit counts the records of all pages; with -o raw there is one page',
  notPromFile: (flag: string, given: string) =>
    `${flag} is ${given}; give a name that ends in .prom`,
  notHttp: (flag: string) => `${flag} needs an http or https address`,
  pingExample: (flag: string) => `for example: ${flag} https://checks.example/ID`,

  // A call that can move money.
  inFlight: (call: string, seconds: number) =>
    `${call} is in flight; waiting ${seconds} s for the bank's answer (a second signal ends at once)`,
  inquiring: (call: string) => `the outcome of ${call} is not known yet; inquiring`,
  replayed: 'answered from the journal: this call was made before, nothing was sent',
  initiatedBefore: 'answered from the journal: it was initiated before, nothing was sent',
  sendIt: (payment: string) => `${payment}. Send it?`,
  noTerminal: (payment: string) =>
    `a live profile asks for confirmation, and there is no terminal to confirm ${payment}`,
  answeredNo: 'not sent: you answered no',
  cannotAsk: (question: string) => `${question} There is no terminal to ask on`,
  changedNothing: 'you answered no; nothing was changed',
  confirmByYes: 'in scripts, confirm with --yes',
  readOnly: (command: string, profile: string) =>
    `${command} can move money and the profile ${profile} is read-only; nothing was sent`,
  otherProfile: (command: string) => `use another profile with -p, or: ${command}`,
  badExpected: (problem: string) => `--expect-amount ${problem}`,
  nothingExpected: '--expect-amount was given, but this call has no amount to compare',
  otherAmount: (amount: string, expected: string) =>
    `the amount is ${amount}, not ${expected} as --expect-amount says; nothing was sent`,
  otherTotal: (amount: string, expected: string) =>
    `the rows come to ${amount}, not ${expected} as --expect-amount says; nothing was sent`,
  atHost: (host: string, profile: string) => `${host} (profile ${profile})`,
  callOf: (call: string, amount: string, currency: string) => `${call} of ${amount} ${currency}`,
  goesTo: (environment: string, place: string) => `${environment} at ${place}`,

  // Waiting.
  notPaidInTime: { terminal: 'not paid within the --wait time', code: 'not paid within waitMs' },
  createdUnasked: (why: string) => `it was created; how it stands is not known: ${why}`,
  inquireLater: 'inquire again later',
  asking: (operation: string, state: string) => `${operation}: ${state}, asking again`,
  askingFor: (operation: string, state: string, seconds: number) =>
    `${operation}: ${state}, asking again  ${seconds} s left`,

  // Recordings.
  recordAndReplay: 'PAYCTL_RECORD and PAYCTL_REPLAY are both set',
  unsetOne: 'unset one of them',
  replaying: (file: string) => `answered from ${file}: nothing is sent to a bank`,
  recording: (file: string) => `recording to ${file}`,
  noRecording: (file: string) => `PAYCTL_REPLAY names the file ${file}, which does not exist`,
  recordFirst: 'PAYCTL_RECORD=FILE.jsonl writes one',
  notRecorded: (why: string) => `the exchange was not recorded: ${why}`,

  inClear: (origin: string) =>
    `${origin} is not encrypted: the secret and the payments are sent in clear`,
  spoolStays: (why: string) => `what waits on this machine for the shared store stays here: ${why}`,
  bankNotOpened: (path: string, why: string) => `the embedded bank cannot open ${path}: ${why}`,
  newBank: (remove: string) => `start over with a new one: ${remove}`,

  // Monitoring.
  everyNeedsMetrics: '--every is written to the file of --metrics, and there is none',
  tooOften: (flag: string) => `${flag} must be at least 1m`,
  notMonitored: (given: string, commands: readonly string[]) =>
    `${given} writes no figures; these commands do: ${commands.join(', ')}`,
  forgetWhere: 'give the file by --metrics',
  pingAnswered: (origin: string, status: number) => `${origin} answered the ping with ${status}`,
  notPinged: (origin: string, why: string) => `${origin} could not be pinged: ${why}`,
  noFigures: (why: string) => `no figures were written: ${why}`,
  openNotCounted: (why: string) => `the open charges cannot be counted: ${why}`,
}));
