import type { RecordClass } from './classes.js';

/** What the page says, in the languages of its readers. */
export interface Words {
  title: string;
  made: string;
  inputs: string;
  side: string;
  orders: string;
  bank: string;
  journal: string;
  inquiry: string;
  file: string;
  lines: string;
  rejected: string;
  total: string;
  trailer: string;
  agrees: string;
  disagrees: string;
  noTrailer: string;
  hash: string;
  byClass: string;
  className: string;
  records: string;
  amount: string;
  byDay: string;
  day: string;
  matched: string;
  breaks: string;
  chart: string;
  each: string;
  none: string;
  more: (count: number) => string;
  transaction: string;
  where: string;
  days: string;
  learned: string;
  request: string;
  paid: string;
  notPaid: string;
  similar: string;
  next: string;
  classes: Readonly<Record<RecordClass, string>>;
}

export const WORDS: Readonly<Record<'en' | 'th', Words>> = {
  en: {
    title: 'Reconciliation',
    made: 'Made',
    inputs: 'Inputs',
    side: 'Side',
    orders: 'Orders',
    bank: 'Bank',
    journal: 'Journal',
    inquiry: 'Asked',
    file: 'File',
    lines: 'Lines',
    rejected: 'Rejected',
    total: 'Total',
    trailer: 'Trailer',
    agrees: 'agrees',
    disagrees: 'disagrees',
    noTrailer: 'none',
    hash: 'SHA-256',
    byClass: 'By class',
    className: 'Class',
    records: 'Records',
    amount: 'Amount',
    byDay: 'By day',
    day: 'Day',
    matched: 'Matched',
    breaks: 'Breaks',
    chart: 'Amount by day: matched and breaks',
    each: 'Each break',
    none: 'Everything matched.',
    more: (count) => `${count} more are in the list that the command prints.`,
    transaction: 'Transaction',
    where: 'Lines',
    days: 'Days (bank minus own)',
    learned: 'The bank says',
    request: 'request',
    paid: 'paid',
    notPaid: 'not paid',
    similar: 'Looks like',
    next: 'Next',
    classes: {
      'bad-line': 'cannot be read',
      'duplicate-line': 'stands twice in a file',
      reversed: 'given back at the bank',
      'refund-missing': 'given back here, not as much at the bank',
      amount: 'amounts differ',
      'unknown-but-paid': 'open or unknown here, paid at the bank',
      fee: 'differs by the fee',
      'wrong-day': 'on another day',
      matched: 'matched',
      'paid-twice': 'paid once more',
      timing: 'outside the days of the other side',
      'missing-in-orders': 'at the bank, not in the orders',
      'not-in-journal': 'at the bank, not known here',
      'success-but-absent': 'succeeded here, not in the file of the bank',
      'missing-at-bank': 'in the orders, not at the bank',
    },
  },
  th: {
    title: 'การกระทบยอด',
    made: 'จัดทำเมื่อ',
    inputs: 'ไฟล์ที่ใช้',
    side: 'ฝั่ง',
    orders: 'คำสั่งซื้อ',
    bank: 'ธนาคาร',
    journal: 'บันทึกของเครื่อง',
    inquiry: 'สอบถามธนาคาร',
    file: 'ไฟล์',
    lines: 'บรรทัด',
    rejected: 'อ่านไม่ได้',
    total: 'ยอดรวม',
    trailer: 'บรรทัดสรุปท้ายไฟล์',
    agrees: 'ตรงกัน',
    disagrees: 'ไม่ตรงกัน',
    noTrailer: 'ไม่มี',
    hash: 'SHA-256',
    byClass: 'ตามประเภท',
    className: 'ประเภท',
    records: 'รายการ',
    amount: 'จำนวนเงิน',
    byDay: 'ตามวัน',
    day: 'วันที่',
    matched: 'ตรงกัน',
    breaks: 'ไม่ตรงกัน',
    chart: 'จำนวนเงินตามวัน: ตรงกันและไม่ตรงกัน',
    each: 'รายการที่ไม่ตรงกัน',
    none: 'ทุกรายการตรงกัน',
    more: (count) => `อีก ${count} รายการอยู่ในผลที่คำสั่งพิมพ์`,
    transaction: 'เลขที่รายการ',
    where: 'บรรทัด',
    days: 'จำนวนวัน (ธนาคารลบฝั่งเรา)',
    learned: 'ธนาคารตอบว่า',
    request: 'คำขอ',
    paid: 'ชำระแล้ว',
    notPaid: 'ยังไม่ชำระ',
    similar: 'คล้ายกับ',
    next: 'ขั้นต่อไป',
    classes: {
      'bad-line': 'อ่านไม่ได้',
      'duplicate-line': 'บรรทัดซ้ำในไฟล์',
      reversed: 'ธนาคารคืนเงินแล้ว',
      'refund-missing': 'ฝั่งเราคืนเงินแล้ว แต่ธนาคารคืนไม่ครบ หรือไม่ตรงจำนวน',
      amount: 'จำนวนเงินไม่ตรงกัน',
      'unknown-but-paid': 'ฝั่งเราไม่ทราบผล แต่ธนาคารรับชำระแล้ว',
      fee: 'ต่างกันเท่าค่าธรรมเนียม',
      'wrong-day': 'คนละวัน',
      matched: 'ตรงกัน',
      'paid-twice': 'ชำระซ้ำ',
      timing: 'อยู่นอกช่วงวันของอีกฝั่ง',
      'missing-in-orders': 'มีที่ธนาคาร ไม่มีในคำสั่งซื้อ',
      'not-in-journal': 'มีที่ธนาคาร เครื่องนี้ไม่รู้จัก',
      'success-but-absent': 'สำเร็จที่เครื่องนี้ แต่ไม่มีในไฟล์ธนาคาร',
      'missing-at-bank': 'มีในคำสั่งซื้อ ไม่มีที่ธนาคาร',
    },
  },
};
