import type { OutcomeClass } from '../client/outcome.js';
import type { JsonObject } from '../core/json.js';
import type { State } from '../journal/state.js';

/** Kinds of payment; what is known of one is never held against another. */
export const FAMILIES = [
  'ewallet',
  'card',
  'bill',
  'cpm',
  'transfer',
  'dd',
  'registration',
  'other',
] as const;
export type Family = (typeof FAMILIES)[number];

/** What a reference may be, by its field in the specification. */
export type Kind =
  | 'outTradeNo'
  | 'qrId'
  | 'tokenizerId'
  | 'transRef'
  | 'reference1'
  | 'partnerTransactionId'
  | 'refNumber'
  | 'regRef'
  | 'transactionId'
  | 'requestUId';

/** certain: something says so; likely: it looks like one; possible: nothing speaks against it. */
export const FITS = ['certain', 'likely', 'possible'] as const;
export type Fit = (typeof FITS)[number];

/** Facts that an inquiry needs, by field of its input; `date` is the day to ask about. */
export type Known = Readonly<Record<string, string>>;

/** One way to read the id, or a reference to which the id led. */
export interface Reading {
  as: Kind;
  value: string;
  fit: Fit;
  why: string;
  /** Read from the id itself, or a reference to which it led. */
  origin: 'id' | 'lead';
  known: Known;
}

/** What a QR, a slip or a barcode says of itself. */
export interface Paper {
  /** As `qr decode` calls it. */
  kind: string;
  /** Null where the payload does not tell. */
  static: boolean | null;
  amount?: string;
  billerId?: string;
  sendingBank?: string;
  /** Why it cannot be genuine as it is. */
  faults: string[];
}

/** How a payment stands, whoever says so. */
export type Standing =
  | 'paid'
  | 'partial'
  | 'reversed'
  | 'refused'
  | 'pending'
  /** A transfer before its confirmation: nothing has moved. */
  | 'initiated';

/** What the bank says of one payment. Times are milliseconds since the epoch, amounts as they came. */
export interface Statement {
  family: Family;
  /** Operation id of the inquiry. */
  source: string;
  reference: string;
  standing: Standing;
  /** The bank's own word. */
  word?: string;
  code?: string;
  reason?: string;
  amount?: string;
  /** Where another amount was asked for than was moved. */
  wanted?: string;
  currency?: string;
  transactionId?: string;
  paidAt?: number;
  wallet?: string;
  billerId?: string;
  ref1?: string;
  ref2?: string;
  saidAt: number;
  requestUId: string;
}

/** One question, and what came of it. */
export interface Source {
  family: Family;
  /** Operation id, `journal` or `confirmations`. */
  source: string;
  /** The question, in a few words. */
  asked: string;
  result: 'found' | 'not-found' | 'no-answer' | 'not-asked';
  /** What it says, or why it says nothing. */
  says: string;
  class?: OutcomeClass;
  code?: string;
  httpStatus?: number;
  ms?: number;
  requestUId?: string;
  at: number;
}

/** A call of this machine that can move money, as the journal has it. */
export interface Sent {
  family: Family;
  operation: string;
  /** As a person types it: `ewallet pay`. */
  command: string;
  role: 'payment' | 'reversal';
  reference: string;
  amount?: string;
  wallet?: string;
  at: number;
  requestUId: string;
  state: State;
  answer?: Answered;
  /** What was learnt later by an inquiry, or the word of a person. */
  later: { at: number; what: string; requestUId?: string }[];
  /** Masked input of the call. */
  input: JsonObject;
}

export interface Answered {
  at: number;
  class: OutcomeClass;
  word?: string;
  code?: string;
  httpStatus?: number;
  ms?: number;
}

/** A confirmation in the inbox of this machine. Unsigned, so a hint. */
export interface Confirmed {
  family: Family;
  id: string;
  /** Hash of its contents. */
  fingerprint: string;
  reference: string;
  transactionId?: string;
  amount?: string;
  receivedAt: number;
  paidAt?: number;
  /** Fields in which it and another one of the same id contradict each other. */
  differs: readonly string[];
  forwarding?: 'waiting' | 'delivered' | 'dead';
  known: Known;
}

/** Everything that was collected about one id. */
export interface Evidence {
  id: string;
  /** What the id holds: itself, the text of a file, the codes of a picture. */
  payloads: readonly string[];
  /** Personal data in a payload. */
  personal: string[];
  readings: Reading[];
  papers: Paper[];
  sources: Source[];
  statements: Statement[];
  sent: Sent[];
  confirmed: Confirmed[];
  /** As the person says it should be. */
  expectedAmount?: string;
  /** Of the profile. */
  billerId?: string;
  bankCode?: string;
  /** Milliseconds since the epoch. */
  now: number;
}

const FAMILY_OF: Readonly<Record<Kind, Family>> = {
  outTradeNo: 'ewallet',
  qrId: 'card',
  tokenizerId: 'transfer',
  transRef: 'bill',
  reference1: 'bill',
  partnerTransactionId: 'cpm',
  refNumber: 'dd',
  regRef: 'registration',
  transactionId: 'other',
  requestUId: 'other',
};

export function familyOf(kind: Kind): Family {
  return FAMILY_OF[kind];
}
