import { DAY_MS } from '../core/time.js';
import type { BadLine } from './bad-line.js';
import { type Calendar, settlementDay } from './business-days.js';
import {
  type Columns,
  type DayNumbers,
  isWithin,
  NO_TIME,
  PAID,
  REVERSED,
  type Row,
} from './columns.js';
import type { LocalRecords } from './local-records.js';
import { BANGKOK_MINUTES } from './mapping.js';
import type { ConfirmedPayment, OwnCharge } from './own.js';

/** What this machine knows of payments, and of which days it counts. */
interface OwnPayments {
  /** Settlement days since 1970; what is absent is open. */
  days: Partial<DayNumbers>;
  /** Seconds of the day from which a payment settles on the next one. */
  cutoff: number;
  calendar?: Calendar | undefined;
  charges: readonly OwnCharge[];
  confirmations: readonly ConfirmedPayment[];
}

/** In place of the index of a file, for lines that stand in none. */
export const NO_FILE = 0xffff;

/** A payment of this machine that is no line of a file. */
export interface SyntheticRow {
  row: number;
  charge?: OwnCharge;
  confirmation?: ConfirmedPayment;
}

/**
 * Adds what this machine knows as lines of its own side: charges that are not refused, and
 * confirmations that no charge explains. Gives them by their row.
 */
function synthesizeRows(
  lines: Columns,
  local: LocalRecords,
  charges: readonly OwnCharge[],
  confirmations: readonly ConfirmedPayment[],
  when: When,
): Map<number, SyntheticRow> {
  const { texts } = local;
  const refundStatus = (reference: number) => (local.wasRefunded(reference) ? REVERSED : PAID);
  const rows = new Map<number, SyntheticRow>();
  const unexplained = new Map<string, (number | undefined)[]>();
  for (const charge of charges) {
    if (charge.state === 'refused') continue;
    const reference = texts.intern(charge.reference);
    const row = lines.add({
      ...momentFields(charge.at, when),
      reference,
      transactionId: 0,
      amount: charge.amount ?? 0,
      status: refundStatus(reference),
    });
    rows.set(row, { row, charge });
    const open = unexplained.get(charge.reference) ?? [];
    unexplained.set(charge.reference, [...open, charge.amount]);
  }
  for (const confirmation of confirmations) {
    const open = unexplained.get(confirmation.reference) ?? [];
    const at = open.findIndex((amount) => amount === undefined || amount === confirmation.amount);
    if (at >= 0) {
      open.splice(at, 1);
      continue;
    }
    if (
      confirmation.amount === undefined ||
      (confirmation.reference === '' && confirmation.transactionId === '')
    )
      continue;
    const reference = texts.intern(confirmation.reference);
    const row = lines.add({
      ...momentFields(confirmation.at, when),
      reference,
      transactionId: texts.intern(confirmation.transactionId),
      amount: confirmation.amount,
      status: refundStatus(reference),
    });
    rows.set(row, { row, confirmation });
  }
  return rows;
}

/** When payments settle: the time of the cut-off, and the business days that follow. */
type When = Pick<OwnPayments, 'cutoff' | 'calendar'>;
type MomentFields = Omit<Row, 'reference' | 'transactionId' | 'amount' | 'status'>;

/** The fields of a line that stands in no file which follow from its moment, milliseconds since the epoch. */
export function momentFields(at: number, { cutoff, calendar }: When): MomentFields {
  const local = Math.floor(at / 1000) + BANGKOK_MINUTES * 60;
  const date = Math.floor((local * 1000) / DAY_MS);
  const time = Number.isFinite(local) ? local - date * 86_400 : NO_TIME;
  const settles = settlementDay(time >= cutoff ? date + 1 : date, calendar);
  return { file: NO_FILE, date, time, settles };
}

/** Journal and confirmations in place of orders: those of the days asked for, and what the bank's lines name. */
export function synthesizeOrders(
  request: OwnPayments,
  own: Columns,
  bank: Columns,
  local: LocalRecords,
) {
  const { days, charges, confirmations } = request;
  const { texts } = local;
  const present = presence(bank.reference, bank.count, texts.size);
  const ids = presence(bank.transactionId, bank.count, texts.size);
  const isWanted = (at: number, reference: string, transactionId = '') => {
    const { settles } = momentFields(at, request);
    const isInside = settles >= (days.from ?? settles) && settles <= (days.to ?? settles);
    return (
      isInside ||
      present[texts.intern(reference)] === 1 ||
      (transactionId !== '' && ids[texts.intern(transactionId)] === 1)
    );
  };
  const wantedCharges = charges.filter((charge) => isWanted(charge.at, charge.reference));
  const wantedConfirmations = confirmations.filter((one) =>
    isWanted(one.at, one.reference, one.transactionId),
  );
  return synthesizeRows(own, local, wantedCharges, wantedConfirmations, request);
}

function presence(ids: Int32Array, count: number, size: number): Uint8Array {
  const present = new Uint8Array(size);
  for (let row = 0; row < count; row++) present[ids[row] ?? 0] = 1;
  present[0] = 0;
  return present;
}

interface UnmatchedParts {
  own: Columns;
  bank: Columns;
  bad: readonly BadLine[];
  local: LocalRecords;
  days: DayNumbers | undefined;
}

/** What this machine knows of the covered days, and neither the orders nor the bank. */
export function addUnmatchedLocal(
  payments: OwnPayments,
  { own, bank, bad, local, days }: UnmatchedParts,
): Map<number, SyntheticRow> {
  const { charges, confirmations } = payments;
  if (charges.length === 0 && confirmations.length === 0) return new Map();
  const { texts } = local;
  const sides = [own, bank].flatMap(({ reference, transactionId, count }) => [
    presence(reference, count, texts.size),
    presence(transactionId, count, texts.size),
  ]);
  const broken = presence(
    Int32Array.from(bad, ({ reference = 0 }) => reference),
    bad.length,
    texts.size,
  );
  sides.push(broken);
  const isKnown = (text: string) => sides.some((present) => present[texts.intern(text)] === 1);
  const isUnmatched = (at: number, ...names: string[]) =>
    isWithin(momentFields(at, payments).settles, days) && !names.some(isKnown);
  const unmatchedCharges = charges.filter(({ at, reference, alias = '' }) => {
    return isUnmatched(at, reference, alias);
  });
  const unmatchedConfirmations = confirmations.filter((one) =>
    isUnmatched(one.at, one.reference, one.transactionId),
  );
  return synthesizeRows(own, local, unmatchedCharges, unmatchedConfirmations, payments);
}
