import type { ErrorCodes } from '../../bank/define.js';

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

/** Who can mend it; `unclear` where the code alone does not tell. */
export type Fault = 'you' | 'bank' | 'customer' | 'network' | 'nobody' | 'unclear';

/** What one code means in one place. The same code may mean other things elsewhere. */
export interface Entry {
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

export function entries(kind: Kind, source: Entry['source'], rows: readonly Row[]): Entry[] {
  return rows.map(([code, httpStatus, meaning, fault, fix]) => {
    const entry = { code, kind, meaning, fault, fix, source };
    return httpStatus === 0 ? entry : { ...entry, httpStatus };
  });
}
