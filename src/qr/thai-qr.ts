import { PayctlError, usageError } from '../core/errors.js';
import { payload as says } from '../messages/payload.js';
import { isCardTag, isPaymentTemplate, isStatic, readMessage, writeMessage } from './tags.js';
import { checksum, type Field, parseTlv, writeAmount, writeField } from './tlv.js';

/** The parts of each template, by the tags that carry them. */
const TEMPLATES = {
  transfer: {
    tag: '29',
    parts: {
      aid: '00',
      mobile: '01',
      nationalId: '02',
      ewalletId: '03',
      bankAccount: '04',
      oneTimeCode: '05',
    },
  },
  bill: { tag: '30', parts: { aid: '00', billerId: '01', ref1: '02', ref2: '03' } },
  innovation: {
    tag: '31',
    parts: {
      aid: '00',
      api: '01',
      merchantRef: '02',
      transactionRef: '03',
      orderRef: '04',
      furtherRef: '05',
    },
  },
  additional: {
    tag: '62',
    parts: {
      billNumber: '01',
      mobile: '02',
      store: '03',
      loyalty: '04',
      reference: '05',
      customer: '06',
      /** Reference 3 of a bill payment travels here. */
      terminal: '07',
      purpose: '08',
      dataRequest: '09',
      taxId: '10',
      channel: '11',
    },
  },
  language: { tag: '64', parts: { language: '00', merchantName: '01', merchantCity: '02' } },
  vat: { tag: '80', parts: { branch: '00', rate: '01', amount: '02' } },
} as const;
const TEMPLATE_NAMES = ['transfer', 'bill', 'innovation', 'additional', 'language', 'vat'] as const;

const PLAIN_TAGS = {
  merchantCategory: '52',
  currency: '53',
  amount: '54',
  tip: '55',
  tipFixed: '56',
  tipPercent: '57',
  country: '58',
  merchantName: '59',
  merchantCity: '60',
  postalCode: '61',
} as const;

type Strings<Table> = { [Part in keyof Table]?: string };
type Template<Name extends keyof typeof TEMPLATES> = Strings<(typeof TEMPLATES)[Name]['parts']>;

/**
 * A payment code (EMVCo, with the Thai templates) by meaning. Values are as the payload has them: a
 * mobile number is `0066` and nine digits. What is absent is not written, and there are no defaults.
 */
export interface ThaiQr extends Strings<typeof PLAIN_TAGS> {
  /** Tag 01; absent where the tag is. */
  static?: boolean;
  /** Tags 02–25. */
  cards?: Record<string, string>;
  transfer?: Template<'transfer'>;
  bill?: Template<'bill'>;
  innovation?: Template<'innovation'>;
  additional?: Template<'additional'>;
  language?: Template<'language'>;
  vat?: Template<'vat'>;
  /** The personal message of tag 81. */
  message?: string;
  /** All other templates by tag, their parts by tag: 51 for local card routing. */
  templates?: Record<string, Record<string, string>>;
}

/**
 * Writes a payload, tags ascending, checksum last. The amount gets two decimals. Throws PayctlError
 * USAGE for an invalid amount, a tag out of its range or a value of over 99 characters.
 */
export function writeThaiQr(qr: ThaiQr): string {
  const values: Tagged[] = [['00', '01']];
  if (qr.static !== undefined) values.push(['01', qr.static ? '11' : '12']);
  for (const [tag, value] of Object.entries(qr.cards ?? {})) {
    if (!isCardTag(tag)) throw usageError(says.notCardTag(tag));
    values.push([tag, value]);
  }
  for (const [tag, parts] of Object.entries(qr.templates ?? {})) {
    if (!isOtherTemplate(tag)) throw usageError(says.notTemplate(tag));
    values.push([tag, writeFields(Object.entries(parts))]);
  }
  for (const name of TEMPLATE_NAMES) {
    const parts = withTags(TEMPLATES[name].parts, qr[name] ?? {});
    if (parts.length > 0) values.push([TEMPLATES[name].tag, writeFields(parts)]);
  }
  const amount = qr.amount === undefined ? {} : { amount: writeAmount(qr.amount) };
  values.push(...withTags(PLAIN_TAGS, { ...qr, ...amount }));
  if (qr.message !== undefined) values.push(['81', writeMessage(qr.message)]);
  const head = `${writeFields(values)}6304`;
  return head + checksum(head);
}

/**
 * Reads a payload: the reverse of `writeThaiQr`, without reserved tags. Throws PayctlError BAD_DATA
 * where the grammar is broken; the checksum is not looked at (`decode` does).
 */
export function readThaiQr(payload: string): ThaiQr {
  const { fields, faults } = parseTlv(payload, isPaymentTemplate);
  const [fault] = faults;
  if (fault) throw new PayctlError('BAD_DATA', says.broken(fault.message));
  const qr: ThaiQr = withNames(PLAIN_TAGS, fields);
  for (const name of TEMPLATE_NAMES) {
    const template = fields.find((f) => f.tag === TEMPLATES[name].tag);
    if (template) qr[name] = withNames(TEMPLATES[name].parts, template.parts);
  }
  const cards = fields.filter((f) => isCardTag(f.tag));
  if (cards.length > 0) qr.cards = byTag(cards);
  const others = fields.filter((f) => isOtherTemplate(f.tag)).map((f) => [f.tag, byTag(f.parts)]);
  if (others.length > 0) qr.templates = Object.fromEntries(others);
  const initiation = isStatic(fields.find((f) => f.tag === '01')?.value ?? '');
  if (initiation !== undefined) qr.static = initiation;
  const message = readMessage(fields.find((f) => f.tag === '81')?.value ?? '');
  if (message !== undefined) qr.message = message;
  return qr;
}

type Tagged = [tag: string, value: string];
type Table = Readonly<Record<string, string>>;

function isOtherTemplate(tag: string): boolean {
  return isPaymentTemplate(tag) && !TEMPLATE_NAMES.some((name) => TEMPLATES[name].tag === tag);
}

function withTags(table: Table, values: object): Tagged[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]): Tagged[] => {
    const tag = Object.hasOwn(table, name) ? table[name] : undefined;
    return tag === undefined || typeof value !== 'string' ? [] : [[tag, value]];
  });
}

function withNames(table: Table, fields: readonly Field[]): Record<string, string> {
  const values = byTag(fields);
  const parts = Object.entries(table).flatMap(([name, tag]) => {
    const value = values[tag];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(parts);
}

function byTag(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(fields.map((f) => [f.tag, f.value]));
}

function writeFields(values: readonly Tagged[]): string {
  const ascending = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return ascending.map(([tag, value]) => writeField(tag, value)).join('');
}
