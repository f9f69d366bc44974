import { type Message, type Say, sayEnglish, type Text } from '../core/message.js';
import { visible } from '../core/text.js';
import { payload as says } from '../messages/payload.js';
import { tags } from '../messages/tags.js';
import { describeFinding, type Finding, lintReading } from './lint.js';
import {
  type Crc,
  dialectFor,
  type PayloadKind,
  type PayloadReading,
  readPayload,
  valueAt,
} from './reading.js';
import { isPersonal, isStatic, tagName, valueMeaning } from './tags.js';
import { checksum, type Field, sameAmount } from './tlv.js';

export type { PayloadKind } from './reading.js';

/** A field of a payload; the parts of a template follow it in the same list. */
export interface DecodedField<Words = Text> {
  /** `30.01` is tag 01 inside template 30; in a bill barcode the name of the part. */
  path: string;
  name: Words;
  value: string;
  /** In characters, as the payload declares it. */
  length: number;
  /** Characters from the start of the payload to the tag, from 0. */
  offset: number;
  /** What the value means, where known: a bank's name, a currency, a message as text. */
  meaning?: Words;
}

/** What a payload says. Every key is always there, null where the payload has no such value. */
export interface Decoded<Names = Text, Words = Message> {
  kind: PayloadKind;
  /** Null for bill barcodes and for anything that is not a payload. */
  crc: Crc | null;
  /** Whether the same code serves many payments (tag 01). */
  static: boolean | null;
  /** Baht, as written in the payload (tag 54); of a bill barcode converted from satang. */
  amount: string | null;
  /** ISO 4217 number, `764` for baht. */
  currency: string | null;
  billerId: string | null;
  ref1: string | null;
  ref2: string | null;
  /** Of a bill payment, tag 62.07. */
  ref3: string | null;
  /** Of a slip, three digits. */
  sendingBank: string | null;
  /** Of a slip, up to 25 letters and digits. */
  transRef: string | null;
  fields: DecodedField<Names>[];
  /** If not empty, the payload is broken, and the other keys have what could be read. */
  errors: Finding<Words>[];
  warnings: Finding<Words>[];
}

/** Decodes any payload. Never throws; a broken one has `errors`, each with its place. */
export function decode(payload: string): Decoded {
  const reading = readPayload(payload);
  const findings = lintReading(reading);
  return {
    kind: reading.kind,
    crc: reading.crc,
    ...toFacts(reading),
    fields: reading.fields.flatMap((field) => flattened(field, reading)),
    errors: findings.filter(({ severity }) => severity === 'error'),
    warnings: findings.filter(({ severity }) => severity === 'warning'),
  };
}

/** Whether a decoded field identifies a person or a card, so that tables mask it. */
export function isPersonalField(field: DecodedField, { kind }: Decoded): boolean {
  return isPersonal(field.path, dialectFor(kind));
}

type Facts = Omit<Decoded, 'kind' | 'crc' | 'fields' | 'errors' | 'warnings'>;

const NO_FACTS: Facts = {
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

function toFacts(reading: PayloadReading): Facts {
  const value = (path: string) => valueAt(reading, path) || null;
  const { kind, barcode } = reading;
  if (kind === 'slip')
    return { ...NO_FACTS, sendingBank: value('00.01'), transRef: value('00.02') };
  if (kind === 'wallet-slip') return { ...NO_FACTS, transRef: value('00.03') };
  if (barcode !== undefined) {
    const { billerId, ref1, ...rest } = barcode;
    return {
      ...NO_FACTS,
      currency: '764',
      ...rest,
      billerId: billerId || null,
      ref1: ref1 || null,
    };
  }
  const payment = {
    ...NO_FACTS,
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

const BARCODE_NAMES: Readonly<Record<string, Message>> = {
  billerId: tags.billerId,
  ref1: tags.reference1,
  ref2: tags.reference2,
  amount: tags.amountInSatang,
};

function flattened(
  { path, value, length, offset, parts }: Field,
  reading: PayloadReading,
): DecodedField[] {
  const dialect = dialectFor(reading.kind);
  const name = BARCODE_NAMES[path] ?? tagName(path, dialect);
  const meaning = parts.length > 0 ? undefined : valueMeaning(path, value, dialect);
  const field: DecodedField = { path, name, value, length, offset, ...(meaning && { meaning }) };
  return [field, ...parts.flatMap((part) => flattened(part, reading))];
}

/** What a payload should say. null: it must not have the value; left out: not compared. */
interface ExpectedPayload {
  amount?: string | null;
  billerId?: string | null;
  ref1?: string | null;
  ref2?: string | null;
  ref3?: string | null;
}

/** A value that is not as expected; null where there should be none, or is none. */
export interface Difference {
  field: keyof ExpectedPayload | 'payload';
  wanted: Text | null;
  found: Text | null;
}

const FIELDS = ['amount', 'billerId', 'ref1', 'ref2', 'ref3'] as const;

/**
 * Where a payload differs from what was requested. Amounts are compared as money, all else exactly. A
 * broken payload is a difference of its own.
 */
export function differences(payload: string, wanted: ExpectedPayload): Difference[] {
  const decoded = decode(payload);
  const broken = decoded.errors.slice(0, 1).map(({ message }): Difference => {
    return { field: 'payload', wanted: says.validCode, found: message };
  });
  const differing = FIELDS.flatMap((field): Difference[] => {
    const expected = wanted[field];
    const found = decoded[field];
    if (expected === undefined || expected === found) return [];
    const isSame =
      field === 'amount' && expected !== null && found !== null && sameAmount(expected, found);
    return isSame ? [] : [{ field, wanted: expected, found }];
  });
  return [...broken, ...differing];
}

const KIND_TITLES: Readonly<Record<Decoded['kind'], Message>> = {
  'bill-payment': tags.billPaymentCode,
  'credit-transfer': tags.creditTransferCode,
  'payment-innovation': tags.innovationCode,
  card: tags.cardCode,
  emv: tags.emvCode,
  slip: tags.slipCode,
  'wallet-slip': tags.walletSlipCode,
  'bill-barcode': tags.billBarcode,
  unknown: tags.unknown,
};

/** How values are shown. */
interface TreeOptions {
  /** Applied to values that identify people and cards. */
  mask?: (value: string) => string;
  /** In English unless given. */
  say?: Say;
}

/** A decoded payload as a tree for people, its errors and warnings below. Ends without a line end. */
export function drawTree(
  decoded: Decoded,
  { mask = (value) => value, say = sayEnglish }: TreeOptions = {},
): string {
  const { fields, errors, warnings, crc } = decoded;
  const rows = fields.map((field) => {
    const shown = isPersonalField(field, decoded) ? { ...field, value: mask(field.value) } : field;
    return {
      label: fieldLabel(field, say),
      text: valueText(shown, isTemplate(field, fields), say),
    };
  });
  const width = Math.max(0, ...rows.map((row) => columnWidth(row.label)));
  const lines = rows.map(({ label, text }) =>
    `  ${label}${' '.repeat(width - columnWidth(label))}  ${text}`.trimEnd(),
  );
  return [
    say(KIND_TITLES[decoded.kind]),
    ...lines,
    ...(crc ? [say(checksumLine(crc))] : []),
    ...errors.map((error) => say(describeFinding(error))),
    ...warningLines(warnings).map(say),
  ].join('\n');
}

/** In columns of a terminal: Thai vowels and tone marks above and below a letter take none. */
function columnWidth(text: string): number {
  return text.replace(/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g, '').length;
}

function checksumLine({ valid, expected, actual }: Crc): Message {
  if (valid) return tags.checksumValid;
  return actual === null ? tags.checksumMissing(expected) : tags.checksumWrong(expected);
}

/** Only their names: common codes have several. */
function warningLines(warnings: readonly Finding[]): Message[] {
  if (warnings.length === 0) return [];
  return [tags.warnings(warnings.map(({ code }) => code))];
}

function fieldLabel({ path, name }: DecodedField, say: Say): string {
  const depth = path.split('.').length - 1;
  // The parts of a barcode have names, but no tags.
  return /^[0-9]/.test(path) ? `${'  '.repeat(depth)}${path} ${say(name)}` : say(name);
}

/** The value of a template repeats its parts, so only those are shown. */
function isTemplate({ path }: DecodedField, fields: readonly DecodedField[]): boolean {
  return fields.some((field) => field.path.startsWith(`${path}.`));
}

function valueText({ value, meaning }: DecodedField, template: boolean, say: Say): string {
  if (template) return '';
  return visible(meaning === undefined ? value : `${value} (${say(meaning)})`);
}

/** Names of payees and messages to them, which recordings mask as well. */
const PERSONAL_TEXTS = /^(?:59|64\.0[12]|81)$/;

const MESSAGE = '81';

/** Characters of tag and length. */
const HEAD = 4;

/**
 * A payment code without personal data: accounts of people, card numbers, names, messages. `mask`
 * returns another value of the same length, so that the code reads as before; a valid checksum is
 * computed anew. Any other text is returned as it is.
 */
export function maskPayload(payload: string, mask: (value: string) => string): string {
  if (!payload.startsWith('000201')) return payload;
  const decoded = decode(payload);
  const { fields, crc } = decoded;
  const templates = new Set(fields.map(({ path }) => path.slice(0, -'.00'.length)));
  const characters = Array.from(payload);
  for (const field of fields) {
    const { path, offset, value } = field;
    if (templates.has(path) || !(isPersonalField(field, decoded) || PERSONAL_TEXTS.test(path)))
      continue;
    // A message stays hexadecimal.
    const values = Array.from(path === MESSAGE ? value.replace(/[^1]/g, '1') : mask(value));
    characters.splice(offset + HEAD, values.length, ...values);
  }
  const masked = characters.join('');
  const last = fields.find(({ path }) => path === '63');
  if (masked === payload || !crc?.valid || last === undefined) return masked;
  const head = characters.slice(0, last.offset + HEAD).join('');
  return head + checksum(head) + characters.slice(last.offset + HEAD + 4).join('');
}
