import type { Days } from '../bank/days.js';
import type { Doubt } from '../bank/doubt.js';
import type { EventShape } from '../bank/events.js';
import type {
  KnownTexts,
  PaymentKind,
  PaymentRecord,
  Question,
  Reference,
} from '../bank/reference.js';
import type { OutcomeClass } from '../client/outcome.js';
import type { JsonObject } from '../core/json.js';
import type { Message, Text } from '../core/message.js';
import type { ChargeState } from '../journal/state.js';
import type { PayloadKind } from '../qr/decode.js';

/** certain: something says so; likely: it looks like one; possible: nothing speaks against it. */
export const FITS = ['certain', 'likely', 'possible'] as const;
type Fit = (typeof FITS)[number];

/** One way to read the id, or a reference to which the id led. */
export interface IdReading {
  /** Field of the specification. */
  as: string;
  family: PaymentKind;
  value: string;
  fit: Fit;
  why: Message;
  /** Not read from the id itself: the id led to it. */
  derived: boolean;
  known: KnownTexts;
}

/** The kind of a reference: payments of several kinds may have references of one name. */
export function referenceKind(
  references: readonly Reference[],
  { as, family }: Pick<IdReading, 'as' | 'family'>,
): Reference | undefined {
  return references.find(({ field, payment }) => field === as && payment === family);
}

/** What a QR, a slip or a barcode says of itself. */
export interface Payload {
  /** As `qr decode` calls it. */
  kind: PayloadKind;
  /** Null where the payload does not tell. */
  static: boolean | null;
  amount?: string;
  billerId?: string;
  sendingBank?: string;
  /** Why it cannot be genuine as it is. */
  faults: Message[];
}

/** What the bank says of one payment. Times are milliseconds since the epoch, amounts as they came. */
export interface PaymentStatement extends PaymentRecord {
  family: PaymentKind;
  /** Operation id of the inquiry. */
  source: string;
  kind?: Question['kind'];
  reference: string;
  saidAt: number;
  requestUId: string;
}

/** One question, and what came of it. */
export interface EvidenceSource {
  family: PaymentKind;
  /** Operation id, `journal` or `confirmations`. */
  source: string;
  kind?: Question['kind'];
  /** The question, in a few words. */
  asked: Text;
  result: 'found' | 'not-found' | 'no-answer' | 'not-asked';
  /** The days that it covers, where it covers some alone. */
  days?: Days;
  /** What it says, or why it says nothing. */
  says: Text;
  /** The field for want of which it was not asked. */
  lacks?: string;
  /** Why its answer is not believed. */
  doubt?: Doubt;
  class?: OutcomeClass;
  code?: string;
  httpStatus?: number;
  ms?: number;
  requestUId?: string;
  at: number;
}

/** A call of this machine that can move money, as the journal has it. */
export interface SentCharge {
  family: PaymentKind;
  operation: string;
  /** As a person types it: `ewallet pay`. */
  command: string;
  /** As pages call it: `E-wallet payment`. */
  name: Text;
  role: 'payment' | 'reversal';
  /** A reversal that refunds nothing: it closes what nobody has paid. */
  closesUnpaid?: true;
  /** The reference by which an inquiry knows it. */
  kind?: Pick<Reference, 'field' | 'needs'>;
  reference: string;
  amount?: string;
  wallet?: string;
  at: number;
  /** Which of several machines sent it. */
  machine?: string;
  requestUId: string;
  state: ChargeState;
  /** Nothing was executed, and another attempt decides what became of the charge. */
  superseded?: true;
  answer?: ChargeAnswer;
  /** What was learnt later by an inquiry, or the word of a person. */
  later: { at: number; what: Message; requestUId?: string }[];
  /** Masked input of the call. */
  input: JsonObject;
}

export interface ChargeAnswer {
  at: number;
  class: OutcomeClass;
  word?: string;
  code?: string;
  httpStatus?: number;
  ms?: number;
}

/** A confirmation in the inbox of this machine. Unsigned, so a hint. */
export interface ReceivedConfirmation {
  family: PaymentKind;
  event: EventShape;
  id: string;
  /** Hash of its contents. */
  fingerprint: string;
  reference: string;
  transactionId?: string;
  amount?: string;
  receivedAt: number;
  /** Which of several machines received it. */
  machine?: string;
  paidAt?: number;
  /** Fields in which it and another one of the same id contradict each other. */
  differs: readonly string[];
  forwarding?: 'waiting' | 'delivered' | 'dead';
  known: KnownTexts;
}

/** What somebody wrote about a payment, numbers and addresses of people masked. */
export interface PaymentNote {
  /** Milliseconds since the epoch. */
  at: number;
  by: string;
  text: string;
}

/** Everything that was collected about one id. */
export interface Evidence {
  id: string;
  /** As a person typed it, where another spelling of it was looked up. */
  typed?: string;
  /** Other references of this machine that it may mean as well. */
  alike?: readonly string[];
  /** What the id holds: itself, the text of a file, the codes of a picture. */
  payloads: readonly string[];
  /** Personal data in a payload. */
  personal: string[];
  readings: IdReading[];
  decoded: Payload[];
  sources: EvidenceSource[];
  statements: PaymentStatement[];
  sent: SentCharge[];
  confirmed: ReceivedConfirmation[];
  /** Codes that this machine had made for it, by the kind of their payment. */
  created?: { family: PaymentKind; reference: string; at: number }[];
  /** What people wrote about it. */
  notes?: PaymentNote[];
  /** As the person says it should be. */
  expectedAmount?: string;
  /** Of the profile. */
  billerId?: string;
  bankCode?: string;
  /** Milliseconds since the epoch. */
  now: number;
}
