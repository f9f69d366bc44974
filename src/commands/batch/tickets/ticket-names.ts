import { type Fields, withoutUndefined } from '../../../core/fields.js';
import { fromPlain, jsonText } from '../../../core/json.js';
import type { Carried } from '../../../investigate/ticket.js';

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
export function referenceColumnIn(
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
export function carriedIn(own: Fields): Carried {
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
