import type { ColumnLayout, Spot } from '../layout.js';
import { type AmountFormat, ENTRY_FIELDS, type EntryField, type Mapping } from '../mapping.js';
import type { Table } from '../rows.js';

/** What an entry of a statement says, in whatever format. */
export interface StatementEntry extends Partial<Record<EntryField, string>> {
  /** Baht with a point; below zero what was debited. */
  amount: string;
  currency: string;
  /** Of the booking, as ISO writes it; the value date stands in for it. */
  date: string;
  valueDate?: string;
  /** `reversed`, `open` where it is not booked yet, or empty. */
  status: '' | 'reversed' | 'open';
  transactionId: string;
  counterparty?: string;
  /** Tells entries apart that say the same: its statement, and its number there. */
  position: string;
}

const CELLS = [
  ...ENTRY_FIELDS,
  'amount',
  'currency',
  'date',
  'valueDate',
  'status',
  'transactionId',
  'counterparty',
  'position',
] as const;

/** The cells of an entry, as the layout below has them. */
export function entryCells(entry: StatementEntry): string[] {
  return CELLS.map((name) => entry[name] ?? '');
}

/** How the cells of entries are to be understood. */
export function entryTable(format: string, mapping: Mapping): Table {
  return { format, layout: entryLayout(mapping), mapping: entryMapping(mapping) };
}

function entryLayout({ reference }: Mapping): ColumnLayout {
  const spot = (name: (typeof CELLS)[number]): Spot => ({ name, at: CELLS.indexOf(name) });
  return {
    columns: {
      reference: spot(reference.from ?? 'EndToEndId'),
      transactionId: spot('transactionId'),
      amount: spot('amount'),
      date: spot('date'),
      status: spot('status'),
      currency: spot('currency'),
    },
    cells: CELLS.length,
    isStatement: true,
  };
}

/** The rules of a statement's own standard, where a mapping describes only its references. */
function entryMapping(mapping: Mapping): Mapping {
  return {
    ...mapping,
    records: undefined,
    columns: undefined,
    amount: BAHT_AMOUNT,
    date: { zone: mapping.date.zone, cutoff: mapping.date.cutoff },
    timeFormat: undefined,
    status: {},
  };
}

/** How amounts are written that readers of statements pass on. */
export const BAHT_AMOUNT: AmountFormat = { unit: 'baht', sign: 'leading' };

/** What standards write where there is no reference. */
const NO_REFERENCE: ReadonlySet<string> = new Set(['NOTPROVIDED', 'NONREF', 'NOREF']);

/** A reference; empty where it says that there is none. */
export function statementReference(text: string | undefined): string {
  if (text === undefined) return '';
  const trimmed = text.trim();
  return NO_REFERENCE.has(trimmed) ? '' : trimmed;
}

const USUAL = /^[0-9]+\.[0-9]{2}$/;

/** Without the zeros behind the second decimal that some banks write. */
export function trimmedAmount(text: string): string {
  if (USUAL.test(text)) return text;
  return text
    .trim()
    .replace(',', '.')
    .replace(/(\.[0-9]{2})0+$/, '$1')
    .replace(/\.$/, '');
}

/** `260131` as ISO; empty for anything else. */
export function shortDate(text: string): string {
  const [, year, month, day] = /^([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(text.trim()) ?? [];
  return year === undefined ? '' : `20${year}-${month}-${day}`;
}
