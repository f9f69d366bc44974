import { type Finding, lintReading } from './lint.js';
import { type Crc, dialectOf, type Kind, type Reading, readPayload, valueAt } from './reading.js';
import { isPersonal, isStatic, meaningOf, nameOf } from './tags.js';
import { type Field, sameAmount } from './tlv.js';

export type { Kind } from './reading.js';

/** A field as scripts read it; the parts of a template follow it in the same list. */
export interface DecodedField {
  /** `30.01` is tag 01 inside template 30; in a bill barcode the name of the part. */
  path: string;
  name: string;
  value: string;
  /** In characters, as the payload declares it. */
  length: number;
  /** Characters from the start of the payload to the tag, from 0. */
  offset: number;
  /** What the value says, where known: a bank's name, a currency, a message in clear. */
  meaning?: string;
}

/** What a payload says. The shape is stable: every key is always there, null where it says nothing. */
export interface Decoded {
  kind: Kind;
  /** Null for bill barcodes and for anything that is not a payload. */
  crc: Crc | null;
  /** Whether the same code serves many payments (tag 01). */
  static: boolean | null;
  /** Baht, as it stands in the payload; of a bill barcode converted from satang. */
  amount: string | null;
  /** ISO 4217 number, `764` for baht. */
  currency: string | null;
  billerId: string | null;
  ref1: string | null;
  ref2: string | null;
  /** Of a bill payment: tag 62.07. */
  ref3: string | null;
  /** Of a slip: three digits. */
  sendingBank: string | null;
  /** Of a slip. */
  transRef: string | null;
  fields: DecodedField[];
  /** Not empty: the payload is broken. What could be read stands in the other keys. */
  errors: Finding[];
  warnings: Finding[];
}

/** Decodes any payload. Never throws; a broken one has `errors`, each with its place. */
export function decode(payload: string): Decoded {
  const reading = readPayload(payload);
  const findings = lintReading(reading);
  return {
    kind: reading.kind,
    crc: reading.crc,
    ...factsOf(reading),
    fields: reading.fields.flatMap((field) => flat(field, reading)),
    errors: findings.filter(({ severity }) => severity === 'error'),
    warnings: findings.filter(({ severity }) => severity === 'warning'),
  };
}

/** Whether a decoded field identifies a person or a card: to be masked where tables are. */
export function isPersonalField(field: DecodedField, { kind }: Decoded): boolean {
  return isPersonal(field.path, dialectOf(kind));
}

type Facts = Omit<Decoded, 'kind' | 'crc' | 'fields' | 'errors' | 'warnings'>;

const NOTHING: Facts = {
  static: null,
  amount: null,
  currency: null,
  billerId: null,
  ref1: null,
  ref2: null,
  ref3: null,
  sendingBank: null,
  transRef: null,
};

function factsOf(reading: Reading): Facts {
  const value = (path: string) => valueAt(reading, path) || null;
  const { kind, barcode } = reading;
  if (kind === 'slip') return { ...NOTHING, sendingBank: value('00.01'), transRef: value('00.02') };
  if (kind === 'wallet-slip') return { ...NOTHING, transRef: value('00.03') };
  if (barcode !== undefined) {
    const { billerId, ref1, ...rest } = barcode;
    return { ...NOTHING, currency: '764', ...rest, billerId: billerId || null, ref1: ref1 || null };
  }
  const payment = {
    ...NOTHING,
    static: isStatic(value('01') ?? '') ?? null,
    amount: value('54'),
    currency: value('53'),
  };
  if (kind !== 'bill-payment') return payment;
  return {
    ...payment,
    billerId: value('30.01'),
    ref1: value('30.02'),
    ref2: value('30.03'),
    ref3: value('62.07'),
  };
}

const BARCODE_NAMES: Readonly<Record<string, string>> = {
  billerId: 'biller id',
  ref1: 'reference 1',
  ref2: 'reference 2',
  amount: 'amount in satang',
};

function flat({ path, value, length, offset, parts }: Field, reading: Reading): DecodedField[] {
  const dialect = dialectOf(reading.kind);
  const name = BARCODE_NAMES[path] ?? nameOf(path, dialect);
  const meaning = parts.length > 0 ? undefined : meaningOf(path, value, dialect);
  const field: DecodedField = { path, name, value, length, offset, ...(meaning && { meaning }) };
  return [field, ...parts.flatMap((part) => flat(part, reading))];
}

/** What a payload should say. Null: it must be absent; left out: not compared. */
export interface Wanted {
  amount?: string | null;
  billerId?: string | null;
  ref1?: string | null;
  ref2?: string | null;
  ref3?: string | null;
}

/** null: nothing was wanted, or nothing was found. */
export interface Difference {
  field: keyof Wanted | 'payload';
  wanted: string | null;
  found: string | null;
}

const FIELDS = ['amount', 'billerId', 'ref1', 'ref2', 'ref3'] as const;

/**
 * Where a payload says something else than was requested. Amounts are compared as money, all else
 * to the character. A broken payload is a difference of its own.
 */
export function differences(payload: string, wanted: Wanted): Difference[] {
  const decoded = decode(payload);
  const broken = decoded.errors.slice(0, 1).map(({ message }): Difference => {
    return { field: 'payload', wanted: 'a valid payment code', found: message };
  });
  const differing = FIELDS.flatMap((field): Difference[] => {
    const want = wanted[field];
    const found = decoded[field];
    if (want === undefined || want === found) return [];
    const same = field === 'amount' && want !== null && found !== null && sameAmount(want, found);
    return same ? [] : [{ field, wanted: want, found }];
  });
  return [...broken, ...differing];
}
