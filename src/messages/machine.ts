import { area } from '../core/message.js';

/** What this machine lacks or refuses. */
export const machine = area('machine', () => ({
  smallStack: 'the stack of this process is too small',
  largerStack: 'start it without --stack-size, and with ulimit -s 8192',
  nothingSent: (why: string) => `${why}; nothing was sent`,
  noMoreFiles: 'this process may open no more files',
  raiseFiles: 'raise its limit: ulimit -n 1024',
  machineFull: 'this machine can open no more files',
  endOthers: 'end other programs',
  noMemory: 'there is no memory left',
  endOthersOrRaise: 'end other programs, or raise the limit',
  refusesMore: 'the system refuses it more processes or memory',
  seeLimits: 'ulimit -a shows its limits',
  replaced: 'payctl was replaced or removed while this run went on',
  startAgain: {
    terminal: 'run the command again; a payment is not made twice',
    page: 'Ask whoever runs this console to start it again.',
  },

  standardInput: 'standard input',
  endedBySignal: 'ended by a signal before the end of its input',
  noTerminal: (question: string) => `there is no terminal to ask on: ${question}`,
  interrupted: 'interrupted at a prompt; nothing was done',

  noKeyring: 'no keyring is available on this machine',
  withoutKeyring: 'set it with PAYCTL_API_SECRET, secretCommand or a file',
  printedTooMuch: (program: string, bytes: number) => `${program} printed more than ${bytes} bytes`,
  notFound: (program: string) => `${program} was not found`,
  notRun: (program: string, code: string) => `${program} could not be run (${code})`,
  tooSlow: (program: string, seconds: number) => `${program} did not answer within ${seconds} s`,
  killed: (program: string) => `${program} was ended by a signal`,
  notWebLink: "the bank's link is not a web address (http or https)",
  notOpened: (exit: string) => `the link could not be opened (exit ${exit})`,

  portInUse: (port: number, host: string) => `port ${port} of ${host} is in use by another program`,
  otherPort: 'choose another port, or 0 for any free one',
  notAPair: (code: string) => `the certificate and key for TLS are not a pair in PEM (${code})`,
  issuedTogether: 'use the certificate and key that were issued together',
  cannotListen: ({ port, host, why }: { port: number; host: string; why: string }) =>
    `cannot listen on port ${port} of ${host}: ${why}`,
  notAllowed: 'this user may not use it',
  highPort: 'choose a port above 1023 and an address of this machine',
}));
