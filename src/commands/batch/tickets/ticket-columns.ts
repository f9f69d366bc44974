import { type PayctlError, usageError } from '../../../core/errors.js';
import { type Fields, withoutUndefined } from '../../../core/fields.js';
import { fromPlain, jsonText } from '../../../core/json.js';
import { excerpt, visible } from '../../../core/text.js';
import type { Carried } from '../../../investigate/ticket.js';
import { ticketMessages as messages, rowMessages } from '../../../messages/batch.js';
import {
  camelCase,
  longFlag,
  type Option,
  type Parameters,
  takesValue,
} from '../../../runtime/parameter.js';
import type { InputColumn } from '../row-reader.js';

const MOST_NAMED = 12;

/** Columns of a file of tickets: the reference, flags of the command, and the caller's own. */
export class TicketColumns {
  readonly #references: readonly string[];
  readonly #flags: ReadonlyMap<string, Option>;
  readonly #fields: readonly string[];
  readonly #notByRow: readonly string[];
  readonly #wanted: string | undefined;

  /**
   * @param references what the column of the reference may be called, the most certain first
   * @param wanted the column of the reference, where somebody says it
   * @param notByRow flags that one row cannot have
   */
  constructor(
    references: readonly string[],
    parameters: Parameters<object>,
    fields: readonly string[],
    wanted: string | undefined,
    notByRow: readonly string[] = [],
  ) {
    const all: { options: readonly Option[] }[] = Object.values(parameters);
    const options = all.flatMap((parameter) => parameter.options);
    this.#references = references;
    this.#flags = new Map(
      options.map((option) => [camelCase(withoutDashes(longFlag(option))), option]),
    );
    this.#fields = ['line', ...fields];
    this.#notByRow = notByRow;
    this.#wanted = wanted;
  }

  isHeader(cells: readonly string[]): boolean {
    return this.#findReference(cells.map((cell) => cell.trim())) !== undefined;
  }

  /** Of a header. Throws USAGE where it has no reference, or names a column of the result. */
  of(header: readonly string[]): InputColumn[] {
    const names = header.map((name) => name.trim());
    if (names.some((name) => name.includes('\r'))) {
      throw usageError(messages.lineEnds, messages.saveAsCsv);
    }
    const reference = this.#findReference(names);
    if (reference === undefined) throw this.#noReferenceError(names);
    const seen = new Set<string>();
    return names.map((name): InputColumn => {
      // Beside its table a sheet may have cells without a heading.
      if (name === '') return {};
      const flag = this.#knownFlag(name);
      if (seen.has(flag ?? name)) {
        throw usageError(rowMessages.namedTwice(JSON.stringify(visible(name))));
      }
      seen.add(flag ?? name);
      if (name === reference) return { path: [name], own: name };
      if (flag !== undefined) return { path: [flag] };
      this.refuseTaken(name);
      return { own: name };
    });
  }

  /** Of JSON Lines: all but flags; the reference is carried too. */
  isOwn(key: string): boolean {
    return this.#knownFlag(key) === undefined;
  }

  /** Throws USAGE for a column of the caller that is named like one of the result. */
  refuseTaken(name: string): void {
    if (this.#notByRow.includes(withoutDashes(name))) {
      throw usageError(
        messages.ofWholeBatch(JSON.stringify(visible(name))),
        messages.give(`--${withoutDashes(name)}`),
      );
    }
    if (!this.#fields.includes(name)) return;
    throw usageError(messages.ofResult(JSON.stringify(name)), messages.otherColumnName);
  }

  /** The reference, and what the row says by flags. Throws USAGE. */
  read(given: Fields, own: Fields): { reference: string; options: Record<string, unknown> } {
    const options: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const flag = this.#knownFlag(name);
      const text =
        jsonText(fromPlain(value)) ?? (typeof value === 'boolean' ? String(value) : undefined);
      if (flag === undefined) continue;
      if (text === undefined) throw usageError(messages.notText(name));
      if (text === '') continue;
      options[flag] = takesValue(this.#flags.get(flag)) ? text : parseBoolean(name, text);
    }
    const name = this.#findReference(Object.keys(own));
    const reference = name === undefined ? undefined : jsonText(fromPlain(own[name]));
    if (reference === undefined || reference.trim() === '') {
      throw usageError(messages.empty(name ?? this.#references[0] ?? ''));
    }
    return { reference: reference.trim(), options };
  }

  /** Of the fields given for every row: one that is no flag must be misspelt. */
  refuseUnknown(fields: Fields): void {
    const unknown = Object.keys(fields).find((name) => this.#knownFlag(name) === undefined);
    if (unknown === undefined) return;
    const names = [...this.#flags.values()].map((option) => withoutDashes(longFlag(option)));
    throw usageError(messages.unknownField(JSON.stringify(visible(unknown)), names));
  }

  #findReference(names: readonly string[]): string | undefined {
    return findReferenceColumn(names, this.#wanted, this.#references);
  }

  #noReferenceError(names: readonly string[]): PayctlError {
    const shown = names.filter(Boolean).map((name) => JSON.stringify(excerpt(name, 60)));
    const wanted = this.#wanted;
    const missing =
      wanted === undefined ? this.#references.slice(0, 2) : [JSON.stringify(visible(wanted))];
    const some = shown.slice(0, MOST_NAMED);
    return usageError(messages.noReference(missing, some), messages.nameReference);
  }

  #knownFlag(name: string): string | undefined {
    const flag = camelCase(withoutDashes(name));
    return this.#flags.has(flag) ? flag : undefined;
  }
}

function withoutDashes(flag: string): string {
  return flag.replace(/^--/, '');
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function parseBoolean(name: string, text: string): boolean {
  const value = BOOLEANS[text.toLowerCase()];
  if (value !== undefined) return value;
  throw usageError(messages.notTruth(name, JSON.stringify(visible(text))));
}

/** What help desks call the column of the reference, without blanks and signs; the surest first. */
const REFERENCE_NAMES = [
  ...['orderid', 'orderno', 'ordernumber', 'orderref', 'orderreference', 'order'],
  ...[
    'outtradeno',
    'transactionid',
    'transref',
    'paymentid',
    'paymentreference',
    'ref1',
    'reference1',
  ],
  ...['reference', 'referenceno', 'referencenumber', 'referenceid', 'refno', 'ref'],
  ...['invoice', 'invoiceno', 'invoicenumber', 'invoiceid', 'slip'],
  ...['เลขที่คำสั่งซื้อ', 'หมายเลขคำสั่งซื้อ', 'รหัสคำสั่งซื้อ', 'เลขที่ใบสั่งซื้อ', 'คำสั่งซื้อ', 'เลขที่ออเดอร์', 'ออเดอร์'],
  ...['เลขที่อ้างอิง', 'เลขอ้างอิง', 'หมายเลขอ้างอิง', 'รหัสอ้างอิง', 'อ้างอิง', 'เลขที่รายการ', 'หมายเลขรายการ'],
  ...['เลขที่ใบแจ้งหนี้', 'สลิป', 'id'],
];

/** What help desks call what is shown of a ticket. */
const CARRIED_NAMES = {
  ticket: [
    ...['ticket', 'ticketid', 'ticketno', 'ticketnumber', 'case', 'caseid', 'caseno', 'casenumber'],
    ...['ทิกเก็ต', 'หมายเลขทิกเก็ต', 'เลขที่ทิกเก็ต', 'เลขที่เรื่อง', 'หมายเลขเคส', 'เคส'],
  ],
  customer: [
    ...['customer', 'customername', 'requester', 'requestername', 'contact', 'contactname'],
    ...['ลูกค้า', 'ชื่อลูกค้า', 'ผู้ติดต่อ', 'ผู้แจ้ง'],
  ],
  subject: ['subject', 'title', 'summary', 'topic', 'หัวข้อ', 'หัวเรื่อง', 'เรื่อง'],
} as const;

/**
 * The column of the reference: the one that is wanted, but for case, blanks and signs; else by its own
 * name, or as help desks call it.
 */
export function findReferenceColumn(
  names: readonly string[],
  wanted?: string,
  own: readonly string[] = ['id', 'source'],
): string | undefined {
  if (wanted !== undefined) {
    return names.find((name) => name === wanted) ?? nameAmong(names, [plain(wanted)]);
  }
  return own.find((name) => names.includes(name)) ?? nameAmong(names, REFERENCE_NAMES);
}

/** What a report shows of a row, of the columns that are the caller's own. */
export function readCarried(own: Fields): Carried {
  const columns = carriedColumns(Object.keys(own));
  const found = columns.map(({ what, name }) => [what, jsonText(fromPlain(own[name]))] as const);
  return withoutUndefined(Object.fromEntries(found));
}

/** What is shown of a ticket, and the column of the caller that has it. */
export function carriedColumns(names: readonly string[]): { what: keyof Carried; name: string }[] {
  return (['ticket', 'customer', 'subject'] as const).flatMap((what) => {
    const name = nameAmong(names, CARRIED_NAMES[what]);
    return name === undefined ? [] : { what, name };
  });
}

/** The first of the names that is one of the words, the words in their order. */
function nameAmong(names: readonly string[], words: readonly string[]): string | undefined {
  const own = names.map(plain);
  const word = words.find((one) => own.includes(one));
  return word === undefined ? undefined : names[own.indexOf(word)];
}

/** `Order ID`, `order_id` and `Order-Id` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.#:()/]+/g, '');
}
