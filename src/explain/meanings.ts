import { EXIT, EXIT_CLASSES, type ExitClass } from '../core/errors.js';

/** Who can fix it; `unclear` where the code alone does not tell. */
const FAULTS = ['you', 'bank', 'customer', 'network', 'nobody', 'unclear'] as const;
export type Fault = (typeof FAULTS)[number];

/** What one code means in one place. The same code may mean other things elsewhere. */
export interface CodeMeaning {
  code: string;
  /** Another word for it: the class of an exit code. */
  name?: string;
  /** Of what it is a code. */
  kind: string;
  /** The HTTP status that it comes with, where that makes the difference. */
  httpStatus?: number;
  meaning: string;
  fault: Fault;
  /** What to do about it. */
  fix: string;
  /** `specification`, `public facts` or `payctl`. */
  source: string;
}

/** Reads a table: headings `# kind, source`, and below each a line for each code, or for several. */
export function meaningsIn(table: string): CodeMeaning[] {
  let kind = '';
  let source = '';
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) {
        [kind = '', source = ''] = line.slice(2).split(', ');
        return [];
      }
      const [names = '', meaning = '', by = 'nobody', fix = 'nothing to do'] = line.split(' | ');
      const fault = FAULTS.find((known) => known === by);
      if (fault === undefined) throw new TypeError(`nobody's fault: ${line}`);
      const [, status, list = ''] = /^(?:(\d{3})\/)?(.+)$/.exec(names) ?? [];
      return list.split(', ').map((code) => ({
        ...{ code, kind, meaning, fault, fix, source },
        ...(status && { httpStatus: Number(status) }),
      }));
    });
}

const CLASSES: Readonly<Record<ExitClass, readonly [string, Fault, string]>> = {
  SUCCESS: ['confirmed by the bank', 'nobody', 'nothing to do'],
  INTERNAL: [
    'a bug of payctl',
    'nobody',
    'report it; payctl journal list before repeating a payment',
  ],
  USAGE: ['invalid input; nothing was sent', 'you', 'fix what the message names'],
  CONFIG: [
    'profile, credential source, state file or disk; nothing was sent',
    'you',
    'payctl doctor',
  ],
  AUTH: ['the bank refused the credentials or their rights', 'you', 'payctl doctor'],
  REJECTED: ['the bank said no, finally', 'unclear', 'payctl explain CODE; do not repeat it'],
  NOT_FOUND: ['the bank does not know the reference', 'unclear', 'payctl investigate ID'],
  RATE_LIMITED: ['too many calls until the retries ended; not executed', 'you', 'repeat it later'],
  PENDING: ['not final yet', 'nobody', 'inquire again, or give --wait'],
  UNAVAILABLE: ['not sent, or a read that failed for now', 'network', 'repeat it'],
  OUTCOME_UNKNOWN: [
    'a call that can move money was sent, and how it ended is not known',
    'network',
    'never repeat it: payctl journal recover',
  ],
  PARTIAL: ['some rows of a batch failed, or a debit was partial', 'unclear', 'look at the result'],
  CONFLICT: [
    'this reference was used here before with other contents, or is in flight',
    'you',
    'payctl journal list',
  ],
  TLS: ['the certificate chain, the host name or the client certificate', 'you', 'payctl doctor'],
  BAD_DATA: ['what came is not what its specification allows', 'bank', 'look at it with -o raw'],
  INTERRUPTED: ['ended by SIGINT with nothing in flight', 'nobody', 'repeat it'],
  TERMINATED: ['ended by SIGTERM with nothing in flight', 'nobody', 'repeat it'],
};

export const exits: readonly CodeMeaning[] = EXIT_CLASSES.map((name) => {
  const [meaning, fault, fix] = CLASSES[name];
  return {
    code: String(EXIT[name]),
    name,
    kind: 'exit code',
    meaning,
    fault,
    fix,
    source: 'payctl',
  };
});
