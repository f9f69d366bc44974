import type { ErrorCodes } from '../../bank/define.js';
import { EXIT, type ExitClass } from '../../core/errors.js';

export type Kind =
  | ErrorCodes
  | 'trade state'
  | 'transfer state'
  | 'debit status'
  | 'payment search status'
  | 'transaction type'
  | 'service status'
  | 'service type'
  | 'exit code'
  | 'card type'
  | 'address usage'
  | 'home ownership'
  | 'address format'
  | 'contact indicator'
  | 'current address'
  | 'wallet type'
  | 'QR type'
  | 'payment event'
  | 'currency';

/** Who can fix it; `unclear` where the code alone does not tell. */
export type Fault = 'you' | 'bank' | 'customer' | 'network' | 'nobody' | 'unclear';

/** What one code means in one place. The same code may mean other things elsewhere. */
export interface CodeMeaning {
  code: string;
  /** Another word for it: the class of an exit code. */
  name?: string;
  kind: Kind;
  /** The HTTP status that it comes with, where that makes the difference. */
  httpStatus?: number;
  meaning: string;
  fault: Fault;
  /** What to do about it. */
  fix: string;
  source: 'specification' | 'public facts' | 'payctl';
}

/** Code, HTTP status (0 for any), meaning, fault, fix. */
export type Row = readonly [string, number, string, Fault, string];

export function meanings(
  kind: Kind,
  source: CodeMeaning['source'],
  rows: readonly Row[],
): CodeMeaning[] {
  return rows.map(([code, httpStatus, meaning, fault, fix]) => {
    const entry = { code, kind, meaning, fault, fix, source };
    return httpStatus === 0 ? entry : { ...entry, httpStatus };
  });
}

const INQUIRE = 'inquire again: payctl ewallet inquire';
const TRANSFER = 'inquire again: payctl transfer inquire';

export const states: readonly CodeMeaning[] = [
  ...meanings('trade state', 'specification', [
    ['SUCCESS', 0, 'paid', 'nobody', 'nothing to do'],
    ['TRADE_SUCCESS', 0, 'paid', 'nobody', 'nothing to do'],
    ['USERPAYING', 0, 'the customer is paying; not final', 'customer', `${INQUIRE} --wait 60s`],
  ]),
  ...meanings('trade state', 'public facts', [
    ['TRADE_FINISHED', 0, 'paid', 'nobody', 'nothing to do'],
    ['WAIT_BUYER_PAY', 0, 'the wallet waits for the customer; not final', 'customer', INQUIRE],
    ['NOTPAY', 0, 'not paid yet; not final', 'customer', INQUIRE],
    [
      'TRADE_CLOSED',
      0,
      'closed unpaid, or fully refunded',
      'nobody',
      'ask the bank which of the two',
    ],
    ['CLOSED', 0, 'closed unpaid', 'nobody', 'ask the bank before charging again'],
    ['REVOKED', 0, 'revoked', 'nobody', 'ask the bank before charging again'],
    ['REFUND', 0, 'a refund was made or begun', 'nobody', 'compare with payctl journal list'],
    [
      'PAYERROR',
      0,
      'the payment failed in the wallet',
      'customer',
      'ask the bank before charging again',
    ],
  ]),
  // The specification does not list it for wallets; the exit table takes it for final wherever it comes.
  ...meanings('trade state', 'payctl', [
    [
      'CANCELED',
      0,
      'the payment was cancelled, closed or refunded',
      'nobody',
      'payctl investigate with the reference tells which; a new sale takes a new reference',
    ],
  ]),
  ...meanings('transfer state', 'specification', [
    ['INITIATE_COMPLETED', 0, 'initiated; no money has moved', 'nobody', 'confirm it, or leave it'],
    ['CONFIRM_COMPLETED', 0, 'confirmed; the money has moved', 'nobody', 'nothing to do'],
    [
      'CONFIRM_FAILED',
      0,
      'the confirm failed; code and description say why',
      'unclear',
      'payctl explain CODE',
    ],
    ['CONFIRM_PROCESSING', 0, 'being confirmed; not final', 'nobody', TRANSFER],
    ['CANCELED', 0, 'cancelled', 'nobody', 'nothing to do'],
  ]),
  ...meanings('debit status', 'specification', [
    ['Full', 0, 'the whole amount was debited', 'nobody', 'nothing to do'],
    ['Partial', 0, 'only a part was debited', 'customer', 'confirmAmount says how much'],
  ]),
  ...meanings('payment search status', 'public facts', [
    ['ACCC', 0, 'settled on the account of the payee', 'nobody', 'nothing to do'],
    ['RJCT', 0, 'rejected', 'unclear', 'ask the bank why'],
    ['PDNG', 0, 'pending; not final', 'nobody', 'search again: payctl bill search'],
    ['CANC', 0, 'cancelled', 'nobody', 'nothing to do'],
  ]),
  ...meanings('transaction type', 'specification', [
    ['SETTLED', 0, 'a card payment that was fully paid', 'nobody', 'nothing to do'],
  ]),
  ...meanings('transaction type', 'public facts', [
    ['AUTH', 0, 'a card or wallet payment, as confirmations name it', 'nobody', 'nothing to do'],
    [
      'Domestic Transfer',
      0,
      'a QR 30 or bill payment, as confirmations name it',
      'nobody',
      'nothing to do',
    ],
    [
      'Domestic Transfers',
      0,
      'a QR 30 or bill payment, as inquiries name it',
      'nobody',
      'nothing to do',
    ],
  ]),
  ...meanings('service status', 'specification', [
    ['ACTIVE', 0, 'the merchant can use this QR or payment-link type', 'nobody', 'nothing to do'],
    [
      'INACTIVE',
      0,
      'the merchant cannot use this QR or payment-link type',
      'you',
      'ask the bank to enable it',
    ],
  ]),
];

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

export const exits: readonly CodeMeaning[] = Object.keys(EXIT)
  .filter((name): name is ExitClass => Object.hasOwn(EXIT, name))
  .map((name) => {
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
