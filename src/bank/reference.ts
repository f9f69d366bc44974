import type { Fields } from '../core/fields.js';
import { isLosslessNumber, type Json } from '../core/json.js';
import type { Text } from '../core/message.js';
import { isPlain } from '../core/text.js';
import {
  bangkokDate,
  daysAround,
  formatDate,
  parseBangkokDateTime,
  parseDate,
} from '../core/time.js';

/** Kinds of payment; what is known of one is never held against another. */
export const PAYMENTS = [
  'ewallet',
  'card',
  'bill',
  'cpm',
  'transfer',
  'dd',
  'registration',
  'other',
] as const;
export type PaymentKind = (typeof PAYMENTS)[number];

/** What is known beside a reference, by field of the specification; `date` is the Bangkok day of the payment. */
export type Known = Readonly<Record<string, string>>;

/** What a question is made of. */
export interface AskContext {
  known: Known;
  /** Milliseconds since the epoch. */
  now: number;
  /** Of the profile. */
  settings(name: string): string | undefined;
}

/** An inquiry that can know a reference. */
export interface Question {
  /** Id of the inquiry. */
  operation: string;
  /** The question, in a few words. */
  asked: Text;
  /** Input fields; undefined where nothing is known. */
  input: Fields;
  /** Kind of answer if it is not the bank's record: a search adds to the record; a slip is used if there is none. */
  kind?: 'search' | 'slip';
}

export type Ask = (value: string, context: AskContext) => readonly Question[];

/** What the profile knows that helps to tell references apart. */
export interface RecogniseContext {
  outTradeNoPrefix?: string;
  billerId?: string;
}

/** What the command that asks again takes beside the reference. */
interface Again {
  wallet?: string;
  /** The Bangkok day of the payment, or what stands for it. */
  day: string;
  /** Of another biller than the profile's. */
  billerId?: string;
}

/** What is known of a payment that shall be given back. */
interface GiveBack {
  wallet?: string;
  /** The merchant scanned the customer's code, not the customer the merchant's. */
  scanned: boolean;
}

export interface GivenBack {
  command: readonly string[];
  /** By field. */
  values: Readonly<Record<string, string>>;
  /** The field of the amount; without one, all of it goes back. */
  amount?: string;
}

/** A kind of reference, by its field in the specification. */
export interface Reference {
  readonly field: string;
  /** What it is a reference of. */
  readonly payment: PaymentKind;
  /** What a text must be to be one at all. */
  readonly shape: RegExp;
  /** What makes it look like one, and why; the first that fits. */
  readonly signs: readonly (readonly [
    sign: (id: string, marks: RecogniseContext) => boolean,
    why: Text,
  ])[];
  /** Why it may be one where no sign speaks for it. */
  readonly fallback: Text;
  /** Where it stands when nothing speaks for any: the lowest is tried first. */
  readonly order: number;
  /** What the reference itself tells. */
  known?(value: string): Known;
  /** Of a call under this reference: where its payment is looked up, from what was sent. */
  wallet?(sent: Fields): string | undefined;
  /** Facts that its inquiries take from a charge or a message that names it. */
  readonly needs: readonly string[];
  /** The inquiries that know it; none where no inquiry takes it. */
  readonly ask?: Ask;
  /** Follow-up command that inquires until the payment is final, where one command does. */
  again?(value: string, about: Again): readonly string[];
  /** The command that gives its paid payment back, where there is one. */
  giveBack?(value: string, about: GiveBack): GivenBack;
}

/** How a payment stands, whichever inquiry says so. */
export type PaymentStanding =
  | 'paid'
  | 'partial'
  | 'reversed'
  | 'refused'
  | 'pending'
  /** A transfer before its confirmation: nothing has moved. */
  | 'initiated';

/** What an answer says of one payment. Times are milliseconds since the epoch, amounts as they came. */
export interface PaymentRecord {
  standing: PaymentStanding;
  /** The bank's own word. */
  word?: string;
  code?: string;
  reason?: string;
  amount?: string;
  /** Where another amount was asked for than was moved. */
  wanted?: string;
  currency?: string;
  /** Of the amount that was asked for. */
  wantedCurrency?: string;
  transactionId?: string;
  paidAt?: number;
  wallet?: string;
  billerId?: string;
  ref1?: string;
  ref2?: string;
  /** Name of who paid; never shown as it is. */
  payer?: string;
}

/** How a valid answer stands, by the exit table. */
type Ended = 'SUCCESS' | 'REJECTED' | 'PENDING' | 'PARTIAL';

/** Reads the payments of an answer, by the name of the inquiry. */
export type Readers = Readonly<
  Record<string, (data: Json, ended: Ended, input: Fields) => PaymentRecord[]>
>;

/** How an inquiry's class reads as the standing of what it asks about. */
export function paymentStanding(ended: Ended): PaymentStanding {
  if (ended === 'SUCCESS') return 'paid';
  if (ended === 'PARTIAL') return 'partial';
  return ended === 'REJECTED' ? 'refused' : 'pending';
}

/** `20260131`, as many references begin. */
export const DATED = /^20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** References of the bank that no inquiry takes: they are looked up on this machine. */
export const UNASKED: readonly Reference[] = [
  {
    field: 'transactionId',
    payment: 'other',
    order: 9,
    shape: /^[A-Za-z0-9-]{8,64}$/,
    signs: [
      [(id) => UUID.test(id), 'a UUID'],
      [(id) => /^[0-9]{28}$/.test(id) && DATED.test(id), '28 digits that begin with a date'],
    ],
    fallback: '8 to 64 letters and digits',
    needs: [],
  },
  {
    field: 'requestUId',
    payment: 'other',
    order: 10,
    shape: /^[A-Za-z0-9]{32}$/,
    signs: [[() => true, 'exactly 32 letters and digits']],
    fallback: '',
    needs: [],
  },
];

const DAYS_BACK = 3;

/** The day that is known, or the last ones: an inquiry takes one day at a time. */
export function daysOf({ known, now }: AskContext): string[] {
  if (known.date !== undefined) return [known.date];
  const today = parseDate(bangkokDate(now)) ?? 0;
  return Array.from({ length: DAYS_BACK }, (_, back) => formatDate(today - back));
}

/** At most three days, as the bank allows: around the known day, or up to today. */
export function rangeOf({ known, now }: AskContext): { from: string; to: string } {
  const { date = '' } = known;
  const isKnown = parseDate(date) !== undefined;
  const [from, to] = isKnown ? daysAround(date, 1, 1) : daysAround(bangkokDate(now), DAYS_BACK, 0);
  return { from, to };
}

/** The moment of `20260131 09:00:00`, Bangkok time. */
export function compactMoment(text = ''): number | undefined {
  const [, year, month, day, time] =
    /^([0-9]{4})([0-9]{2})([0-9]{2}) ([0-9:]{8})$/.exec(text) ?? [];
  return parseBangkokDateTime(`${year}-${month}-${day} ${time}`);
}

/**
 * Why a value cannot name a charge: the bank may read it as another one, and two charges would be
 * made of one. undefined also where none is given.
 */
export function nameProblem(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (isLosslessNumber(value)) {
    return /^(0|[1-9]\d*)$/.test(value.toString())
      ? undefined
      : 'is a number that has two spellings';
  }
  if (typeof value !== 'string') return 'is not text';
  if (hasInvisible(value)) return 'has an invisible character';
  if (/^[\x21-\x7e](.*[\x21-\x7e])?$/s.test(value)) return undefined;
  return 'begins or ends with a blank or a character that is not ASCII';
}

function hasInvisible(text: string): boolean {
  if (isPlain(text)) return false;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u.test(text);
}
