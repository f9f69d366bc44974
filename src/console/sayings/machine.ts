import type { Saying } from '../../web/sayings.js';

/** The journal, reconciliation, and a console whose connection was changed. */
export const MACHINE: readonly Saying[] = [
  {
    said: 'the journal has no charge with the reference {1}',
    en: 'Nothing that can move money was sent from here under {1}.',
    th: 'เครื่องนี้ไม่เคยส่งคำสั่งเคลื่อนย้ายเงินด้วยเลข {1}',
  },
  { said: 'payctl journal list', en: '', th: '' },
  { said: '{1} (profile {2})', th: '{1} (โปรไฟล์ {2})' },
  {
    said: 'the settings have changed since this console was started for {1}, {2}; nothing was sent. End it and start it again: payctl console',
    th: 'การตั้งค่าเปลี่ยนไปหลังเปิดคอนโซลนี้สำหรับ {1}, {2} ไม่มีการส่งคำสั่งใด ปิดแล้วเปิดใหม่ด้วยคำสั่ง payctl console',
  },
  { said: 'payctl doctor', en: '', th: '' },
  {
    said: 'correct the line or the mapping, and run again',
    en: 'correct the line, and compare again',
    th: 'แก้บรรทัดนี้ แล้วเปรียบเทียบอีกครั้ง',
  },
  {
    said: 'run again with the file of the next day',
    en: 'compare again with the file of the next day',
    th: 'เปรียบเทียบอีกครั้งกับไฟล์ของวันถัดไป',
  },
  {
    said: 'give one payment back, after {1}',
    en: 'open its report, then give one payment back',
    th: 'เปิดรายงานของรายการนี้ แล้วคืนเงินหนึ่งครั้ง',
  },
  {
    said: 'mark the order as paid, after {1}',
    en: 'open its report, then mark the order as paid',
    th: 'เปิดรายงานของรายการนี้ แล้วบันทึกว่าชำระแล้ว',
  },
  { said: 'reference, amount, date', th: 'เลขอ้างอิง จำนวนเงิน วันที่' },
  { said: 'reference, amount', th: 'เลขอ้างอิง จำนวนเงิน' },
  { said: 'reference, date', th: 'เลขอ้างอิง วันที่' },
  { said: 'amount, date', th: 'จำนวนเงิน วันที่' },
  { said: 'reference', th: 'เลขอ้างอิง' },
  { said: 'amount', th: 'จำนวนเงิน' },
  { said: 'date', th: 'วันที่' },
  {
    said: 'the rest is reconciled; correct the file or the mapping, and run again',
    en: 'The rest is compared. Correct the file, and compare again.',
    th: 'ส่วนที่เหลือเปรียบเทียบแล้ว แก้ไฟล์แล้วเปรียบเทียบอีกครั้ง',
  },
  {
    said: 'orders.csv:{1}: {2~}',
    en: 'your orders, line {1}: {2}',
    th: 'คำสั่งซื้อของคุณ บรรทัด {1}: {2}',
  },
  {
    said: 'bank.csv:{1}: {2~}',
    en: "the bank's file, line {1}: {2}",
    th: 'ไฟล์ของธนาคาร บรรทัด {1}: {2}',
  },
  {
    said: '{1} has more than {2} lines that cannot be read; is it in another format?',
    th: 'อ่าน{1}ไม่ได้มากกว่า {2} บรรทัด อาจเป็นรูปแบบอื่น',
  },
  { said: '{1} is {2}; save it as CSV', th: '{1}เป็น {2} บันทึกเป็น CSV ก่อน' },
  {
    said: '{1} is empty: it has no header',
    en: '{1}: the file is empty.',
    th: '{1}: ไฟล์ว่าง',
  },
  {
    said: '{1} has no column for {2~}; its header has {3}',
    en: '{1}: there is no column for {2}. The first line has {3}.',
    th: '{1}: ไม่มีคอลัมน์สำหรับ {2} บรรทัดแรกมี {3}',
  },
];
