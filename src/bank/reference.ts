import type { Fields } from '../core/fields.js';
import { isLosslessNumber, type Json } from '../core/json.js';
import type { Message } from '../core/message.js';
import { isPlain } from '../core/text.js';
import { parseBangkokDateTime } from '../core/time.js';
import { field } from '../messages/bank.js';
import { reference as says } from '../messages/reference.js';
import type { StatusClass } from './answers.js';
import type { Days } from './days.js';

/** Kinds of payment; facts about one kind are never compared with those of another. */
export const PAYMENT_KINDS = [
  'ewallet',
  'card',
  'bill',
  'cpm',
  'transfer',
  'dd',
  'registration',
  'other',
] as const;
/** One of `PAYMENT_KINDS`. */
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/**
 * Further facts about a payment, by field of the specification, and days in Bangkok, `YYYY-MM-DD`:
 * `date` is its own, `since` the first to be searched, `ordered` that on which a code was made for it.
 */
export type KnownTexts = Readonly<Record<string, string>>;

/** What an inquiry is built from, beside the reference. */
export interface AskContext {
  known: KnownTexts;
  /** Milliseconds since the epoch. */
  now: number;
  settings(name: string): string | undefined;
}

/** An inquiry that can know a reference. */
export interface Question {
  operation: string;
  /** The question in a few words, for a person. */
  asked: Message;
  /** Input fields of the inquiry; undefined for a value that is not known. */
  input: Fields;
  /** The days that it covers, where it covers some alone. */
  days?: Days;
  /** Absent for the bank's record; a search adds to it, a slip is used where there is none. */
  kind?: 'search' | 'slip';
}

/** The inquiries that can know a reference, the likeliest first. */
export type Ask = (value: string, context: AskContext) => readonly Question[];

/** Settings of the profile by which references are told apart. */
export interface RecogniseContext {
  outTradeNoPrefix?: string;
  billerId?: string;
}

/** What a follow-up command needs beside the reference. */
interface FollowUpContext {
  wallet?: string;
  /** The Bangkok day of the payment, or a placeholder for it. */
  day: string;
  /** Given only where it is not the profile's. */
  billerId?: string;
}

interface RefundContext {
  wallet?: string;
  /** Whether the merchant scanned the customer's code (and not the customer the merchant's). */
  scanned: boolean;
}

/** The command that refunds a payment. */
export interface RefundCommand {
  command: readonly string[];
  /** Its input, by field of the specification. */
  values: Readonly<Record<string, string>>;
  /** The field of the amount; without one the whole payment is refunded. */
  amount?: string;
}

/** A kind of reference, by its field in the specification. */
export interface Reference {
  readonly field: string;
  readonly payment: PaymentKind;
  /** What a text must match to be one at all. */
  readonly shape: RegExp;
  /** Signs that a text is one, with the reason to show; the first that fits counts. */
  readonly signs: readonly (readonly [
    sign: (id: string, profile: RecogniseContext) => boolean,
    why: Message,
  ])[];
  /** The reason to show where no sign fits. */
  readonly fallback: Message;
  /** Rank among kinds without a matching sign: the lowest is tried first. */
  readonly order: number;
  /** Facts that are part of the reference itself, such as its date. */
  known?(value: string): KnownTexts;
  /** The wallet (`tranType`) in which a call's payment is looked up, from what was sent. */
  wallet?(sent: Fields): string | undefined;
  /** Fields that its inquiries take from a charge or a confirmation with this reference. */
  readonly needs: readonly string[];
  /** The inquiries that know it; none where no inquiry takes it. */
  readonly ask?: Ask;
  /** The command that inquires about it, with --wait until it is final, where one command does. */
  followUp?(value: string, about: FollowUpContext): readonly string[];
  refund?(value: string, about: RefundContext): RefundCommand;
}

/** What a bank status means for a payment, alike for all kinds of inquiry. */
export type PaymentStanding =
  | 'paid'
  | 'partial'
  | 'reversed'
  | 'refused'
  | 'pending'
  /** A transfer before its confirmation: nothing has moved. */
  | 'initiated';

/**
 * One payment as an answer reports it. Times are milliseconds since the epoch, amounts decimal text
 * as they came.
 */
export interface PaymentRecord {
  standing: PaymentStanding;
  /** The bank's own word. */
  word?: string;
  code?: string;
  reason?: string;
  amount?: string;
  /** The amount that was asked for, where another may have moved. */
  wanted?: string;
  currency?: string;
  /** The currency of `wanted`. */
  wantedCurrency?: string;
  transactionId?: string;
  paidAt?: number;
  wallet?: string;
  billerId?: string;
  ref1?: string;
  ref2?: string;
  /** Name of who paid; shown masked only. */
  payer?: string;
}

/** The payments that an answer's data report, by the last part of the inquiry's id. */
export type PaymentReaders = Readonly<
  Record<string, (data: Json, statusClass: StatusClass, input: Fields) => PaymentRecord[]>
>;

/** What the class of an inquiry's answer means for the payment. */
export function paymentStanding(statusClass: StatusClass): PaymentStanding {
  if (statusClass === 'SUCCESS') return 'paid';
  if (statusClass === 'PARTIAL') return 'partial';
  return statusClass === 'REJECTED' ? 'refused' : 'pending';
}

/** By what payments are searched where no reference is known. */
interface SearchCriteria {
  /** Bangkok days, both inclusive. */
  from: string;
  to: string;
  /** Reference 1 of a bill. */
  ref1?: string;
  settings(name: string): string | undefined;
}

/** An inquiry that lists the payments of a range of days. */
export interface Search {
  operation: string;
  payment: PaymentKind;
  /** At most so many days in one call. */
  days: number;
  input(criteria: SearchCriteria): Fields;
  /** The inquiries that name who paid, where the search does not. */
  payerQuestions(payment: PaymentRecord): readonly Question[];
}

/** `20260131`, as many references begin. */
export const STARTS_WITH_DATE = /^20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/;

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** References that no inquiry takes: they are looked up in the journal and the inbox. */
export const REFERENCES_WITHOUT_INQUIRY: readonly Reference[] = [
  {
    field: 'transactionId',
    payment: 'other',
    order: 9,
    shape: /^[A-Za-z0-9-]{8,64}$/,
    signs: [
      [(id) => UUID.test(id), says.uuid],
      [(id) => /^[0-9]{28}$/.test(id) && STARTS_WITH_DATE.test(id), says.digitsWithDate(28)],
    ],
    fallback: says.lettersWithin(8, 64),
    needs: [],
  },
  {
    field: 'requestUId',
    payment: 'other',
    order: 10,
    shape: /^[A-Za-z0-9]{32}$/,
    signs: [[() => true, says.exactLetters(32)]],
    fallback: says.exactLetters(32),
    needs: [],
  },
];

/**
 * The moment of `20260131 09:00:00`, Bangkok time ("QR CS transaction record"); undefined for any
 * other text.
 */
export function parseCompactMoment(text = ''): number | undefined {
  const [, year, month, day, time] =
    /^([0-9]{4})([0-9]{2})([0-9]{2}) ([0-9:]{8})$/.exec(text) ?? [];
  return parseBangkokDateTime(`${year}-${month}-${day} ${time}`);
}

/**
 * Why a value cannot name a charge: the bank may read it as another one, and one charge would become
 * two. undefined for a value that can, and where none is given.
 */
export function referenceProblem(value: Json | undefined): Message | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (isLosslessNumber(value)) {
    return /^(0|[1-9]\d*)$/.test(value.toString()) ? undefined : field.twoSpellings;
  }
  if (typeof value !== 'string') return field.nameNotText;
  if (!isPlain(value)) {
    if (INVISIBLE.test(value)) return field.invisible;
    if (value !== value.normalize() || IN_PARTS.test(value)) return field.notComposed;
  }
  if (/^[\x21-\x7e](.*[\x21-\x7e])?$/s.test(value)) return undefined;
  return field.blankAround;
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** Sara Am and Sara Ae as two characters, with a tone mark between or none: Unicode composes neither. */
const IN_PARTS = /\u0e4d[\u0e48-\u0e4b]?\u0e32|\u0e40\u0e40/;
