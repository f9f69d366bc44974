import type { EventShape } from '../bank/events.js';
import type { Known, PaymentKind, Question, Reference, Said } from '../bank/reference.js';
import type { OutcomeClass } from '../client/outcome.js';
import type { JsonObject } from '../core/json.js';
import type { State } from '../journal/state.js';

/** certain: something says so; likely: it looks like one; possible: nothing speaks against it. */
export const FITS = ['certain', 'likely', 'possible'] as const;
export type Fit = (typeof FITS)[number];

/** One way to read the id, or a reference to which the id led. */
export interface Reading {
  /** Field of the specification. */
  as: string;
  family: PaymentKind;
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

/** What the bank says of one payment. Times are milliseconds since the epoch, amounts as they came. */
export interface Statement extends Said {
  family: PaymentKind;
  /** Operation id of the inquiry. */
  source: string;
  kind?: Question['kind'];
  reference: string;
  saidAt: number;
  requestUId: string;
}

/** One question, and what came of it. */
export interface Source {
  family: PaymentKind;
  /** Operation id, `journal` or `confirmations`. */
  source: string;
  kind?: Question['kind'];
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
  family: PaymentKind;
  operation: string;
  /** As a person types it: `ewallet pay`. */
  command: string;
  role: 'payment' | 'reversal';
  /** What a reversal does to the payment, in words. */
  undoes?: string;
  /** The reference by which an inquiry knows it. */
  leads?: Pick<Reference, 'field' | 'needs'>;
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
  family: PaymentKind;
  event: EventShape;
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
