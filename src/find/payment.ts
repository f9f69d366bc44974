import type { PaymentKind, PaymentStanding } from '../bank/reference.js';
import type { Message, Text } from '../core/message.js';
import type { AmountPosition } from '../state/ordering.js';

/** Kinds of payment as a person names them. */
export const KINDS = ['bill', 'ewallet', 'qr', 'transfer', 'dd'] as const;
export type NamedKind = (typeof KINDS)[number];

const KINDS_BY_FAMILY: Readonly<Partial<Record<PaymentKind, NamedKind>>> = {
  bill: 'bill',
  // The bank lists it among the bills of its biller.
  cpm: 'bill',
  card: 'qr',
  ewallet: 'ewallet',
  transfer: 'transfer',
  dd: 'dd',
};

/** undefined for what is no payment: a registration, or a message of another kind. */
export function paymentKind(payment: PaymentKind): NamedKind | undefined {
  return KINDS_BY_FAMILY[payment];
}

export const SOURCES = ['bank', 'journal', 'confirmation'] as const;
export type SourceName = (typeof SOURCES)[number];

/** State of a payment; `unverified`: only a confirmation says so, and no inquiry has confirmed it. */
export type PaymentState = PaymentStanding | 'unknown' | 'unverified';

/** Those that a payment can be looked for by. */
export const STATES = [
  'paid',
  'partial',
  'reversed',
  'refused',
  'pending',
  'unknown',
  'unverified',
] as const satisfies readonly PaymentState[];

/** What one source says of one payment. */
export interface Sighting {
  source: SourceName;
  kind: NamedKind;
  reference: string;
  /** The bank's; empty where it is not known. */
  transactionId: string;
  /** Names of the payment: sightings that share one are of the same payment. */
  keys: readonly string[];
  /** Baht, as it came. */
  amount?: string;
  /** What the bank said of the amount when it was asked about this message. */
  bankAmount?: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Whole name of who paid. */
  payer?: string;
  ref1?: string;
  state: PaymentState;
  /** A refund or other reversal of the payment; the amount is that of the refund. */
  isReversal?: true;
  /** Why its own source already doubts it. */
  doubt?: Message;
  /** Which of several machines sent or received it, where they share a store. */
  machine?: string;
}

/** What a source has seen. */
export interface Seen {
  sightings: Sighting[];
  /** It has all up to here in the order that is wanted; it was not read further. */
  upTo?: AmountPosition;
}

/** One payment, as all sources together know it. */
export interface Payment {
  kind: NamedKind;
  reference: string;
  transactionId: string;
  /** Baht with two decimals; the bank's where sources differ, empty where none says it. */
  amount: string;
  at: number;
  payer: string;
  state: PaymentState;
  sources: readonly SourceName[];
  /** Of those that share a store, the ones that sent it or heard of it, in order. */
  machines: readonly string[];
  contradiction: Message | null;
  sightings: readonly Sighting[];
}

/** A source that could not be asked, or not to the end. */
export interface Gap {
  source: SourceName;
  why: Text;
}

/** A name as it is compared: letter case, width, spaces and the order of combining marks do not count. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

export function transactionKey(id: string): string[] {
  return id === '' ? [] : [`transaction ${id}`];
}

/** Key of a reference that can be paid only once; references are unique per company. */
export function referenceKey(payment: PaymentKind, reference: string, company = ''): string[] {
  const isPaidOnce = payment !== 'bill' && reference !== '';
  return isPaidOnce ? [`${payment} ${JSON.stringify([company, reference])}`] : [];
}
